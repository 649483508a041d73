import CaptureTime

/// Numbers of degrees, which tracks have in decimal.
enum TrackDegrees {
  /// Reads "-37.5666791", with blanks around it, as 10,000,000ths; further digits are cut off.
  ///
  /// - Returns: nil for anything else, such as "NaN" and numbers with an exponent, and beyond 999°.
  static func read(_ text: some Sequence<UInt8>) -> Int64? {
    var (value, digits, fraction) = (Int64(0), 0, -1)
    var (isNegative, hasSign, hasEnded) = (false, false, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if hasEnded || fraction < 0 && digits == 3 { return nil }
        if fraction < 7 {
          value = value * 10 + Int64(byte & 15)
          if fraction >= 0 { fraction += 1 }
        }
        digits += 1
      case UInt8(ascii: "."):
        if hasEnded || fraction >= 0 { return nil }
        fraction = 0
      case UInt8(ascii: "-"), UInt8(ascii: "+"):
        if hasEnded || hasSign || digits > 0 || fraction >= 0 { return nil }
        (hasSign, isNegative) = (true, byte == UInt8(ascii: "-"))
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if hasSign || digits > 0 || fraction >= 0 { hasEnded = true }
      default: return nil
      }
    }
    if digits == 0 { return nil }
    for _ in max(0, fraction)..<7 { value *= 10 }
    return isNegative ? -value : value
  }
}

/// Reads timestamps of tracks: ISO 8601, where most differ from the one before in its time of day alone.
struct TrackClock {
  /// The day that was read last, as its ten letters and as days since 1970.
  private var known: (letters: [UInt8], days: Int) = ([], 0)

  /// Reads "2024-01-31T23:59:58.5Z", or with an offset; without one it is UTC, as GPX has it.
  ///
  /// - Returns: milliseconds since 1970 in UTC; nil unless it is a time of day on a day of the calendar.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    if let time = readUsual(text) { return time }
    guard let time = try? GivenTime.parse(String(decoding: text, as: UTF8.self)),
      time.precision != .day
    else { return nil }
    return Int64(time.wallSeconds - (time.offset ?? 0)) * 1_000 + time.millisecond
  }

  /// The form that nearly all have, in UTC.
  private mutating func readUsual(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count >= 20, text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), text[text.count - 1] == UInt8(ascii: "Z"),
      let hour = text.two(at: 11), hour < 24, let minute = text.two(at: 14), minute < 60,
      let second = text.two(at: 17), second < 60
    else { return nil }
    var milliseconds = 0
    if text.count > 20 {
      guard text[19] == UInt8(ascii: "."), text.count > 21 else { return nil }
      for (place, index) in (20..<text.count - 1).enumerated() {
        guard text[index] &- 48 < 10 else { return nil }
        if place < 3 { milliseconds += Int(text[index] & 15) * [100, 10, 1][place] }
      }
    }
    if !known.letters.elementsEqual(text[..<10]) {
      guard let day = CivilDate(iso: UnsafeBufferPointer(rebasing: text[..<10])) else { return nil }
      known = (Array(text[..<10]), day.daysSinceEpoch)
    }
    return Int64(known.days * 86_400 + hour * 3_600 + minute * 60 + second) * 1_000
      + Int64(milliseconds)
  }
}

extension CaptureTime {
  /// The fraction of its second, in whole milliseconds.
  var millisecond: Int64 { subsecond.flatMap { Int64(($0 + "00").prefix(3)) } ?? 0 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of two digits; nil where there are none.
  fileprivate func two(at index: Int) -> Int? {
    let (tens, ones) = (self[index] &- 48, self[index + 1] &- 48)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
