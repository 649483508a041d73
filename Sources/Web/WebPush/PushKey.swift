import Files
import Crypto

/// The key that identifies this server to push services (VAPID, RFC 8292). A browser's subscription
/// is bound to it.
package struct PushKey: Sendable {
  private let key: P256.Signing.PrivateKey

  /// A new one.
  package init() { key = P256.Signing.PrivateKey() }

  /// - Parameter bytes: 32, as ``bytes`` of another gave them.
  /// - Throws: ``PushError/ownKey(bytes:)``.
  package init(bytes: [UInt8]) throws(PushError) {
    guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else {
      throw .ownKey(bytes: bytes.count)
    }
    self.key = key
  }

  /// 32 secret bytes.
  package var bytes: [UInt8] { [UInt8](key.rawRepresentation) }

  /// The public key's 65 bytes, base64url without padding: what a page gives a browser as
  /// `applicationServerKey` (Push API, section 7.3), and `k` of RFC 8292 section 3.2.
  package var publicKey: String { Base64URL.text(key.publicKey.x963Representation) }

  /// The longest validity of an authorization in seconds (RFC 8292, section 2).
  package static let longest = 24 * 60 * 60

  /// The value of the header field `Authorization` for one push service (RFC 8292, section 3): a token of
  /// RFC 7519, signed by ES256 (RFC 7518, section 3.4).
  ///
  /// - Parameters:
  ///   - audience: the origin of the push service, such as `https://push.example` (RFC 6454, section 6.1).
  ///   - subject: where the service finds who runs this server, an address that begins with `mailto:` or
  ///     `https:` (RFC 8292, section 2.1).
  ///   - expires: seconds since 1970, at most ``longest`` from now.
  /// - Returns: `vapid t=…, k=…`.
  /// - Throws: ``PushError/refused(_:)``.
  package func authorization(
    audience: String, subject: String, expires: Int
  ) throws(PushError) -> String {
    let header = #"{"typ":"JWT","alg":"ES256"}"#
    let claims = """
      {"aud":\(Self.json(audience)),"exp":\(expires),"sub":\(Self.json(subject))}
      """
    let signed = "\(Base64URL.text(Array(header.utf8))).\(Base64URL.text(Array(claims.utf8)))"
    do {
      let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
      return "vapid t=\(signed).\(Base64URL.text(signature)), k=\(publicKey)"
    } catch {
      throw .refused("\(error)")
    }
  }

  /// A string of JSON (RFC 8259, section 7).
  private static func json(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\0"..<" ":
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(Character(scalar))
      }
    }
    return "\"\(escaped.joined())\""
  }
}
