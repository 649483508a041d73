import CaptureTime
import Testing

@testable import Stamping

@Suite("The words of a label")
struct LabelTextTests {
  private func words(_ template: String, _ time: String?, format: String = "%H:%M") throws -> String
  {
    try LabelText(template: template, format: TimeFormat(format))
      .string(for: time.map { try GivenTime.parse($0) })
  }

  @Test("are the time with text around it")
  func template() throws {
    #expect(try words("{time}", "2024-01-31 23:59") == "23:59")
    #expect(try words("Site 4 · {time}", "2024-01-31 23:59") == "Site 4 · 23:59")
    #expect(try words("{time} – {time}", "2024-01-31 23:59") == "23:59 – 23:59")
    #expect(try words("{{{time}}}", "2024-01-31 23:59") == "{23:59}")
  }

  @Test("has a limit, which its format has too")
  func limit() throws {
    let limit = LabelText.byteLimit
    let (longest, long) = (
      String(repeating: "a", count: limit), String(repeating: "é", count: limit)
    )
    _ = try LabelText(template: longest, format: TimeFormat(longest))
    let error = LabelError.tooManyBytes(observed: 2 * limit, limit: limit)
    #expect(throws: error) { try LabelText(template: long, format: TimeFormat("%Y")) }
    #expect(throws: error) { try LabelText(format: TimeFormat(long)) }
  }

  @Test("have no white space left at the ends where the time is not known")
  func trims() throws {
    #expect(try words("Site 4 {time}", "2024-01-31") == "Site 4")
    #expect(throws: LabelError.emptyText(format: "%H:%M")) { try words(" {time} ", "2024-01-31") }
  }

  @Test(
    "keep the time in one piece among words that run right to left", arguments: ["שבת", "السبت"])
  func isolates(word: String) throws {
    let words = try words("\(word) {time}", "2024-01-31 23:59")
    #expect(words == "\(word) \u{2068}23:59\u{2069}")
    #expect(try self.words("\(word) {time}", "2024-01-31") == word)
  }

  @Test("need no time without {time}")
  func fixed() throws {
    #expect(try words("Site 4", nil) == "Site 4")
    #expect(try !LabelText(template: "Site 4 {{time}}", format: TimeFormat("%Y")).needsTime)
    #expect(try LabelText(template: "at {time}", format: TimeFormat("%Y")).needsTime)
  }

  @Test(
    "refuse braces that mean nothing, saying which",
    arguments: [
      ("{date}", "{date}"), ("{time", "{time"), ("a } b", "}"), ("{ti{time}me}", "{ti{time}"),
    ])
  func braces(template: String, says: String) {
    #expect(throws: LabelError.placeholder(says)) {
      try LabelText(template: template, format: TimeFormat("%Y"))
    }
  }

  @Test("refuse control characters, saying where", arguments: ["ab\n", "ab\t", "ab\u{7}"])
  func controls(template: String) {
    #expect {
      try LabelText(template: template, format: TimeFormat("%Y"))
    } throws: { error in
      if case LabelError.controlCharacter(_, offset: 2) = error { true } else { false }
    }
  }
}
