import Files
import Hummingbird
import Stamping

/// What names the bytes of an answer (RFC 9110, section 8.8.3); always a strong one here.
struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  private let opaque: String

  /// - Parameter hash: of the bytes.
  init(hash: [UInt8]) { opaque = hash.prefix(16).hexadecimal }

  /// As it stands in a header.
  var description: String { "\"\(opaque)\"" }

  /// Whether `If-Match` or `If-None-Match` means the bytes that this names.
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
