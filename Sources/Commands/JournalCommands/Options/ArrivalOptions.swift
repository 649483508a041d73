import ArgumentParser
import Arrivals
import Foundation
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

  @Option(
    name: .customLong("mood"),
    help: ArgumentHelp(
      "A mood's place, 1 (worst) to 5 (repeatable).", valueName: "name=place"))
  var moods: [String] = []

  @Flag(help: "Names of people on photos become tags.")
  var people = false

  func validate() throws {
    _ = try chosen()
    _ = try placed()
    if dayFirst, monthFirst { throw ValidationError(Wording.dateOrderBothWays) }
    if let author, author.isEmpty { throw ValidationError(Wording.emptyAuthor) }
  }

  /// Whether something is said that only another program's journal has.
  var isGiven: Bool {
    format != nil || author != nil || dayFirst || monthFirst || people || !moods.isEmpty
  }

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

  /// The moods by their names in small letters.
  ///
  /// - Throws: `ValidationError`.
  private func placed() throws -> [String: Int] {
    var placed: [String: Int] = [:]
    for mood in moods {
      guard let sign = mood.lastIndex(of: "="), let place = Int(mood[mood.index(after: sign)...]),
        1...5 ~= place
      else { throw ValidationError(Wording.noMood(mood)) }
      let name = mood[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
      guard !name.isEmpty else { throw ValidationError(Wording.noMood(mood)) }
      placed[name] = place
    }
    return placed
  }

  var readerOptions: Arrivals.ArrivalOptions {
    var options = Arrivals.ArrivalOptions()
    options.author = author
    // They are valid by now.
    options.moods = (try? placed()) ?? [:]
    if dayFirst || monthFirst { options.isDayFirst = dayFirst }
    return options
  }
}
