import Foundation
import Hummingbird
import NIOCore

/// The fields of a form of a page (`application/x-www-form-urlencoded`).
struct Form {
  private let fields: [String: String]

  /// - Throws: ``Problem`` where the body is no form, and as ``Request/collectBody(upTo:)`` where it is
  ///   longer than 64 KiB.
  init(of request: Request) async throws {
    let buffer = try await request.collectBody(upTo: 65_536)
    do {
      fields = try URLEncodedFormDecoder().decode(
        [String: String].self, from: String(buffer: buffer))
    } catch {
      throw Problem("form.encoding")
    }
  }

  subscript(_ name: String) -> String? { fields[name] }

  func bytes(_ name: String) -> [UInt8] { Array((fields[name] ?? "").utf8) }
}
