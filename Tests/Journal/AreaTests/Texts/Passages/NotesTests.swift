import Files
import Store
import Testing

@testable import Texts

@Suite("Notes of texts")
struct NotesTests {
  let test: TextsJournal
  private let now = TextsJournal.now
  private var notes: Notes { test.anna.notes }

  init() throws {
    test = try TextsJournal()
    try test.add("key,text\na,one\nb,two\n")
  }

  @Test("are one a text and an owner, with the SHA-256 of their words")
  func save() throws {
    let bob = try test.owner("bob")
    let (note, isWritten) = try notes.save(Words("\nEin *Wort*\r\n"), of: "a", now: now)
    #expect(isWritten && note?.words == "Ein *Wort*" && note?.made == now && note?.written == now)
    // As sha256sum has it.
    #expect(
      note?.hash.hexadecimal
        == "1be7f9be5c271cc1e7467afca142569c98aaa2f314bad782e82d4f9c6c404a8f")
    let text = try test.anna.texts.text("a")
    #expect(try notes.note(of: "a") == note && notes.of([text]) == [text.id: note])
    #expect(try bob.notes.note(of: "a") == nil && notes.note(of: "b") == nil)
    #expect(throws: TextError.unknown("x")) { try notes.save(Words("a"), of: "x", now: now) }
  }

  @Test("that say the same are not written, and have no version")
  func same() throws {
    try notes.save(Words("words"), of: "a", now: now)
    let (note, isWritten) = try notes.save(Words("words\n"), of: "a", now: now + 5)
    #expect(!isWritten && note?.written == now)
    #expect(try notes.versions(of: "a").isEmpty)
    #expect(try !notes.save(.empty, of: "b", now: now).isWritten)
    #expect(try test.count("SELECT count(*) FROM text_note") == 1)
  }

  @Test("of two devices: the later one is told what there is, and nothing is lost")
  func twoDevices() throws {
    let none = Note.hash(of: "")
    let seen = try #require(
      try notes.save(Words("first"), of: "a", insteadOf: none, now: now).note)
    // The other one saw no note yet.
    #expect(throws: NoteError.changed(seen, key: "a")) {
      try notes.save(Words("second"), of: "a", insteadOf: none, now: now + 1)
    }
    #expect(try notes.note(of: "a") == seen)
    // It wrote the same words, which is no conflict.
    #expect(try !notes.save(Words("first"), of: "a", insteadOf: none, now: now + 1).isWritten)
    try notes.save(Words("second"), of: "a", insteadOf: seen.hash, now: now + 2)
    let third = try notes.note(of: "a")
    #expect(throws: NoteError.changed(third, key: "a")) {
      try notes.save(.empty, of: "a", insteadOf: seen.hash, now: now + 3)
    }
    try notes.save(.empty, of: "a", insteadOf: third?.hash, now: now + 4)
    #expect(throws: NoteError.changed(nil, key: "a")) {
      try notes.save(Words("x"), of: "a", insteadOf: third?.hash, now: now + 5)
    }
    #expect(try notes.versions(of: "a").map(\.words) == ["first", "second"])
  }

  @Test("that are empty are deleted; their versions stay, and bring them back")
  func delete() throws {
    try notes.save(Words("words"), of: "a", now: now)
    let (note, isWritten) = try notes.save(.empty, of: "a", now: now + 1)
    #expect(note == nil && isWritten)
    #expect(try notes.note(of: "a") == nil)
    let versions = try notes.versions(of: "a")
    #expect(
      versions == [NoteVersion(number: 1, words: "words", written: now, replaced: now + 1)])
    #expect(try notes.restore(1, of: "a", now: now + 9).note?.words == "words")
    #expect(try notes.note(of: "a")?.made == now)
    #expect(throws: NoteError.unknownVersion(2, key: "a")) {
      try notes.restore(2, of: "a", now: now)
    }
    #expect(throws: NoteError.unknownVersion(1, key: "b")) { try notes.version(1, of: "b") }
  }

  @Test("keep one version of ten minutes in which they are added to, and each of which any goes")
  func stretches() throws {
    let text = "These words are written on and on"
    for (seconds, words) in [
      (0, text), (10, text + "."), (20, text + ". And"), (609, text + ". And on"),
      (620, text + ". And on."), (630, "Other words"), (640, "Other words!"), (650, "Other word!"),
    ] {
      try notes.save(Words(words), of: "a", now: now + seconds)
    }
    let versions = try notes.versions(of: "a")
    #expect(versions.map(\.words) == [text, text + ". And on", text + ". And on.", "Other words!"])
    #expect(versions.map(\.number) == [1, 2, 3, 4])
  }

  @Test("keep so many versions, the last ones")
  func limit() throws {
    for number in 0..<60 {
      try notes.save(Words("\(number * 11_111)"), of: "a", now: now + number)
    }
    let versions = try notes.versions(of: "a")
    #expect(versions.count == NoteVersion.limit && versions.map(\.number) == Array(10...59))
    #expect(try notes.version(59, of: "a").words == "\(58 * 11_111)")
    #expect(throws: NoteError.unknownVersion(9, key: "a")) { try notes.version(9, of: "a") }
  }

  @Test("of a device whose clock goes before are written all the same")
  func clocks() throws {
    try notes.save(Words("one"), of: "a", now: now)
    let note = try notes.save(Words("two"), of: "a", now: now - 9_000).note
    #expect(note?.words == "two" && note?.written == now)
  }

  @Test(
    "that another program wrote wrongly are told",
    arguments: [
      "words = hex(zeroblob(1000000))",
      "made = 9223372036854775807",
      "written = -9223372036854775807", "key = hex(zeroblob(300))",
    ])
  func hostileRows(change: String) throws {
    try notes.save(Words("words"), of: "a", now: now)
    let text = try test.anna.texts.text("a")
    try test.execute("PRAGMA ignore_check_constraints = 1; UPDATE text_note SET \(change)")
    #expect(throws: JournalError.self) { try notes.of([text]) }
  }

  @Test(
    "with versions that another program wrote wrongly tell of them",
    arguments: ["number = 9223372036854775807", "number = -1", "replaced = 9223372036854775807"])
  func hostileVersions(change: String) throws {
    try notes.save(Words("words"), of: "a", now: now)
    try notes.save(Words("others"), of: "a", now: now + 1)
    try test.execute("PRAGMA ignore_check_constraints = 1; UPDATE text_note_version SET \(change)")
    #expect(throws: JournalError.self) { try notes.versions(of: "a") }
    #expect(throws: JournalError.self) { try notes.save(.empty, of: "a", now: now + 2) }
    #expect(try notes.note(of: "a")?.words == "others")
  }
}
