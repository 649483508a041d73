import Foundation
import Testing

@testable import Texts

@Suite("Fortune files")
struct FortuneParserTests {
  @Test("have records that end at a line which is exactly %", arguments: ReadCollection.pieceSizes)
  func records(pieceSize: Int) throws {
    let read = try ReadCollection(
      "One\ntwo\n%\n%\n \n%\n 100 %\n%%\n%\nlast", as: .fortune, pieceSize: pieceSize)
    #expect(read.bodies == ["One\ntwo", " 100 %\n%%", "last"])
    #expect(read.texts.map(\.line) == [1, 7, 10])
    #expect(read.problems.isEmpty)
  }

  @Test("name the author after two tabs and a dash, on one line or more")
  func authors() throws {
    let read = try ReadCollection(
      """
      A saying.
      \t\t-- Mark Twain
      %
      — Who?
      \t\t-- You.
      — Me?
      \t\t-- Somebody, "A Long
      \t\t   Title"
      %
      \t\t-- No body before it
      %
      One tab
      \t-- is none
      """, as: .fortune)
    #expect(
      read.texts.map(\.author) == ["Mark Twain", "Somebody, \"A Long Title\"", "", ""])
    #expect(
      read.bodies == [
        "A saying.", "— Who?\n\t\t-- You.\n— Me?", "-- No body before it",
        "One tab\n\t-- is none",
      ])
  }

  @Test("lose what was struck over, and bells")
  func overstrikes() throws {
    let read = try ReadCollection("_\u{8}n_\u{8}o\u{7}, 가\u{8}나\n\u{8}x", as: .fortune)
    #expect(read.bodies == ["no, 나\nx"])
  }

  @Test("name bad records by line, and the others come in")
  func badRecords() throws {
    let long = String(repeating: "가", count: 100_000)
    let bytes =
      Array("a\n%\nb\0\n%\n\n".utf8) + [0xFF, 0x0A] + Array("%\n\(long)\n%\nc\n".utf8)
    let read = try ReadCollection(bytes, as: .fortune)
    #expect(read.bodies == ["a", "c"])
    #expect(
      read.problems == [
        ReadProblem(line: 3, .nul), ReadProblem(line: 6, .encoding),
        ReadProblem(
          line: 8, .tooLong(.text, observed: 100_000, limit: ReadText.bodyLimit)),
      ])
  }

  @Test("of any size without an end of a record take the memory of one")
  func endless() throws {
    let line = [UInt8](repeating: 0x61, count: 65_535) + [0x0A]
    var pieces = 1_024
    var reader = CollectionReader(.fortune) {
      pieces -= 1
      return pieces >= 0 ? line : []
    }
    let limit = ReadText.recordLimit
    #expect(try reader.read() == .problem(ReadProblem(line: 1, .recordTooLong(limit: limit))))
    #expect(try reader.read() == nil)
  }

  private static let installed = "/usr/share/games/fortunes"

  @Test(
    "of Debian come in whole: 15,217 texts of 43 files",
    .enabled(if: FileManager.default.fileExists(atPath: "\(installed)/zippy")))
  func debian() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.installed)
      .filter { !$0.hasSuffix(".dat") && !$0.hasSuffix(".u8") }
    var count = 0
    for name in names {
      let bytes = try Data(contentsOf: URL(filePath: "\(Self.installed)/\(name)"))
      #expect(CollectionFormat(extension: nil, head: Array(bytes.prefix(65_536))) == .fortune)
      let read = try ReadCollection(bytes, as: .fortune)
      #expect(read.problems.isEmpty, "\(name)")
      count += read.texts.count
    }
    #expect(names.count == 43 && count == 15_217)
  }
}
