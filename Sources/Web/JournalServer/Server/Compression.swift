import Formats
import HTTPTypes
import Hummingbird
import NIOCore
import Store
import Synchronization

/// Sends text with gzip (RFC 9110, section 8.4.1.3) to whoever takes it.
///
/// Compressed, an answer's length tells how much of it repeats itself. Where a body holds a secret
/// beside something that another site chose, that site has the browser ask again and again, watches
/// lengths on the network, and has guessed right where an answer is shorter (the attack called BREACH).
/// All of a journal is such a secret: captions, words, and addresses that are good for one session. So
/// an answer is left as it is wherever its address may bring in somebody else's text:
/// - one with a query, such as a search or the lock's way back, which a link on any site can make a
///   browser send with its cookie. A program that names its token itself (`Authorization`) composed the
///   query too, and no site makes a browser do that;
/// - the page that pairs, which repeats the code in its path;
/// - errors, which repeat what was wrong, and which no route gives.
///
/// One post of the interface is left as it is too, so that its tag is good for changing it.
///
/// What a browser sends as the request's own place (`Sec-Fetch-Site`) decides nothing: a service worker
/// asks in its own name for what a link asked it. Files that are the same for everybody hold no secret.
final class Compression: Sendable {
  /// Whose answers are compressed, once and for all.
  fileprivate static let types: Set<String> = [
    "application/json", "application/manifest+json", "image/svg+xml", "text/css", "text/html",
    "text/javascript", "text/plain",
  ]
  /// Shorter ones come in one packet either way.
  private static let least = 600
  /// Longer ones are for nobody to gather in memory.
  private static let most = 4 << 20
  /// On long pages half to two thirds of what level 6 costs, for 3 to 13% more bytes: a year's page of
  /// 68 kB becomes 6 kB in 0.3 ms.
  private static let level = 4
  private static let levelOfFiles = 9

  /// The same files over and over, by their tags.
  private let files = Mutex<[String: ByteBuffer]>([:])

  /// The answer to a request as it is sent.
  ///
  /// - Throws: what making its body throws.
  func applied(to response: Response, of request: Request) async throws -> Response {
    guard let type = response.headers[.contentType].map({ HeaderParameters($0).value }),
      Self.types.contains(type), response.headers[.contentEncoding] == nil,
      response.headers[.contentRange] == nil, !Self.isForChanging(response, of: request)
    else { return response }
    var response = response
    // Also where it is not compressed: another request's may be.
    response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
    let isFile = response.headers[.cacheControl]?.hasPrefix("public") == true
    let field = request.headers[values: .acceptEncoding].joined(separator: ",")
    guard AcceptedEncodings(field).takesGzip, isFile || !Self.holdsForeignText(request) else {
      return response
    }
    let tag = response.headers[.eTag]
    if response.status == .notModified {
      response.headers[.eTag] = tag.map(Self.weakened)
      return response
    }
    guard let length = response.body.contentLength, Self.least...Self.most ~= length else {
      return response
    }
    if isFile, let tag, let kept = files.withLock({ $0[tag] }) {
      return Self.encoded(response, as: kept)
    }
    let content = GatheredBody()
    try await response.body.write(content)
    let bytes = content.bytes
    let level = isFile ? Self.levelOfFiles : Self.level
    guard let compressed = bytes.withUnsafeReadableBytes({ Zlib.gzip($0, level: level) }) else {
      response.body = ResponseBody(byteBuffer: bytes)
      return response
    }
    let buffer = ByteBuffer(bytes: compressed)
    if isFile, let tag { files.withLock { $0[tag] = buffer } }
    return Self.encoded(response, as: buffer)
  }

  /// Whether a program may change by its tag what it gets: compressed it would have a weak tag, which
  /// `If-Match` does not take (RFC 9110, section 13.1.1).
  private static func isForChanging(_ response: Response, of request: Request) -> Bool {
    response.headers[.eTag] != nil && request.path.hasPrefix("/api/")
  }

  /// Whether something in the answer may be what another site wrote into the address.
  private static func holdsForeignText(_ request: Request) -> Bool {
    let isComposed = request.headers[.authorization] == nil && request.uri.query != nil
    return isComposed || request.path.hasPrefix("/pair/")
  }

  private static func encoded(_ response: Response, as bytes: ByteBuffer) -> Response {
    var response = response
    response.body = ResponseBody(byteBuffer: bytes)
    response.headers[.contentLength] = "\(bytes.readableBytes)"
    response.headers[.contentEncoding] = "gzip"
    response.headers[.eTag] = response.headers[.eTag].map(weakened)
    return response
  }

  /// A tag of the same content in other bytes (RFC 9110, section 8.8.3.3).
  private static func weakened(_ tag: String) -> String {
    tag.hasPrefix("W/") ? tag : "W/\(tag)"
  }
}

extension Response {
  /// Bytes that a text may have without taking places.
  private static let shortText = 100_000

  /// The answer, which takes a place for each byte until it is sent, if it is a long text: such a one is in
  /// memory, for as long as a slow client takes.
  ///
  /// - Parameters:
  ///   - places: the places.
  ///   - owner: the owner who asks.
  ///   - device: the owner's device.
  /// - Returns: the answer.
  /// - Throws: ``Problem`` where there are not so many places.
  func holding(
    _ places: Places, for owner: OwnerName, on device: Int64
  ) throws -> Response {
    guard let length = body.contentLength, length > Self.shortText,
      let type = headers[.contentType].map({ HeaderParameters($0).value }),
      Compression.types.contains(type)
    else { return self }
    let place = try places.take(length, for: owner, on: device)
    var response = self
    response.body = ResponseBody(contentLength: length) { [body] writer in
      defer { withExtendedLifetime(place) {} }
      try await body.write(writer)
    }
    return response
  }
}

/// Gathers what a body writes.
private final class GatheredBody: ResponseBodyWriter, Sendable {
  private let gathered = Mutex(ByteBuffer())

  var bytes: ByteBuffer { gathered.withLock { $0 } }

  func write(_ buffer: ByteBuffer) { gathered.withLock { _ = $0.writeImmutableBuffer(buffer) } }

  func finish(_ trailingHeaders: HTTPFields?) {}
}

/// What a client says of gzip in `Accept-Encoding` (RFC 9110, section 12.5.3).
struct AcceptedEncodings {
  /// Whether gzip is wanted, and not less than the bytes as they are.
  let takesGzip: Bool

  init(_ field: String) {
    var weights: [String: Double] = [:]
    for element in field.split(separator: ",") {
      let parts = element.split(separator: ";").map { $0.filter { !" \t".contains($0) } }
      guard let name = parts.first?.lowercased() else { continue }
      let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }?.dropFirst(2)
      // What is no number refuses.
      weights[name] = weight.map { Double($0) ?? 0 } ?? 1
    }
    let gzip = weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0
    takesGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
  }
}
