import CaptureTime
import Testing

@testable import Texts

@Suite("Tables of texts")
struct TableParserTests {
  @Test("have the columns of their header, in any order", arguments: ReadCollection.pieceSizes)
  func columns(pieceSize: Int) throws {
    let read = try ReadCollection(
      """
      \u{FEFF}key,Text,translation,author,source,added\r
      a1,"Say ""yes"", then\r
      go",말해,Me,"A, B",2024-01-31\r
      \r
      ,Plain,,,,\r

      """, as: .csv, pieceSize: max(3, pieceSize))
    #expect(read.problems.isEmpty)
    let first = try #require(read.texts.first)
    #expect(first.key == "a1" && first.body == "Say \"yes\", then\ngo" && first.author == "Me")
    #expect(first.translation == "말해" && first.source == "A, B" && first.line == 2)
    #expect(first.added?.description == "2024-01-31")
    #expect(read.texts.last?.body == "Plain" && read.texts.last?.line == 5)
  }

  @Test("with tabs have no quotes")
  func tabs() throws {
    let read = try ReadCollection("text\tauthor\n\"No,\" he said\tMe\n", as: .tsv)
    #expect(read.bodies == ["\"No,\" he said"] && read.texts.first?.author == "Me")
  }

  @Test(
    "are parted by what parts their header, or by what their first line says",
    arguments: [
      "text;author\r\n\"a;b\";Me, too\r\n", "sep=;\r\ntext;author\r\n\"a;b\";Me, too\r\n",
      "sep=|\ntext|author\na;b|Me, too\n", "text\tauthor\na;b\tMe, too\n",
      "text,author\na;b,\"Me, too\"\n", " Text , author\t\na;b,\"Me, too\"",
      "SEP=,\r\"text\",author\ra;b,\"Me, too\"\r",
    ], ReadCollection.pieceSizes)
  func separators(text: String, pieceSize: Int) throws {
    let read = try ReadCollection(text, as: .csv, pieceSize: max(3, pieceSize))
    #expect(read.bodies == ["a;b"] && read.texts.first?.author == "Me, too")
    #expect(read.texts.first?.line == (text.lowercased().hasPrefix("sep=") ? 3 : 2))
    #expect(read.problems.isEmpty)
  }

  @Test("may have lines that end with CR alone", arguments: ReadCollection.pieceSizes)
  func carriageReturns(pieceSize: Int) throws {
    let text = "text,author\r\"a\rb\",Me\r\rc,\rd\r"
    for format in [CollectionFormat.csv, .tsv] {
      let text = format == .csv ? text : text.replacing(",", with: "\t").replacing("\"", with: "")
      let read = try ReadCollection(text, as: format, pieceSize: pieceSize)
      #expect(read.bodies == (format == .csv ? ["a\nb", "c"] : ["b", "c"]))
      #expect(read.texts.last?.line == 5)
      #expect(read.problems.last == ReadProblem(line: 6, .columns(observed: 1, expected: 2)))
    }
  }

  @Test(
    "in UTF-16 have a byte order mark", arguments: [false, true], ReadCollection.pieceSizes)
  func utf16(isLittle: Bool, pieceSize: Int) throws {
    func bytes(_ units: [UInt16]) -> [UInt8] {
      units.flatMap {
        isLittle ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
      }
    }
    let text = "\u{FEFF}text;author\r\n말해 👩‍👧;Zoë\r\n"
    let read = try ReadCollection(
      bytes(Array(text.utf16)), as: .csv, pieceSize: max(3, pieceSize))
    #expect(read.bodies == ["말해 👩‍👧"] && read.texts.first?.author == "Zoë")
    // Half a character, and half a unit, in records of their own.
    let halves = bytes(Array("\u{FEFF}text\n".utf16) + [0xD83D, 0x0A, 0x61, 0x0A, 0xDC00]) + [0x61]
    let broken = try ReadCollection(halves, as: .csv, pieceSize: max(3, pieceSize))
    #expect(broken.bodies == ["a"])
    #expect(broken.problems == [ReadProblem(line: 2, .encoding), ReadProblem(line: 4, .encoding)])
  }

  @Test("name bad lines, and the others come in", arguments: ReadCollection.pieceSizes)
  func badLines(pieceSize: Int) throws {
    let read = try ReadCollection(
      "text,added\none\na \"b\" c,\n\"d\"e,\nf,31 January\n,2024-01-31\ng,2024-01-31\nh\0,\n",
      as: .csv, pieceSize: pieceSize)
    #expect(read.bodies == ["g"])
    #expect(
      read.problems == [
        ReadProblem(line: 2, .columns(observed: 1, expected: 2)), ReadProblem(line: 3, .strayQuote),
        ReadProblem(line: 4, .strayQuote), ReadProblem(line: 5, .day("31 January")),
        ReadProblem(line: 6, .empty), ReadProblem(line: 8, .nul),
      ])
  }

  @Test("come in without byte order marks, and so read the same when they are written out again")
  func marks() throws {
    let mark = "\u{FEFF}"
    let read = try ReadCollection(
      "key,text\nk1,\(mark)\(mark)\n\(mark)\(mark)k2,\(mark) \(mark)a\(mark)b\n", as: .csv)
    #expect(read.bodies == ["ab"] && read.texts.first?.key == "k2")
    #expect(read.problems == [ReadProblem(line: 2, .empty)])
  }

  @Test("are refused where a quote never closes, by the line that opens it")
  func openQuote() throws {
    #expect(throws: ReadError.openQuote(line: 3)) {
      try ReadCollection("text\na\n\"b\nc\nd\n", as: .csv)
    }
    // Long before the end of a file that has one.
    let line = [UInt8](repeating: 0x61, count: 65_535) + [0x0A]
    var pieces = 0
    var reader = CollectionReader(.csv) {
      pieces += 1
      return pieces == 1 ? Array("text\n\"".utf8) : line
    }
    #expect(throws: ReadError.openQuote(line: 2)) { try reader.read() }
    #expect(pieces < 20)
  }

  @Test("are refused without a header of theirs")
  func header() throws {
    #expect(throws: ReadError.noColumn("text")) { try ReadCollection("", as: .csv) }
    #expect(throws: ReadError.noColumn("text")) { try ReadCollection("key,author\n", as: .csv) }
    #expect(throws: ReadError.wrongColumn("mood")) { try ReadCollection("text,mood\n", as: .csv) }
    #expect(throws: ReadError.wrongColumn("text")) { try ReadCollection("text\ttext\n", as: .tsv) }
  }

  @Test("take the memory of one record, whatever a line has")
  func endlessLine() throws {
    for byte in [UInt8(ascii: ","), 0x61] {
      let piece = [UInt8](repeating: byte, count: CollectionReader.pieceSize)
      var pieces = 0
      var reader = CollectionReader(.csv) {
        pieces += 1
        return pieces == 1 ? Array("text,key\n".utf8) : pieces < 100 ? piece : Array("\na,b".utf8)
      }
      let limit = ReadText.recordLimit
      #expect(try reader.read() == .problem(ReadProblem(line: 2, .recordTooLong(limit: limit))))
      guard case .text(let text) = try reader.read() else {
        Issue.record("there is no text after it")
        return
      }
      #expect(text.key == "b" && text.line == 3)
    }
  }
}
