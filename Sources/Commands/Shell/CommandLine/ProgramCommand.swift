package import ArgumentParser
import CCommit
import Glibc
import Wording

/// The command that is the whole program, with its commands below it.
package protocol ProgramCommand: AsyncParsableCommand {
  /// The commands that the program's help shows on its one screen.
  static var commonCommands: [any ParsableCommand.Type] { get }
  /// The command that a person may have meant who gave a file and no command; nil for none.
  static var commandOfFiles: (any ParsableCommand.Type)? { get }
  /// The tables of other programs that the same file of defaults may have; nil where any may be there.
  static var tablesOfOthers: Set<String>? { get }
  /// The names of what a journal keeps itself, which no file of defaults gives.
  static var journalSettings: Set<String> { get }
  /// What to say of a word that is a command of another build of the program; nil where it is none.
  static func absence(of command: String) -> String?
}

extension ProgramCommand {
  package static var commonCommands: [any ParsableCommand.Type] { configuration.subcommands }
  package static var commandOfFiles: (any ParsableCommand.Type)? { nil }
  package static var tablesOfOthers: Set<String>? { nil }
  package static var journalSettings: Set<String> { [] }
  package static func absence(of command: String) -> String? { nil }

  /// Tells the version, and ends the program, where nothing else is asked.
  ///
  /// To be called on the first thread: starting others, and ArgumentParser's look at all commands, take
  /// longer than the answer.
  @MainActor package static func tellVersionIfAsked() {
    guard [["--version"], ["version"]].contains(RawArguments.escaped) else { return }
    Console.print(configuration.version)
    Glibc.exit((Console.hasLostOutput ? ExitStatus.failure : .success).rawValue)
  }

