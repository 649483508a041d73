import Foundation
package import Sending

/// Sends requests to an issuer.
package protocol IssuerConnection: Sendable {
  /// - Throws: ``SendingError`` where nothing was answered.
  func ask(_ question: WebQuestion) async throws(SendingError) -> WebReply
}

extension WebClient: IssuerConnection {}

/// The limits of an issuer's answers, in bytes.
enum AnswerLimit {
  static let (discovery, keys, token, userInfo) = (64 << 10, 256 << 10, 64 << 10, 64 << 10)
}

extension IssuerConnection {
  /// Asks one of the issuer's addresses.
  ///
  /// - Returns: the answer, of whatever status.
  func ask(_ place: OIDCError.Place, _ question: WebQuestion) async throws(OIDCError) -> WebReply {
    do throws(SendingError) {
      return try await ask(question)
    } catch {
      throw .unreachable(place, error)
    }
  }

  /// Asks for JSON.
  ///
  /// - Throws: ``OIDCError``: `unreachable`, `status` of anything but 200, `tooLong`.
  func json(
    _ place: OIDCError.Place, _ question: WebQuestion
  ) async throws(OIDCError) -> (body: [UInt8], reach: IPAddress.Reach) {
    let reply = try await ask(place, question)
    guard reply.status == 200 else { throw .status(place, observed: reply.status) }
    return (try reply.whole(place, question), reply.reach)
  }
}

extension WebReply {
  func whole(_ place: OIDCError.Place, _ question: WebQuestion) throws(OIDCError) -> [UInt8] {
    guard let body else { throw .tooLong(place, limit: question.limit) }
    return body
  }
}

/// A form as `application/x-www-form-urlencoded` (URL Standard), in a query or a body.
enum Form {
  typealias Fields = [(name: String, value: String?)]

  /// Those that have a value.
  static func text(_ fields: Fields) -> String {
    fields.compactMap { name, value in value.map { "\(encoded(name))=\(encoded($0))" } }
      .joined(separator: "&")
  }

  /// An address that may have a query already (RFC 6749, section 3.1).
  static func address(_ address: WebAddress, _ fields: Fields) -> String {
    let text = address.description
    return "\(text)\(text.contains("?") ? "&" : "?")\(self.text(fields))"
  }

  /// All but RFC 3986's unreserved characters, percent-encoded.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// JSON from an issuer.
enum IssuerJSON {
  static func decoded<Value: Decodable>(
    _ bytes: [UInt8], _ place: OIDCError.Place
  ) throws(OIDCError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw .unreadable(place)
    }
  }
}

/// A value that is dropped if it has an unexpected type, so that the rest is still read.
struct Lossy<Value: Decodable & Sendable>: Decodable, Sendable {
  let value: Value?

  init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
