import HTTPTypes
import HummingbirdTesting
import Journal
import Store
import Testing

@testable import JournalServer

@Suite("Forms of the settings")
struct SettingsFormsTests {
  private static let shown = [
    "time-zone": "Asia/Seoul", "day-start": "00:00", "week-start": "", "lock-after": "15",
    "label-style": "plain",
    "label-position": "bottom-left", "label-color": "#ffffff", "label-size": "16",
  ]

  @Test("Only what differs is set, and a style brings its own look")
  func setting() async throws {
    let test = try await PageJournal()
    #expect(try await test.submit("/settings", Self.shown).location == "/settings?saved=1")
    #expect(try test.journal.settings.current().texts == [.timeZone: "Asia/Seoul"])
    let film = Self.shown.merging(["label-style": "film", "day-start": "04:00"]) { $1 }
    _ = try await test.submit("/settings", film)
    let settings = try test.journal.settings.current()
    #expect(settings.texts[.dayStart] == "04:00")
    #expect(settings.text(.labelPosition) == "bottom-right")
  }

  @Test(
    "One value that cannot be leaves all as it was, and is named",
    arguments: [
      ("time-zone", "Asia/Soul"), ("lock-after", "2"), ("label-size", "big"),
      ("day-start", "25:00"),
    ])
  func refused(key: String, text: String) async throws {
    let test = try await PageJournal()
    let fields = Self.shown.merging(["week-start": "monday", key: text]) { $1 }
    let answer = try await test.submit("/settings", fields)
    #expect(answer.location == "/settings?problem=\(key)")
    #expect(try test.journal.settings.current().texts == [.timeZone: "Asia/Seoul"])
    #expect(try await test.visit(answer.location).text.contains("role=\"alert\""))
  }

  @Test("A PIN that is set locks other devices, not this one, until it is locked")
  func pin() async throws {
    let test = try await PageJournal()
    let new = ["new-pin": "830472", "new-pin-again": "830472", "action": "set"]
    #expect(try await test.submit("/settings/pin", new).location == "/settings?saved=1#lock")
    #expect(try await test.visit("/posts").status == .ok)
    // Who saw a lock screen now would believe that the journal is locked.
    #expect(try await test.visit("/lock?next=%2Fposts").location == "/posts")

    #expect(try await test.submit("/lock").location == "/lock")
    #expect(try await test.visit("/posts?x=1").location == "/lock?next=%2Fposts%3Fx%3D1")
    let wrong = try await test.submit("/unlock?next=/posts", ["pin": "111112"])
    #expect(wrong.location == "/lock?problem=wrong-pin&next=%2Fposts")
    let lock = try await test.visit(wrong.location).text
    #expect(lock.contains("9 tries left"))
    #expect(lock.contains("action=\"/unlock?next=%2Fposts\""))
    #expect(try await test.submit("/unlock?next=/posts", ["pin": "830472"]).location == "/posts")
    #expect(try await test.visit("/posts").status == .ok)

    let off = ["pin": "830472", "action": "off"]
    #expect(try await test.submit("/settings/pin", off).location == "/settings?saved=1#lock")
    #expect(try test.journals.lock(of: test.journal.owner, now: { 0 }).tries() == nil)
    #expect(try await test.visit("/lock").location == "/")
  }

  @Test(
    "A PIN that is weak, too short or mistyped is refused with the reason",
    arguments: [
      ("1234", "1234", "weak-pin"), ("71", "71", "pin"), ("830472", "830471", "pins-differ"),
    ])
  func badPIN(new: String, again: String, problem: String) async throws {
    let test = try await PageJournal()
    let answer = try await test.submit(
      "/settings/pin", ["new-pin": new, "new-pin-again": again, "action": "set"])
    #expect(answer.location == "/settings?problem=\(problem)#lock")
    #expect(try test.journals.lock(of: test.journal.owner, now: { 0 }).tries() == nil)
  }

  @Test("A revoked device is a stranger")
  func revoking() async throws {
    let test = try await PageJournal()
    #expect(
      try await test.submit("/settings/devices/\(test.device.id + 1)/revoke").status == .notFound)
    _ = try await test.submit("/settings/devices/\(test.device.id)/revoke")
    #expect(try await test.visit("/posts").status == .unauthorized)
  }
}
