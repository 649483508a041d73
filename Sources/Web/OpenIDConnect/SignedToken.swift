import Files
import Foundation
import JWTKit

/// A token of RFC 7519 in the compact serialization of RFC 7515: its head is read, and nothing is
/// verified yet.
struct SignedToken: Sendable {
  let algorithm: SignatureAlgorithm
  /// Of the key.
  let key: String?
  private let text: String

  /// Bytes at most.
  static let limit = 16 << 10

  /// RFC 7515, section 4.1.
  private struct Head: Decodable {
    let alg: String
    let kid: String?
    let typ: String?
    let isCritical: Bool

    private enum Name: String, CodingKey { case alg, kid, typ, crit }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Name.self)
      alg = try fields.decode(String.self, forKey: .alg)
      kid = try fields.decodeIfPresent(String.self, forKey: .kid)
      typ = try fields.decodeIfPresent(String.self, forKey: .typ)
      isCritical = fields.contains(.crit)
    }
  }

  /// - Parameters:
  ///   - text: the token.
  ///   - types: those that `typ` may name, where it is there, in small letters.
  /// - Throws: ``TokenFault``: `tooLong`, `malformed`, `algorithm`, `critical`, `type`.
  init(_ text: String, types: Set<String>) throws(TokenFault) {
    let bytes = text.utf8.count
    guard bytes <= Self.limit else { throw .tooLong(bytes: bytes, limit: Self.limit) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map {
      Base64URL.bytes(String($0))
    }
    guard parts.count == 3, let head = parts[0], parts[1] != nil, parts[2] != nil,
      let head = try? JSONDecoder().decode(Head.self, from: Data(head))
    else { throw .malformed }
    guard let algorithm = SignatureAlgorithm(rawValue: head.alg) else {
      throw .algorithm(OIDCError.shown(head.alg))
    }
    guard !head.isCritical else { throw .critical }
    if let type = head.typ?.lowercased(), !types.contains(type) {
      throw .type(OIDCError.shown(type))
    }
    (self.algorithm, self.key, self.text) = (algorithm, head.kid, text)
  }

  /// What the token says, signed by one of the keys; else `unknownKey`, `signature` or `malformed`.
  func claims(by keys: SigningKeys) async -> Result<TokenClaims, TokenFault> {
    let candidates = keys.candidates(for: algorithm, named: key)
    guard !candidates.isEmpty else {
      return .failure(.unknownKey(key.map { OIDCError.shown($0) }))
    }
    for candidate in candidates {
      // A collection holds only this key: of several, JWTKit takes another where it does not find the name.
      let collection = JWTKeyCollection()
      do {
        try await collection.add(jwk: candidate.key(for: algorithm))
        return .success(try await collection.verify(text, as: TokenClaims.self))
      } catch let error as JWTError where error.errorType == .malformedToken {
        return .failure(.malformed)
      } catch {
        // The signature is another key's, or the library of cryptography takes it or the key for none.
      }
    }
    return .failure(.signature)
  }
}

/// The claims that are read of a token (RFC 7519, section 4; OpenID Connect Core 1.0, section 2). Those of
/// JWTKit are not used: its audience ends the process where it is an empty array.
struct TokenClaims: JWTPayload, Sendable {
  let issuer: String?
  let subject: String?
  let audience: [String]?
  let expires: Int?
  let validFrom: Int?
  let made: Int?
  let nonce: String?
  let authorizedParty: String?
  let accessTokenHash: String?
  let session: String?
  let identifier: String?
  /// Whether it is there to end a session (Back-Channel Logout 1.0, section 2.4).
  let isForLogout: Bool
  let person: PersonClaims

  private enum Name: String, CodingKey {
    case iss, sub, aud, exp, nbf, iat, nonce, azp, sid, jti, events
    case accessTokenHash = "at_hash"
  }

  private enum Event: String, CodingKey {
    case logout = "http://schemas.openid.net/event/backchannel-logout"
  }

  init(from decoder: any Decoder) throws {
    let claims = try decoder.container(keyedBy: Name.self)
    issuer = try claims.decodeIfPresent(String.self, forKey: .iss)
    subject = try claims.decodeIfPresent(String.self, forKey: .sub)
    audience = try claims.decodeIfPresent(Audience.self, forKey: .aud)?.names
    expires = try claims.decodeIfPresent(NumericDate.self, forKey: .exp)?.seconds
    validFrom = try claims.decodeIfPresent(NumericDate.self, forKey: .nbf)?.seconds
    made = try claims.decodeIfPresent(NumericDate.self, forKey: .iat)?.seconds
    nonce = try claims.decodeIfPresent(String.self, forKey: .nonce)
    authorizedParty = try claims.decodeIfPresent(String.self, forKey: .azp)
    accessTokenHash = try claims.decodeIfPresent(String.self, forKey: .accessTokenHash)
    session = try claims.decodeIfPresent(String.self, forKey: .sid)
    identifier = try claims.decodeIfPresent(String.self, forKey: .jti)
    let events = try? claims.nestedContainer(keyedBy: Event.self, forKey: .events)
    isForLogout = (try? events?.nestedContainer(keyedBy: Event.self, forKey: .logout)) != nil
    person = PersonClaims(from: decoder)
  }

  // What is never used: tokens that are sent are AppleSecret's.
  func encode(to encoder: any Encoder) throws {}

  /// Nothing: what a claim has to be is said by ``identity(_:_:)`` and ``logoutNotice(_:)``, with the
  /// reason.
  func verify(using algorithm: some JWTAlgorithm) {}

  /// A string, or an array of strings, which may be empty (RFC 7519, section 4.1.3).
  private struct Audience: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let name = try? value.decode(String.self) {
        names = [name]
      } else {
        names = try value.decode([String].self)
      }
    }
  }

  /// Seconds since 1970, perhaps with a fraction (RFC 7519, section 2); to the end of the year 9999.
  private struct NumericDate: Decodable {
    let seconds: Int

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let seconds = try value.decode(Double.self)
      guard (0...253_402_300_799).contains(seconds) else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no time")
      }
      self.seconds = Int(seconds)
    }
  }
}

/// What an issuer says of a person beside the subject (OpenID Connect Core 1.0, section 5.1); what is of
/// another type than it has to be is not there.
struct PersonClaims: Sendable, Decodable {
  /// Of ASCII alone: others can look the same and be written otherwise.
  let email: String?
  /// Some write it as a string, such as Apple.
  let isEmailVerified: Bool
  let name: String?

  private enum Name: String, CodingKey {
    case email, name
    case isEmailVerified = "email_verified"
  }

  init(from decoder: any Decoder) {
    let claims = try? decoder.container(keyedBy: Name.self)
    func text(_ name: Name, _ limit: Int, _ isTaken: (Unicode.Scalar) -> Bool) -> String? {
      guard let text = try? claims?.decode(String.self, forKey: name), !text.isEmpty,
        text.utf8.count <= limit, text.unicodeScalars.allSatisfy(isTaken)
      else { return nil }
      return text
    }
    email = text(.email, 254) { ("!"..."~").contains($0) }
    name = text(.name, 400, OIDCError.isPlain)
    isEmailVerified =
      (try? claims?.decode(Bool.self, forKey: .isEmailVerified))
      ?? ((try? claims?.decode(String.self, forKey: .isEmailVerified)) == "true")
  }
}
