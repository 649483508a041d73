import Files

/// The tag that names the bytes of an answer (RFC 9110, section 8.8.3); always a strong one here.
struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  private let opaque: String

  /// - Parameter hash: of the bytes.
  init(hash: [UInt8]) { opaque = hash.prefix(16).hexadecimal }

  /// As it stands in a header.
  var description: String { "\"\(opaque)\"" }

  /// Whether `If-Match` or `If-None-Match` means the bytes that this tag names.
  ///
  /// - Parameters:
  ///   - field: a list of tags, or `*`.
  ///   - weakly: whether a weak tag counts (section 8.8.3.2), as for `If-None-Match`.
  /// - Returns: false where the list cannot be read.
  func isMeant(by field: String, weakly: Bool) -> Bool {
    var rest = Substring(field)
    func skip(_ characters: String) { rest = rest.drop { characters.contains($0) } }
    skip(" \t")
    if rest.trimmingSuffix(while: { $0 == " " }) == "*" { return true }
    while !rest.isEmpty {
      let isWeak = rest.hasPrefix("W/")
      if isWeak { rest = rest.dropFirst(2) }
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
        return false
      }
      if rest.dropFirst()[..<end] == opaque, weakly || !isWeak { return true }
      rest = rest[end...].dropFirst()
      skip(" \t,")
    }
    return false
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isMeant: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isMeant(last) { text.removeLast() }
    return text
  }
}

/// Which bytes of an answer a request wants (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  /// It lies outside the answer.
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

  /// A number of digits alone; the largest where it has too many of them.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text) ?? .max
  }
}
