import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TestSupport

/// Journals of other programs that a test brings by the settings' page.
extension Site {
  /// Two entries as jrnl writes them.
  static let brought = "[2024-01-30 09:00] Geheimreise\nA walk. @sea\n\n[2024-01-31 10:00] Home *\n"

  /// Sends a file as the page's form does, whole.
  func bring(_ file: [UInt8], named name: String, token: String? = nil) async throws
    -> TestResponse
  {
    let body = MultipartBody(file: file, named: name)
    return try await request(
      .post, "/settings/import/file",
      [.contentType: body.contentType, .contentLength: "\(body.bytes.count)"],
      body: ByteBuffer(bytes: body.bytes), token: token ?? self.token)
  }

  /// Sends a part of a file as the page's script does.
  func bringPiece(
    _ piece: some Sequence<UInt8>, at offset: Int, of size: Int, _ name: String = "a.txt"
  ) async throws -> TestResponse {
    try await request(
      .post, "/settings/import/pieces?name=\(name)&size=\(size)&changed=7&at=\(offset)",
      [.contentType: "application/octet-stream"], body: ByteBuffer(bytes: piece))
  }

  /// Does something on the page.
  func doOnArrivals(_ deed: String, _ form: String = "", token: String? = nil) async throws
    -> TestResponse
  {
    try await request(
      .post, "/settings/import/\(deed)", [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: form), token: token ?? self.token)
  }

  /// The page, once the server works on nothing of it.
  func settledArrivals(token: String? = nil, language: String = "en") async throws -> String {
    var page = ""
    try await eventually {
      let answer = try await request(
        .get, "/settings/import", [.acceptLanguage: language], token: token ?? self.token)
      page = answer.text
      return answer.status != .ok || !page.contains("data-running")
    }
    return page
  }

  /// Brings a file and imports it.
  ///
  /// - Returns: the page when it is done.
  func importJournal(_ file: [UInt8], named name: String) async throws -> String {
    #expect(try await bring(file, named: name).status == .seeOther)
    _ = try await settledArrivals()
    #expect(try await doOnArrivals("go").headers[.location] == "/settings/import")
    return try await settledArrivals()
  }
}
