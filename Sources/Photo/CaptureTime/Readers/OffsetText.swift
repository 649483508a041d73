import Formats

/// Offsets from UTC as cameras, editors and phones write them: "-5:00", "GMT+2", "+5.5", "Z".
enum OffsetText {
  /// Reads a text that consists of an offset.
  ///
  /// Hours have one or two digits. Minutes follow after a colon, at once, or as a fraction of an hour;
  /// what stands after a point is taken for minutes where only those are whole quarters of an hour.
  ///
  /// - Returns: seconds east of UTC; nil of blanks, which mean that it is unknown.
  /// - Throws: ``DroppedOffset`` where it says nothing, or more than one thing.
  static func parse(_ text: ArraySlice<UInt8>) throws(DroppedOffset) -> Int? {
    let text = text.trimmed
    if text.allSatisfy({ $0.isSpace || $0 == UInt8(ascii: ":") }) { return nil }
    var reader = ByteReader(text: text)
    let hasName = ["UTC", "GMT"].contains { reader.take(ignoringCase: Array($0.utf8)) }
    if hasName {
      reader.skip(while: \.isSpace)
    } else if reader.take(UInt8(ascii: "Z"), UInt8(ascii: "z")) != nil {
      guard reader.isAtEnd else { throw .notAnOffset }
    }
    if reader.isAtEnd { return 0 }
    guard let isWest = sign(&reader) else { return try ofLetters(text) }
    let seconds = try magnitude(&reader)
    guard reader.isAtEnd else { throw .notAnOffset }
    guard seconds <= UTCOffset.limit else { throw .tooFar }
    return isWest ? -seconds : seconds
  }

  /// The offset that a zone's letters mean: "KST". Zones in several places use "CST".
  private static func ofLetters(_ text: ArraySlice<UInt8>) throws(DroppedOffset) -> Int {
    guard text.count <= 5 else { throw .notAnOffset }
    let offsets = ZoneAbbreviation.offsets(
      abbreviation: String(decoding: text, as: UTF8.self).uppercased())
    guard let offset = offsets.first else { throw .notAnOffset }
    guard offsets.count == 1 else { throw .letters }
    return offset
  }

  /// Whether it is negative; nil without a sign.
  private static func sign(_ reader: inout ByteReader) -> Bool? {
    // The minus sign of typography, U+2212.
    if reader.take(ignoringCase: [0xE2, 0x88, 0x92]) { return true }
    return reader.take(UInt8(ascii: "+"), UInt8(ascii: "-")).map { $0 == UInt8(ascii: "-") }
  }

  private static func magnitude(_ reader: inout ByteReader) throws(DroppedOffset) -> Int {
    let digits = Array(reader.digits(keeping: 5).utf8)
    guard let number = Int(String(decoding: digits, as: UTF8.self)), digits.count <= 4 else {
      throw .notAnOffset
    }
    if digits.count > 2 { return try seconds(number / 100, minutes: number % 100) }
    if reader.take(UInt8(ascii: ":")) != nil {
      guard let minutes = reader.number(digits: 2) else { throw .notAnOffset }
      if reader.take(UInt8(ascii: ":")) != nil, reader.number(digits: 2) != 0 { throw .notAnOffset }
      return try seconds(number, minutes: minutes)
    }
    guard reader.take(UInt8(ascii: "."), UInt8(ascii: ",")) != nil else { return number * 3_600 }
    let fraction = Array(reader.digits(keeping: 3).utf8)
    guard 1...2 ~= fraction.count, let value = Int(String(decoding: fraction, as: UTF8.self)) else {
      throw .notAnOffset
    }
    let hundredths = fraction.count == 1 ? value * 10 : value
    if (hundredths * 60).isMultiple(of: 1_500) { return number * 3_600 + hundredths * 36 }
    guard fraction.count == 2, value.isMultiple(of: 15) else { throw .notAnOffset }
    return try seconds(number, minutes: value)
  }

  private static func seconds(_ hours: Int, minutes: Int) throws(DroppedOffset) -> Int {
    guard minutes < 60 else { throw .notAnOffset }
    return hours * 3_600 + minutes * 60
  }
}

/// Why what stands in an offset's place is not used.
package enum DroppedOffset: Error, Sendable, Hashable {
  /// Letters of a zone, which zones in several places have.
  case letters
  /// Further from UTC than any clock on Earth.
  case tooFar
  case notAnOffset
}
