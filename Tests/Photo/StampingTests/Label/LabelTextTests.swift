import CaptureTime
import Testing

@testable import Stamping

extension LabelText {
  /// The lines of a photo of which only the time is known.
  func string(for time: CaptureTime?) throws -> String {
    try lines(for: LabelValues(time: time)).joined(separator: "\n")
  }
}

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

  @Test("go the way of their first letters, where all of these are values")
  func direction() throws {
    let words = try LabelText(
      template: "{weekday} {date}", format: TimeFormat("%Y", locale: "ar_EG"))
    let line = try words.string(for: GivenTime.parse("2024-01-31"))
    #expect(line.hasPrefix("\u{200F}\u{2068}") && line.hasSuffix("\u{2068}2024-01-31\u{2069}"))
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
      ("{data}", "{data}"), ("{time", "{time"), ("a } b", "}"), ("{ti{time}me}", "{ti{time}"),
      ("{}", "{}"), ("{ time }", "{ time }"), ("{GPS}", "{GPS}"), ("{gps:}", "{gps:}"),
      ("{day n since 2024-02-30}", "{day n since 2024-02-30}"),
      ("{day n since }", "{day n since }"),
      ("{day n since 2024-01-31 10:00}", "{day n since 2024-01-31 10:00}"), ("a\n{x}", "{x}"),
    ])
  func braces(template: String, says: String) {
    #expect(throws: LabelError.placeholder(says)) {
      try LabelText(template: template, format: TimeFormat("%Y"))
    }
  }

  @Test("refuse control characters, saying where", arguments: ["ab\u{1B}", "ab\0", "ab\u{7}"])
  func controls(template: String) {
    #expect {
      try LabelText(template: template, format: TimeFormat("%Y"))
    } throws: { error in
      if case LabelError.controlCharacter(_, offset: 2) = error { true } else { false }
    }
  }

  @Test("have lines, and blanks for tabs, in the text and in the time's format alike")
  func lines() throws {
    let time = "2024-01-31 23:59"
    #expect(try words(" Site 4 \r\n\t{time}\n", time) == "Site 4\n23:59")
    #expect(try words("a\n\nb", nil) == "a\n\nb")
    #expect(try words("{time}", time, format: "%F%n%R%tUhr") == "2024-01-31\n23:59 Uhr")
    #expect(try words("{time}", time, format: "%F\n%R") == "2024-01-31\n23:59")
    #expect(throws: LabelError.tooManyLines(observed: 65, limit: 64)) {
      try words(String(repeating: "a\n", count: 64), nil)
    }
  }

  @Test(
    "show other parts of the time",
    arguments: [
      ("{date}", "2024-01-31"), ("{clock}", "23:59"), ("{weekday}", "Wednesday"),
      ("{time:%d.%m.}", "31.01."), ("Day {day n since 2024-01-01}", "Day 31"),
      ("{day n since 2024-01-31}", "1"), ("Day {day n since 2024-02-03}", "Day -2"),
    ])
  func timeFields(template: String, shows: String) throws {
    #expect(try words(template, "2024-01-31 23:59") == shows)
    #expect(try LabelText(template: template, format: TimeFormat("%Y")).needsTime)
  }

  @Test("name a pattern of the text that cannot be used")
  func pattern() {
    #expect(
      throws: LabelError.timePattern("{time:%Q}", .unknownDirective("%Q", position: 0))
    ) { try words("{time:%Q}", nil) }
  }

  /// The lines of a photo whose name is "a.jpg" and of whose camera and position all is known.
  private func lines(_ template: String, requiresFields: Bool = false) throws -> [String] {
    let values = LabelValues(time: nil) { field in
      switch field {
      case .name: "a"
      case .number: "7"
      case .camera: "Canon\u{202E} EOS\nR5"
      case .position: "37.56650, 126.97800"
      default: nil
      }
    }
    return try LabelText(template: template, format: TimeFormat("%Y"))
      .lines(for: values, requiresFields: requiresFields)
  }

  @Test(
    "number photos with zeros, and of a total",
    arguments: [
      ("{n:03}", "007"), ("{n:1}", "7"), ("{n of 240}", "7 of 240"),
      ("{n:03 of 240}", "007 of 240"),
    ])
  func numbers(template: String, shows: String) throws {
    #expect(try lines(template) == [shows])
    #expect(try LabelText(template: template, format: TimeFormat("%Y")).fields == [.number])
  }

  @Test(
    "take no other form of a number", arguments: ["{n:}", "{n:0}", "{n:12}", "{n of x}", "{n of }"])
  func noNumber(template: String) {
    #expect(throws: LabelError.placeholder(template)) { try lines(template) }
  }

  @Test("leave out what a photo does not say, and lines of which nothing is left")
  func unknown() throws {
    #expect(
      try lines("{name} · {camera}, {lens}\n{gps}\n{altitude}\nSite 4 · {owner}") == [
        "a · Canon EOS R5", "37.56650, 126.97800", "Site 4",
      ])
    #expect(throws: LabelError.unknownFields(["lens"])) { try lines("{lens}") }
    #expect(throws: LabelError.unknownFields(["lens", "owner"])) {
      try lines("{name} {lens} {owner}{lens}", requiresFields: true)
    }
  }

  @Test("show every field under its own name", arguments: LabelField.allCases)
  func fields(field: LabelField) throws {
    let text = try LabelText(template: "{\(field.rawValue)}", format: TimeFormat("%Y"))
    #expect(text.fields == [field] && !text.needsTime)
    let values = LabelValues(time: nil) { $0 == field ? "x" : nil }
    #expect(try text.lines(for: values) == ["x"])
    #expect(LabelText.fieldNames.contains(field.rawValue))
  }
}
