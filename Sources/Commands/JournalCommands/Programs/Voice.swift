import Shell
import SystemPackage
import Wording

/// The voice that reads aloud: `spd-say` of Speech Dispatcher, else `espeak-ng`.
struct Voice: Sendable {
  private let language: String
  private static let programs = ["spd-say", "espeak-ng"]

  /// - Parameter language: the text's language, as in BCP 47; empty for the voice's own.
  init(language: String) { self.language = language }

  /// Reads a text aloud, and waits for its end.
  ///
  /// - Parameter text: the text.
  /// - Throws: ``VoiceError``.
  func say(_ text: String) throws(VoiceError) {
    for program in Self.programs {
      let spawned: SpawnedProgram
      do throws(Errno) {
        // A text has fewer bytes than an argument may have (execve(2)).
        spawned = try SpawnedProgram(program, arguments(of: program, text), .here)
      } catch .noSuchFileOrDirectory {
        continue
      } catch {
        throw .notStarted(program, error)
      }
      let end = spawned.wait()
      guard end == .exited(0) else { throw .failed(program, status: end.status) }
      return
    }
    throw .notInstalled
  }

  private func arguments(of program: String, _ text: String) -> [SpawnedProgram.Argument] {
    let wait = program == "spd-say" ? ["--wait"] : []
    let voice = language.isEmpty ? [] : [program == "spd-say" ? "-l" : "-v", language]
    return (wait + voice + ["--", text]).map { .init($0) }
  }
}

/// Why nothing is read aloud.
enum VoiceError: Error, Sendable, Hashable, Worded {
  /// There is neither `spd-say` nor `espeak-ng`.
  case notInstalled
  case notStarted(String, Errno)
  /// It ended with another status than 0.
  case failed(String, status: Int)

  var wording: ErrorMessage {
    switch self {
    case .notInstalled: ErrorMessage("voice.missing")
    case .notStarted(let program, let errno):
      ErrorMessage("voice.not-started", ["program": .text(program), "errno": .text("\(errno)")])
    case .failed(let program, let status):
      ErrorMessage("voice.failed", ["program": .text(program), "status": .number(status)])
    }
  }
}
