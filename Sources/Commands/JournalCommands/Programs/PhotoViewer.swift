import Shell
import SystemPackage
import Wording

/// The viewer that the desktop has for a photo, which `xdg-open` of xdg-utils finds.
enum PhotoViewer {
  private static let program = "xdg-open"
  /// Milliseconds in which it says that it finds no viewer. Where there is no desktop to hand a file
  /// to, it is the viewer's own end that it waits for.
  private static let patience = 1_000

  /// Shows files, and does not wait for the viewer's end.
  ///
  /// - Parameter files: their absolute paths.
  /// - Throws: ``PhotoViewerError`` of the first that is not shown.
  static func show(_ files: [FilePath]) throws(PhotoViewerError) {
    var viewers: [(file: FilePath, program: SpawnedProgram)] = []
    for file in files { viewers.append((file, try start(file))) }
    let end = ContinuousClock.now + .milliseconds(patience)
    for (file, viewer) in viewers {
      guard let end = viewer.wait(until: end), end != .exited(0) else { continue }
      throw .failed(file, status: end.status)
    }
  }

  private static func start(_ file: FilePath) throws(PhotoViewerError) -> SpawnedProgram {
    do throws(Errno) {
      return try SpawnedProgram(program, [.init(file)], .apart)
    } catch .noSuchFileOrDirectory {
      throw .notInstalled(file)
    } catch {
      throw .notStarted(file, error)
    }
  }
}

/// Why a photo is not shown.
enum PhotoViewerError: Error, Sendable, Hashable, Worded {
  /// There is no `xdg-open`.
  case notInstalled(FilePath)
  case notStarted(FilePath, Errno)
  /// `xdg-open` ended with another status than 0.
  case failed(FilePath, status: Int)

  var wording: ErrorMessage {
    switch self {
    case .notInstalled(let path): ErrorMessage("viewer.missing", ["path": .path(path)])
    case .notStarted(let path, let errno):
      ErrorMessage("viewer.not-started", ["path": .path(path), "errno": .text("\(errno)")])
    case .failed(let path, let status):
      ErrorMessage("viewer.failed", ["path": .path(path), "status": .number(status)])
    }
  }
}
