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

  init(
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
