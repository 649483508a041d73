import ArgumentParser
import Files
import PhotoFacts
import Shell
import SystemPackage
import Wording

/// `daystamp gazetteer`: the user's list of towns.
struct GazetteerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazetteer",
    abstract: "Keep a list of towns for {place} in labels.",
    discussion: """
      The list is a file from GeoNames (https://download.geonames.org/export/dump). cities500.txt, in \
      cities500.zip, has all towns with at least 500 people.

      EXAMPLES
        daystamp gazetteer add cities500.txt
        daystamp stamp photo.jpg --gazetteer cities500.txt --text '{place}'
      """,
    subcommands: [AddGazetteer.self, ShowGazetteer.self], defaultSubcommand: ShowGazetteer.self)

  /// Where the list is kept; nil where there is no place for one.
  static var place: FilePath? { DefaultsFile.ofThisUser("towns.txt")?.path }

  fileprivate static func requiredPlace() throws -> FilePath {
    guard let place else { throw ValidationError(Wording.noPlaceForGazetteer) }
    return place
  }
}

/// `daystamp gazetteer add`.
struct AddGazetteer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Keep a copy of a list of towns for every run.",
    discussion: """
      Daystamp reads the file first. If it is not a list of towns, the earlier list stays.

      EXAMPLES
        daystamp gazetteer add cities500.txt
      """)

  @Argument(
    help: ArgumentHelp("A file from GeoNames, such as cities500.txt.", valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var file: FilePath

  func run() async throws {
    try await ExitStatus.exit {
      let place = try GazetteerCommand.requiredPlace()
      do throws(GazetteerCopyError) {
        let gazetteer = try Gazetteer.copy(file, to: place)
        Console.say(Wording.gazetteer(gazetteer.count, in: place))
        return .success
      } catch {
        switch error {
        case .source(let error):
          throw ValidationError("\(Wording.name(file)): \(Wording.sentence(for: error))")
        case .target(let error): throw error
        }
      }
    }
  }
}

/// `daystamp gazetteer show`.
struct ShowGazetteer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the path of your list of towns, and check the list.",
    discussion: """
      EXAMPLES
        daystamp gazetteer show
      """)

  func run() async throws {
    try await ExitStatus.exit {
      let place = try GazetteerCommand.requiredPlace()
      do throws(GazetteerError) {
        Console.say(Wording.gazetteer(try Gazetteer(place).count, in: place))
      } catch .file(.system(_, _, .noSuchFileOrDirectory)) {
        Console.say(Wording.gazetteer(nil, in: place))
      } catch {
        throw ValidationError("\(Wording.name(place)): \(Wording.sentence(for: error))")
      }
      return .success
    }
  }
}
