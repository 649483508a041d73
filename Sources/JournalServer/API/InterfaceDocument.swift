import Foundation
import Hummingbird
import NIOCore

/// The description of the interface for programs, of OpenAPI 3.1, as it is written by hand.
struct InterfaceDocument: Sendable {
  private let bytes: ByteBuffer

  /// - Parameter folder: the assets', with `openapi.json` in it.
  /// - Throws: what Foundation throws where it cannot be read.
  init(folder: String) throws {
    bytes = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: "\(folder)/openapi.json")))
  }

  func response() -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
  }
}

extension JournalServer {
  func addDocument(to routes: Routes) {
    routes.open(.get, "/api/v1/openapi.json") { [document] _, _ in document.response() }
  }
}
