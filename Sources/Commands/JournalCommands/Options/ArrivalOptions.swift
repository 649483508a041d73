import ArgumentParser
import Arrivals
import Shell
import Wording

/// How the journal of another program is read.
struct ArrivalOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Its format, if Daystamp does not recognise it.", valueName: "format"),
    completion: .list(ArrivalFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(
    name: .customLong("of"), help: ArgumentHelp("Your name in a chat.", valueName: "name"))
  var author: String?

  @Flag(help: "In a chat, days come before months.")
  var dayFirst = false

  @Flag(help: "In a chat, months come before days.")
  var monthFirst = false

  @Flag(help: "Names of people on photos become tags.")
  var people = false

  func validate() throws {
    _ = try chosen()
    if dayFirst, monthFirst { throw ValidationError(Wording.dateOrderBothWays) }
    if let author, author.isEmpty { throw ValidationError(Wording.emptyAuthor) }
  }

  /// Whether something is said that only another program's journal has.
  var isGiven: Bool { format != nil || author != nil || dayFirst || monthFirst || people }

  /// The format that is asked for.
  ///
  /// - Throws: `ValidationError`.
  func chosen() throws -> ArrivalFormat? {
    guard let format else { return nil }
    guard let known = ArrivalFormat(rawValue: format) else {
      throw ValidationError(Wording.unknownFormat(format))
    }
    return known
  }

  var readerOptions: Arrivals.ArrivalOptions {
    var options = Arrivals.ArrivalOptions()
    options.author = author
    if dayFirst || monthFirst { options.isDayFirst = dayFirst }
    return options
  }
}
