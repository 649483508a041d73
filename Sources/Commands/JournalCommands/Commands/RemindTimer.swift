import JournalShell
import ArgumentParser
import Fonts
import Foundation
import Sending
import Shell
import Store
import SystemPackage
import Wording

/// The timer of the user's systemd that runs `daystamp remind` on a journal.
struct RemindTimer {
  private let place: JournalOptions
  private let timer: UserTimer

  /// - Throws: `ValidationError` where no folder for units is known.
  init(_ place: JournalOptions) throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = UserTimer.folder(
      environment: { environment[$0].map { FilePath($0) } },
      home: { Login.home.map { FilePath($0) } })
    guard let folder else { throw ValidationError(Wording.noUnitFolder) }
    (self.place, timer) = (place, UserTimer(folder: folder))
  }

  /// Shows the units, and sets them up where the person agrees.
  ///
  /// - Throws: `UserTimerError`, `FileError`, `JournalError` where the journal is locked or not there;
  ///   `ValidationError` where nobody can be asked.
  func install(_ confirmation: YesOption) async throws -> ExitStatus {
    // Whoever sets it up can open the journal.
    _ = try place.open()
    // Reports a file that is not ours before asking anything.
    _ = try timer.isInstalled()
    guard let program = ExecutableFolder.program().map({ FilePath($0) }) else {
      throw ValidationError(Wording.unknownProgram)
    }
    let arguments = try arguments()
    let units = [try UserUnits.service(program: program, arguments: arguments), UserUnits.timer]
    for (file, text) in zip(timer.files, units) { Console.say(Wording.unit(file, text)) }
    guard try confirmation.agrees(to: Wording.asksToInstall) else { return .failure }
    let change = try await timer.install(program: program, arguments: arguments)
    Console.say(Wording.installed(change))
    return change.failure == nil ? .success : .failure
  }

  /// Removes the units; asks nobody, for they can be made again.
  ///
  /// - Throws: `UserTimerError`, `FileError`, `JournalError` where the journal is locked.
  func remove() async throws -> ExitStatus {
    do {
      _ = try place.open()
    } catch let error as JournalError {
      // A timer may outlive its journal.
      if case .locked = error { throw error }
    }
    let change = try await timer.remove()
    Console.say(
      change.files.isEmpty ? Wording.noTimer(in: timer.folder) : Wording.uninstalled(change))
    return change.failure == nil ? .success : .failure
  }

  /// The arguments that lead the timer to the same journal, wherever it runs.
  private func arguments() throws -> [String] {
    let folder = try place.folder()
    guard let path = String(validating: folder.lexicallyNormalized()) else {
      throw ValidationError(Wording.folderForNoTimer(folder))
    }
    let repeated = try place.repeated()
    let config = repeated.contains("--\(DefaultsOption.name)") ? ["--\(DefaultsOption.name)"] : []
    return ["remind", "--journal", path] + (place.owner.map { ["--owner", $0] } ?? []) + config
  }
}
