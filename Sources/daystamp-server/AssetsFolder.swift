import Fonts
import Foundation

/// Where the templates, styles and scripts lie that come with the program.
enum AssetsFolder {
  /// - Throws: ``ServerError/noAssets(_:)`` where they are nowhere.
  static func find() throws(ServerError) -> String {
    let program = ExecutableFolder.current().map {
      ["\($0)/daystamp_JournalServer.resources/Assets", "\($0)/../share/daystamp/web"]
    }
    let override = ProcessInfo.processInfo.environment["DAYSTAMP_ASSETS"]
    let places =
      (override.map { [$0] } ?? []) + (program ?? [])
      + ["/usr/local/share/daystamp/web", "/usr/share/daystamp/web"]
    guard let place = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw .noAssets(places)
    }
    return place
  }
}
