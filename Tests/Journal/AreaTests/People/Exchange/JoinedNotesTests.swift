import Store
import TestSupport
import Testing

@testable import People

@Suite("Notes that become one")
struct JoinedNotesTests {
  private func notes(_ texts: String...) throws -> JoinedNotes {
    var notes = JoinedNotes()
    for text in texts { try notes.add(text) }
    return notes
  }

  @Test("have an empty line between them, and those that say nothing have none")
  func joined() throws {
    #expect(try notes().words == nil)
    #expect(try notes(" ", "").words == nil)
    #expect(try notes("\nTea ", "", "Film\n", "e\u{301}").words?.text == "Tea\n\nFilm\n\né")
  }

  @Test("are taken as long as there is room for them, to the last character and byte")
  func room() throws {
    let rest = Words.limit - 2 - 10
    var full = try notes(String(repeating: "x", count: 10))
    let tooLong = String(repeating: "y", count: rest + 1)
    #expect(throws: LeftOut.Reason.words(.tooLong(observed: Words.limit + 1, limit: Words.limit))) {
      try full.add(tooLong)
    }
    // What there is no room for leaves that room to others.
    try full.add(String(repeating: "z", count: rest))
    #expect(full.words?.text.count == Words.limit)
    #expect(throws: LeftOut.Reason.words(.tooLong(observed: Words.limit + 3, limit: Words.limit))) {
      try full.add("a")
    }
    #expect(full.words?.text.count == Words.limit)
    // A letter of 25 bytes: there is room for 40,000, less what is between two notes.
    let half = String(repeating: "👨\u{200D}👩\u{200D}👧\u{200D}👦", count: 20_000)
    var wide = try notes(half)
    #expect(
      throws: LeftOut.Reason.words(.tooManyBytes(observed: 1_000_002, limit: Words.byteLimit))
    ) { try wide.add(half) }
    try wide.add(String(half.dropLast()))
    #expect(wide.words?.text.count == 40_001)
  }

  @Test("are as many as one has that is made of them at once")
  func many() throws {
    var notes = JoinedNotes()
    for number in 0..<1_000 { try notes.add("note \(number) 👩‍👩‍👧") }
    let whole = (0..<1_000).map { "note \($0) 👩‍👩‍👧" }.joined(separator: "\n\n")
    #expect(notes.words?.text == whole)
  }
}
