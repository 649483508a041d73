import Files
import FoundationEssentials
import Hashing

/// The browser's statement about a ceremony, which the authenticator signs (WebAuthn Level 3,
/// section 5.8.1).
struct ClientData: Decodable {
  let type: String
  let challenge: String
  let origin: String
  let crossOrigin: Bool?
  let topOrigin: String?

  /// A browser's has a few hundred bytes.
  static let longest = 8 * 1024

  init(json: [UInt8]) throws(WebAuthnError) {
    guard json.count <= Self.longest else {
      throw .clientDataTooLong(bytes: json.count, limit: Self.longest)
    }
    // The decoder would also take UTF-16, whose zeros JSON of UTF-8 has none of.
    guard !json.contains(0), String(validating: json, as: UTF8.self) != nil,
      let data = try? JSONDecoder().decode(ClientData.self, from: Data(json))
    else { throw .clientDataUnreadable }
    self = data
  }

  /// Steps 7 to 12 of section 7.1, 10 to 14 of section 7.2.
  ///
  /// Texts are compared byte by byte: to `==`, a letter is the same composed and decomposed.
  func check(
    isOf type: String, answering challenge: Challenge, at origins: [String]
  ) throws(WebAuthnError) {
    guard self.type.utf8.elementsEqual(type.utf8) else {
      throw .type(observed: Self.shortened(self.type), expected: type)
    }
    guard ConstantTime.areEqual(Array(self.challenge.utf8).span, Array(challenge.text.utf8).span)
    else { throw .challenge }
    guard origins.contains(where: { $0.utf8.elementsEqual(origin.utf8) }) else {
      throw .origin(observed: Self.shortened(origin), expected: origins)
    }
    guard crossOrigin != true else { throw .crossOrigin }
    if let topOrigin { throw .topOrigin(Self.shortened(topOrigin)) }
  }

  /// For an error, which may be written to a log.
  private static func shortened(_ text: String) -> String {
    String(text.unicodeScalars.prefix(200))
  }
}
