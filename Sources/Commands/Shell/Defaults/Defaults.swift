package import ArgumentParser
import SystemPackage
import Wording

extension AsyncParsableCommand {
  /// The user's defaults for the command that the arguments name; none where help is asked for, which
  /// tells how to do without the file, whatever is wrong with it.
  ///
  /// - Throws: ``DefaultsError``.
  static func defaults(
    for arguments: [String], in file: DefaultsFile?, profiles: DefaultsFile?
  ) async throws -> Defaults? {
    do {
      return try Defaults(for: arguments, of: Self.self, in: file, profiles: profiles)
    } catch {
      if isRequestForHelp(await Result { try await asyncParseAsRoot(arguments) }) { return nil }
      throw error
    }
  }
}

extension ParsableCommand {
  /// Whether what arguments were parsed to is help, or as the version is: no work of the program's.
  fileprivate static func isRequestForHelp(
    _ parsed: Result<any ParsableCommand, any Error>
  ) -> Bool {
    switch parsed {
    // ArgumentParser's own command, which no other is named as.
    case .success(let command): type(of: command)._commandName == "help"
    case .failure(let error): exitCode(for: error).isSuccess
    }
  }
}

/// The defaults that a user's file has for a command, and those of the profile that is typed, as
/// arguments that go before those that were typed, so that the command's own parser checks them and says
/// what is wrong.
///
/// An option that was typed takes the place of the profile's, and that of the file's, a repeated one as a
/// whole; so does a variable of the environment.
struct Defaults {
  /// What a key of the file gives.
  struct Given {
    let key: DefaultsError.Key
    /// The long name of the option.
    let option: String
    let arguments: [String]
    /// What the option is.
    let help: String?
    let document: DefaultsDocument
  }

  let given: [Given]
  /// How many arguments name the command.
  private let commandLength: Int

  /// Nil where there is neither a file nor a profile, or the command takes no defaults.
  ///
  /// - Parameters:
  ///   - arguments: those that were typed.
  ///   - root: the program.
  ///   - file: the user's; nil where there is none.
  ///   - profiles: the user's file of profiles; nil where none can be asked for.
  /// - Throws: ``DefaultsError``.
  init?(
    for arguments: [String], of root: any ParsableCommand.Type, in file: DefaultsFile?,
    profiles: DefaultsFile? = nil
  ) throws(DefaultsError) {
    let isThere = try file?.isThere() ?? false
    guard isThere || file?.isNamed == true || profiles != nil,
      let words = CommandWords(arguments, of: root)
    else { return nil }
    commandLength = words.nameCount
    var given: [Given] = []
    let profile = words.values.last { $0.entry.long == Profiles.option }?.value
    if let profiles, let profile {
      given = try Self.given(
        in: Profiles.document(profiles, with: profile), [profile], words, of: root)
    }
    if let file, words.table.longNames.contains(DefaultsOption.name),
      words.given.isDisjoint(with: DefaultsPolicy.withoutFile)
    {
      guard isThere else { throw DefaultsError(file.path, .missing) }
      let document = try DefaultsDocument(file.text(), path: file.path)
      try DefaultsKeys.checkTables(document, of: root)
      let table = words.commands.count == 2 ? words.commands.last?.typedName : nil
      let usual = try Self.given(
        in: document, [DefaultsPolicy.journal, table].compactMap(\.self), words, of: root)
      let profiled = Set(given.map(\.option))
      given = usual.filter { !DefaultsPolicy.isReplaced($0.option, by: profiled) } + given
    }
    self.given = given
  }

  /// The options that a document's tables give a command, without the typed ones.
  private static func given(
    in document: DefaultsDocument, _ tables: [String], _ words: CommandWords,
    of root: any ParsableCommand.Type
  ) throws(DefaultsError) -> [Given] {
    var given: [Given] = []
    for entry in document.entries {
      guard let name = entry.table, tables.contains(name) else { continue }
      let keys = DefaultsKeys(table: name, words.table, of: root)
      let option = try keys.option(of: entry, in: document, of: root)
      guard let information = words.table.entry(named: "--\(option)"),
        !DefaultsPolicy.isReplaced(option, by: words.given)
      else { continue }
      let arguments = try keys.arguments(for: entry, option, information, in: document)
      given.append(
        Given(
          key: .init(table: name, key: entry.key), option: option, arguments: arguments,
          help: information.abstract?.firstSentence, document: document))
    }
    return given
  }

