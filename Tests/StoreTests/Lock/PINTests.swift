import JournalSupport
import Testing
import TestSupport

@testable import Store

@Suite("A PIN")
struct PINTests {
  @Test("has 4 to 12 digits", arguments: ["2580", "0000", "25801", "258025802580"])
  func digits(text: String) throws {
    let pin = try PIN(text)
    let kept = pin.withDigits { span in span.indices.map { span[$0] } }
    #expect(kept == Array(text.utf8))
  }

  @Test(
    "has no fewer digits and no more",
    arguments: ["", "2", "258", "2580258025802", String(repeating: "2580", count: 2_500)])
  func lengths(text: String) {
    #expect(throws: PINError.length(observed: text.utf8.count)) { _ = try PIN(text) }
  }

  @Test(
    "has nothing but the digits 0 to 9, be it another script's digits",
    arguments: [
      "258a", "abcd", "25 80", " 2580", "2580 ", "2580\n", "2580\r", "2580\0", "+2580", "-2580",
      "25.80", "0x25", "2580/", "2580:", "١٢٣٤", "۱۲۳۴", "२५८०", "２５８０", "²⁵⁸⁰", "②⑤⑧⓪", "𝟐𝟓𝟖𝟎",
      "2580\u{301}", "\u{FEFF}2580", "a", "٣",
    ])
  func otherThanDigits(text: String) {
    #expect(throws: PINError.notDigits) { _ = try PIN(text) }
  }

  @Test("is not made of bytes that are not UTF-8")
  func bytes() {
    let bytes: [UInt8] = [0x32, 0x35, 0x38, 0xFF]
    #expect(throws: PINError.notDigits) { _ = try PIN(bytes.span) }
  }

  @Test(
    "is the same as another where all digits are",
    arguments: [
      ("2580", "2580", true), ("2580", "2581", false), ("2580", "3580", false),
      ("2580", "25800", false), ("2580", "02580", false), ("258025802580", "258025802580", true),
      ("258025802580", "258025802581", false),
    ])
  func equality(first: String, second: String, areEqual: Bool) throws {
    #expect(try PIN.areEqual(PIN(first), PIN(second)) == areEqual)
  }
}

@Suite("A PIN that is easily guessed")
struct PINWeaknessTests {
  @Test(
    "repeats a digit or a group of digits",
    arguments: [
      "0000", "1111", "9999", "1212", "2020", "123123", "580580", "12121", "1231231", "77777",
      "25802580", "2580258025", "131131131131", "111111111111", "258025802580",
    ])
  func repetition(digits: String) throws {
    #expect(try PIN(digits).weakness == .repetition)
  }

  @Test(
    "runs up or down, with 0 after 9",
    arguments: [
      "1234", "4321", "7890", "0987", "0123", "3210", "8901", "1098", "9012", "2109", "34567",
      "654321", "890123", "0123456789", "1234567890", "9876543210", "456789012345",
      "543210987654",
    ])
  func run(digits: String) throws {
    #expect(try PIN(digits).weakness == .run)
  }

  @Test(
    "is a year from 1900 to 2099",
    arguments: ["1900", "1987", "1999", "2000", "2012", "2025", "2099"])
  func year(digits: String) throws {
    #expect(try PIN(digits).weakness == .year)
  }

  @Test(
    "is a date, in any order",
    arguments: [
      "0131", "3101", "1231", "3112", "0229", "2902", "1305", "870131", "310187", "013187",
      "198701", "011987", "209912", "730519", "000229", "290200", "022900", "19870131", "31011987",
      "01311987", "20000229", "29022000", "02292000", "20991231",
    ])
  func date(digits: String) throws {
    #expect(try PIN(digits).weakness == .date)
  }

  @Test(
    "is none of these",
    arguments: [
      "2580", "5083", "8046", "0852", "1357", "1235", "0133", "1331", "1899", "2100", "0230",
      "3002", "3104", "0431", "0031", "3100", "1300", "0013", "9899", "13579", "12320", "10001",
      "731942", "310287", "870230", "189912", "210001", "001987", "198713", "300200", "123321",
      "2580147", "19871301", "18991231", "21000101", "30021987", "02301987", "20010431",
      "258014736", "198701310", "123456780",
    ])
  func good(digits: String) throws {
    #expect(try PIN(digits).weakness == nil)
    try PIN(digits).checkStrength()
  }

