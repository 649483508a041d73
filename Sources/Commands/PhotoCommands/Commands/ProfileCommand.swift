import ArgumentParser
import Shell
import Wording

/// `daystamp profile`: options of `stamp` that have a name.
struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show your profiles: named sets of options for stamp.",
    discussion: """
      Profiles are in a TOML file; daystamp profile list shows its path. Each profile is a table, with \
      the long names of stamp's options as keys. A flag is true or false; an option that you can \
      repeat is an array:

        [site]
        style = "box"
        position = "bottom-right"
        line = ["Site 4 · {time}", "{gps}"]
        also = ["top-left,size=10={camera}"]
        logo = "~/Pictures/sign.png"

      Use a profile with stamp --profile site. The command line wins over the profile, and the profile \
      over the defaults file (daystamp config path).

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
    commandName: "list", abstract: "List your profiles, and show the path of their file.",
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
    commandName: "show", abstract: "Show the options in a profile.",
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
