import ArgumentParser
import CaptureTime
import Fonts
import Foundation
import Journal
import JournalServer
import Raster
import Shell
import Store
import SystemPackage

/// `daystamp-server openapi`: the description of the interface for programs.
struct OpenAPI: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Print the API's description in OpenAPI 3.1.",
    discussion: """
      The server has the same document at /api/v1/openapi.json. This command reads no journal.

      EXAMPLES
        daystamp-server openapi > daystamp.json
      """)

  func run() async throws {
    try await ExitStatus.exit {
      Console.print(file: try await Self.document())
      return .success
    }
  }

  /// The server's routes have it, and a server has a journal: this one is empty.
  private static func document() async throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "daystamp-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let journals = try Journal(
      making: FilePath(folder.path), owner: OwnerName("nobody"),
      settings: JournalSettings(zone: .utc))
    let settings = ServerSettings(
      isSecure: false, fonts: FontSearchPath(override: nil, executableFolder: nil), now: Clock.now,
      decoder: InProcessDecoder())
    return try JournalServer(journals, settings, try await AssetsFolder.pages()) { _, _ in }
      .document()
  }
}
