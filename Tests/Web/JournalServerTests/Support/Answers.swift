import Files
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TestSupport

@testable import JournalServer

/// A form with a photo, as browsers write it.
struct MultipartBody {
  static let boundary = "----daystamp7MA4YWxk"

  let bytes: [UInt8]
  var contentType: String { "multipart/form-data; boundary=\(Self.boundary)" }

  init(fields: [(String, String)] = [], photo: [UInt8]?, name: String = "a.jpg") {
    self.init(fields: fields, photos: photo.map { [(name, $0)] } ?? [])
  }

  init(fields: [(String, String)] = [], photos: [(name: String, bytes: [UInt8])]) {
    self.init(fields: fields, files: photos, of: "photo")
  }

  /// A form with the file of a collection.
  init(fields: [(String, String)] = [], file: [UInt8], named name: String) {
    self.init(fields: fields, files: [(name, file)], of: "file")
  }

  private init(
    fields: [(String, String)], files: [(name: String, bytes: [UInt8])], of part: String
  ) {
    var bytes: [UInt8] = []
    for (field, value) in fields {
      bytes += Array(
        "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n".utf8)
      bytes += Array("\(value)\r\n".utf8)
    }
    for (name, photo) in files {
      bytes += Array(
        "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(part)\"; ".utf8)
      bytes += Array("filename=\"\(name)\"\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
      bytes += photo + [0x0D, 0x0A]
    }
    self.bytes = bytes + Array("--\(Self.boundary)--\r\n".utf8)
  }
}

extension TestResponse {
  var text: String { String(buffer: body) }
  var bytes: [UInt8] { Array(body.readableBytesView) }

  /// The answer as JSON.
  func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// What kind of problem it tells.
  var problem: String? {
    struct Body: Decodable { let type: String }
    return try? json(Body.self).type
  }
}

/// What tests look at of a post.
struct SeenPost: Decodable, Equatable {
  let number: Int
  let kind: String
  let day: String
  let time: String
  let caption: String
  let starred: Bool
  let tags: [String]
  let title: String?
  let words: String?
  let mood: Int?
  let morning: Bool?
  let writtenLater: Bool?
  let written: String?
  let mediaType: String?
  let originalName: String?
  let trashed: String?
}

struct SeenPage: Decodable {
  let posts: [SeenPost]
  let next: String?
}

/// The OpenAPI document, as much of it as tests hold the server to.
struct InterfaceDescription: Decodable, Sendable {
  let paths: [String: [String: Operation]]

  struct Operation: Decodable, Sendable {
    let responses: [String: Response]
    let parameters: [Parameter]?
    let scope: String?

    private enum CodingKeys: String, CodingKey {
      case responses, parameters
      case scope = "x-scope"
    }

    /// Those of the address.
    var query: [String] { (parameters ?? []).filter { $0.in == "query" }.compactMap(\.name) }
  }

  /// Or a reference to one, which has neither.
  struct Parameter: Decodable, Sendable {
    let name: String?
    let `in`: String?
  }

  struct Response: Decodable, Sendable {}

  static let path = "Sources/Web/JournalServer/Assets/openapi.json"

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
