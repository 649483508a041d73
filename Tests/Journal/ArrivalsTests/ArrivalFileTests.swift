import Arrivals
import Testing

@Suite("A file of a source")
struct ArrivalFileTests {
  @Test(
    "has a name, a folder and an ending",
    arguments: [
      ("a/b/Photo.JPG", "Photo.JPG", "a/b", "jpg"), ("Journal.json", "Journal.json", "", "json"),
      ("Takeout/notes", "notes", "Takeout", ""),
      ("a/2024.01.31/x.tar.gz", "x.tar.gz", "a/2024.01.31", "gz"),
    ])
  func parts(_ path: String, _ name: String, _ folder: String, _ ending: String) {
    let file = ArrivalFile(path: path, size: nil, modified: nil)
    #expect(file.name == name)
    #expect(file.folder == folder)
    #expect(file.ending == ending)
  }

  @Test("is no source of another format than its own")
  func otherFormat() throws {
    let files = GivenFiles(texts: ["daylio.csv": DaylioTableTests.table])
    try ArrivalFormat.daylio.checkIsFormat(of: files, hasFaults: false)
    #expect(throws: ArrivalError.otherFormat(asked: "penzu", looksLike: "daylio")) {
      try ArrivalFormat.penzu.checkIsFormat(of: files, hasFaults: true)
    }
    let none = GivenFiles(texts: ["a.bin": "\u{1}"])
    #expect(throws: ArrivalError.otherFormat(asked: "penzu", looksLike: nil)) {
      try ArrivalFormat.penzu.checkIsFormat(of: none, hasFaults: false)
    }
    try ArrivalFormat.penzu.checkIsFormat(of: none, hasFaults: true)
  }

  @Test("is read as far as is asked for")
  func bounds() throws {
    let files = GivenFiles(texts: ["a": "0123456789abcdef"])
    let file = files.files[0]
    #expect(try files.head(of: file, count: 10) == Array("0123456789".utf8))
    #expect(try files.bytes(of: file, limit: 16).count == 16)
    #expect(throws: ArrivalFault.tooLarge(limit: 15)) { try files.bytes(of: file, limit: 15) }
  }
}
