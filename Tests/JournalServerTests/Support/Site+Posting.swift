import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import JournalServer

extension Site {
  /// A JPEG that no other is the same as, with its time in it.
  static func photo(_ time: String = "2024:01:31 23:59:58") throws -> [UInt8] {
    try MadePhoto.jpeg(width: 160, height: 120, exif: ExifBlock(dateTimeOriginal: time))
      + Array(UUID().uuidString.utf8)
  }

  /// Posts a photo as a program does.
  func post(
    _ photo: [UInt8], _ fields: [(String, String)] = [], name: String = "a.jpg",
    key: String = UUID().uuidString, token: String? = nil
  ) async throws -> TestResponse {
    let body = MultipartBody(fields: fields, photo: photo, name: name)
    return try await request(
      .post, "/api/v1/posts", [.contentType: body.contentType, .idempotencyKey: key],
      body: ByteBuffer(bytes: body.bytes), token: token ?? self.token)
  }

  /// Posts photos of these times, each with its caption.
  func post(_ posts: [(time: String, caption: String)]) async throws {
    for (time, caption) in posts {
      let response = try await post(Self.photo(), [("caption", caption), ("time", time)])
      #expect(response.status == .created, "\(response.text)")
    }
  }
}

/// A form with a photo, as browsers write it.
struct MultipartBody {
  static let boundary = "----daystamp7MA4YWxk"

  let bytes: [UInt8]
  var contentType: String { "multipart/form-data; boundary=\(Self.boundary)" }

  init(fields: [(String, String)] = [], photo: [UInt8]?, name: String = "a.jpg") {
    self.init(fields: fields, photos: photo.map { [(name, $0)] } ?? [])
  }

  init(fields: [(String, String)] = [], photos: [(name: String, bytes: [UInt8])]) {
    var bytes: [UInt8] = []
    for (field, value) in fields {
      bytes += Array(
        "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n".utf8)
      bytes += Array("\(value)\r\n".utf8)
    }
    for (name, photo) in photos {
      bytes += Array("--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"photo\"; ".utf8)
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
  let day: String
  let time: String
  let caption: String
  let starred: Bool
  let tags: [String]
  let originalName: String?
  let trashed: String?
}

struct SeenPage: Decodable {
  let posts: [SeenPost]
  let next: String?
}
