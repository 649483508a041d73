import Files
import SystemPackage
import TestSupport
import Testing

@Suite("Reading lines")
struct LineReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(
    _ bytes: [UInt8], limit: Int = 10, end: UInt8 = UInt8(ascii: "\n")
  ) throws -> [LineReader.Line] {
    try folder.write(bytes, to: "lines")
    var reader = LineReader(
      try .openToRead(FilePath(folder.path("lines"))), limit: limit, end: end)
    var lines: [LineReader.Line] = []
    while let line = try reader.next() {
      lines.append(line)
      if line == .tooLong { break }
    }
    return lines
  }

  @Test("gives each without its end, and says where the last has none")
  func whole() throws {
    #expect(try lines([]) == [])
    #expect(try lines(Array("a\n\nbc\n".utf8)) == [.whole([97]), .whole([]), .whole([98, 99])])
    #expect(try lines(Array("a\nbc".utf8)) == [.whole([97]), .cut([98, 99])])
    #expect(try lines([97, 10, 0, 98, 0], end: 0) == [.whole([97, 10]), .whole([98])])
  }

  @Test("gives lines up to the limit, wherever the pieces of the file end")
  func limit() throws {
    let line = [UInt8](repeating: 97, count: 10)
    #expect(try lines(line + [10] + line) == [.whole(line), .cut(line)])
    #expect(try lines([10] + line + [97, 10]) == [.whole([]), .tooLong])
    let long = [UInt8](repeating: 98, count: 600_000)
    #expect(
      try lines(long + [10] + long + [10] + [99], limit: 600_000)
        == [.whole(long), .whole(long), .cut([99])])
    #expect(try lines(long + [10], limit: 599_999) == [.tooLong])
  }

  @Test("reads no more of a line that is too long than the limit and a piece")
  func endless() throws {
    var reader = LineReader(try .openToRead("/dev/zero"), limit: 1_000)
    #expect(try reader.next() == .tooLong)
    #expect(try reader.next() == .tooLong)
  }
}
