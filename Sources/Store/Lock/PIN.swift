import KeyDerivation

/// What opens a lock: 4 to 12 digits, overwritten when they are no longer needed.
package struct PIN: ~Copyable, Sendable {
  package static let lengths = 4...12

  private let digits: SecretBytes

  /// - Parameter bytes: what was typed, in ASCII, without the end of the line.
  /// - Throws: ``PINError``, which tells nothing of the digits.
  package init(_ bytes: Span<UInt8>) throws(PINError) {
    for index in bytes.indices {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else {
        throw .notDigits
      }
    }
    guard Self.lengths.contains(bytes.count) else { throw .length(observed: bytes.count) }
    digits = SecretBytes(copying: bytes)
  }

  /// Gives the digits, in ASCII, to work that keeps none of them.
  func withDigits<Result: ~Copyable>(_ work: (Span<UInt8>) -> Result) -> Result {
    digits.withSpan { span in work(span) }
  }

  /// Whether two entries are the same.
  package static func areEqual(_ first: borrowing PIN, _ second: borrowing PIN) -> Bool {
    first.withDigits { first in
      second.withDigits { second in ConstantTime.areEqual(first, second) }
    }
  }
}

/// Why what was typed is not a PIN.
package enum PINError: Error, Sendable, Hashable {
  /// Something other than the digits 0 to 9, such as another script's digits.
  case notDigits
  case length(observed: Int)
  /// Among the first that anybody would try.
  case weak(PINWeakness)
}

/// Why a PIN is among the first that anybody would try.
package enum PINWeakness: Sendable, Hashable, CaseIterable {
  /// One digit or group of digits again and again: 0000, 1212.
  case repetition
  /// Each digit follows the one before, up or down, with 0 after 9: 1234, 7890, 4321.
  case run
  /// A year from 1900 to 2099.
  case year
  /// A day with its month, in any usual order, with or without a year.
  case date
}

extension PIN {
  /// Refuses a PIN that is weak.
  ///
  /// - Throws: ``PINError/weak(_:)``.
  package func checkStrength() throws(PINError) {
    if let weakness { throw .weak(weakness) }
  }

  /// What makes it easily guessed; nil where nothing does.
  var weakness: PINWeakness? {
    withDigits { digits in
      if digits.isRepetition { return .repetition }
      if digits.isRun { return .run }
      if digits.count == 4, (1900...2099).contains(digits.number(0..<4)) { return .year }
      return DateOrder.all.contains { $0.fits(digits) } ? .date : nil
    }
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

  fileprivate var isRun: Bool {
    [1, 9].contains { step in
      (1..<count).allSatisfy { (Int(self[$0 - 1]) - 48 + step) % 10 == Int(self[$0]) - 48 }
    }
  }

  /// The number that some of the digits write.
  fileprivate func number(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 * 10 + Int(self[$1]) - 48 }
  }
}
