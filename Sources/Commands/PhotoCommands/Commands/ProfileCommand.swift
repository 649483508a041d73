import ArgumentParser
import Shell
import Wording

/// `daystamp profile`: options of `stamp` that have a name.
struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show your profiles: options of stamp that you have given a name.",
    discussion: """
      Profiles are in a file in TOML, which daystamp profile list names. A table is a profile, and its \
      keys are the long names of the options of stamp; a flag is true or false, and what may be \
      repeated is an array:

        [site]
        style = "box"
        position = "bottom-right"
        line = ["Site 4 · {time}", "{gps}"]
        also = ["top-left,size=10={camera}"]
        logo = "~/Pictures/sign.png"

      stamp --profile site takes them. An option that is typed goes before the profile's, and that \
      before those of the file of defaults (daystamp config path).

      EXAMPLES
        daystamp profile list
        daystamp profile show site
        daystamp stamp Photos -o Stamped --profile site --size 20
      """,
    subcommands: [ListProfiles.self, ShowProfile.self], defaultSubcommand: ListProfiles.self)

  /// The user's profiles.
  fileprivate static func profiles() throws -> Profiles {
    guard let profiles = try Profiles(for: Stamp.self, of: PhotoProgram.self) else {
      throw ValidationError(Wording.noPlaceForProfiles)
    }
    return profiles
  }
}

/// `daystamp profile list`.
struct ListProfiles: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the names of your profiles, and name their file.",
    discussion: """
      EXAMPLES
        daystamp profile list
      """)

  func run() async throws {
    try await ExitStatus.exit {
      let profiles = try ProfileCommand.profiles()
      for profile in profiles.all { Console.print(Wording.escaped(profile.name)) }
      Console.say(Wording.profiles(profiles.all.count, in: profiles.path))
      return .success
    }
  }
}

/// `daystamp profile show`.
struct ShowProfile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the options that a profile stands for.",
    discussion: """
      EXAMPLES
        daystamp profile show site
      """)

  @Argument(help: "The profile's name.") var name: String

  func run() async throws {
    try await ExitStatus.exit {
      let profiles = try ProfileCommand.profiles()
      guard let profile = profiles.all.first(where: { $0.name == name }) else {
        throw ValidationError(
          Wording.noProfile(name, among: profiles.all.map(\.name), in: profiles.path))
      }
      for (_, arguments) in profile.options {
        for argument in arguments { Console.print(Wording.option(argument)) }
      }
      return .success
    }
  }
}
