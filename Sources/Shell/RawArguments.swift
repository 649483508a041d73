package import ArgumentParser
import Glibc
import Store
package import SystemPackage
import Wording

/// The program's arguments, in which names that are not UTF-8 still name their files.
///
/// Swift's `CommandLine.arguments` repairs what is not UTF-8, and then no longer tells two such
/// names apart. Here every byte that is not part of a character becomes a character of a private
/// plane, and becomes the byte again in a path.
package enum RawArguments {
  /// The first of 256 characters that stand for bytes (Supplementary Private Use Area-B).
  private static let firstByte: UInt32 = 0x10_FF00

  /// The arguments after the program's name, for the argument parser.
  package static var escaped: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
      .dropFirst().compactMap { start in
        start.map { escape(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
      }
  }

  /// A message that may repeat arguments, or parts of them, as a person can be shown it: an argument
  /// that is in it is escaped as any value, so that it begins no line of its own either.
  static func shown(_ message: String, repeating arguments: [String]) -> String {
    let values = arguments.flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    var shown = message
    for value in Set(values).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let escaped = Wording.escaped(value)
      if escaped != value { shown = shown.replacing(value, with: escaped) }
    }
    return shown.unicodeScalars.reduce(into: "") { text, scalar in
      if let byte = UInt8(exactly: Int64(scalar.value) - Int64(firstByte)) {
        text += "\\x\(String(byte, radix: 16))"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// What may be a PIN among the arguments of a command that asks for one, or of none that there is:
  /// nothing that is said may repeat it, whichever option's value it was given as.
  ///
  /// - Returns: four digits or more that stand together; not those of paths, which name folders.
  static func likePINs(_ arguments: [String], of root: any ParsableCommand.Type) -> [String] {
    let values = arguments.filter { !$0.contains("/") }.flatMap { argument in
      argument.split { !$0.isWholeNumber }.map(String.init)
        .filter { $0.count >= PIN.lengths.lowerBound }
    }
    guard !values.isEmpty else { return [] }
    let command = root.configuration.subcommands.first { $0._commandName == arguments.first }
    // The option by which PINs are read from standard input, of the command or one below it.
    return (command ?? root)._dumpHelp().contains("\"pin-stdin\"") ? values : []
  }

  /// The path that an escaped argument, or a part of one, stands for, byte for byte.
  package static func path(_ argument: String) -> FilePath {
    let bytes = argument.unicodeScalars.flatMap { scalar in
      UInt8(exactly: Int64(scalar.value) - Int64(firstByte)).map { [$0] }
        ?? Array(UTF8.encode(scalar) ?? .init())
    }
    return FilePath(platformString: bytes.map(CChar.init(bitPattern:)) + [0])
  }

  /// An argument with bytes in it that are not text.
  package struct NotUTF8: Error {}

  /// The text that an argument is.
  ///
  /// - Throws: ``NotUTF8``.
  package static func text(_ argument: String) throws(NotUTF8) -> String {
    guard argument.unicodeScalars.allSatisfy({ $0.value < firstByte }) else { throw NotUTF8() }
    return argument
  }

  private static func escape(_ bytes: UnsafeRawBufferPointer) -> String {
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while !rest.isEmpty {
      var iterator = rest.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        text.append(Unicode.UTF8.decode(encoded))
        rest = rest.dropFirst(encoded.count)
      case .error, .emptyInput:
        if let byte = rest.popFirst(), let scalar = Unicode.Scalar(firstByte + UInt32(byte)) {
          text.append(scalar)
        }
      }
    }
    return String(text)
  }
}

/// The command that is the whole program, with its commands below it.
package protocol ProgramCommand: AsyncParsableCommand {
  /// The commands that the program's help shows on its one screen.
  static var commonCommands: [any ParsableCommand.Type] { get }
  /// The command that a person may have meant who gave a file and no command; nil for none.
  static var commandOfFiles: (any ParsableCommand.Type)? { get }
}

extension ProgramCommand {
  package static var commonCommands: [any ParsableCommand.Type] { configuration.subcommands }
  package static var commandOfFiles: (any ParsableCommand.Type)? { nil }

  /// Runs the command that the program's arguments name, and ends the program where it fails.
  ///
  /// As `main()` of ArgumentParser, which repeats in its messages whatever the arguments hold; here
  /// they reach the terminal as any other value does.
  package static func runByArguments() async {
    let arguments = RawArguments.escaped
    Console.conceal(RawArguments.likePINs(arguments, of: Self.self))
    var defaults: Defaults?
    do {
      if asksForAllCommands(arguments) {
        end(HelpOverview(program: Self.self).all, .success, repeating: [])
      }
      if let file = DefaultsFile.toRead {
        defaults = try await Self.defaults(for: arguments, in: file)
      }
      try await run(parsed(arguments, with: defaults))
    } catch let error as DefaultsError {
      end("Error: \(Wording.message(for: error)).", ExitStatus.usage.exitCode, repeating: [])
    } catch let mistake as CommandMistake {
      end(HelpText.arranged(mistake.text), ExitStatus.usage.exitCode, repeating: arguments)
    } catch {
      let (code, message) = (
        exitCode(for: error), fullMessage(for: error, columns: HelpText.columns)
      )
      if code.isSuccess, message == helpMessage(columns: HelpText.columns) {
        end(HelpOverview(program: Self.self).short, code, repeating: [])
      }
      let note = code == ExitStatus.usage.exitCode ? defaults?.note : nil
      end(
        [HelpText.arranged(message), note].compactMap(\.self).joined(separator: "\n"), code,
        repeating: arguments)
    }
  }

  private static func asksForAllCommands(_ arguments: [String]) -> Bool {
    arguments == ["--help-all"] || arguments == ["help", "--all"]
  }

  /// - Throws: ``CommandMistake`` where the command finds its command line wrong only now.
  private static func run(_ command: any ParsableCommand) async throws {
    var command = command
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as ValidationError {
      throw CommandMistake(error, of: type(of: command), in: Self.self)
    }
  }

  /// The command that the arguments name, with the user's defaults.
  ///
  /// - Throws: ``CommandMistake`` where they are wrong, ``DefaultsError`` where the defaults are; what
  ///   ArgumentParser throws to show help.
  private static func parsed(
    _ arguments: [String], with defaults: Defaults?
  ) async throws -> any ParsableCommand {
    var arguments = arguments
    if arguments.first == "help" {
      // The help of one command is whole in any case.
      arguments.removeAll { $0 == "--all" }
      try checkAreCommands(arguments.dropFirst())
    }
    do {
      return try await parsed(words: arguments, with: defaults)
    } catch  where exitCode(for: error) == .validationFailure {
      let words = CommandWords(arguments, of: Self.self)
      guard let words, words.stranger == nil, words.separated != arguments else {
        throw CommandMistake(error, words, of: Self.self)
      }
      do {
        return try await parsed(words: words.separated, with: defaults)
      } catch  where exitCode(for: error) == .validationFailure {
        throw CommandMistake(error, words, of: Self.self)
      }
    }
  }

  /// - Throws: ``CommandMistake`` where words after `help` name no command.
  private static func checkAreCommands(_ words: ArraySlice<String>) throws(CommandMistake) {
    var commands: [any ParsableCommand.Type] = [Self.self]
    var last: any ParsableCommand.Type = Self.self
    for word in words where !word.hasPrefix("-") {
      guard let command = last.subcommand(named: word) else {
        throw CommandMistake(unknownCommand: word, in: commands)
      }
      commands.append(command)
      last = command
    }
  }

  private static func end(
    _ message: String, _ code: ExitCode, repeating arguments: [String]
  ) -> Never {
    if !message.isEmpty {
      let text = RawArguments.shown(message, repeating: arguments)
      if code.isSuccess {
        Console.print(styled: HelpText.styled(Wording.lines(text), .standardOutput()))
      } else {
        Console.say(text)
      }
    }
    Glibc.exit(code.rawValue)
  }
}
