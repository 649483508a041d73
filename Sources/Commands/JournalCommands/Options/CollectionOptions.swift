import ArgumentParser
import Files
import Shell
import Store
import SystemPackage
import Texts
import Wording

/// What a person says of a collection's file.
struct CollectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The collection's name. Default: the file's name without its extension.",
      valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Licence of the texts.", valueName: "text"))
  var licence: String?

  @Option(help: ArgumentHelp("The texts' language: en, ko, pt-BR.", valueName: "tag"))
  var language: String?

  @Option(
    help: ArgumentHelp(
      "The file's format. Default: by its name and first bytes.", valueName: "format"))
  var format: CollectionFormat?

  /// - Throws: `ValidationError`.
  func validate() throws {
    if let name { _ = try CollectionName.argument(name) }
    let (licence, language) = try said()
    _ = try Wording.checking {
      try NewCollection(
        CollectionName("x"), licence: licence, language: language, source: "", format: .lines)
    }
  }

  /// What is said of a file.
  ///
  /// - Throws: `NameError` where the file's name is none for a collection.
  func collection(of file: CollectionFile) throws -> NewCollection {
    let (licence, language) = try said()
    return try NewCollection(
      of: file, name: name.map { try CollectionName.argument($0) }, licence: licence,
      language: language, format: format)
  }

  private func said() throws -> (licence: String, language: String) {
    (
      try licence.map { try RawArguments.text($0) } ?? "",
      try language.map { try RawArguments.text($0) } ?? ""
    )
  }
}

extension CollectionFormat: ExpressibleByArgument {}

extension CollectionName {
  /// Reads a name on the command line.
  ///
  /// - Throws: `ValidationError`.
  static func argument(_ text: String) throws -> CollectionName {
    try Wording.checking { try CollectionName(RawArguments.text(text)) }
  }
}

/// A collection by its name.
struct NamedCollection: ParsableArguments {
  @Argument(help: ArgumentHelp("The collection's name.", valueName: "name"))
  var name: String

  func validate() throws { _ = try collectionName() }

  func collectionName() throws -> CollectionName { try .argument(name) }
}

/// How to report what an import of files added.
struct CollectionOutput: ParsableArguments {
  @Flag(help: "One JSON object for each collection.")
  var json = false

  /// How many records that are no texts are named of a file.
  static let mostProblems = 20

  /// Reads files, one after the other; one that cannot be read does not stop those after it.
  ///
  /// - Parameters:
  ///   - files: their paths.
  ///   - work: reads one.
  /// - Returns: whether all texts of all files came in.
  /// - Throws: `ValidationError`.
  func each(
    of files: [FilePath],
    _ work: (CollectionFile, _ report: (ReadProblem) -> Void) throws -> CollectionChange
  ) throws -> ExitStatus {
    var status = ExitStatus.success
    for path in files {
      do {
        let file = try CollectionFile(path)
        var named = 0
        let change = try work(file) { problem in
          named += 1
          guard named <= Self.mostProblems else { return }
          Console.say(problem.wording.about(path).commandLine)
        }
        if named > Self.mostProblems {
          Console.say(Wording.moreProblems(named - Self.mostProblems, of: path))
        }
        for key in change.lost { Console.say(Wording.lostMark(key, of: change.collection)) }
        for lost in change.lostHighlights {
          Console.say(Wording.lostHighlight(lost, of: change.collection))
        }
        if json {
          Console.print(CollectionDescription(change).jsonLine())
        } else {
          Console.say(Wording.changed(change))
        }
        if change.problems > 0, status == .success { status = .failure }
      } catch let error as ValidationError {
        throw error
      } catch {
        Console.say("Error: \(Wording.message(for: error, about: path))")
        if status != .temporaryFailure { status = ExitStatus(of: error) }
      }
    }
    return status
  }
}
