package import Sending

/// Why a sign-in failed, or did not start. Others' texts are cut to what is shown (``shown(_:)``);
/// no code, token, nonce or secret is part of one.
package enum OIDCError: Error, Sendable, Hashable {
  // As it is set up.

  /// A setting is no address that can be used.
  case address(Place, WebAddressError)
  /// An issuer's address has a query (OpenID Connect Discovery 1.0, section 3).
  case issuerQuery
  /// The client's name at the issuer is empty, or longer than the limit.
  case client
  /// A word that is no scope (RFC 6749, section 3.3).
  case scope(String)
  /// The file is no private key of P-256 in PEM, as Apple gives it.
  case appleKey

  // What the issuer says.

  case unreachable(Place, SendingError)
  case status(Place, observed: Int)
  case tooLong(Place, limit: Int)
  /// No JSON, or of other types than OpenID Connect has it.
  case unreadable(Place)
  case missing(String, in: Place)
  /// The issuer calls itself otherwise (Discovery, section 4.3).
  case otherIssuer(observed: String, expected: String)
  /// None of the ways in which the issuer wants the secret is known here (Core, section 9).
  case secretMethods(observed: [String])

  // What a browser came back with.

  /// The issuer, or the person there, said no (Core, section 3.1.2.6); its word for it.
  case denied(String)
  /// It belongs to no sign-in that this browser began, or to one at another issuer.
  case state
  /// The sign-in was begun too long ago.
  case late(seconds: Int, limit: Int)
  /// Somebody came back from this sign-in before.
  case usedTwice
  /// The answer is of another issuer, or does not say of which, although this one always does (RFC 9207).
  case answerIssuer(observed: String?, expected: String)
  /// No code, or none that is one.
  case code

  // What came for the code.

  /// The issuer gives no token for the code (RFC 6749, section 5.2); its word for it.
  case refused(status: Int, error: String?)
  case token(TokenFault)

  /// The part of an issuer that a request went to, or a setting names.
  package enum Place: String, Sendable, Hashable, CaseIterable {
    case issuer, redirect
    /// The discovery document.
    case discovery
    case authorization, token, keys, userInfo, endSession
  }

  /// Somebody else's text on one line, cut to its length.
  package static func shown(_ text: String) -> String {
    String(
      text.unicodeScalars.prefix(200).map { isPlain($0) ? Character($0) : Character("\u{FFFD}") })
  }

  /// Whether a character shows itself, and changes nothing of what stands around it.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Joiners, which names of some languages are written with.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }
}

/// Why a signed token (RFC 7515, RFC 7519) is refused: an `id_token` (OpenID Connect Core 1.0,
/// section 3.1.3.7), or one that ends a session (Back-Channel Logout 1.0, section 2.6).
package enum TokenFault: Error, Sendable, Hashable {
  case tooLong(bytes: Int, limit: Int)
  /// Not three parts of base64url, or one of them no JSON as it has to be.
  case malformed
  /// An algorithm that is not taken here, such as `none` or HMAC.
  case algorithm(String)
  /// It wants something of its reader that this one does not know (RFC 7515, section 4.1.11).
  case critical
  /// It says that it is for something else (RFC 8725, section 3.11).
  case type(String)
  /// The issuer has no key for this algorithm by this name; nil where none is named and not exactly one
  /// fits.
  case unknownKey(String?)
  case signature
  /// A claim that has to be there.
  case missing(String)
  case issuer(observed: String, expected: String)
  case audience(observed: [String], expected: String)
  /// It is for several, or was made for another (`azp`).
  case authorizedParty(observed: String?, expected: String)
  /// Seconds since 1970, both.
  case expired(at: Int, now: Int)
  case notYetValid(from: Int, now: Int)
  case madeInFuture(at: Int, now: Int)
  /// It was made for another sign-in.
  case nonce
  /// It was made for another access token (`at_hash`).
  case accessTokenHash
  /// No name that an issuer gives to a person or a session: 1 to 255 characters of ASCII.
  case subject
  /// What the issuer says of the person is of another person (Core, section 5.3.2).
  case otherPerson
  /// It ends no session.
  case notForLogout
  /// It came before.
  case usedTwice
}
