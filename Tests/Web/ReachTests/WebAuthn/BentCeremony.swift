import SoftwareAuthenticator
import Testing
import WebAuthn

/// One thing that is wrong with a ceremony: what it is, and what is said of it.
struct BentCeremony: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: WebAuthnError
  /// Whether libfido2 accepts it, for it sees less.
  var isUnseenByLibfido2 = false
  let bend: @Sendable (inout Ceremony) -> Void

  init(
    _ name: String, _ expected: WebAuthnError,
    bend: @escaping @Sendable (inout Ceremony) -> Void
  ) {
    self.name = name
    self.expected = expected
    self.bend = bend
  }

  var testDescription: String { name }

  /// The same, of which libfido2 sees nothing.
  private var unseen: BentCeremony {
    var bent = self
    bent.isUnseenByLibfido2 = true
    return bent
  }
}

extension BentCeremony {
  static let party = RelyingParty(
    id: "example.org", origins: ["https://example.org", "https://example.org:8443"])
  static let challenge = Challenge()

  /// A right one.
  static func ceremony() -> Ceremony {
    Ceremony(challenge: challenge.text, origin: "https://example.org", relyingParty: "example.org")
  }

  /// Of registrations and assertions alike. Sections are those of WebAuthn Level 3.
  static let ofBoth: [BentCeremony] =
    clientData.map(\.unseen) + [
      BentCeremony("another relying party's (13.4.9)", .relyingParty) {
        $0.relyingParty = "example.com"
      },
      BentCeremony("the relying party with a letter in upper case", .relyingParty) {
        $0.relyingParty = "Example.org"
      },
      BentCeremony("nobody was present", .userNotPresent) { $0.isUserPresent = false },
      BentCeremony("nobody was verified: whoever holds the authenticator", .userNotVerified) {
        $0.isUserVerified = false
      },
      BentCeremony("backed up, though it cannot be", .backedUpButNotEligible) {
        $0.isBackedUp = true
      }.unseen,
      BentCeremony("bytes after the data", .authenticatorDataTooLong(trailing: 3)) {
        $0.trailing = [1, 2, 3]
      }.unseen,
      BentCeremony("extensions without their flag", .authenticatorDataTooLong(trailing: 1)) {
        $0.trailing = CBORWriter.map([])
      }.unseen,
      BentCeremony("extensions that are no map", .extensions) {
        $0.extensions = CBORWriter.array([])
      },
      BentCeremony("extensions by numbers", .extensions) {
        $0.extensions = CBORWriter.map([(CBORWriter.integer(1), CBORWriter.integer(1))])
      }.unseen,
    ]

  /// Of which libfido2 sees the hash alone.
  private static let clientData: [BentCeremony] =
    [
      ("another origin (13.4.9)", "https://example.com"),
      ("a page below the relying party's host (13.4.9)", "https://evil.example.org"),
      ("the host before another's", "https://example.org.evil.com"),
      ("no https", "http://example.org"), ("another port", "https://example.org:444"),
      ("the origin with a path", "https://example.org/"), ("no origin", ""),
      ("the origin in upper case", "HTTPS://example.org"), ("a sandbox", "null"),
    ].map { name, origin in
      BentCeremony(name, .origin(observed: origin, expected: party.origins)) { $0.origin = origin }
    } + [
      BentCeremony("another challenge, as of a recording (13.4.3)", .challenge) {
        $0.challenge = Challenge().text
      },
      BentCeremony("no challenge", .challenge) { $0.challenge = "" },
      BentCeremony("a part of the challenge", .challenge) { $0.challenge.removeLast() },
      BentCeremony("the challenge and more", .challenge) { $0.challenge += "A" },
      BentCeremony("the challenge with padding", .challenge) { $0.challenge += "=" },
      BentCeremony("a frame in another's page (13.4.2)", .crossOrigin) {
        $0.members = [#""crossOrigin":true"#]
      },
      BentCeremony("a frame that says whose page it is in", .topOrigin("https://evil.com")) {
        $0.members = [#""topOrigin":"https://evil.com""#]
      },
      BentCeremony("crossOrigin is no boolean", .clientDataUnreadable) {
        $0.members = [#""crossOrigin":"false""#]
      },
      BentCeremony("client data without JSON", .clientDataUnreadable) {
        $0.clientData = Array("webauthn".utf8)
      },
      BentCeremony("client data of nothing", .clientDataUnreadable) { $0.clientData = [] },
      BentCeremony("client data that ends early", .clientDataUnreadable) {
        $0.clientData = Array(#"{"type":"webauthn.get","challenge":"#.utf8)
      },
      BentCeremony("client data of UTF-16", .clientDataUnreadable) {
        $0.clientData = $0.rightClientData.flatMap { [$0, 0] }
      },
      BentCeremony("client data that is not UTF-8", .clientDataUnreadable) {
        $0.clientData = $0.rightClientData.map { $0 == UInt8(ascii: ".") ? 0xff : $0 }
      },
      BentCeremony("client data and more", .clientDataUnreadable) {
        $0.clientData = $0.rightClientData + Array("{}".utf8)
      },
      BentCeremony("client data of 9 KB", .clientDataTooLong(bytes: 9_000, limit: 8_192)) {
        $0.clientData = [UInt8](repeating: UInt8(ascii: " "), count: 9_000)
      },
      BentCeremony("client data nested deep", .clientDataUnreadable) {
        $0.clientData = [UInt8](repeating: UInt8(ascii: "["), count: 8_000)
      },
    ]

  /// Of registrations.
  static let credentials: [BentCeremony] = [
    BentCeremony("no credential", .noCredential) { $0.hasNewCredential = false },
    BentCeremony("a flag of a credential alone", .authenticatorDataEndsEarly(bytes: 37)) {
      ($0.hasNewCredential, $0.toggledFlags) = (false, 1 << 6)
    },
    BentCeremony("a credential without its flag", .authenticatorDataTooLong(trailing: 127)) {
      ($0.toggledFlags, $0.publicKey) = (1 << 6, [UInt8](repeating: 0, count: 77))
    },
    BentCeremony("an id of nothing", .credentialIDLength(bytes: 0, limits: 1...1023)) {
      $0.credentialID = []
    }.unseen,
    BentCeremony("an id longer than the data", .authenticatorDataEndsEarly(bytes: 132)) {
      ($0.credentialIDLength, $0.publicKey) = (1000, [UInt8](repeating: 0, count: 45))
    },
    BentCeremony("a key that ends early", .cbor(CBORError(.endsEarly, at: 87))) {
      $0.publicKey = [0xa5]
    },
  ]
}

extension Ceremony {
  /// Of either kind: what is made of it below is read before its type is.
  fileprivate var rightClientData: [UInt8] {
    Array(#"{"type":"webauthn.get","challenge":"\#(challenge)","origin":"\#(origin)"}"#.utf8)
  }
}
