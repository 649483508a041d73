package import CaptureTime
import Raster

/// The words of a label: lines of fixed text with fields in them.
///
/// A field stands in braces, a brace is written twice. Of the time there are `{time}` in the style's
/// format, `{time:PATTERN}` in another, `{date}`, `{clock}`, `{weekday}`, and `{day n since 2024-01-01}`,
/// the number of the day, which is 1 on that date and 0 on the day before; of the photo's number `{n:03}`, with
/// zeros before it, and `{n of 240}`; ``LabelField`` has the others.
package struct LabelText: Sendable {
  private let lines: [[Part]]
  private let format: TimeFormat

  /// Bytes of UTF-8 that a template has at most, and a time's format.
  package static let byteLimit = 16_384
  /// The most lines; more would not fit on a photo.
  package static let lineLimit = 64

  fileprivate enum Part: Sendable {
    case space(String)
    case literal(String)
    case time(TimeFormat)
    case day(since: CivilDate)
    case field(LabelField)
    /// The photo's number, with at least this many digits, and the text after it.
    case number(digits: Int, of: String)
  }

  /// Makes the words from a template.
  ///
  /// - Parameters:
  ///   - template: text with fields, its lines separated by "\n"; a tab is a space.
  ///   - format: how the time is written, in which language.
  /// - Throws: ``LabelError`` for what the template has that it may not have.
  package init(template: String = "{time}", format: TimeFormat) throws(LabelError) {
    try Self.checkLength(template)
    try Self.checkLength(format.pattern)
    if template.allSatisfy(\.isWhitespace) { throw .emptyTemplate }
    for (offset, character) in template.enumerated() where character != "\r\n" {
      for scalar in character.unicodeScalars
      where scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t" {
        throw .controlCharacter(scalar, offset: offset)
      }
    }
    var lines: [[Part]] = []
    for line in template.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var parser = TemplateParser(format: format)
      lines.append(try parser.parts(of: line))
    }
    guard lines.count <= Self.lineLimit else {
      throw .tooManyLines(observed: lines.count, limit: Self.lineLimit)
    }
    (self.lines, self.format) = (lines, format)
  }

  /// True where the template shows something of the time; else a photo needs no capture time.
  package var needsTime: Bool {
    lines.joined().contains { part in
      switch part {
      case .time, .day: true
      case .space, .literal, .field, .number: false
      }
    }
  }

  /// The fields that it has, besides the time's.
  package var fields: Set<LabelField> {
    Set(
      lines.joined().compactMap { part in
        switch part {
        case .field(let field): field
        case .number: .number
        case .space, .literal, .time, .day: nil
        }
      })
  }

  /// The lines for one photo, each without white space at either end.
  ///
  /// A field without a known value is left out with its punctuation, as the parts
  /// of a time are that it does not know (`TimeFormatLine`); a line with nothing left goes.
  ///
  /// - Parameters:
  ///   - values: known facts about the photo.
  ///   - requiresFields: whether every value must be known.
  /// - Returns: at least one line; empty ones only between others.
  /// - Throws: ``LabelError/emptyText(format:)`` where nothing is left to draw because the time does not
  ///   know it, ``LabelError/unknownFields(_:)`` where that is another field's fault, or a value is
  ///   required.
  package func lines(
    for values: LabelValues, requiresFields: Bool = false
  ) throws(LabelError) -> [String] {
    var unknown: [String] = []
    var shown: [String] = []
    for line in lines {
      let resolved = Resolved(line, values)
      for name in resolved.unknown where !unknown.contains(name) { unknown.append(name) }
      let text = resolved.text
      if !resolved.unknown.isEmpty, text.allSatisfy(\.isWhitespace) { continue }
      shown += text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { $0.replacing("\t", with: " ").trimmed }
    }
    if requiresFields, !unknown.isEmpty { throw .unknownFields(unknown) }
    let kept = shown.drop(while: \.isEmpty)
    guard let last = kept.lastIndex(where: { !$0.isEmpty }) else {
      throw unknown == ["time"] ? .emptyText(format: format.pattern) : .unknownFields(unknown)
    }
    return Array(kept[...last].prefix(Self.lineLimit))
  }

  /// Far more than fits on a photo.
  private static func checkLength(_ text: String) throws(LabelError) {
    guard text.utf8.count <= byteLimit else {
      throw .tooManyBytes(observed: text.utf8.count, limit: byteLimit)
    }
  }
}

/// A line with the values of one photo in it.
private struct Resolved {
  private var parts: [TimeFormatLine.Part] = []
  /// The names of the fields without a value.
  private(set) var unknown: [String] = []

  var text: String { TimeFormatLine.text(parts) }

  init(_ line: [LabelText.Part], _ values: LabelValues) {
    var known: [String] = []
    for part in line {
      switch part {
      case .space(let text): parts.append(.space(text))
      case .literal(let text): parts.append(.literal(text))
      case .time(let format):
        add(values.time.map(format.string(from:)), "time", &known)
      case .day(let first):
        let number = values.time.map { $0.date.daysSinceEpoch - first.daysSinceEpoch + 1 }
        add(number.map(String.init), "day n since \(first)", &known)
      case .field(let field): add(values[field], field.rawValue, &known)
      case .number(let digits, let rest):
        let number = values[.number].map { number in
          String(repeating: "0", count: max(0, digits - number.count)) + number + rest
        }
        add(number, LabelField.number.rawValue, &known)
      }
    }
    isolate(known)
  }

