import Files
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import Store
import Wording

/// What belongs to one request.
package struct ServerContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The connection that it came on.
  let channel: any Channel

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// A parameter of the path.
  ///
  /// - Throws: ``Problem`` where `read` makes nothing of it: there is no such page.
  func parameter<Value>(_ name: String, _ read: (String) -> Value?) throws -> Value {
    guard let value = parameters.get(name).flatMap({ read(String($0)) }) else {
      throw Problem("no-page")
    }
    return value
  }

  /// The post's number in the address.
  ///
  /// - Throws: ``Problem`` where it is not a number: there is no such post.
  var postNumber: Int { get throws { try number(or: "no-post") } }

  /// The number in the address.
  ///
  /// - Throws: ``Problem`` of this name where it is none: there is nothing of it.
  func number<Number: FixedWidthInteger>(or problem: String) throws -> Number {
    guard let number: Number = numberIfAny("number") else { throw Problem(problem) }
    return number
  }

  /// A parameter of the path that is a whole number, written as it usually is.
  func numberIfAny<Number: FixedWidthInteger>(_ name: String) -> Number? {
    parameters.get(name).flatMap { text in Number(text).flatMap { "\($0)" == text ? $0 : nil } }
  }
}

extension Request {
  /// Its path as the routes have it: of empty components, as in `//write`, the router makes nothing.
  var path: String { "/" + uri.path.split(separator: "/").joined(separator: "/") }

  /// Its path and query, as an address on this server.
  var address: String { path + (uri.query.map { "?\($0)" } ?? "") }

  /// Whether another site's page had the browser ask, a host of the same domain among them, as far as the
  /// browser says (Fetch Metadata, section 2.4). What is typed, or chosen from the bookmarks, is the person's.
  var isOfOtherSite: Bool { ["cross-site", "same-site"].contains(headers[.secFetchSite]) }

  /// Whether reading may leave something behind, such as what was opened. A link on another site shows the
  /// page all the same, and so does a browser that fetches it early (Fetch standard, `Sec-Purpose`): neither
  /// says that its owner reads it. Who asks for the head alone reads nothing.
  var mayNote: Bool {
    let purpose = headers[.secPurpose] ?? headers[.purpose] ?? ""
    return method != .head && !isOfOtherSite && !purpose.lowercased().contains("prefetch")
  }

  /// Reads a whole body. That may take a while, so the device that sends it is checked again at its end.
  ///
  /// - Throws: `NIOTooManyBytesError` where it is longer, ``Problem`` where it breaks off, `JournalError` of a
  ///   device that was revoked or locked meanwhile.
  func collectBody(upTo limit: Int) async throws -> ByteBuffer {
    let body = try await receiveBody(upTo: limit)
    try await Asker.current.check()
    return body
  }

  private func receiveBody(upTo limit: Int) async throws -> ByteBuffer {
    do {
      return try await body.collect(upTo: limit)
    } catch let error as NIOTooManyBytesError {
      throw error
    } catch {
      throw Problem("length.broken-off")
    }
  }

  /// Reads a body of JSON, at most 64 KiB.
  ///
  /// - Throws: ``Problem``.
  func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    try requireJSON()
    return try Problem.decoding(type, from: try await collectBody(upTo: 65_536))
  }

  /// Whether the body is said to be JSON.
  var isJSON: Bool {
    headers[.contentType].map { HeaderParameters($0).value.lowercased() } == "application/json"
  }

  /// - Throws: ``Problem`` where the body is not said to be JSON.
  func requireJSON() throws {
    guard isJSON else { throw Problem("content-type") }
  }
}

extension Problem {
  /// Reads a body.
  ///
  /// - Throws: ``Problem``, and what the value throws.
  static func decoding<Value: Decodable>(
    _ type: Value.Type, from buffer: ByteBuffer
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
    } catch let error as DecodingError {
      throw Problem(error)
    }
  }

  /// Names the field; what a person wrote into it is not repeated.
  fileprivate init(_ error: DecodingError) {
    let path: [any CodingKey]
    switch error {
    case .dataCorrupted(let context):
      guard !context.codingPath.isEmpty else {
        self.init("json")
        return
      }
      path = context.codingPath
    case .keyNotFound(let key, let context): path = context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context): path = context.codingPath
    @unknown default: path = []
    }
    let name = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    if name.isEmpty {
      self.init("field")
    } else {
      self.init("field.named", ["name": .text(String(name.prefix(100)))])
    }
  }
}

extension Decoder {
  /// Refuses an object that has other fields than these: one that is mistyped would change nothing.
  ///
  /// - Throws: `DecodingError`.
  func refuseUnknown(_ known: some Collection<String>) throws {
    for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "unknown"))
    }
  }

  /// The fields of an object that has no others than these.
  ///
  /// - Throws: `DecodingError`.
  func fields<Key: CodingKey & CaseIterable>(
    _ keys: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try refuseUnknown(Key.allCases.map(\.stringValue))
    return try container(keyedBy: Key.self)
  }
}

extension Response {
  static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(
      status: status, headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: try JSONLine.bytes(value))))
  }
}

extension HTTPField.Name {
  fileprivate static let secPurpose = HTTPField.Name(known: "Sec-Purpose")
  fileprivate static let purpose = HTTPField.Name(known: "Purpose")
}
