import Testing

@testable import Texts

@Suite("Texts in JSON")
struct JSONParserTests {
  @Test("are objects of an array", arguments: ReadCollection.pieceSizes)
  func array(pieceSize: Int) throws {
    let read = try ReadCollection(
      """
      [ {"key": "a", "text": "]}\\"[", "author": null},
        {"text": "둘", "translation": "two"}
      , 12, "word", null, [{"text": "no"}], {"text": 1}, {"text": "x", "mood": "y"},
      {"text": "a\\u0000b"}, {"text": "last"} ]
      """, as: .json, pieceSize: pieceSize)
    #expect(read.bodies == ["]}\"[", "둘", "last"])
    #expect(read.texts.map(\.line) == [1, 2, 4])
    #expect(
      read.reasons == [
        .json, .json, .json, .json, .notText(.text), .unknownField("mood"), .nul,
      ])
    #expect(read.problems.map(\.line) == [3, 3, 3, 3, 3, 3, 4])
  }

  @Test(
    "are refused where the array is broken",
    arguments: [
      ("", 1), ("{}", 1), ("[", 1), ("[\n{\"text\": \"a\"}", 2), ("[{\"text\":\"a\"}\n{}]", 2),
      ("[{\"text\": \"a\"},]", 1), ("[] x", 1), ("[}", 1), ("[,]", 1),
    ])
  func broken(text: String, line: Int) throws {
    #expect(throws: ReadError.json(line: line)) { try ReadCollection(text, as: .json) }
  }

  @Test("are objects of lines, of which bad ones are named")
  func lines() throws {
    let bytes = Array("{\"text\": \"a\"}\n\n{\"text\"\n[]\n{}\n".utf8) + [0x22, 0xFF, 0x22, 0x0A]
    let read = try ReadCollection(bytes + Array("{\"text\": \"b\"}".utf8), as: .jsonl)
    #expect(read.bodies == ["a", "b"])
    #expect(
      read.problems == [
        ReadProblem(line: 3, .json), ReadProblem(line: 4, .json), ReadProblem(line: 5, .empty),
        ReadProblem(line: 6, .encoding),
      ])
  }

  @Test("cannot be in one another so deep that reading ends the program")
  func depth() throws {
    let deep = String(repeating: "[", count: 500_000) + String(repeating: "]", count: 500_000)
    let read = try ReadCollection("[\(deep), {\"text\": \"a\"}]", as: .json)
    #expect(read.reasons == [.json] && read.bodies == ["a"])
    #expect(try ReadCollection(deep, as: .jsonl).reasons == [.json])
  }
}
