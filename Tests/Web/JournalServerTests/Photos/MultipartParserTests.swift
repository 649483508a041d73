import Testing
import TestSupport

@testable import JournalServer

@Suite("Multipart forms")
struct MultipartParserTests {
  private static let small = MultipartLimits(
    header: 200, parts: 4, fields: 100, file: 100, files: 1)

  /// A part as it was told in any number of pieces.
  private struct Part: Equatable {
    let header: PartHeader
    var content: [UInt8] = []
    var hasEnded = false
  }

  private func parts(
    _ chunks: [[UInt8]], boundary: String = "b"
  ) throws(MultipartError) -> [Part] {
    var parser = MultipartParser(boundary: boundary, limits: Self.small)
    var parts: [Part] = []
    for chunk in chunks {
      for event in try parser.feed(chunk) {
        switch event {
        case .part(let header): parts.append(Part(header: header))
        case .content(let bytes): parts[parts.count - 1].content += bytes
        case .partEnd: parts[parts.count - 1].hasEnded = true
        }
      }
    }
    try parser.finish()
    return parts
  }

  private func parts(_ text: String, boundary: String = "b") throws(MultipartError) -> [Part] {
    try parts([Array(text.utf8)], boundary: boundary)
  }

  private static let messages = [
    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b--\r\n",
    // Text before and after the parts, and white space after a boundary.
    "before\r\n--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--\r\nafter\r\n--b",
    // Content that nearly is a boundary, and parts without any.
    "--b\r\ncontent-disposition:form-data;name=\"a\"\r\n\r\n\r\n--\r\n-\r\n\r\r\n--b\r\n"
      + "Content-Disposition: form-data; name=\"photo\"; filename=\"x.jpg\"\r\n"
      + "Content-Type: image/jpeg\r\n\r\n\r\n--b--",
  ]

  @Test("are the same however they are cut", arguments: messages)
  func everySplit(message: String) throws {
    let bytes = Array(message.utf8)
    let whole = try parts([bytes])
    #expect(whole.allSatisfy { $0.hasEnded })
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
        #expect(try parts(chunks) == whole)
      }
    }
    #expect(try parts(bytes.map { [$0] }) == whole)
  }

  @Test("give each part its bytes and no others")
  func contents() throws {
    let parts = try Self.messages.map { message in
      try self.parts(message).map { String(decoding: $0.content, as: UTF8.self) }
    }
    #expect(parts == [["x"], ["x"], ["\r\n--\r\n-\r\n\r", ""]])
  }

  @Test(
    "that are broken are refused",
    arguments: [
      ("", MultipartError.noDelimiter), ("hello", .noDelimiter), ("--c\r\n\r\n", .noDelimiter),
      ("--b", .endsEarly(part: 0)), ("--b\r\n", .endsEarly(part: 0)),
      ("--b\r\n\r\nx\r\n--b--", .noName),
      ("--b\r\nContent-Type: a/b\r\n\r\nx\r\n--b--", .noName),
      ("--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--b--", .noName),
      ("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b", .endsEarly(part: 1)),
      (
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--bc--",
        .badDelimiter(part: 1)
      ),
      ("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", .endsEarly(part: 1)),
    ])
  func broken(message: String, error: MultipartError) {
    #expect(throws: error) { try parts(message) }
  }

  @Test("have no endless parts, headers and beginnings")
  func limits() {
    let part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
    #expect(throws: MultipartError.tooManyParts(limit: 4)) {
      try parts(String(repeating: part, count: 5) + "--b--")
    }
    let long = String(repeating: "x", count: 201)
    #expect(throws: MultipartError.headersTooLong(limit: 200)) { try parts("--b\r\nA: \(long)") }
    #expect(throws: MultipartError.headersTooLong(limit: 200)) {
      try parts("--b\r\nA: \(long)\r\n\r\nx\r\n--b--")
    }
    #expect(throws: MultipartError.noDelimiter) { try parts(long + long) }
  }

  @Test("that are changed anywhere are refused, or read as parts with an end and no more bytes")
  func mutations() {
    var generator = SplitMix64(seed: 6)
    let alphabet = Array("\r\n-b :;=\"\\%/.x\0\u{e9}".utf8)
    for message in Self.messages.map({ Array($0.utf8) }) {
      for _ in 0..<3_000 {
        var bytes = message
        for _ in 0...Int.random(in: 0..<3, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
          case 1: bytes.remove(at: place)
          default: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
          }
        }
        guard let parts = try? parts([bytes]) else { continue }
        #expect(parts.allSatisfy { $0.hasEnded })
        #expect(parts.reduce(0) { $0 + $1.content.count } < bytes.count)
      }
    }
  }
}
