import CaptureTime
import Store

/// The days of a card.
extension PersonCard {
  mutating func dates(_ said: inout SaidOfPerson) {
    for line in byName["BDAY"] ?? [] {
      take(line) { line throws(LeftOut.Reason) in
        let date = try YearlyDate(of: line)
        guard said.birthday == nil else { throw .oneOnly }
        said.birthday = date
      }
    }
    for name in Self.anniversaries {
      for line in byName[name] ?? [] { day(line, named: Self.anniversary, &said) }
    }
    for line in byName["X-ABDATE"] ?? [] {
      let label = card.lines.first { $0.name == "X-ABLABEL" && $0.group == line.group }
      day(line, named: label.flatMap { try? $0.text() } ?? Self.anniversary, &said)
    }
  }

  /// Takes a day. Labels that come with the system are written as `_$!<Anniversary>!$_` by Apple.
  private mutating func day(_ line: ContentLine, named text: String, _ said: inout SaidOfPerson) {
    take(line) { line throws(LeftOut.Reason) in
      let date = try YearlyDate(of: line)
      let (opening, closing) = ("_$!<", ">!$_")
      let isOfSystem = text.hasPrefix(opening) && text.hasSuffix(closing) && text.count > 8
      let name = try PersonName(
        read: isOfSystem ? String(text.dropFirst(opening.count).dropLast(closing.count)) : text)
      try said.add(PersonDay(name, date))
    }
  }
}

extension YearlyDate {
  /// The day of a property: "19900214", "--0214", the same with hyphens, each with or without a time after
  /// it (RFC 6350, sections 4.3.1 and 4.3.4; RFC 2426, section 3.1.5). Where the line says which year
  /// stands for none, as Apple's do, that year is none.
  fileprivate init(of line: ContentLine) throws(LeftOut.Reason) {
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
    self = try .read(month: month, day: number, year: year == omitted ? nil : year)
  }

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
