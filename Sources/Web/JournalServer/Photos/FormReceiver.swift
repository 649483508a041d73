import Files
import Formats
import HTTPTypes
import Hummingbird
import NIOCore
import Stamping
import SystemPackage
import Wording

/// Receives forms with photos piece by piece: for a photo of any size, at most a few hundred
/// kilobytes are in memory.
struct FormReceiver: Sendable {
  /// Where temporary files are made.
  let folder: FilePath
  let limits: MultipartLimits
  let memory: BodyMemory
  let workers: WorkQueue

  /// Bytes that are gathered before they are worked on: just enough to be worth another thread, since
  /// a hundred photos may come at once.
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
      builder: ReceivedForm.Builder(in: folder, limits: limits, memory: memory))
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

  /// - Throws: ``MultipartError/interrupted`` for every error: all are on the sender's side.
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

/// A form with its photos, in temporary files that are deleted with it.
struct ReceivedForm: Sendable {
  private(set) var photos: [ReceivedFile] = []
  private var fields: [(name: String, value: String)] = []
  /// The memory of long fields.
  private var taken: BodyMemory.Taken?

  /// The one value of a field; nil where it is missing.
  ///
  /// - Throws: ``Problem`` where it comes twice.
  func value(_ name: String) throws -> String? {
    let values = values(name)
    guard values.count <= 1 else {
      throw Problem("form.repeated", ["name": .text(name)])
    }
    return values.first
  }

  /// All fields by their names.
  ///
  /// - Throws: ``Problem`` where one comes twice.
  func all() throws -> [String: String] {
    var all: [String: String] = [:]
    for (name, value) in fields where all.updateValue(value, forKey: name) != nil {
      throw Problem("form.repeated", ["name": .text(String(name.prefix(100)))])
    }
    return all
  }

  /// Checks that there are no fields but these: one that is mistyped would leave out what it says.
  ///
  /// - Throws: ``Problem``, which names the first.
  func refuseUnknown(_ known: [String]) throws {
    guard let unknown = fields.first(where: { !known.contains($0.name) }) else { return }
    throw Problem(
      "form.unknown",
      ["name": .text(String(unknown.name.prefix(100))), "names": .names(known)])
  }

  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

extension ReceivedForm {
  /// Builds a form from a parser's events, in order. It writes photos as they arrive.
  struct Builder: Sendable {
    private(set) var form = ReceivedForm()
    private let folder: FilePath
    private let limits: MultipartLimits
    private let memory: BodyMemory
    private var place = Place.outside
    /// Bytes of a file by which its format is told.
    private static let headLength = 4_096
    /// Of all fields, which are in memory.
    private var fieldBytes = 0

    private enum Place {
      case outside
      case field(name: String, bytes: [UInt8])
      /// With its first bytes, by which a video is known.
      case photo(ReceivedFile, size: Int, head: [UInt8])
    }

    /// - Parameters:
    ///   - folder: where temporary files are made.
    ///   - limits: what the form may have.
    ///   - memory: what long fields take it from.
    init(in folder: FilePath, limits: MultipartLimits, memory: BodyMemory) {
      (self.folder, self.limits, self.memory) = (folder, limits, memory)
    }

    /// - Throws: ``MultipartError``, `FileError`, ``Problem``.
    mutating func take(_ event: MultipartParser.Event) throws {
      switch (event, place) {
      case (.part(let header), _):
        place =
          header.name == limits.fileField
          ? .photo(try ReceivedFile(named: header.fileName ?? "", in: folder), size: 0, head: [])
          : .field(name: header.name, bytes: [])
      case (.content(let bytes), .photo(let file, let size, var head)):
        guard form.photos.count < limits.files else {
          throw MultipartError.tooManyFiles(limit: limits.files)
        }
        head += bytes.prefix(Self.headLength - head.count)
        if size + bytes.count > limits.file {
          let limit = VideoFormat.detect(head) == nil ? limits.file : limits.video
          guard size + bytes.count <= limit else {
            throw MultipartError.fileTooLong(limit: limit)
          }
        }
        try file.append(bytes)
        place = .photo(file, size: size + bytes.count, head: head)
      case (.content(let bytes), .field(let name, let earlier)):
        fieldBytes += bytes.count
        guard fieldBytes <= limits.fields else {
          throw MultipartError.fieldTooLong(name: name, limit: limits.fields)
        }
        // The bytes, their text, and what is made of it are in memory at once.
        if fieldBytes > BodyMemory.small, form.taken == nil {
          form.taken = try memory.take(limits.fields * 4)
        }
        place = .field(name: name, bytes: earlier + bytes)
      case (.partEnd, .photo(let file, let size, _)):
        place = .outside
        // A browser sends this where no file was chosen.
        if size == 0, file.name.isEmpty { return }
        guard form.photos.count < limits.files else {
          throw MultipartError.tooManyFiles(limit: limits.files)
        }
        form.photos.append(file)
      case (.partEnd, .field(let name, let bytes)):
        place = .outside
        guard let value = String(validating: bytes, as: UTF8.self) else {
          throw MultipartError.fieldNotText(name: name)
        }
        form.fields.append((name, value))
      case (.content, .outside), (.partEnd, .outside): break
      }
    }
  }
}
