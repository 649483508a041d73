import CaptureTime
import Foundation
import Store
import TestSupport
import Testing

@testable import People

@Suite("What Monica exports")
struct MonicaReaderTests {
  /// An account as Monica 4 writes it.
  private static func export(_ contacts: [String], activities: [String] = []) -> String {
    func collection(_ type: String, _ values: [String]) -> String {
      #"{"count": \#(values.count), "type": "\#(type)", "values": [\#(values.joined(separator: ","))]}"#
    }
    return """
      {"version": "1.0-preview.1", "app_version": "4.0.0", "account": {
        "uuid": "a0", "data": [
          \(collection("user", [#"{"uuid": "u"}"#])), \(collection("contact", contacts)),
          \(collection("relationship", [#"{"uuid": "r"}"#])),
          \(collection("photo", [#"{"properties": {"dataUrl": "data:image\\/jpeg;base64,\#(picture)"}}"#])),
          \(collection("activity", activities))],
        "properties": {"journal_entries": [{}, {}]},
        "instance": {"contact_field_types": [
          {"uuid": "t1", "properties": {"name": "Email", "type": "email"}},
          {"uuid": "t2", "properties": {"name": "Phone", "type": "phone"}},
          {"uuid": "t3", "properties": {"name": "Matrix"}}]}}}
      """
  }

  private static let picture = String(repeating: "QUJD", count: 100_000)

  private static let mina = """
    {"uuid": "5e1f7a10-0000-4000-8000-000000000001", "created_at": "2020-01-01T00:00:00Z",
     "properties": {"first_name": "Mina", "last_name": "Kim", "nickname": "Mimi",
       "description": "Of the choir", "is_active": true, "is_partial": false, "job": "Baker",
       "stay_in_touch_frequency": 120, "tags": ["choir", "neighbours"],
       "birthdate": {"is_age_based": false, "is_year_unknown": true,
         "date": "2020-02-29T00:00:00.000000Z"},
       "first_met_date": {"is_age_based": false, "is_year_unknown": false,
         "date": "2011-05-06T00:00:00.000000Z"},
       "deceased_date": {"is_age_based": true, "date": "1950-01-01T00:00:00.000000Z"}},
     "data": [
       {"type": "call", "values": [
         {"properties": {"called_at": "2025-06-01T10:00:00.000000Z", "content": "\(call)"}},
         {"properties": {"called_at": "2025-06-16T00:00:00.000000Z"}}, {"properties": {}}]},
       {"type": "activity", "values": ["act1", "gone"]},
       {"type": "conversation", "values": [{"properties": {"happened_at": "2025-05-03",
         "messages": [{}, {}, {}]}}]},
       {"type": "contact_field", "values": [
         {"properties": {"data": "010 1", "type": "t2"}}, {"properties": {"data": "010 2", "type": "t2"}},
         {"properties": {"data": "mina@example.org", "type": "t1"}},
         {"properties": {"data": "@mina", "type": "t3"}}]},
       {"type": "note", "values": [{"properties": {"body": "Likes tea"}}]},
       {"type": "gift", "values": [{}, {}]}, {"type": "reminder", "values": [{}]}]}
    """
  private static let call = String(repeating: "x", count: 101)
  private static let activity = """
    {"uuid": "act1", "properties": {"summary": "Film", "description": "Long",
      "happened_at": "2025-06-10T00:00:00.000000Z"}}
    """

