/// A mail address, `local@domain`.
///
/// It is what RFC 5321 section 4.1.2 has as a Mailbox with a Dot-string and a Domain: no quoted local
/// part, no address in brackets, no name before it. Only ASCII, since few servers take others (RFC 6531);
/// a domain of other letters is written in its `xn--` form.
package struct MailAddress: Sendable, Hashable {
  /// Bytes of an address (RFC 5321 section 4.5.3.1.3, less the angle brackets), of its local part
  /// (section 4.5.3.1.1) and of a label of its domain (RFC 1035 section 2.3.4).
  static let (limit, localLimit, labelLimit) = (254, 64, 63)

  package let text: String
  package let domain: String

  /// - Parameter text: the address; blanks before and after it are left out.
  /// - Throws: ``MailAddressError``.
  package init(_ text: String) throws(MailAddressError) {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    let address = String(trimmed)
    guard !address.isEmpty else { throw .empty }
    guard address.utf8.count <= Self.limit else {
      throw .tooLong(bytes: address.utf8.count, limit: Self.limit)
    }
    if let other = address.first(where: { !Self.isAllowed($0) }) { throw .character(other) }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .atSigns(parts.count - 1) }
    let (local, domain) = (String(parts[0]), String(parts[1]))
    // A hyphen is allowed there, and would make an option of it in a program that does not know `--`.
    guard !local.hasPrefix("-"), local.utf8.count <= Self.localLimit,
      local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
    else { throw .local(local) }
    guard
      domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isLabel)
    else { throw .domain(domain) }
    (self.text, self.domain) = (address, domain)
  }

  /// atext (RFC 5322 section 3.2.3), the dot, and the at sign.
  private static func isAllowed(_ character: Character) -> Bool {
    guard let ascii = character.asciiValue else { return false }
    return character.isLetter || character.isNumber
      || "!#$%&'*+-/=?^_`{|}~.@".utf8.contains(ascii)
  }

  /// Letters, digits, and hyphens within (RFC 1123 section 2.1).
  private static func isLabel(_ label: Substring) -> Bool {
    !label.isEmpty && label.utf8.count <= labelLimit && label.first != "-" && label.last != "-"
      && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}

/// Why a text is not a mail address.
package enum MailAddressError: Error, Sendable, Hashable {
  case empty
  case tooLong(bytes: Int, limit: Int)
  /// One that has no place in an address, such as a blank, a comma, an angle bracket, or 가.
  case character(Character)
  /// It has not one at sign, but this many.
  case atSigns(Int)
  /// What is before the at sign: empty, longer than 64 bytes, with a dot where none can be, or with a
  /// hyphen at its start.
  case local(String)
  /// What is after the at sign: not labels of letters, digits and inner hyphens, with dots between.
  case domain(String)
}
