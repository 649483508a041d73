import Files
import Hummingbird
import NIOCore
import SystemPackage

/// Receives forms with photos piece by piece: of a photo of any size no more than a few hundred
/// kilobytes are in memory.
struct FormReceiver: Sendable {
  /// Where passing files are made.
  let folder: FilePath
  let limits: MultipartLimits
  let workers: Workers

  /// Bytes that are gathered before they are worked on: as little as makes the way to another thread
  /// worth it, for a hundred photos may come at once.
  private static let pieceSize = 64 * 1_024

  /// Receives the body of a request.
  ///
  /// - Throws: ``MultipartError``, `FileError`; then nothing is left of it.
  func receive(_ request: Request) async throws -> ReceivedForm {
    guard let boundary = Self.boundary(request.headers[.contentType]) else {
      throw MultipartError.notMultipart
    }
    let announced = request.headers[.contentLength].flatMap { Int($0) }
    if let announced, announced > limits.body {
      throw limits.bodyTooLong
    }
    var work = Work(
      parser: MultipartParser(boundary: boundary, limits: limits),
      builder: ReceivedForm.Builder(in: folder, limits: limits))
    var (piece, length) = ([UInt8](), 0)
    var body = request.body.makeAsyncIterator()
    while let buffer = try await Self.next(&body) {
      length += buffer.readableBytes
      if length > limits.body { throw limits.bodyTooLong }
      if let announced, length > announced { break }
      piece += buffer.readableBytesView
      if piece.count >= Self.pieceSize {
        work = try await take(piece, work)
        piece.removeAll(keepingCapacity: true)
      }
    }
    if let announced, length != announced {
      throw MultipartError.length(observed: length, announced: announced)
    }
    work = try await take(piece, work)
    try work.parser.finish()
    return work.builder.form
  }

  /// - Throws: ``MultipartError/interrupted`` whatever is wrong: it is on the sender's side.
  private static func next(
    _ body: inout RequestBody.AsyncIterator
  ) async throws(MultipartError) -> ByteBuffer? {
    do {
      return try await body.next()
    } catch {
      throw .interrupted
    }
  }

  private struct Work: Sendable {
    var parser: MultipartParser
    var builder: ReceivedForm.Builder
  }

  private func take(_ piece: [UInt8], _ work: Work) async throws -> Work {
    try await workers.run {
      var work = work
      for event in try work.parser.feed(piece) { try work.builder.take(event) }
      return work
    }
  }

  /// The boundary of a content type (RFC 2046, section 5.1.1); nil where there is none.
  static func boundary(_ contentType: String?) -> String? {
    guard let contentType else { return nil }
    let header = HeaderParameters(contentType)
    guard header.value.lowercased() == "multipart/form-data",
      let boundary = header.parameters["boundary"], 1...70 ~= boundary.utf8.count,
      boundary.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), !boundary.hasSuffix(" ")
    else { return nil }
    return boundary
  }
}