  @Test("is refused with its kind")
  func refused() {
    #expect(throws: PINError.weak(.repetition)) { try PIN("0000").checkStrength() }
    #expect(throws: PINError.weak(.run)) { try PIN("7890").checkStrength() }
    #expect(throws: PINError.weak(.year)) { try PIN("1987").checkStrength() }
    #expect(throws: PINError.weak(.date)) { try PIN("3101").checkStrength() }
  }

  private static let fourDigits = (0..<10_000).map { String(("000" + String($0)).suffix(4)) }

  @Test("is one of 868 of the 10,000 that have four digits")
  func count() throws {
    let weak = try Self.fourDigits.filter { try PIN($0).weakness != nil }
    #expect(weak.count == 868)
  }

  @Test("is what Python finds to be one", .enabled("\(Python.note)") { await Python.isThere })
  func python() async throws {
    var generator = SplitMix64(seed: 5)
    let pins = Self.fourDigits + (0..<20_000).map { _ in Self.random(&generator) }
    let kinds = try await Python.lines(of: Self.script, input: pins.joined(separator: "\n"))
    #expect(kinds.count == pins.count)
    for (pin, kind) in zip(pins, kinds) {
      let found = try PIN(pin).weakness
      #expect(found.map { "\($0)" } ?? "good" == kind, "\(pin)")
    }
    #expect(Set(kinds) == ["good", "repetition", "run", "year", "date"])
  }

  /// Digits as they come, and others that are often weak.
  private static func random(_ generator: inout SplitMix64) -> String {
    func number(_ range: ClosedRange<Int>, _ count: Int) -> String {
      String(("000" + String(Int.random(in: range, using: &generator))).suffix(count))
    }
    let length = Int.random(in: PIN.lengths, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return (0..<length).map { _ in number(0...9, 1) }.joined()
    case 1:
      let unit = (0..<Int.random(in: 1...length, using: &generator)).map { _ in number(0...9, 1) }
      return (0..<length).map { unit[$0 % unit.count] }.joined()
    case 2:
      let (first, step) = (Int(number(0...9, 1)) ?? 0, Bool.random(using: &generator) ? 1 : 9)
      return (0..<length).map { String((first + $0 * step) % 10) }.joined()
    default:
      let parts = [number(0...13, 2), number(0...32, 2)].shuffled(using: &generator)
      let year = [number(0...99, 2), number(1890...2110, 4)][length % 2]
      let orders = [[year] + parts, parts + [year], [year, parts[0]], [parts[0], year]]
      return orders[length % 4].joined()
    }
  }

  /// Makes every date there is and checks whether the PIN is among them.
  private static let script = """
    from datetime import date, timedelta
    from sys import stdin

    days, day = [], date(2000, 1, 1)
    while day.year == 2000:
        days.append((f"{day.month:02}", f"{day.day:02}"))
        day += timedelta(days=1)
    dates = set()
    for month, day in days:
        dates |= {month + day, day + month}
        for year in range(100):
            dates |= {f"{year:02}{month}{day}", f"{day}{month}{year:02}", f"{month}{day}{year:02}"}
        for year in range(1900, 2100):
            dates |= {f"{year}{month}{day}", f"{day}{month}{year}", f"{month}{day}{year}"}
            dates |= {f"{year}{month}", f"{month}{year}"}
    up = "0123456789" * 3

    def kind(pin):
        if any(pin in pin[:n] * len(pin) for n in range(1, len(pin) // 2 + 1)): return "repetition"
        if pin in up or pin in up[::-1]: return "run"
        if pin in {str(year) for year in range(1900, 2100)}: return "year"
        return "date" if pin in dates else "good"

    for pin in stdin.read().split(): print(kind(pin))
    """
}
