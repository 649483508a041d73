import Files
import Foundation
import Places
import SystemPackage
import TestSupport
import Testing

@testable import PhotoFacts

@Suite("Files of gazetteers")
struct GazetteerFileTests {
  private static let seoul = GazetteerLines.line(1, "Seoul", 37.566, 126.9784)

  @Test(
    "A byte order mark, CRLF, empty lines and a missing end of the last line are let pass",
    arguments: ["\n", "\r\n"])
  func forms(end: String) throws {
    let busan = GazetteerLines.line(2, "Busan", 35.1, 129.04)
    let text = "\u{FEFF}" + [Self.seoul, "", busan].joined(separator: end)
    for bytes in [Array(text.utf8), Array((text + end + end).utf8)] {
      #expect(try GazetteerLines.gazetteer(of: bytes).count == 2)
    }
  }

  @Test("Rows that are no populated places are passed over, whatever is in them")
  func others() throws {
    let gazetteer = try GazetteerLines.gazetteer(
      GazetteerLines.line(1, "Han River", 37.5, 127, changing: [6: "H", 4: "", 14: "?"]),
      GazetteerLines.line(2, "Nothing", 37.5, 127, changing: [6: ""]), Self.seoul)
    #expect(gazetteer.count == 1)
    #expect(throws: GazetteerError.noPlaces(lines: 1)) {
      try GazetteerLines.gazetteer(GazetteerLines.line(1, "River", 0, 0, changing: [6: "H"]))
    }
    #expect(throws: GazetteerError.noPlaces(lines: 0)) { try GazetteerLines.gazetteer(of: []) }
  }

  @Test(
    "A field that is not of the format is named with its line and what it is",
    arguments: [
      (GazetteerColumn.identifier, ["", "x", "-1", "4294967296", "1234567890123456789", "1.0"]),
      (.name, ["", String(repeating: "n", count: 801)]),
      (.asciiName, [String(repeating: "n", count: 801)]),
      (.latitude, ["", "90.00001", "-91", "1e1", "+1", ".5", "5.", "5.x", "- 5", "1.2.3", "0090"]),
      (.longitude, ["", "180.1", "-180.1", "999", "1,5", "--1", "nan"]),
      (.country, ["K", "kr", "KOR", "K1", "  ", "한"]),
      (.population, ["", "-1", "1.5", "many", " 1"]),
    ])
  func wrong(column: GazetteerColumn, values: [String]) throws {
    for value in values {
      let line = GazetteerLines.line(2, "Busan", 35, 129, changing: [column.index: value])
      #expect(
        throws: GazetteerError.field(
          column, line: 2, observed: FactLine.clean(value) ?? ""), "\(value)"
      ) { try GazetteerLines.gazetteer(Self.seoul, line) }
    }
  }

  @Test("Numbers at their ends are taken")
  func ends() throws {
    let gazetteer = try GazetteerLines.gazetteer(
      GazetteerLines.line(
        1, "North", 0, 0, changing: [0: "4294967295", 4: "90.0000000", 5: "-180"]),
      GazetteerLines.line(
        2, "South", 0, 0, changing: [0: "0", 4: "-90", 5: "180.00000009", 14: "99999999999"]),
      GazetteerLines.line(3, "Zero", 0, 0, changing: [4: "-0.0", 5: "0.12345678901"]))
    #expect(gazetteer.count == 3)
    for (latitude, name) in [(90.0, "North"), (-90, "South"), (0, "Zero")] {
      let position = try #require(GeoPosition(latitude: latitude, longitude: 0.12345))
      #expect(gazetteer.place(near: position)?.name == name)
    }
  }

  @Test("Lines with too few or too many columns are counted")
  func columns() {
    for (line, observed) in [("Seoul", 1), ("\t", 2), (Self.seoul + "\tx", 20), (" ", 1)] {
      #expect(throws: GazetteerError.columns(line: 3, observed: observed, expected: 19)) {
        try GazetteerLines.gazetteer(Self.seoul, "", line)
      }
    }
  }

  @Test("What is not UTF-8 is refused, in any column")
  func notUTF8() {
    for place in [Array(Self.seoul.utf8).firstIndex(of: 0x53) ?? 0, Self.seoul.utf8.count - 1] {
      var bytes = Array(Self.seoul.utf8)
      bytes[place] = 0xE9
      #expect(throws: GazetteerError.notUTF8(line: 1)) {
        try GazetteerLines.gazetteer(of: bytes)
      }
    }
  }

  @Test("A line without an end is not read on")
  func longLine() {
    let bytes = Array((Self.seoul + "\n").utf8) + [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(throws: GazetteerError.lineTooLong(line: 2, limit: Gazetteer.lineLimit)) {
      try GazetteerLines.gazetteer(of: bytes)
    }
  }

  @Test("Nothing is read of a file that is too large, nor of what is no file")
  func notRead() throws {
    let folder = try TemporaryFolder()
    let large = FilePath(try folder.write([], to: "large.txt"))
    // A hole, which takes no room on the disk.
    #expect(truncate(large.string, off_t(Gazetteer.byteLimit) + 1) == 0)
    #expect(throws: GazetteerError.file(.tooLarge(large, limit: Gazetteer.byteLimit))) {
      try Gazetteer(large)
    }
    let path = FilePath(folder.path)
    #expect(throws: GazetteerError.file(.notAFile(path, .folder))) { try Gazetteer(path) }
    let fifo = FilePath(folder.path("fifo"))
    #expect(mkfifo(fifo.string, 0o600) == 0)
    #expect(throws: GazetteerError.file(.notAFile(fifo, .fifo))) { try Gazetteer(fifo) }
    let missing = FilePath(folder.path("missing"))
    #expect(throws: GazetteerError.file(.system(.open, missing, .noSuchFileOrDirectory))) {
      try Gazetteer(missing)
    }
  }

  @Test("Bytes changed at random give an error with a line, or places that are found")
  func changed() throws {
    var random = SplitMix64(seed: 7)
    let whole = Array(
      (0..<4).map { GazetteerLines.line($0, "Place \($0)", 10, Double($0)) }
        .joined(separator: "\n").utf8)
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<3 {
        let place = Int.random(in: bytes.indices, using: &random)
        bytes[place] =
          [0, 9, 10, 13, 0x2D, 0x39, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      do {
        let gazetteer = try GazetteerLines.gazetteer(of: bytes)
        #expect(1...4 ~= gazetteer.count)
      } catch let error as GazetteerError {
        switch error {
        case .columns(let line, _, _), .field(_, let line, _), .notUTF8(let line):
          #expect(1...16 ~= line)
        case .file, .lineTooLong, .tooManyPlaces, .noPlaces: Issue.record("\(error)")
        }
      }
    }
  }
}
