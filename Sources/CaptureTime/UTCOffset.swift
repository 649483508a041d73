/// How offsets from UTC are written: "Z", "+09:00", "+0900".
enum UTCOffset {
  /// The furthest that a clock on Earth goes from UTC, in seconds (Kiribati).
  static let limit = 14 * 3_600

  /// Passes an offset and gives its seconds east of UTC; passes nothing that is not one.
  static func scan(_ cursor: inout ByteCursor) -> Int? {
    var ahead = cursor
    if ahead.take(UInt8(ascii: "Z"), UInt8(ascii: "z")) != nil {
      cursor = ahead
      return 0
    }
    guard let sign = ahead.take(UInt8(ascii: "+"), UInt8(ascii: "-")),
      let hours = ahead.number(digits: 2)
    else { return nil }
    _ = ahead.take(UInt8(ascii: ":"))
    guard let minutes = ahead.number(digits: 2), minutes < 60 else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    guard seconds <= limit else { return nil }
    cursor = ahead
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// The offset that is the whole of `text` but for padding; nil when it is anything else.
  static func parse(_ text: ArraySlice<UInt8>) -> Int? {
    var cursor = ByteCursor(text.trimmed)
    guard let offset = scan(&cursor), cursor.isAtEnd else { return nil }
    return offset
  }

  /// "+09:00", or "+0900" without a separator; seconds, which only old local times have, are cut.
  static func text(_ offset: Int, separator: String) -> String {
    let minutes = offset.magnitude / 60
    let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (offset < 0 ? "-" : "+") + parts.joined(separator: separator)
  }
}
