import Hashing

/// Why a PIN is among the first that anybody would try.
package enum PINWeakness: Sendable, Hashable, CaseIterable {
  /// One digit or group of digits again and again: 0000, 1212.
  case repetition
  /// Each digit follows the one before, up or down, with 0 after 9: 1234, 7890, 4321.
  case run
  /// Each digit is as far from the one before as any other, with 0 after 9: 2468, 1470, 9630.
  case steps
  /// Drawn with a finger on the keys of a telephone, ``Keypad``: 2580, 1478, 147258.
  case keypad
  /// A year from 1900 to 2099.
  case year
  /// A day with its month, in any usual order, with or without a year: whoever knows the owner tries
  /// birthdays and the days of posts.
  case date
}

extension PIN {
  /// Throws if a PIN is weak.
  ///
  /// - Throws: ``PINError/weak(_:)``.
  package func checkStrength() throws(PINError) {
    if let weakness { throw .weak(weakness) }
  }

  /// What makes it easily guessed; nil where nothing does. Of several reasons it is the one that is
  /// seen first.
  var weakness: PINWeakness? {
    withDigits { digits in
      if digits.isRepetition { return .repetition }
      if digits.goes(inSteps: [1, 9]) { return .run }
      if digits.goes(inSteps: Array(2...8)) { return .steps }
      if digits.count == 4, (1900...2099).contains(digits.number(0..<4)) { return .year }
      if DateOrder.all.contains(where: { $0.fits(digits) }) { return .date }
      return Keypad.draws(digits) ? .keypad : nil
    }
  }
}

/// The keys of a telephone: 123, 456, 789, and 0 below 8.
private enum Keypad {
  /// Whether the digits are drawn on the keys: as one walk, or as straight lines one after another.
  ///
  /// A walk goes from each key to one beside it, above, below or across a corner, straight or bent,
  /// and comes to none twice: 2580, 1478, 1590. A straight line is a row, a column or a diagonal of
  /// three keys or four, either way: 147258, 159357. A knight's move is neither.
  static func draws(_ digits: Span<UInt8>) -> Bool { isWalk(digits) || isLines(digits) }

  private static func isWalk(_ digits: Span<UInt8>) -> Bool {
    (1..<digits.count).allSatisfy { index in
      let step = step(digits, index)
      return abs(step.right) <= 1 && abs(step.down) <= 1
        && (0..<index).allSatisfy { digits[$0] != digits[index] }
    }
  }

  private static func isLines(_ digits: Span<UInt8>) -> Bool {
    // Whether the digits before an index are lines: from each such index a line of any length from
    // three on leads to another.
    var ends = Array(repeating: false, count: digits.count + 1)
    ends[0] = true
    for start in 0..<digits.count where ends[start] {
      var next = start + 1
      while next < digits.count {
        let step = step(digits, next)
        guard step != (0, 0), abs(step.right) <= 1, abs(step.down) <= 1,
          next == start + 1 || step == self.step(digits, start + 1)
        else { break }
        next += 1
        if next - start >= 3 { ends[next] = true }
      }
    }
    return ends[digits.count]
  }

  /// From the key before to that of an index.
  private static func step(_ digits: Span<UInt8>, _ index: Int) -> (right: Int, down: Int) {
    let (from, to) = (place(digits[index - 1]), place(digits[index]))
    return (to.column - from.column, to.row - from.row)
  }

  private static func place(_ digit: UInt8) -> (row: Int, column: Int) {
    let number = Int(digit) - 48
    return number == 0 ? (3, 1) : ((number - 1) / 3, (number - 1) % 3)
  }
}

/// Where day, month and year stand among the digits of a date.
private struct DateOrder {
  let count: Int
  let month: Range<Int>
  var day: Range<Int>?
  var year: Range<Int>?

  static let all = [
    DateOrder(count: 4, month: 0..<2, day: 2..<4),  // 0131
    DateOrder(count: 4, month: 2..<4, day: 0..<2),  // 3101
    DateOrder(count: 6, month: 2..<4, day: 4..<6),  // 870131
    DateOrder(count: 6, month: 2..<4, day: 0..<2),  // 310187
    DateOrder(count: 6, month: 0..<2, day: 2..<4),  // 013187
    DateOrder(count: 6, month: 4..<6, year: 0..<4),  // 198701
    DateOrder(count: 6, month: 0..<2, year: 2..<6),  // 011987
    DateOrder(count: 8, month: 4..<6, day: 6..<8, year: 0..<4),  // 19870131
    DateOrder(count: 8, month: 2..<4, day: 0..<2, year: 4..<8),  // 31011987
    DateOrder(count: 8, month: 0..<2, day: 2..<4, year: 4..<8),  // 01311987
  ]

  private static let daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  func fits(_ digits: Span<UInt8>) -> Bool {
    guard digits.count == count else { return false }
    let month = digits.number(month)
    guard (1...12).contains(month) else { return false }
    if let day, !(1...Self.daysOfMonths[month - 1]).contains(digits.number(day)) { return false }
    if let year, !(1900...2099).contains(digits.number(year)) { return false }
    return true
  }
}

extension Span<UInt8> {
  fileprivate var isRepetition: Bool {
    guard count > 1 else { return false }
    return (1...count / 2).contains { period in
      (period..<count).allSatisfy { self[$0] == self[$0 - period] }
    }
  }

  /// Whether every digit is one of these numbers above the one before, the same one each time.
  fileprivate func goes(inSteps steps: [Int]) -> Bool {
    steps.contains { step in
      (1..<count).allSatisfy { (Int(self[$0 - 1]) - 48 + step) % 10 == Int(self[$0]) - 48 }
    }
  }

  /// The number that some of the digits write.
  fileprivate func number(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 * 10 + Int(self[$1]) - 48 }
  }
}