  @Test("People come with dates, addresses, tags and notes, and with contacts; the rest is counted")
  func people() throws {
    let journal = try PeopleJournal()
    let partial = #"{"properties": {"first_name": "Kid", "is_partial": true}}"#
    let dead = #"{"properties": {"first_name": "민아", "last_name": "김", "is_dead": 1}}"#
    let text = Self.export([Self.mina, partial, dead], activities: [Self.activity])
    let result = try journal.take(Array(text.utf8))
    #expect(result.outcomes.map(\.kind) == [.added, .added] && result.problemCount == 0)
    #expect(result.outcomes[1].name.text == "김민아")
    #expect(try journal.people.person(named: "김민아").archived != nil)
    let mina = try journal.people.person(named: "Mina Kim")
    let facts = mina.facts
    #expect(mina.uid == "5e1f7a10-0000-4000-8000-000000000001")
    #expect(facts.nickname?.text == "Mimi" && facts.cadence.days == 90)
    #expect(facts.birthday?.description == "02-29")
    #expect(facts.days.map { "\($0.name.text) \($0.date)" } == ["First met 2011-05-06"])
    #expect(facts.phone.text == "010 1" && facts.email.text == "mina@example.org")
    #expect(facts.categories.map(\.text) == ["choir", "neighbours"])
    #expect(facts.note.text == "Of the choir\n\nLikes tea")
    let contacts = try journal.contacts.page(of: mina.id, atMost: 9)
    #expect(
      contacts.map { "\($0.day) \($0.facts.kind)" }
        == ["2025-06-10 met", "2025-06-01 called", "2025-05-03 wrote"])
    #expect(
      contacts.map(\.facts.memo.text)
        == ["Film", String(repeating: "x", count: 99) + "…", ""])
    #expect(
      result.outcomes[0].leftOut.entries.map { "\($0.count) \($0.what): \($0.reason)" } == [
        "1 deceased_date: noDay",
        "1 stay_in_touch_frequency: nearest(observed: 120, taken: 90)", "1 job: noPlace",
        "1 phone: oneOnly", "1 matrix: noPlace", "1 text of call: shortened(limit: 100)",
        "1 call: noDay", "1 activity description: noPlace", "3 message: noPlace",
        "2 gift: noPlace", "1 reminder: noPlace", "1 contact: future",
      ])
    #expect(
      result.leftOut.entries.map { "\($0.count) \($0.what)" }
        == ["1 relationship", "1 photo", "2 journal_entry", "1 partial contact"])
    // Once more, nothing comes twice.
    let again = try journal.take(Array(text.utf8), PeopleImport.Choice(updates: true))
    #expect(again.outcomes.map(\.kind) == [.here, .twin])
    #expect(try journal.contacts.page(of: mina.id, atMost: 9).count == 3)
  }

  @Test("A birthday that is still to come is left out, and told")
  func birthdayAhead() throws {
    let journal = try PeopleJournal()
    let contact =
      #"{"properties": {"first_name": "A", "birthdate": {"date": "2999-02-14T00:00:00Z"}}}"#
    let result = try journal.take(Array(Self.export([contact]).utf8))
    #expect(
      result.outcomes[0].leftOut.entries.map { "\($0.what): \($0.reason)" }
        == ["birthdate: future"])
    #expect(try journal.people.person(named: "A").facts.birthday == nil)
  }

  @Test(
    "Things of one type that come in two lists are those of the first, in an array or by numbers")
  func things() throws {
    let journal = try PeopleJournal()
    func note(_ text: String) -> String { #"{"properties": {"body": "\#(text)"}}"# }
    let contact = """
      {"properties": {"first_name": "A"}, "data": {
        "10": {"type": "note", "values": [\(note("second list"))]},
        "9": {"type": "note", "values": {"2": \(note("c")), "10": \(note("d")), "x": \(note("e"))}},
        "11": {"type": 5, "values": [{}]}, "12": {"values": [{}]}, "13": {"type": "gift"},
        "14": "type"}}
      """
    let result = try journal.take(Array(Self.export([contact]).utf8))
    #expect(try journal.people.person(named: "A").facts.note.text == "c\n\nd")
    #expect(result.outcomes[0].leftOut.isEmpty)
  }

  @Test("Pictures are passed over, and what stays has a bound")
  func bounds() throws {
    var file = MonicaFile()
    let text = Self.export([Self.mina])
    for byte in text.utf8 { try file.read([byte]) }
    #expect(file.bytes.count < 4_000)
    #expect(try MonicaReader(file.bytes, today: PeopleJournal.day).contacts.count == 1)
    let numbers = Array(repeating: UInt8(ascii: "1"), count: 1 << 20)
    #expect(throws: PeopleFileError.jsonTooLarge(limit: MonicaFile.limit)) {
      for _ in 0..<17 { try file.read(numbers) }
    }
  }

  @Test(
    "What is no export of Monica's is refused",
    arguments: [
      ("{", PeopleFileError.json), ("{}", .notMonica), (#"{"account": []}"#, .notMonica),
      (#"{"account": {"data": []}}"#, .noCards), ("{]}", .json),
      (String(repeating: #"{"a":"#, count: 100_000), .json),
    ])
  func refused(text: String, error: PeopleFileError) throws {
    let journal = try PeopleJournal()
    #expect(throws: error) { try journal.take(Array(text.utf8)) }
  }

  @Test("Values of other types than Monica's do no harm")
  func otherTypes() throws {
    let journal = try PeopleJournal()
    let odd = [
      "1", "null", "[]", #"{"properties": []}"#, #"{"properties": {"first_name": 3}}"#,
      #"{"uuid": 4, "properties": {"first_name": "A", "tags": {"1": "b", "0": "a", "x": 1}, "birthdate": 5,"#
        + #""stay_in_touch_frequency": "7"}, "data": {"0": {"type": "call", "values": {"0": 5}}}}"#,
    ]
    let result = try journal.take(Array(Self.export(odd).utf8))
    #expect(result.problems.map(\.reason) == [.noName, .noName])
    #expect(result.outcomes.map(\.kind) == [.added])
    let facts = try journal.people.person(named: "A").facts
    #expect(facts.categories.map(\.text) == ["a", "b"] && facts.cadence.days == 7)
  }
}
