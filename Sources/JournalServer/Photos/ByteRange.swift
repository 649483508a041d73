/// Which bytes of an answer a request wants (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  /// None of them is there.
  case unsatisfiable

  /// Several ranges, other units and what cannot be read mean the whole (section 14.2).
  ///
  /// - Parameters:
  ///   - field: the header `Range`; nil where there is none.
  ///   - size: how many bytes there are.
  init(_ field: String?, size: Int) {
    self = .whole
    guard let field, let equals = field.firstIndex(of: "="),
      field[..<equals].lowercased() == "bytes"
    else { return }
    let text = field[equals...].dropFirst().filter { $0 != " " && $0 != "\t" }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, !text.contains(",") else { return }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (let first?, let last?) where first <= last:
      self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
    case (let first?, nil) where ends[1].isEmpty:
      self = first < size ? .part(first..<size) : .unsatisfiable
    case (nil, let count?) where ends[0].isEmpty:
      self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
    default: return
    }
  }

  /// A number of digits alone, be it too large to be true.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text) ?? .max
  }
}
