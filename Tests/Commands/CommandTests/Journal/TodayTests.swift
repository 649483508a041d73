import Foundation
import TestSupport
import Testing

/// Every command that takes a day, on a machine where it is another day than in the journal's zone: the one
/// zone is 26 hours ahead of the other.
@Suite("Today")
struct TodayTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    _ = try await Program.run(
      Program.daystamp, ["owner", "add", "anna", "--journal", program.journal],
      in: program.folder.path, environment: ["TZ": "Pacific/Kiritimati"])
  }

  private func run(_ arguments: String...) async throws -> Program {
    try await program.run(arguments, environment: ["TZ": "Etc/GMT+12"])
  }

  /// Days from the journal's today on, as they are written.
  private static func day(_ offset: Int = 0) throws -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    let day = try #require(calendar.date(byAdding: .day, value: offset, to: .now))
    let parts = calendar.dateComponents([.year, .month, .day], from: day)
    return try String(
      format: "%04d-%02d-%02d", #require(parts.year), #require(parts.month), #require(parts.day))
  }

  /// Checks what holds on one day, once more where midnight came meanwhile.
  private func onOneDay(_ check: (String) async throws -> Void) async throws {
    let today = try Self.day()
    try await check(today)
    #expect(try Self.day() == today, "midnight in Kiritimati came meanwhile")
  }

  @Test("is the journal's for words, their lists, and what is shown of a day")
  func words() async throws {
    try await onOneDay { today in
      let written = try await run("write", "--day", "today", "Hello", "--json")
      #expect(written.json.first?["day"] as? String == today, "\(written.error)")
      #expect(try await run("write", "--day", today, "Again").status == 0)
      #expect(try await run("write", "today: Begun").status == 0)
      #expect(try await run("list", "today", "--json").json.count == 3)
      #expect(try await run("list", "--tag", "none", "today").status == 0)
      #expect(try await run("day", "today").output.contains("Again"))
      #expect(try await run("day").output.contains("Again"))
      #expect(try await run("day", today).output.contains("Again"))
      let text = try await run("text", "--day", "today")
      #expect(text.status == 0 || !text.error.contains("in the future"), "\(text.error)")
      let calendar = try await run("calendar", "--json").json
      #expect(calendar.contains { $0["day"] as? String == today && $0["posts"] as? Int == 3 })
      let figures = try #require(try await run("stats", "--json").json.first)
      #expect((figures["currentRun"] as? [String: Any])?["last"] as? String == today)
      #expect(try await run("export", "out", "--stamped", "today").status == 0)
    }
  }

  @Test("is the journal's for people, contacts, plans and what is due")
  func people() async throws {
    try await onOneDay { today in
      let tomorrow = try Self.day(1)
      #expect(
        try await run("person", "add", "Mina", "--birthday", today, "--start", "today").status == 0)
      let late = try await run("person", "add", "Bob", "--birthday", tomorrow)
      #expect(late.status == 64 && late.error.contains(today), "\(late.error)")
      let contact = try await run("contact", "Mina", "--day", "today", "--json")
      #expect(contact.json.first?["day"] as? String == today, "\(contact.error)")
      #expect(try await run("contact", "Mina", "--day", today).status == 0)
      let future = try await run("contact", "Mina", "--day", "tomorrow")
      #expect(future.status != 0 && future.error.contains(today), "\(future.error)")
      #expect(try await run("due", "today").status == 0)
      #expect(try await run("due", "tomorrow").status == 0)
      #expect(try await run("person", "calendar", "Mina").status == 0)
      let early = try await run("snooze", "Mina")
      #expect(early.status != 0 && !early.error.contains("in the future"), "\(early.error)")
    }
  }

  @Test("is the journal's for photos and their times")
  func photos() async throws {
    try await onOneDay { today in
      try program.folder.write(MadePhoto.jpeg(exif: nil), to: "a.jpg")
      let now = try await run("post", "a.jpg", "--time", "now", "--json")
      let post = try #require(now.json.first?["post"] as? [String: Any], "\(now.error)")
      #expect(post["day"] as? String == today)
      let late = try await run("post", "a.jpg", "--again", "--time", try Self.day(2))
      #expect(late.status == 64 && late.error.contains("today is \(today)"), "\(late.error)")
      #expect(try await run("post", "a.jpg", "--again", "--time", try Self.day(1)).status == 0)
      let edited = try await run("edit", "1", "--time", try Self.day(2))
      #expect(edited.status != 0 && edited.error.contains("today is \(today)"), "\(edited.error)")
      #expect(try await run("memories").status == 0)
    }
  }
}
