import CaptureTime
import Files
import JournalSupport
import TestSupport
import Testing

@testable import Journal
@testable import People
@testable import Store

@Suite("People of an export")
struct ImportedPeopleTests {
  private let day = PeopleRows.day
  private let now = PeopleRows.now

  private func files(_ export: TestExport) throws -> [String: String] {
    var files: [String: String] = [:]
    for count in PeopleCount.allCases {
      let file = String(decoding: count.list)
      guard export.folder.files.contains("export/\(file)") else { continue }
      files[file] = String(decoding: try export.folder.read("export/\(file)"), as: UTF8.self)
    }
    return files
  }

  @Test("are whole in another journal, and nothing of them comes twice")
  func roundTrip() async throws {
    let source = try PeopleRows.journal()
    let export = try TestExport(of: source)
    let written = try files(export)
    #expect(written.count == 3)
    #expect(
      try export.document["counts"] as? [String: Int]
        == ["posts": 0, "inTrash": 0, "people": 3, "contacts": 3, "snoozes": 1])
    let target = try TestJournal()
    #expect(
      try await export.importedPeople(into: nil).counts
        == [.people: 3, .contacts: 3, .snoozes: 1])
    let foreseen = try await export.importedPeople(into: target.journal, isPreview: true)
    #expect(try target.count("SELECT count(*) FROM person") == 0)
    let gain = try await export.importedPeople(into: target.journal)
    #expect(gain == foreseen && gain.counts == [.people: 3, .contacts: 3, .snoozes: 1])
    #expect(try PeopleRows.rows(target) == PeopleRows.rows(source))
    #expect(try files(TestExport(of: target)) == written)
    for isPreview in [true, false] {
      let again = try await export.importedPeople(into: target.journal, isPreview: isPreview)
      #expect(again == PeopleRestore.Gain())
    }
    #expect(try files(TestExport(of: target)) == written)
    #expect(try target.journal.contacts.search("sea", atMost: 9).count == 1)
    var findings: [JournalFinding] = []
    try JournalCheck(target.journals, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { findings.append($0) })
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("have no files where there are none, and those of other owners are not in them")
  func none() throws {
    let source = try PeopleRows.journal()
    let bob = try TestJournal(adding: "bob", to: source)
    let export = try TestExport(of: bob)
    #expect(try files(export).isEmpty)
    #expect(
      try export.document["counts"] as? [String: Int] == ["posts": 0, "inTrash": 0])
  }

  @Test("who are here already stay as they are here, and get the contacts that are not")
  func joined() async throws {
    let export = try TestExport(of: try PeopleRows.journal())
    let target = try PeopleRows.journal()
    let mina = try target.journal.people.person(named: "Mina")
    try target.journal.people.edit(mina.id) { $0.name = try PersonName("Mina Kim") }
    let contacts = try target.journal.contacts.page(of: mina.id, atMost: 9)
    try target.journal.contacts.delete(contacts[0].id)
    try target.journal.contacts.edit(
      contacts[2].id, ContactFacts(memo: try Memo("another")), today: day)
    let gain = try await export.importedPeople(into: target.journal)
    #expect(gain.counts == [.contacts: 2])
    #expect(try target.journal.people.person(number: mina.id).name == "Mina Kim")
    let memos = try target.journal.contacts.page(of: mina.id, atMost: 9).map(\.facts.memo.text)
    #expect(memos.sorted() == ["", "", "another", "by the sea"])
  }

  @Test("have pictures of the posts' numbers here, and none where the post did not come")
  func pictures() async throws {
    let source = try PeopleRows.journal()
    try await source.post("2024-01-31 12:00")
    let (mina, eve) = (
      try source.journal.people.person(named: "Mina"),
      try source.journal.people.deleted(named: "Eve")
    )
    try source.journal.people.edit(mina.id) { $0.picture = 1 }
    try source.execute("UPDATE person SET picture = 77 WHERE id = \(eve.id)")
    let export = try TestExport(of: source)
    let target = try TestJournal()
    try await target.post("2024-02-01 12:00")
    let foreseen = try await export.importedPeople(into: target.journal, isPreview: true)
    let gain = try await export.importedPeople(into: target.journal)
    #expect(gain == foreseen)
    #expect(gain.withoutPicture == [.init(person: "Eve", post: 77)])
    #expect(try target.journal.people.person(named: "Mina").facts.picture == 2)
    #expect(try target.journal.people.deleted(named: "Eve").facts.picture == nil)
  }

  @Test("get the picture from a later run where its post did not come, and are told until then")
  func laterPicture() async throws {
    let source = try PeopleRows.journal()
    try await source.post("2024-01-31 12:00")
    let mina = try source.journal.people.person(named: "Mina")
    try source.journal.people.edit(mina.id) { $0.picture = 1 }
    let export = try TestExport(of: source)
    let file = "export/\(try source.journal.posts.post(1).thePhoto.file)"
    let photo = try export.folder.read(file)
    try export.folder.write([1], to: file)
    let target = try TestJournal()
    try await target.post("2024-02-01 12:00")
    for _ in 1...2 {
      let gain = try await export.importedPeople(into: target.journal)
      #expect(gain.withoutPicture == [.init(person: "Mina", post: 1)])
    }
    try export.folder.write(photo, to: file)
    let foreseen = try await export.importedPeople(into: target.journal, isPreview: true)
    #expect(foreseen.withoutPicture.isEmpty)
    #expect(try target.journal.people.person(named: "Mina").facts.picture == nil)
    #expect(try await export.importedPeople(into: target.journal) == PeopleRestore.Gain())
    let person = try target.journal.people.person(named: "Mina")
    #expect(person.facts.picture == 2)
    // One that was chosen here stays.
    try target.journal.people.edit(person.id) { $0.picture = 1 }
    _ = try await export.importedPeople(into: target.journal)
    #expect(try target.journal.people.person(named: "Mina").facts.picture == 1)
  }

  @Test(
    "are refused with the file and the line where a value is wrong, and nothing comes",
    arguments: [
      ("people", "\"name\":\"Mina\"", "\"name\":\"\"", "name"),
      ("people", "\"name\":\"Mina\"", "\"name\":\"Mina \"", "name"),
      ("people", "\"name\":\"Mina\",", "", "name"),
      ("people", "\"cadence\":7", "\"cadence\":0", "cadence"),
      ("people", "\"cadence\":7", "\"cadence\":91", "cadence"),
      ("people", "\"birthday\":\"02-29\"", "\"birthday\":\"02-30\"", "birthday"),
      ("people", "\"birthday\":\"02-29\"", "\"birthday\":\"2023-02-29\"", "birthday"),
      ("people", "\"2010-06-12\"", "\"2010-06-31\"", "days"),
      ("people", "\"reminder\":\"09:30\"", "\"reminder\":\"24:30\"", "reminder"),
      ("people", "\"uid\":\"urn:mina\"", "\"uid\":\"\"", "uid"),
      ("people", "\"uid\":\"urn:bob\"", "\"uid\":\"urn:mina\"", "Bob"),
      ("people", "\"made\":1750000000", "\"made\":999999999999999", "made"),
      ("people", "\"Friends\"", "\"a\\u0000\"", "categories"),
      ("people", "\"uid\":\"urn:bob\"", "\"uid\":\"urn:bob\",\"mood\":1", "mood"),
      ("people", "\"note\":\"likes", "\"picture\":0,\"note\":\"likes", "picture"),
      ("contacts", "\"day\":\"2025-05-26\"", "\"day\":\"2025-02-30\"", "day"),
      ("contacts", "\"tea\"", "\"thirteenchars\"", "keywords"),
      ("contacts", "\"tea\"", "\"a\",\"b\",\"c\"", "keywords"),
      ("contacts", "\"tea\"", "\"tea\",\"tea\"", "keywords"),
      ("contacts", "\"called\"", "\"texted\"", "kind"),
      ("contacts", "by the sea", "by the sea ", "memo"),
      ("contacts", "urn:mina", "urn:nobody", "person"),
      ("snoozes", "\"days\":3", "\"days\":8", "days"),
      ("snoozes", "\"days\":3", "\"days\":3.5", "days"),
    ])
  func hostile(file: String, old: String, new: String, field: String) async throws {
    let export = try TestExport(of: try PeopleRows.journal())
    let text = String(decoding: try export.folder.read("export/\(file).jsonl"), as: UTF8.self)
    try #require(text.contains(old), "\(text)")
    try export.write(Array(text.replacing(old, with: new).utf8), as: "\(file).jsonl")
    let target = try TestJournal()
    let said = await export.refusalOfPeople(into: target.journal)
    #expect(said.hasPrefix("\(file).jsonl, line ") && said.contains(field), "\(said)")
    #expect(try target.count("SELECT count(*) FROM person") == 0)
  }

  @Test("come with contacts of days that are still to come, as a clock that was ahead made them")
  func ahead() async throws {
    let export = try TestExport(of: try PeopleRows.journal())
    let text = String(decoding: try export.folder.read("export/contacts.jsonl"), as: UTF8.self)
    try export.write(
      Array(text.replacing("2025-05-26", with: "2999-05-26").utf8), as: "contacts.jsonl")
    let target = try TestJournal()
    try await export.importedPeople(into: target.journal)
    #expect(try target.count("SELECT count(*) FROM contact WHERE day = '2999-05-26'") == 1)
  }

  @Test("of an owner who is removed are gone, from the search too, and nobody else's")
  func removedOwner() throws {
    let test = try PeopleRows.journal()
    let bob = try TestJournal(adding: "bob", to: test)
    try PeopleRows.add(to: bob.journal)
    _ = try test.journal.removeOwner()
    #expect(try test.count("SELECT count(*) FROM person") == 3)
    #expect(try test.count("SELECT count(*) FROM contact") == 3)
    #expect(try test.count("SELECT count(*) FROM snooze") == 1)
    #expect(try SearchTableCheck(.contacts, of: bob.journal.store).wrongDocuments() == 0)
    #expect(try bob.journal.contacts.search("sea", atMost: 9).count == 1)
  }
}
