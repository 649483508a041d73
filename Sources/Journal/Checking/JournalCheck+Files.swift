import Files
import SystemPackage

extension JournalCheck {
  typealias Stray = (file: FilePath, problem: JournalProblem)

  /// The files that no post names; what else is found is reported.
  func findStrays(_ report: Report) throws -> [Stray] {
    var strays: [Stray] = []
    try StrayFiles(store: store).forEach { problem in
      switch problem {
      case .stray(let file), .unfinished(let file): strays.append((file, problem))
      default: report(JournalFinding(problem: problem, outcome: .found))
      }
    }
    return strays
  }

  /// Reports the strays that still are, while nobody is at work.
  func confirm(_ strays: [Stray], _ report: Report) throws {
    guard !strays.isEmpty else { return }
    let confirmed = try FolderLock(store.folder).hold(.exclusive) {
      try strays.filter { try StrayFiles(store: store).isStray($0.file) }
    }
    for stray in confirmed {
      report(JournalFinding(problem: stray.problem, outcome: .found))
    }
  }

  /// Moves the strays that still are to where they are out of the way.
  func setAside(_ strays: [Stray], _ report: Report) throws {
    for (file, problem) in strays {
      let outcome: JournalFinding.Outcome? = try FolderLock(store.folder).hold(.exclusive) {
        guard try StrayFiles(store: store).isStray(file) else { return nil }
        do {
          return .setAside(try FileMoves(store: store).setAside(file))
        } catch JournalError.file(let error) {
          return .failed(JournalError.file(error))
        }
      }
      if let outcome { report(JournalFinding(problem: problem, outcome: outcome)) }
    }
  }

  /// Removes the thumbnails of photos that are gone. Nothing is told of those that stay: they show
  /// nothing to anybody who could not read the photos, and the next check tries again.
  func removeThumbnails() {
    do {
      try ThumbnailFiles(store).removeUnneeded()
    } catch {}
  }

  /// Removes what was left to be removed, as each opening of the journal tries to; reports what stays.
  func removeLooseFiles(_ report: Report) {
    let loose = LooseFiles(store)
    do {
      try loose.removeAbandoned()
    } catch {
      for file in (try? loose.all()) ?? [] {
        report(JournalFinding(problem: .loose(file), outcome: .failed(error)))
      }
    }
  }
}
