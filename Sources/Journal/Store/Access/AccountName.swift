/// An account, as a person names it: the issuer (OpenID Connect Core 1.0, section 1.2) with the
/// issuer's subject for somebody, or with an address that the issuer verified.
package struct AccountName: Sendable, Hashable {
  package enum Key: Sendable, Hashable {
    case subject(String)
    /// The letters of ASCII are lower case.
    case email(String)
  }

  /// Compared byte for byte, like all of an issuer's values (Core, section 2).
  package let issuer: String
  package let key: Key

  static let issuerLimit = 2_048
  /// Characters of a subject (Core, section 2).
  static let subjectLimit = 255
  static let emailLengths = 3...254

  /// - Throws: ``AccountError/notIssuer(_:)``, ``AccountError/notSubject(_:)``.
  package init(issuer: String, subject: String) throws(AccountError) {
    self.issuer = try Self.checked(issuer: issuer)
    guard (1...Self.subjectLimit).contains(subject.unicodeScalars.count),
      subject.unicodeScalars.allSatisfy({ !$0.isControl && !$0.isLineBreak })
    else { throw .notSubject(subject) }
    key = .subject(subject)
  }

  /// - Throws: ``AccountError/notIssuer(_:)``, ``AccountError/notEmail(_:)``.
  package init(issuer: String, email: String) throws(AccountError) {
    self.issuer = try Self.checked(issuer: issuer)
    guard let email = Self.folded(email: email) else { throw .notEmail(email) }
    key = .email(email)
  }

  /// Reads "issuer subject": the subject follows the first blanks.
  ///
  /// - Throws: as ``init(issuer:subject:)``, ``AccountError/incomplete(_:)``.
  package init(subject typed: String) throws(AccountError) {
    let (issuer, subject) = try Self.parts(of: typed)
    try self.init(issuer: issuer, subject: subject)
  }

  /// Reads "issuer email".
  ///
  /// - Throws: as ``init(issuer:email:)``, ``AccountError/incomplete(_:)``.
  package init(email typed: String) throws(AccountError) {
    let (issuer, email) = try Self.parts(of: typed)
    try self.init(issuer: issuer, email: email)
  }

  private static func parts(of typed: String) throws(AccountError) -> (String, String) {
    let parts = typed.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { throw .incomplete(typed) }
    return (String(parts[0]), String(parts[1].drop { $0 == " " }))
  }

  /// An address as it is kept and compared: the letters of ASCII in lower case, and all else byte for
  /// byte. Folding more would make one of two people's addresses: the Kelvin sign becomes a "k".
  ///
  /// - Returns: nil for what is no address.
  static func folded(email: String) -> String? {
    let scalars = email.unicodeScalars
    guard emailLengths.contains(scalars.count),
      scalars.allSatisfy({ !$0.isControl && !$0.properties.isWhitespace }),
      let at = email.utf8.lastIndex(of: UInt8(ascii: "@")), at != email.startIndex,
      email.utf8.index(after: at) != email.endIndex
    else { return nil }
    let bytes = email.utf8.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An address over TLS, or of this machine (Core, section 2; Discovery 1.0, section 3): without a query
  /// and a fragment.
  private static func checked(issuer: String) throws(AccountError) -> String {
    let isShown = issuer.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    let starts = ["https://", "http://localhost", "http://127.", "http://[::1]"]
    guard isShown, issuer.utf8.count <= issuerLimit, !issuer.contains("?"), !issuer.contains("#"),
      starts.contains(where: { issuer.hasPrefix($0) && issuer != $0 })
    else { throw .notIssuer(issuer) }
    return issuer
  }
}

/// Why an account cannot be linked, or opens no journal.
package enum AccountError: Error, Sendable, Hashable {
  /// It is not an issuer with something after it.
  case incomplete(String)
  case notIssuer(String)
  case notSubject(String)
  case notEmail(String)
  /// It is linked with an owner, this one or another.
  case linkedAlready
  case tooMany(limit: Int)
  /// The owner has no account of this number, or by this name.
  case noAccount
  /// It is linked with nobody.
  case unknown(issuer: String, subject: String)
  /// There are as many owners as signing in may make.
  case tooManyOwners(limit: Int)
}
