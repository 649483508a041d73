import CaptureTime
import Store

/// The anniversaries of a card.
extension PersonCard {
  mutating func dates(_ said: inout SaidOfPerson) {
    let today = today
    for line in byName["BDAY"] ?? [] {
      take(line) { line throws(LeftOut.Reason) in
        let date = try YearlyDate(of: line)
        guard said.birthday == nil else { throw .oneOnly }
        if date.isAhead(of: today) { throw .future }
        said.birthday = date
      }
    }
    let anniversary = Self.nameOfDay(nil)
    for name in Self.anniversaries {
      for line in byName[name] ?? [] { day(line, named: anniversary, &said) }
    }
    // A label is read once, however many days are in its group.
    let labels = (byName["X-ABLABEL"] ?? []).map { ($0.group, $0) }
    let names = Dictionary(labels) { first, _ in first }.mapValues { Self.nameOfDay($0) }
    for line in byName["X-ABDATE"] ?? [] {
      day(line, named: names[line.group] ?? anniversary, &said)
    }
  }

  /// What a label calls a day. Those that come with the system are written as `_$!<Anniversary>!$_` by Apple.
  private static func nameOfDay(_ label: ContentLine?) -> Result<PersonName, LeftOut.Reason> {
    let text = label.flatMap { try? $0.text() } ?? anniversary
    let (opening, closing) = ("_$!<", ">!$_")
    let isOfSystem = text.hasPrefix(opening) && text.hasSuffix(closing) && text.count > 8
    do throws(LeftOut.Reason) {
      return .success(
        try PersonName(
          read: isOfSystem ? String(text.dropFirst(opening.count).dropLast(closing.count)) : text))
    } catch {
      return .failure(error)
    }
  }

  private mutating func day(
    _ line: ContentLine, named name: Result<PersonName, LeftOut.Reason>, _ said: inout SaidOfPerson
  ) {
    take(line) { line throws(LeftOut.Reason) in
      let date = try YearlyDate(of: line)
      switch name {
      case .success(let name): try said.add(PersonDay(name, date))
      case .failure(let reason): throw reason
      }
    }
  }
}

extension YearlyDate {
  /// The day of a property: "19900214", "--0214", the same with hyphens, each with or without a time after
  /// it (RFC 6350, sections 4.3.1 and 4.3.4; RFC 2426, section 3.1.5). The year that stands for none is
  /// none: 1604 as Apple writes it, and what the line says. A day of another calendar is not read (RFC
  /// 6350, section 5.8).
  fileprivate init(of line: ContentLine) throws(LeftOut.Reason) {
    if let calendar = line.parameter("CALSCALE")?.kept, calendar.lowercased() != "gregorian" {
      throw .calendar(String(calendar.prefix(40)))
    }
    let text = try line.text().kept
    let day = text.prefix { !["T", "t", " "].contains($0) }
    let isWithoutYear = day.hasPrefix("--")
    let digits = day.replacing("-", with: "")
    let year: Int?
    let rest: Substring
    if isWithoutYear {
      (year, rest) = (nil, digits[...])
    } else {
      guard let number = Int(digits: digits.prefix(4), widths: 4...4) else {
        throw .date(.syntax(observed: String(text.prefix(40))))
      }
      (year, rest) = (number, digits.dropFirst(4))
    }
    if rest.count < 4, !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) {
      throw .noDay
    }
    guard rest.count == 4, Self.isSpelled(day),
      let month = Int(digits: rest.prefix(2), widths: 2...2),
      let number = Int(digits: rest.suffix(2), widths: 2...2)
    else { throw .date(.syntax(observed: String(text.prefix(40)))) }
    let omitted = line.parameter("X-APPLE-OMIT-YEAR").flatMap {
      Int(digits: $0[...], widths: 4...4)
    }
    let isNone = year == Self.appleNoYear || year == omitted
    self = try .read(month: month, day: number, year: isNone ? nil : year)
  }

  /// The year of Apple's days without one; some programs lose the parameter that says so.
  private static let appleNoYear = 1604

  /// Whether the hyphens are where one of the spellings has them.
  private static func isSpelled(_ day: Substring) -> Bool {
    let pattern = day.map { $0 == "-" ? "-" : "0" }.joined()
    return ["00000000", "0000-00-00", "--0000", "--00-00"].contains(pattern)
  }
}

extension Person {
  /// What a card names a person by: an UUID is the same as text and as an address (RFC 9562, section 4).
  ///
  /// - Throws: ``LeftOut/Reason/syntax(_:)``.
  static func uid(read text: String) throws(LeftOut.Reason) -> String {
    let scheme = "urn:uuid:"
    let bare = text.lowercased().hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
    guard !bare.isEmpty, bare.utf8.count <= uidLimit,
      !bare.unicodeScalars.contains(where: \.isControl)
    else { throw .syntax(String(text.prefix(40))) }
    return isUUID(bare) ? bare.lowercased() : bare
  }

  /// Whether a text is an UUID of 8, 4, 4, 4 and 12 digits.
  static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { digit in
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"):
          true
        default: false
        }
      }
  }
}