  private mutating func add(_ value: String?, _ name: String, _ known: inout [String]) {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    if let value { known.append(value) } else { unknown.append(name) }
    parts.append(.field(value))
  }

  /// Among words that run right to left a value is a unit of its own, between U+2068 and U+2069:
  /// otherwise 2024-01-31 after an Arabic word is 31-01-2024 (UAX #9, section 2.7 and rule W2). Letters
  /// in there do not say which way the line goes (rule P2), so where there are no others U+200F does.
  private mutating func isolate(_ known: [String]) {
    let literals = parts.compactMap { if case .literal(let text) = $0 { text } else { nil } }
    let isFixed = literals.contains(where: \.runsRightToLeft)
    guard isFixed || known.count > 1 && known.contains(where: \.runsRightToLeft) else { return }
    let hasLetters = literals.contains { $0.contains(where: \.isLetter) }
    let direction = known.first { $0.contains(where: \.isLetter) }.map { TextDirection(of: $0) }
    parts = parts.map { part in
      guard case .field(let value?) = part else { return part }
      return .field(
        value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
          .map { "\u{2068}\($0)\u{2069}" }.joined(separator: "\n"))
    }
    if !hasLetters, direction == .rightToLeft { parts.insert(.literal("\u{200F}"), at: 0) }
  }
}

extension String {
  /// Whether it has a letter of a script that runs right to left.
  fileprivate var runsRightToLeft: Bool { unicodeScalars.contains(where: \.isRightToLeft) }
}

/// Reads one line of a template.
private struct TemplateParser {
  let format: TimeFormat
  private var parts: [LabelText.Part] = []

  init(format: TimeFormat) { self.format = format }

  mutating func parts(of line: Substring) throws(LabelError) -> [LabelText.Part] {
    var rest = line
    while let character = rest.first {
      if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
        append(character)
        rest = rest.dropFirst(2)
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}") else { throw .placeholder(String(rest)) }
        parts.append(try field(rest[rest.index(after: rest.startIndex)..<end], rest[...end]))
        rest = rest[rest.index(after: end)...]
      } else if character == "}" {
        throw .placeholder("}")
      } else {
        append(character == "\t" ? " " : character)
        rest = rest.dropFirst()
      }
    }
    return parts
  }

  /// The field of a name that stands in braces; `whole` is the name with them, for errors.
  private func field(
    _ name: Substring, _ whole: Substring
  ) throws(LabelError) -> LabelText.Part {
    if let pattern = Self.timePatterns[String(name)] ?? name.without(prefix: "time:") {
      return .time(try time(pattern, whole))
    }
    if name == "time" { return .time(format) }
    if let date = name.without(prefix: "day n since ") {
      guard let first = try? GivenTime.parse(date), first.precision == .day else {
        throw .placeholder(String(whole))
      }
      return .day(since: first.date)
    }
    if let number = Self.number(name) { return number }
    guard let field = LabelField(rawValue: String(name)) else {
      throw .placeholder(String(whole))
    }
    return .field(field)
  }

  /// `n:03`, or `n of 240`, or both; nil for another field.
  private static func number(_ name: Substring) -> LabelText.Part? {
    let parts = name.split(separator: " of ", maxSplits: 1, omittingEmptySubsequences: false)
    let total = parts.count == 2 ? parts[1] : nil
    func isNumber(_ text: Substring) -> Bool {
      !text.isEmpty && text.utf8.count <= 9 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
    if let total, !isNumber(total) { return nil }
    let rest = total.map { " of \($0)" } ?? ""
    if parts[0] == "n" { return total == nil ? nil : .number(digits: 1, of: rest) }
    guard let width = parts[0].without(prefix: "n:"), isNumber(width[...]),
      let digits = Int(width), (1...9).contains(digits)
    else { return nil }
    return .number(digits: digits, of: rest)
  }

  private static let timePatterns = ["date": "%Y-%m-%d", "clock": "%H:%M", "weekday": "%A"]

  private func time(_ pattern: String, _ whole: Substring) throws(LabelError) -> TimeFormat {
    do {
      return try TimeFormat(pattern, locale: format.locale)
    } catch {
      throw .timePattern(String(whole), error)
    }
  }

  private mutating func append(_ character: Character) {
    switch (parts.last, character.isWhitespace) {
    case (.space(let text)?, true): parts[parts.count - 1] = .space(text + String(character))
    case (.literal(let text)?, false): parts[parts.count - 1] = .literal(text + String(character))
    case (_, true): parts.append(.space(String(character)))
    case (_, false): parts.append(.literal(String(character)))
    }
  }
}

extension Substring {
  fileprivate func without(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

extension LabelText {
  /// The names of all fields, as they stand in braces.
  package static let fieldNames =
    ["time", "date", "clock", "weekday", "day n since 2024-01-01"]
    + LabelField.allCases.map(\.rawValue)
}
