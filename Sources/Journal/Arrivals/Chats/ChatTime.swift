import CaptureTime

/// The time at the beginning of a chat's line, as phones write it in their own language.
///
/// Three numbers are the day, in an order that the whole chat proves, see ``ChatOrder``; then come hour, minute and
/// perhaps second, parted by ":" or ".", and perhaps a word for the half of the day before or after them. Other
/// words between them ("klo", "kl.", "às", "Uhr") say nothing. Digits may be those of any script.
struct ChatTime: Hashable {
  /// As written, from left to right.
  let numbers: [Int]
  let hasYearFirst: Bool
  /// Whether dots part them, as where the day is first.
  let hasDots: Bool
  /// Whether its words are those of countries that write the year first.
  let isEastAsian: Bool
  let hour: Int
  let minute: Int
  let second: Int?

  /// - Parameter text: of at most 96 bytes.
  init?(_ text: Substring) {
    guard text.utf8.count <= 96, let scan = ChatTimeScan(text) else { return nil }
    let numbers = scan.numbers
    guard 5...6 ~= numbers.count, Self.isDay(numbers[0...2].map(\.digits)),
      numbers[3].mark == ":" || numbers[3].mark == ".",
      numbers[4...].allSatisfy({ $0.digits == 2 })
    else { return nil }
    var hour = numbers[3].value
    if let isAfternoon = scan.isAfternoon {
      guard 0...12 ~= hour else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    (self.hour, minute) = (hour, numbers[4].value)
    second = numbers.count == 6 ? numbers[5].value : nil
    self.numbers = numbers[0...2].map(\.value)
    hasYearFirst = numbers[0].digits == 4
    hasDots = numbers[0].mark == "." && numbers[1].mark == "."
    isEastAsian = scan.isEastAsian && numbers[2].digits <= 2
    guard hour < 24, minute < 60, second ?? 0 < 60 else { return nil }
  }

  /// Whether the years may be where four digits are, or else in the first or the last place.
  private static func isDay(_ digits: [Int]) -> Bool {
    digits[1] <= 2 && (digits[0] == 4 || digits[0] <= 2)
      && (digits[0] == 4 ? digits[2] <= 2 : digits[2] == 4 || digits[2] <= 2)
  }

  /// Marks of direction, which WhatsApp sets before what it writes itself.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

/// The numbers and words of a time.
private struct ChatTimeScan {
  struct Number {
    var value: Int
    var digits: Int
    /// What parts it from the next; a blank where nothing else does.
    var mark: Character = " "
  }

  private(set) var numbers: [Number] = []
  /// Nil where no word says it.
  private(set) var isAfternoon: Bool?
  private(set) var isEastAsian = false
  private var word = ""
  private var isInNumber = false

  /// - Returns: nil where a text has something that no time has.
  init?(_ text: Substring) {
    for scalar in text.unicodeScalars {
      let isDigit = scalar.properties.numericType == .decimal
      guard isDigit ? takeDigit(scalar) : take(scalar) else { return nil }
      isInNumber = isDigit
    }
    guard endWord() else { return nil }
  }

  /// Takes a digit of any script.
  private mutating func takeDigit(_ scalar: Unicode.Scalar) -> Bool {
    guard endWord(), let digit = scalar.properties.numericValue.map({ Int($0) }) else {
      return false
    }
    if isInNumber, var number = numbers.popLast() {
      number.value = number.value * 10 + digit
      number.digits += 1
      numbers.append(number)
      return number.digits <= 4
    }
    numbers.append(Number(value: digit, digits: 1))
    return numbers.count <= 6
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isAlphabetic || properties.generalCategory == .nonspacingMark {
      word += properties.lowercaseMapping
      return true
    }
    // "a.m." is one word.
    if scalar == ".", !word.isEmpty { return true }
    if properties.isWhitespace || ChatTime.isMark(scalar) {
      // So is "a. m.".
      return ["a", "p", "π", "μ"].contains(word) || endWord()
    }
    guard endWord(), "-/.,:،".unicodeScalars.contains(scalar) else { return false }
    if let last = numbers.indices.last, numbers[last].mark == " " {
      numbers[last].mark = Character(scalar)
    }
    return true
  }

  /// Ends a word; other words than halves of the day are short, and stand after it.
  private mutating func endWord() -> Bool {
    defer { word = "" }
    guard !word.isEmpty else { return true }
    guard let known = Self.halves[word] else { return word.count <= 6 && numbers.count >= 3 }
    isAfternoon = known
    isEastAsian = isEastAsian || Self.eastAsian.contains(word)
    return true
  }

  /// False before noon.
  private static let halves: [String: Bool] = [
    "am": false, "pm": true, "오전": false, "오후": true, "午前": false, "午後": true, "上午": false,
    "下午": true, "凌晨": false, "早上": false, "晚上": true, "中午": true, "öö": false, "ös": true,
    "πμ": false, "μμ": true, "ص": false, "م": true, "de": false, "du": true, "sa": false,
    "ch": true,
    "eb": false, "ip": true, "fm": false, "em": true, "pg": false, "ptg": true,
    "पूर्वाह्न": false, "अपराह्न": true,
  ]
  private static let eastAsian: Set<String> = [
    "오전", "오후", "午前", "午後", "上午", "下午", "凌晨", "早上", "晚上", "中午",
  ]
}

/// The order of day, month and year in a chat.
enum ChatDayOrder: Hashable, CaseIterable {
  case dayFirst, monthFirst, yearFirst

  /// - Returns: nil where the calendar has no such day.
  func date(_ numbers: [Int]) -> CivilDate? {
    let (year, month, day) =
      switch self {
      case .dayFirst: (numbers[2], numbers[1], numbers[0])
      case .monthFirst: (numbers[2], numbers[0], numbers[1])
      case .yearFirst: (numbers[0], numbers[1], numbers[2])
      }
    guard year > 0 else { return nil }
    return CivilDate(year: year < 100 ? 2_000 + year : year, month: month, day: day)
  }

  func time(_ time: ChatTime) -> CaptureTime? {
    guard let date = date(time.numbers) else { return nil }
    return CaptureTime(
      date: date, hour: time.hour, minute: time.minute, second: time.second ?? 0,
      precision: time.second == nil ? .minute : .second, source: .given)
  }
}

/// Finds in which order a chat has day, month and year, by all of its times: an order that gives days that no
/// calendar has, or in which the chat would go back more often, is not the one.
struct ChatOrder {
  private var wrong: [ChatDayOrder: Int] = [:]
  private var back: [ChatDayOrder: Int] = [:]
  private var last: [ChatDayOrder: CivilDate] = [:]
  private var isAmbiguous = false
  private var example: String?
  private var hasYearFirst = false
  private var hasDots = false
  private var lastNumbers: [Int] = []

  mutating func add(_ time: ChatTime, _ text: Substring) {
    if time.hasYearFirst || time.isEastAsian { hasYearFirst = true }
    if time.hasDots { hasDots = true }
    // Most lines are of the same day as the one before.
    guard time.numbers != lastNumbers else { return }
    lastNumbers = time.numbers
    for order in ChatDayOrder.allCases {
      guard let date = order.date(time.numbers) else {
        wrong[order, default: 0] += 1
        continue
      }
      // By an hour or so a chat goes back where a phone's zone changed.
      if let last = last[order], date < last.adding(days: -1) { back[order, default: 0] += 1 }
      last[order] = date
    }
    if example == nil,
      ChatDayOrder.dayFirst.date(time.numbers) != ChatDayOrder.monthFirst.date(time.numbers)
    {
      example = String(text)
    }
  }

  /// - Parameter isDayFirst: what a person says, where the chat proves nothing.
  /// - Returns: the order of all its times.
  /// - Throws: ``ArrivalError/needsDateOrder(example:)``.
  func settled(_ isDayFirst: Bool?) throws(ArrivalError) -> ChatDayOrder {
    if hasYearFirst { return .yearFirst }
    var orders: [ChatDayOrder] = [.dayFirst, .monthFirst]
    if hasDots { orders = [.dayFirst, .yearFirst] }
    var best = candidates(orders)
    if best.allSatisfy({ faults($0) > 0 }) { best = candidates(ChatDayOrder.allCases) }
    // The year is first only where nothing else can be.
    if best.count > 1 { best.removeAll { $0 == .yearFirst } }
    if best.count == 1 || example == nil { return best[0] }
    guard let isDayFirst else { throw .needsDateOrder(example: example ?? "") }
    return isDayFirst ? .dayFirst : .monthFirst
  }

  private func faults(_ order: ChatDayOrder) -> Int {
    wrong[order, default: 0] + back[order, default: 0]
  }

  private func candidates(_ orders: [ChatDayOrder]) -> [ChatDayOrder] {
    let least = orders.map(faults).min()
    return orders.filter { faults($0) == least }
  }
}
