import Files
import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Stamping
import Store
import SystemPackage
import Wording

/// The answer with a photo or a range of it, or "not modified".
struct PhotoAnswer: Sendable {
  enum Source: Sendable {
    /// Bytes, with the places that they take until they are sent.
    case bytes(ByteBuffer, holding: Places.Place? = nil)
    case file(OpenFile)

    var size: Int {
      switch self {
      case .bytes(let buffer, _): buffer.readableBytes
      case .file(let file): file.size
      }
    }
  }

  let tag: EntityTag
  let mediaType: String
  /// Under which name a browser saves it, and whether it shows or saves it.
  let disposition: String
  /// It ends when nobody may see this any more.
  let journal: OwnerJournal
  let workers: WorkQueue

  /// Bytes that are read and sent at a time.
  private static let pieceSize = 128 * 1_024

  /// - Parameters:
  ///   - request: says which part is wanted, and what the client has.
  ///   - open: gives the photo where it is to be sent.
  /// - Returns: all of the photo, a part, or nothing for a client that has it.
  /// - Throws: ``Problem`` where there is no such part, and what `open` throws.
  func response(
    to request: Request, opening open: () async throws -> Source
  ) async throws -> Response {
    var headers: HTTPFields = [.eTag: tag.description, .acceptRanges: "bytes"]
    if let field = request.headers[.ifNoneMatch], tag.isMeant(by: field, weakly: true) {
      return .empty(.notModified, headers: headers)
    }
    headers[.contentType] = mediaType
    headers[.contentDisposition] = disposition
    let source = try await open()
    switch range(of: request, size: source.size) {
    case .whole: return Response(status: .ok, headers: headers, body: body(source, 0..<source.size))
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(source.size)"
      return Response(status: .partialContent, headers: headers, body: body(source, range))
    case .unsatisfiable:
      var problem = Problem("range.size", ["size": .number(source.size)])
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

  /// In pieces, which show that a slow client goes on taking them; once a second it is looked whether the
  /// client may still have them.
  private func body(_ source: Source, _ range: Range<Int>) -> ResponseBody {
    ResponseBody(contentLength: range.count) { [journal, workers] writer in
      var checks = AccessChecks(journal)
      var start = range.lowerBound
      while start < range.upperBound {
        let piece = start..<min(start + Self.pieceSize, range.upperBound)
        try await checks.check(workers)
        let bytes =
          switch source {
          case .bytes(let buffer, _):
            buffer.getSlice(at: buffer.readerIndex + start, length: piece.count) ?? ByteBuffer()
          case .file(let file): try await workers.run { try file.bytes(piece) }
          }
        // A read may give less than was asked for.
        start += bytes.readableBytes
        try await writer.write(bytes)
      }
      try await writer.finish(nil)
    }
  }
}

/// A file of the journal being sent, or a range of it. It stays open until then, so that the answer
/// is whole even if the post is deleted or stamped again meanwhile.
final class OpenFile: Sendable {
  let size: Int
  private let start: Int
  private let descriptor: SystemPackage.FileDescriptor
  private let path: FilePath

  /// - Parameters:
  ///   - file: which.
  ///   - range: of its bytes; nil for all of them.
  ///   - journal: that has it.
  /// - Throws: ``JournalError/photoBroken(_:because:)`` where it is not there.
  init(_ file: ContainedPath, _ range: Range<Int>? = nil, of journal: OwnerJournal) throws {
    path = journal.posts.path(file)
    descriptor = try journal.posts.open(file)
    start = range?.lowerBound ?? 0
    do {
      do {
        size = try range?.count ?? Int(descriptor.seek(offset: 0, from: .end))
      } catch {
        try? descriptor.close()
        throw error
      }
    } catch let error as Errno {
      throw JournalError.photoBroken(path, because: StampError.file(.system(.open, path, error)))
    }
  }

  deinit { try? descriptor.close() }

  /// The bytes of a range of what is sent, or fewer of them, but never none.
  ///
  /// - Throws: ``JournalError/photoBroken(_:because:)`` also where there are none.
  func bytes(_ range: Range<Int>) throws -> ByteBuffer {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = try bytes.withUnsafeMutableBytes { bytes in
      do {
        return try descriptor.read(
          fromAbsoluteOffset: Int64(start + range.lowerBound), into: bytes, retryOnInterrupt: true)
      } catch let error as Errno {
        throw JournalError.photoBroken(path, because: StampError.file(.system(.read, path, error)))
      }
    }
    // Cut while it was sent.
    guard count > 0 else { throw JournalError.photoBroken(path, because: nil) }
    return ByteBuffer(bytes: bytes[..<count])
  }
}
