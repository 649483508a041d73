import Testing

@testable import Texts

@Suite("Formats of collections")
struct CollectionFormatTests {
  @Test(
    "are known by the name, else by the first bytes",
    arguments: [
      ("csv", "text\n", CollectionFormat.csv), ("TSV", "text\n", .tsv), ("json", "[]", .json),
      ("json", "{\"text\": \"a\"}", .jsonl), ("jsonl", "", .jsonl), ("usfm", "", .usfm),
      ("xml", "<?xml version='1.0'?>\n<XMLBIBLE>", .zefania), ("xml", "<osis>", .osis),
      ("", "\u{FEFF}\n<xmlbible>", .zefania), ("txt", "\\id GEN\n", .usfm),
      ("", "{\"text\": \"a\"}\n", .jsonl), ("", "[{\"text\": \"a\"}]", .json),
      ("", "a\n%\nb\n", .fortune), ("", "a\r\n%\r\nb\r\n", .fortune),
      ("txt", "Ge1:1 In\n", .bible), ("txt", "a\nb\n", .lines), ("txt", "a\nb\n\nc\n", .paragraphs),
      ("", "", .lines), ("md", "[a] b\n", .lines),
    ])
  func format(name: String, head: String, format: CollectionFormat) {
    #expect(
      CollectionFormat(extension: name.isEmpty ? nil : name, head: Array(head.utf8)) == format)
  }

  @Test("are known in UTF-16 too")
  func utf16() {
    let head = "\u{FEFF}\\id GEN\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(CollectionFormat(extension: "txt", head: head) == .usfm)
  }

  @Test("of plain text are a text a line, or one a paragraph", arguments: [1, 5, 100])
  func plain(pieceSize: Int) throws {
    let text = "\u{FEFF}one\r\n two \n\n \t\nthree\n"
    let lines = try ReadCollection(text, as: .lines, pieceSize: max(3, pieceSize))
    #expect(lines.bodies == ["one", "two", "three"] && lines.texts.map(\.line) == [1, 2, 5])
    let parts = try ReadCollection(text, as: .paragraphs, pieceSize: max(3, pieceSize))
    #expect(parts.bodies == ["one\n two", "three"] && parts.texts.map(\.line) == [1, 5])
  }

  @Test("take any bytes without ending the program", arguments: CollectionFormat.allCases)
  func hostile(format: CollectionFormat) {
    let seeds = [
      "text,key\n\"", "[{\"text\":\"", "<osis><verse osisID='Gen.1.1'>", "\\id GEN\n\\c 1\n\\v",
    ]
    var state: UInt64 = 42
    for round in 0..<200 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<300 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let signs = Array("\"\\<>[]{},\n\r\t%* |:1vcf".utf8) + [0, 0x80, 0xFF, 0xED]
        bytes.append(signs[Int(state >> 33) % signs.count])
      }
      // However the bytes come, they are the same texts.
      let whole = Result { try ReadCollection(bytes, as: format) }
      let parts = Result { try ReadCollection(bytes, as: format, pieceSize: 3) }
      switch (whole, parts) {
      case (.success(let whole), .success(let parts)):
        #expect(whole.texts == parts.texts && whole.problems == parts.problems)
      case (.failure(let one), .failure(let other)):
        #expect(one as? ReadError == other as? ReadError)
      default: Issue.record("\(format) differs by pieces: \(bytes)")
      }
    }
  }
}
