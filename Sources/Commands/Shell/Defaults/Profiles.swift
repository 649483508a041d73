package import ArgumentParser
package import SystemPackage

/// Looks that a user has given names: `daystamp/profiles.toml` in `XDG_CONFIG_HOME` or `~/.config`, where a
/// table is named as the profile, and its keys are the long names of the options of `stamp`.
package struct Profiles {
  /// Names a profile on the command line.
  package static let option = "profile"

  /// A profile, with the arguments that it stands for.
  package struct Profile: Sendable {
    package let name: String
    package let options: [(name: String, arguments: [String])]
  }

  package let path: FilePath
  package let all: [Profile]

  static var ofThisUser: DefaultsFile? { DefaultsFile.ofThisUser("profiles.toml") }

  static func isOfThisUser(_ path: FilePath) -> Bool { ofThisUser?.path == path }

  /// Whether words may name a profile, so that the file has to be read.
  static func areNamed(in words: [String]) -> Bool {
    words.contains { $0 == "--\(option)" || $0.hasPrefix("--\(option)=") }
  }

  /// Reads the file of the user who runs the program, and checks it; nil where there is no place for one.
  ///
  /// - Parameters:
  ///   - command: their command.
  ///   - root: the program.
  /// - Throws: ``DefaultsError``.
  package init?(
    for command: any ParsableCommand.Type, of root: any ParsableCommand.Type
  ) throws {
    guard let file = Self.ofThisUser else { return nil }
    path = file.path
    guard try file.isThere(), let options = ArgumentTable(of: command) else {
      all = []
      return
    }
    let document = try Self.document(file)
    all = try document.tables.sorted().map { name in
      let keys = DefaultsKeys(table: name, options, of: root)
      let entries = try document.entries.filter { $0.table == name }.map { entry in
        let option = try keys.option(of: entry, in: document, of: root)
        let arguments = try options.entry(named: "--\(option)").map {
          try keys.arguments(for: entry, option, $0, in: document)
        }
        return (option, arguments ?? [])
      }
      return Profile(name: name, options: entries)
    }
  }

  /// The tables of a file, among which one is wanted.
  static func document(
    _ file: DefaultsFile, with wanted: String
  ) throws(DefaultsError) -> DefaultsDocument {
    guard try file.isThere() else { throw DefaultsError(file.path, .noProfiles(wanted: wanted)) }
    let document = try document(file)
    guard document.tables.contains(wanted) else {
      if document.tables.isEmpty {
        throw DefaultsError(file.path, .noProfiles(wanted: wanted))
      }
      let all = document.tables.sorted()
      throw DefaultsError(
        file.path, .unknownTable(wanted, nearest: NearestName.of(wanted, among: all), all: all))
    }
    return document
  }

  private static func document(_ file: DefaultsFile) throws(DefaultsError) -> DefaultsDocument {
    let document = try DefaultsDocument(file.text(), path: file.path)
    if let entry = document.entries.first(where: { $0.table == nil }) {
      throw DefaultsError(
        file.path, line: document.line(of: nil, entry.key), .outsideTable(entry.key))
    }
    return document
  }
}