  /// Runs the command that the program's arguments name, and ends the program where it fails.
  ///
  /// As `main()` of ArgumentParser, which repeats in its messages whatever the arguments hold; here
  /// they reach the terminal as any other value does.
  package static func runByArguments() async {
    let arguments = RawArguments.escaped
    Console.conceal(RawArguments.likePINs(arguments, of: Self.self))
    // Of the user's defaults, once the command line is understood.
    var note: String?
    do {
      if asksForAllCommands(arguments) {
        end(HelpOverview(program: Self.self).all, .success, repeating: [])
      }
      if let page = Manual.page(askedForBy: arguments, of: Self.self) {
        let style = TerminalStyle.standardOutput()
        let columns = min(TerminalStyle.columnsOfStandardOutput ?? HelpText.columns, 80)
        try Pager.show { try page.lines(columns: columns, style).forEach($0) }
        Glibc.exit((Console.hasLostOutput ? ExitStatus.failure : .success).rawValue)
      }
      var defaults: Defaults?
      let file = DefaultsFile.toRead
      let profiles = Profiles.areNamed(in: arguments) ? Profiles.ofThisUser : nil
      if file != nil || profiles != nil {
        defaults = try await Self.defaults(for: arguments, in: file, profiles: profiles)
      }
      let command = try await parsed(arguments, with: defaults)
      note = defaults?.note
      try await run(command)
    } catch let error as DefaultsError {
      end("Error: \(Wording.message(for: error)).", ExitStatus.usage.exitCode, repeating: [])
    } catch let mistake as CommandMistake {
      let text = [HelpText.arranged(mistake.text), note].compactMap(\.self)
      end(text.joined(separator: "\n"), ExitStatus.usage.exitCode, repeating: arguments)
    } catch let code as ExitCode {
      // Nothing more is to be said, for which ArgumentParser would put a help text together first.
      Glibc.exit(code.rawValue)
    } catch {
      let (code, message) = (
        exitCode(for: error), fullMessage(for: error, columns: HelpText.columns)
      )
      if code.isSuccess, message == helpMessage(columns: HelpText.columns) {
        end(HelpOverview(program: Self.self).short, code, repeating: [])
      }
      if code.isSuccess, arguments.first?.hasPrefix(CompletionScript.option) == true {
        let script = CompletionScript.reachingUsualCommands(message, of: Self.self)
        end(HelpText.arranged(script), code, repeating: arguments)
      }
      end(HelpText.arranged(message), code, repeating: arguments)
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
    if arguments.contains(where: isDoubtful),
      let words = CommandWords(arguments, of: Self.self)
    {
      if words.hasLongNameWithOneDash, let mistake = CommandMistake(words, of: Self.self) {
        throw mistake
      }
      arguments = words.separated
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

  /// Whether a word may be one that ArgumentParser understands otherwise than whoever typed it.
  private static func isDoubtful(_ word: String) -> Bool {
    word.hasPrefix("-") && (word.hasSuffix("=") || (!word.hasPrefix("--") && word.count > 3))
  }

  /// The command that words name which ArgumentParser takes.
  ///
  /// - Throws: ``DefaultsError``, and what ArgumentParser throws.
  private static func parsed(
    words: [String], with defaults: Defaults?
  ) async throws -> any ParsableCommand {
    guard let defaults else { return try await asyncParseAsRoot(words) }
    return try await defaults.parse(words, of: Self.self) { try await asyncParseAsRoot($0) }
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

/// A command that asks for a PIN, so that nothing it says may repeat one that was typed elsewhere.
package protocol AsksForPIN: ParsableCommand {
  /// How many digits a PIN has at least.
  static var shortestPIN: Int { get }
}

extension ParsableCommand {
  /// How many digits a PIN has at least that the command, or one below it, asks for; nil where none does.
  static var leastPINDigits: Int? {
    (self as? any AsksForPIN.Type)?.shortestPIN
      ?? configuration.subcommands.lazy.compactMap { $0.leastPINDigits }.first
  }
}

/// The exit codes of the programs; the README lists them.
package enum ExitStatus: Int32, CaseIterable {
  /// All done.
  case success = 0
  /// A photo failed; the others were done.
  case failure = 1
  /// The command line was wrong; nothing was done (EX_USAGE of sysexits.h).
  case usage = 64
  /// The machine failed, not a photo: no room, no memory, files out of reach. What was not done is worth
  /// another try, or one elsewhere (EX_TEMPFAIL of sysexits.h).
  case temporaryFailure = 75
  /// The journal is locked by a PIN; nothing of it was shown (EX_NOPERM of sysexits.h).
  case locked = 77
  /// Ended by Ctrl-C or another signal.
  case interrupted = 130

  package var exitCode: ExitCode { ExitCode(rawValue) }
}

extension ExitStatus {
  /// Does a command's work, says what went wrong and ends the program with the status.
  ///
  /// - Parameter work: the command's work.
  /// - Throws: `ValidationError` as the work does, else the exit code.
  package static func exit(_ work: () async throws -> ExitStatus) async throws -> Never {
    var status: ExitStatus
    do {
      status = try await work()
    } catch let error as ValidationError {
      throw error
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.say("Error: \(Wording.sentence(for: error))")
      status = ExitStatus(of: error)
    }
    if Console.hasLostOutput { status = .failure }
    throw status.exitCode
  }
}

/// An error that the program exits with a status of its own for.
package protocol HasExitStatus: Error {
  var exitStatus: ExitStatus { get }
}

extension ExitStatus {
  /// The status with which the program exits after an error.
  package init(of error: any Error) {
    self = (error as? any HasExitStatus)?.exitStatus ?? .failure
    if self == .failure, ErrorMessage(any: error).isOfFullDisk { self = .temporaryFailure }
  }
}

/// The version of this package's programs.
package enum ProgramVersion {
  package static let number = "0.1.0"
  /// The number and, of a package, the commit that it was built of: "0.1.0 (4d066d6b)".
  package static let text = {
    let commit = String(cString: ccommit())
    return commit.isEmpty ? number : "\(number) (\(commit))"
  }()
}
