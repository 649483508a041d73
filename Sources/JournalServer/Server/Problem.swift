import Foundation
import HTTPTypes
import Hummingbird

/// Why a request was not done, for people and for programs (RFC 9457).
struct Problem: Error, Encodable {
  /// A path on this server that names the kind of problem.
  let type: String
  let title: String
  let status: Int
  let detail: String
  /// Seconds after which it may be tried again.
  var retryAfter: Int?
  /// The photos that it is about, by the names that they came with, where others were posted.
  var photos: [String] = []
  /// What else the answer says in its head.
  var headers: HTTPFields = [:]

  private enum CodingKeys: CodingKey { case type, title, status, detail, retryAfter }

  init(
    _ status: HTTPResponse.Status, _ type: String, _ detail: String, retryAfter: Int? = nil
  ) {
    self.type = "/problems/\(type)"
    self.status = status.code
    title = status.reasonPhrase
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// What every answer that tells of it has in its head, be it a page.
  var fields: HTTPFields {
    var fields = headers
    if let retryAfter { fields[.retryAfter] = "\(retryAfter)" }
    if status == 401 { fields[.wwwAuthenticate] = "Bearer" }
    return fields
  }

  func response() -> Response {
    var headers = fields
    headers[.contentType] = "application/problem+json"
    let body = (try? JSONEncoder.ofThisServer.encode(self)) ?? Data()
    return Response(
      status: .init(code: status), headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

extension JSONEncoder {
  static var ofThisServer: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension Response {
  /// An answer without a body, which has no length (RFC 9110, section 8.6).
  static func empty(_ status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
    var response = Response(status: status, headers: headers)
    if status == .noContent || status == .notModified { response.headers[.contentLength] = nil }
    return response
  }
}

extension HTTPResponse.Status {
  /// RFC 4918, section 11.3.
  static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "Locked")
  /// RFC 4918, section 11.5.
  static let insufficientStorage = HTTPResponse.Status(
    code: 507, reasonPhrase: "Insufficient Storage")
}
