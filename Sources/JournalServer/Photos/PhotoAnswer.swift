import HTTPTypes
import Hummingbird
import NIOCore
import Formats

/// The answer that gives a photo, or a part of it, or says that who asks has it.
struct PhotoAnswer: Sendable {
  enum Source: Sendable {
    case bytes(ByteBuffer)
    case file(OpenFile)

    var size: Int {
      switch self {
      case .bytes(let buffer): buffer.readableBytes
      case .file(let file): file.size
      }
    }
  }

  let tag: EntityTag
  let format: PhotoFormat
  /// Under which name a browser saves it, and whether it shows or saves it.
  let disposition: String
  let workers: Workers

  /// Bytes that are read and sent at a time.
  private static let pieceSize = 128 * 1_024

  /// - Parameters:
  ///   - request: says which part is wanted, and what is at hand.
  ///   - open: gives the photo where it is to be sent.
  /// - Returns: all of the photo, a part, or nothing for who has it.
  /// - Throws: ``Problem`` where there is no such part, and what `open` throws.
  func response(
    to request: Request, opening open: () async throws -> Source
  ) async throws -> Response {
    var headers: HTTPFields = [.eTag: tag.description, .acceptRanges: "bytes"]
    if let field = request.headers[.ifNoneMatch], tag.isMeant(by: field, weakly: true) {
      return .empty(.notModified, headers: headers)
    }
    headers[.contentType] = format.mediaType
    headers[.contentDisposition] = disposition
    let source = try await open()
    switch range(of: request, size: source.size) {
    case .whole: return Response(status: .ok, headers: headers, body: body(source, 0..<source.size))
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(source.size)"
      return Response(status: .partialContent, headers: headers, body: body(source, range))
    case .unsatisfiable:
      var problem = Problem(
        .rangeNotSatisfiable, "range", "The photo has \(source.size) bytes only.")
      problem.headers = [.contentRange: "bytes */\(source.size)", .acceptRanges: "bytes"]
      throw problem
    }
  }

  /// A range holds for these bytes alone where `If-Range` says so (RFC 9110, section 13.1.5), and
  /// `Range` is for GET alone (section 14.2).
  private func range(of request: Request, size: Int) -> ByteRange {
    guard request.method == .get else { return .whole }
    if let field = request.headers[.ifRange], field != tag.description { return .whole }
    return ByteRange(request.headers[.range], size: size)
  }

  private func body(_ source: Source, _ range: Range<Int>) -> ResponseBody {
    switch source {
    case .bytes(let buffer):
      // In pieces, by which it is seen that a slow client goes on taking it.
      return ResponseBody(contentLength: range.count) { writer in
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
          let length = min(Self.pieceSize, range.upperBound - start)
          let piece = buffer.getSlice(at: buffer.readerIndex + start, length: length)
          try await writer.write(piece ?? ByteBuffer())
        }
        try await writer.finish(nil)
      }
    case .file(let file):
      return ResponseBody(contentLength: range.count) { [workers] writer in
        var start = range.lowerBound
        while start < range.upperBound {
          let piece = start..<min(start + Self.pieceSize, range.upperBound)
          let bytes = try await workers.run { try file.bytes(piece) }
          start += bytes.readableBytes
          try await writer.write(bytes)
        }
        try await writer.finish(nil)
      }
    }
  }
}
