import Files
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The OpenAPI document, as much of it as tests hold the server to.
struct InterfaceDescription: Decodable, Sendable {
  let paths: [String: [String: Operation]]

  struct Operation: Decodable, Sendable {
    let responses: [String: Response]
  }

  struct Response: Decodable, Sendable {}

  static let path = "Sources/JournalServer/Assets/openapi.json"

  static func read() throws -> InterfaceDescription {
    let data = try Data(contentsOf: Checkout.folder.appending(path: path))
    return try JSONDecoder().decode(InterfaceDescription.self, from: data)
  }

  /// Holds an answer to what is declared for its route; every path may refuse a method.
  func check(_ status: HTTPResponse.Status, of method: HTTPRequest.Method, _ uri: String) {
    let path = uri.prefix { $0 != "?" }
    guard path.hasPrefix("/api/"), status != .methodNotAllowed else { return }
    let names = [method == .head ? "get" : method.rawValue.lowercased()]
    guard let template = paths.keys.first(where: { Self.matches($0, path) }),
      let operation = names.compactMap({ paths[template]?[$0] }).first
    else { return }
    #expect(
      operation.responses.keys.contains("\(status.code)"), "\(method) \(template) \(status.code)")
  }

  private static func matches(_ template: String, _ path: Substring) -> Bool {
    let (parts, names) = (path.split(separator: "/"), template.split(separator: "/"))
    return parts.count == names.count
      && zip(parts, names).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
  }
}