  /// Parses arguments with the defaults before them.
  ///
  /// Where that fails the file is to blame for what it would not fail without.
  ///
  /// - Parameters:
  ///   - arguments: those that were typed.
  ///   - root: the program.
  ///   - parse: parses all of the program's arguments.
  /// - Returns: what `parse` returns.
  /// - Throws: ``DefaultsError``, else what `parse` throws of the arguments that were typed.
  func parse(
    _ arguments: [String], of root: any ParsableCommand.Type,
    _ parse: ([String]) async throws -> any ParsableCommand
  ) async throws -> any ParsableCommand {
    func failure(_ given: [Given]) async -> (any Error)? {
      do {
        _ = try await parse(merged(given, arguments))
        return nil
      } catch {
        return error
      }
    }
    do {
      return try await parse(merged(given, arguments))
    } catch {
      if given.isEmpty || root.exitCode(for: error).isSuccess { throw error }
      let typed = await Result { try await parse(arguments) }
      if root.isRequestForHelp(typed) { return try typed.get() }
      for index in given.indices {
        var others = given
        others.remove(at: index)
        if await failure(others) == nil { throw blame(given[index], root.message(for: error)) }
      }
      _ = try typed.get()
      for one in given {
        if let failure = await failure([one]) { throw blame(one, root.message(for: failure)) }
      }
      throw DefaultsError(given[0].document.path, .together(root.message(for: error)))
    }
  }

  private func merged(_ given: [Given], _ arguments: [String]) -> [String] {
    arguments.prefix(commandLength) + given.flatMap(\.arguments)
      + arguments.dropFirst(commandLength)
  }

  /// The error for a key with an option that the parser refuses; the option was not typed, so its key is
  /// named in its place.
  private func blame(_ given: Given, _ message: String) -> DefaultsError {
    var text = message
    // ArgumentParser names an option with what its value is, '--size <length>'; --time is the start of
    // --time-zone too.
    if let name = try? Regex("--\(given.option)( <[^>]*>)?(?![a-z0-9-])") {
      text.replace(name, with: given.key.key)
    }
    // The values that there are come each on a line.
    text = text.replacing("\n  - ", with: ", ").replacing(":, ", with: ": ")
    if text.hasSuffix(".") { text.removeLast() }
    if text.hasSuffix("is invalid for '\(given.key.key)'"), let help = given.help {
      text += ", which is: \(help)"
    }
    return DefaultsError(
      given.document.path, line: given.document.line(of: given.key.table, given.key.key),
      Profiles.isOfThisUser(given.document.path)
        ? .profileValue(given.key, text) : .value(given.key, text))
  }

  /// What is said where a command that was understood fails by a value after all: some may be the
  /// file's.
  var note: String? {
    let files = given.map(\.document.path)
    let notes = Set(files).sorted { $0.string < $1.string }.map { path in
      Wording.usedDefaults(
        path,
        given.filter { $0.document.path == path }.map { "[\($0.key.table)] \($0.key.key)" },
        isProfile: Profiles.isOfThisUser(path))
    }
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ work: () async throws -> Success) async {
    do {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}

extension String {
  /// The first sentence, without its full stop.
  fileprivate var firstSentence: String {
    let sentence = split(separator: ". ", maxSplits: 1).first ?? ""
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}

extension DefaultsFile {
  /// The options for the journal and its owner, as the user's file gives them for a command.
  ///
  /// - Parameters:
  ///   - arguments: the command's.
  ///   - root: the program.
  /// - Returns: the options, with their values.
  /// - Throws: ``DefaultsError``.
  package static func journalArguments(
    for arguments: [String], of root: any ParsableCommand.Type
  ) throws -> [String] {
    guard let file = toRead, let defaults = try Defaults(for: arguments, of: root, in: file) else {
      return []
    }
    return defaults.given.filter { DefaultsPolicy.journalKeys.values.contains($0.option) }
      .flatMap(\.arguments)
  }
}
