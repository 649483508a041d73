import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Wording

/// Receives bodies that may hold a person's words, or a text file.
struct LongBodies: Sendable {
  let memory: BodyMemory
  let workers: WorkQueue

  /// The longest words, 1,000,000 bytes of UTF-8, are 500,000 characters of two bytes, for each of which
  /// JSON may have an escape of six; what else a post has fits beside them.
  static let jsonLimit = 4_000_000
  /// A body, its texts as they are read, and what is made of them are in memory at once.
  static let bytesOfByte = 8

  /// A form, with its memory, which is released with this object.
  struct ReceivedForm: Sendable {
    let form: Form
    fileprivate let taken: BodyMemory.Taken?
  }

  /// Reads a whole body of JSON on a thread of its own.
  ///
  /// - Throws: ``Problem``, and what the value throws.
  func json<Value: Decodable & Sendable>(
    _ type: Value.Type, from request: Request
  ) async throws -> Value {
    try request.requireJSON()
    let (body, taken) = try await receive(request, upTo: Self.jsonLimit)
    return try await workers.run {
      try withExtendedLifetime(taken) { try Problem.decoding(type, from: body) }
    }
  }

  /// Reads a whole form on a thread of its own.
  ///
  /// - Throws: ``Problem``, also where it is of another owner's page.
  func form(of request: Request) async throws -> ReceivedForm {
    let (body, taken) = try await receive(request, upTo: Form.wordsLimit)
    let form = try await workers.run {
      ReceivedForm(form: try Form(encoded: Array(body.readableBytesView)), taken: taken)
    }
    try form.form.checkOwner()
    return form
  }

  /// The bytes of a text, with their memory, which is released with this object.
  struct ReceivedText: Sendable {
    let bytes: [UInt8]
    fileprivate let taken: BodyMemory.Taken?
  }

  /// Reads a whole body of plain text; what it is encoded in is not looked at.
  ///
  /// - Throws: ``Problem``.
  func plainText(of request: Request, upTo limit: Int) async throws -> ReceivedText {
    guard let type = request.headers[.contentType],
      HeaderParameters(type).value.lowercased() == "text/plain"
    else { throw Problem("content-type.plain") }
    let (body, taken) = try await receive(request, upTo: limit)
    return ReceivedText(bytes: Array(body.readableBytesView), taken: taken)
  }

  /// Receives a body, with the memory for it and for what is made of it.
  private func receive(
    _ request: Request, upTo limit: Int
  ) async throws -> (ByteBuffer, BodyMemory.Taken?) {
    let announced = request.headers[.contentLength].flatMap { Int($0) }
    var taken: BodyMemory.Taken?
    if let announced, announced > BodyMemory.small { taken = try take(announced, upTo: limit) }
    var (whole, body) = (ByteBuffer(), request.body.makeAsyncIterator())
    while let part = try await Self.next(&body) {
      let length = whole.readableBytes + part.readableBytes
      guard length <= limit else { throw Self.tooLong(limit) }
      if length > BodyMemory.small, taken == nil { taken = try take(limit, upTo: limit) }
      whole.writeImmutableBuffer(part)
    }
    return (whole, taken)
  }

  private func take(_ length: Int, upTo limit: Int) throws -> BodyMemory.Taken {
    guard length <= limit else { throw Self.tooLong(limit) }
    return try memory.take(length * Self.bytesOfByte)
  }

  private static func tooLong(_ limit: Int) -> Problem {
    Problem("too-long.megabytes", ["limit": .number(limit / 1_000_000)])
  }

  private static func next(
    _ body: inout RequestBody.AsyncIterator
  ) async throws(Problem) -> ByteBuffer? {
    do {
      return try await body.next()
    } catch {
      throw Problem("length.broken-off")
    }
  }
}
