import SoftwareAuthenticator
import TestSupport
import Testing

@testable import WebAuthn

@Suite("CBOR")
struct CBORTests {
  @Test(
    "is read as RFC 8949, appendix A, has it",
    arguments: [
      ([0x00], .integer(0)), ([0x17], .integer(23)), ([0x18, 0x18], .integer(24)),
      ([0x19, 0x03, 0xe8], .integer(1000)), ([0x1a, 0x00, 0x0f, 0x42, 0x40], .integer(1_000_000)),
      ([0x1b, 0, 0, 0, 0xe8, 0xd4, 0xa5, 0x10, 0], .integer(1_000_000_000_000)),
      ([0x20], .integer(-1)), ([0x38, 0x63], .integer(-100)),
      ([0x39, 0x03, 0xe7], .integer(-1000)),
      ([0xf4], .boolean(false)), ([0xf5], .boolean(true)), ([0xf6], .null), ([0x40], .bytes([])),
      ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])), ([0x60], .text("")), ([0x61, 0x61], .text("a")),
      ([0x62, 0xc3, 0xbc], .text("ü")), ([0x80], .array([])),
      (
        [0x83, 1, 0x82, 2, 3, 0x82, 4, 5],
        .array([
          .integer(1), .array([.integer(2), .integer(3)]), .array([.integer(4), .integer(5)]),
        ])
      ), ([0xa0], .map([:])),
      (
        [0xa2, 0x61, 0x61, 1, 0x61, 0x62, 0x82, 2, 3],
        .map([.text("a"): .integer(1), .text("b"): .array([.integer(2), .integer(3)])])
      ), ([0xa2, 3, 4, 1, 2], .map([.integer(1): .integer(2), .integer(3): .integer(4)])),
      ([0x1b, 0x7f, 255, 255, 255, 255, 255, 255, 255], .integer(.max)),
      ([0x3b, 0x7f, 255, 255, 255, 255, 255, 255, 255], .integer(.min)),
    ] as [([UInt8], CBOR)])
  func read(bytes: [UInt8], value: CBOR) throws {
    #expect(try CBOR.value(of: bytes) == value)
    // What follows is left for others, and each part is too little.
    #expect(try CBOR.first(in: (bytes + [0xff])[...]).end == bytes.count)
    #expect(throws: CBORError(.trailingBytes, at: bytes.count)) {
      try CBOR.value(of: bytes + [0])
    }
    for count in bytes.indices {
      #expect(throws: CBORError.self) { try CBOR.value(of: Array(bytes.prefix(count))) }
    }
  }

  @Test(
    "is refused where authenticators write no such thing",
    arguments: [
      ([], .endsEarly, 0), ([0x18], .endsEarly, 1), ([0x1b, 1, 2], .endsEarly, 1),
      ([0x58, 0xff], .endsEarly, 2), ([0x82, 1], .endsEarly, 0),
      // 2⁶⁴ - 1 bytes, letters, items, pairs.
      ([0x5b] + huge, .endsEarly, 9), ([0x7b] + huge, .endsEarly, 9),
      ([0x9b] + huge, .endsEarly, 0), ([0xbb] + huge, .endsEarly, 0),
      ([0x1b] + huge, .outOfRange, 0), ([0x3b] + huge, .outOfRange, 0),
      ([0x18, 0x17], .notShortest, 0), ([0x19, 0, 0xff], .notShortest, 0),
      ([0x1a, 0, 0, 0xff, 0xff], .notShortest, 0), ([0x58, 1, 7], .notShortest, 0),
      ([0x1b, 0, 0, 0, 0, 255, 255, 255, 255], .notShortest, 0),
      // Reserved, of no given length, and the end of such.
      ([0x1c], .unexpectedKind(initialByte: 0x1c), 0),
      ([0x1f], .unexpectedKind(initialByte: 0x1f), 0),
      ([0x5f, 0x41, 1, 0xff], .unexpectedKind(initialByte: 0x5f), 0),
      ([0x9f, 1, 0xff], .unexpectedKind(initialByte: 0x9f), 0),
      ([0xbf, 0xff], .unexpectedKind(initialByte: 0xbf), 0),
      ([0x81, 0xff], .unexpectedKind(initialByte: 0xff), 1),
      // A tag, undefined, a simple value, numbers of 16, 32 and 64 bits with a fraction.
      ([0xc0, 0x60], .unexpectedKind(initialByte: 0xc0), 0),
      ([0xf7], .unexpectedKind(initialByte: 0xf7), 0),
      ([0xf8, 0xff], .unexpectedKind(initialByte: 0xf8), 0),
      ([0xf9, 0, 0], .unexpectedKind(initialByte: 0xf9), 0),
      ([0xfa, 0, 0, 0, 0], .unexpectedKind(initialByte: 0xfa), 0),
      ([0xfb, 0, 0, 0, 0, 0, 0, 0, 0], .unexpectedKind(initialByte: 0xfb), 0),
      ([0x62, 0xc3, 0x28], .notUnicode, 0), ([0x61, 0x80], .notUnicode, 0),
      ([0xa1, 0x40, 0], .keyOfMap, 1), ([0xa1, 0xf5, 0], .keyOfMap, 1),
      ([0xa2, 1, 0, 1, 0], .duplicateKey, 3),
      ([0xa2, 0x61, 0x61, 0, 0x61, 0x61, 1], .duplicateKey, 4),
      ([0x81, 0x81, 0x81, 0x81, 0x80], .tooDeep, 4),
      ([0xa1, 0x81, 0x81, 0x81, 0x81, 0], .tooDeep, 4),
      (Array(repeating: 0x81, count: 60_000), .tooDeep, 4),
      (Array(repeating: 0, count: 65_537), .tooLong, 0),
    ] as [([UInt8], CBORError.Reason, Int)])
  func refused(bytes: [UInt8], reason: CBORError.Reason, offset: Int) {
    #expect(throws: CBORError(reason, at: offset)) { try CBOR.value(of: bytes) }
  }

  private static let huge = [UInt8](repeating: 255, count: 8)

  @Test("as deep and as long as is allowed is read")
  func limits() throws {
    #expect(throws: Never.self) { try CBOR.value(of: [0x81, 0xa1, 1, 0x81, 0x81, 0]) }
    let items = 65_536 - 3
    guard
      case .array(let read) = try CBOR.value(
        of: [0x99, 0xff, 0xfd] + Array(repeating: 0, count: items))
    else {
      Issue.record("not an array")
      return
    }
    #expect(read.count == items)
  }

  @Test("of a registration, cut, changed or of any bytes at all, is read or refused, and ends")
  func hostile() throws {
    var ceremony = BentCeremony.ceremony()
    ceremony.format = "packed"
    ceremony.extensions = CBORWriter.map([(CBORWriter.text("credProtect"), CBORWriter.integer(2))])
    let made = try SoftwareCredential()
    let right = try made.registration(ceremony)
    var random = SplitMix64(seed: 8949)
    func isTaken(_ object: [UInt8]) -> Bool {
      let response = Registration(clientData: right.clientData, attestationObject: object)
      let taken = try? BentCeremony.party.register(response, answering: BentCeremony.challenge)
      return taken != nil
    }
    #expect(isTaken(right.attestationObject))
    for count in right.attestationObject.indices {
      #expect(!isTaken(Array(right.attestationObject.prefix(count))))
    }
    for _ in 0..<2_000 {
      var object = right.attestationObject
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        object[Int.random(in: object.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      #expect(object == right.attestationObject || !isTaken(object))
    }
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if let value = try? CBOR.value(of: bytes) { #expect(try CBOR.value(of: bytes) == value) }
      #expect(!isTaken(bytes))
      #expect((try? AuthenticatorData(bytes))?.newCredential == nil)
      #expect(throws: WebAuthnError.self) { try CredentialPublicKey(cose: bytes) }
    }
  }
}
