import JournalSupport
import Testing
import TestSupport

@testable import Store

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
    "goes in equal steps, with 0 after 9",
    arguments: ["2468", "1357", "1470", "9630", "8642", "13579", "0369", "258147", "1616161616"])
  func steps(digits: String) throws {
    #expect(try PIN(digits).weakness == (digits.hasPrefix("16") ? .repetition : .steps))
  }

  @Test(
    "is a way from key to key on a telephone, straight or bent, without coming to one twice",
    arguments: ["2580", "0852", "1478", "1590", "3570", "1235", "7896", "5896", "14789", "1236987"])
  func walk(digits: String) throws {
    #expect(try PIN(digits).weakness == .keypad)
  }

  @Test(
    "is made of rows, columns and diagonals of a telephone's keys",
    arguments: [
      "147258", "147369", "123321", "159357", "159753", "789456", "321654", "2580147", "147258369",
      "258085", "852741963", "1472580852",
    ])
  func lines(digits: String) throws {
    #expect(try PIN(digits).weakness == .keypad)
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
      "5083", "8046", "7391", "1379", "1680", "2583", "1254125", "0133", "1331", "1899", "2100",
      "0230",
      "3002", "3104", "0431", "0031", "3100", "1300", "0013", "9899", "12320", "10001",
      "731942", "310287", "870230", "189912", "210001", "001987", "198713", "300200", "123312",
      "14725", "147250", "147280", "1597530", "19871301", "18991231", "21000101", "30021987",
      "02301987", "20010431",
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
    #expect(throws: PINError.weak(.steps)) { try PIN("2468").checkStrength() }
    #expect(throws: PINError.weak(.keypad)) { try PIN("2580").checkStrength() }
    #expect(throws: PINError.weak(.year)) { try PIN("1987").checkStrength() }
    #expect(throws: PINError.weak(.date)) { try PIN("3101").checkStrength() }
  }

  private static let fourDigits = (0..<10_000).map { String(("000" + String($0)).suffix(4)) }

  @Test("is one of 1,550 of the 10,000 that have four digits")
  func count() throws {
    let weak = try Self.fourDigits.filter { try PIN($0).weakness != nil }
    #expect(weak.count == 1550)
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
    #expect(Set(kinds) == ["good", "repetition", "run", "steps", "keypad", "year", "date"])
  }

  /// Digits as they come, and others that are often weak.
  private static func random(_ generator: inout SplitMix64) -> String {
    func number(_ range: ClosedRange<Int>, _ count: Int) -> String {
      String(("000" + String(Int.random(in: range, using: &generator))).suffix(count))
    }
    let length = Int.random(in: PIN.lengths, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return (0..<length).map { _ in number(0...9, 1) }.joined()
    case 1:
      let unit = (0..<Int.random(in: 1...length, using: &generator)).map { _ in number(0...9, 1) }
      return (0..<length).map { unit[$0 % unit.count] }.joined()
    case 2:
      let (first, step) = (Int(number(0...9, 1)) ?? 0, Int.random(in: 1...9, using: &generator))
      return (0..<length).map { String((first + $0 * step) % 10) }.joined()
    case 3:
      let lines = ["123", "147", "2580", "852", "159", "753", "987", "1478", "0", "36"]
      let drawn = (0..<4).map { _ in lines.randomElement(using: &generator) ?? "" }.joined()
      return String((drawn + "0036").prefix(12))
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
    from re import fullmatch
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
    rows = ["   ", " 123 ", " 456 ", " 789 ", "  0  ", "     "]
    beside = {}
    for y in range(1, 5):
        for x in range(1, 4):
            around = "".join(row[x - 1:x + 2] for row in rows[y - 1:y + 2]).replace(rows[y][x], "")
            beside[rows[y][x]] = around.replace(" ", "")
    walks, ways = set(), set("0123456789")
    while ways:
        ways = {way + key for way in ways for key in beside[way[-1]] if key not in way}
        walks |= ways
    lines = "123 456 789 147 258 2580 580 369 159 357".split()
    lines = "|".join(lines + [line[::-1] for line in lines])

    def kind(pin):
        if any(pin in pin[:n] * len(pin) for n in range(1, len(pin) // 2 + 1)): return "repetition"
        if pin in up or pin in up[::-1]: return "run"
        if len({(int(b) - int(a)) % 10 for a, b in zip(pin, pin[1:])}) == 1: return "steps"
        if pin in {str(year) for year in range(1900, 2100)}: return "year"
        if pin in dates: return "date"
        return "keypad" if pin in walks or fullmatch(f"({lines})+", pin) else "good"

    for pin in stdin.read().split(): print(kind(pin))
    """
}
