import Files
import SoftwareAuthenticator
import Testing
import WebAuthn

@Suite("The public key of a credential")
struct CredentialPublicKeyTests {
  @Test("comes back from its bytes", arguments: CredentialAlgorithm.allCases)
  func bytes(algorithm: CredentialAlgorithm) throws {
    let cose = try SoftwareCredential(algorithm).cose
    let key = try CredentialPublicKey(cose: cose)
    #expect(key.cose == cose)
    #expect(key.algorithm == algorithm)
    #expect(try key == CredentialPublicKey(cose: cose))
    if algorithm != .rs256 {
      #expect(try key != CredentialPublicKey(cose: try SoftwareCredential(algorithm).cose))
    }
  }

  @Test("is taken of moduli from 2048 to 4096 bits", arguments: [2048, 2049, 3072, 4096])
  func moduli(bits: Int) throws {
    let key = try CredentialPublicKey(cose: Self.rsa(Self.modulus(bits: bits), [1, 0, 1]))
    #expect(key.algorithm == .rs256)
  }

  @Test("is refused where it is none that is taken", arguments: Self.bent)
  func refused(name: String, cose: [UInt8], expected: WebAuthnError) {
    #expect(throws: expected, "\(name)") { try CredentialPublicKey(cose: cose) }
  }

  private static let bent: [(String, [UInt8], WebAuthnError)] =
    [
      ("nothing", [], .cbor(CBORError(.endsEarly, at: 0))),
      ("no map", [0x80], .publicKey),
      ("an empty map", [0xa0], .algorithm(observed: nil)),
      ("the algorithm as a text", key([(3, CBORWriter.text("ES256"))]), .algorithm(observed: nil)),
      ("ES384", key([(3, -35)]), .algorithm(observed: -35)),
      ("PS256", key([(3, -37)]), .algorithm(observed: -37)),
      ("ES256K", key([(3, -47)]), .algorithm(observed: -47)),
      ("RS1", key([(3, -65535)]), .algorithm(observed: -65535)),
      ("HMAC", key([(3, 5)]), .algorithm(observed: 5)),
      ("bytes after it", p256() + [0], .cbor(CBORError(.trailingBytes, at: 77))),
      ("ES256 of another kind", p256(kind: 1), .publicKey),
      ("ES256 of another curve", p256(curve: 2), .publicKey),
      ("a private key", p256(more: [(-4, CBORWriter.bytes(x))]), .publicKey),
      ("an id of its own", p256(more: [(2, CBORWriter.bytes([1]))]), .publicKey),
      ("no point of the curve", p256(y: [UInt8](repeating: 1, count: 32)), .point),
      ("the origin", p256(x: zeros, y: zeros), .point),
      ("an abscissa beyond the field", p256(x: ones), .point),
      ("a short abscissa", p256(x: Array(x.dropFirst())), .publicKey),
      ("a long ordinate", p256(y: [0] + y), .publicKey),
      // RFC 9053, section 7.1.1, has a sign there; WebAuthn, section 5.8.5, takes none.
      ("a compressed point", p256(y: nil, more: [(-3, [0xf5])]), .publicKey),
      ("no ordinate", p256(y: nil), .publicKey),
      ("Ed25519 of another curve", ed25519(x, curve: 4), .publicKey),
      ("Ed25519 with an ordinate", ed25519(x, more: [(-3, CBORWriter.bytes(y))]), .publicKey),
      ("Ed25519 of 31 bytes", ed25519(Array(x.dropFirst())), .publicKey),
      ("RSA of 2047 bits", rsa(modulus(bits: 2047), [1, 0, 1]), bits(2047)),
      ("RSA of 1024 bits", rsa(modulus(bits: 1024), [1, 0, 1]), bits(1024)),
      ("RSA of 4097 bits", rsa(modulus(bits: 4097), [1, 0, 1]), bits(4097)),
      ("RSA of 60 kB", rsa(modulus(bits: 480_000), [1, 0, 1]), bits(480_000)),
      ("RSA of nothing", rsa([], [1, 0, 1]), .publicKey),
      ("RSA with a zero before", rsa([0] + modulus(bits: 2048), [1, 0, 1]), .publicKey),
      ("RSA, even", rsa(Array(modulus(bits: 2048).dropLast()) + [254], [1, 0, 1]), .publicKey),
      ("the exponent 1", rsa(modulus(bits: 2048), [1]), .exponent),
      ("the exponent 3", rsa(modulus(bits: 2048), [3]), .exponent),
      ("an even exponent", rsa(modulus(bits: 2048), [1, 0, 2]), .exponent),
      ("the exponent 65537 with a zero before", rsa(modulus(bits: 2048), [0, 1, 0, 1]), .exponent),
      ("an exponent of 40 bits", rsa(modulus(bits: 2048), [1, 0, 0, 0, 1]), .exponent),
      ("no exponent", rsa(modulus(bits: 2048), []), .exponent),
    ] + smallOrder.map { ("a point of order 8 or less", ed25519($0), .point) }

  private static let zeros = [UInt8](repeating: 0, count: 32)
  private static let ones = [UInt8](repeating: 255, count: 32)

  /// The generator of P-256 (SEC 2, section 2.4.2).
  private static let x =
    [UInt8](hexadecimal: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296") ?? []
  private static let y =
    [UInt8](hexadecimal: "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5") ?? []

  /// With either sign of x.
  private static let smallOrder: [[UInt8]] = {
    let ordinates = [
      String(repeating: "00", count: 32), "01" + String(repeating: "00", count: 31),
      "ec" + String(repeating: "ff", count: 30) + "7f",
      "ed" + String(repeating: "ff", count: 30) + "7f",
      "ee" + String(repeating: "ff", count: 30) + "7f",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ].compactMap { [UInt8](hexadecimal: $0) }
    let others = ordinates.map { point in
      var point = point
      point[31] |= 0x80
      return point
    }
    return ordinates + others
  }()

  private static func bits(_ count: Int) -> WebAuthnError {
    .modulus(bits: count, limits: 2048...4096)
  }

  private static func key(_ entries: [(Int64, [UInt8])]) -> [UInt8] {
    SoftwareCredential.cose(entries)
  }

  private static func key(_ entries: [(Int64, Int64)]) -> [UInt8] {
    key(entries.map { ($0.0, CBORWriter.integer($0.1)) })
  }

  private static func p256(
    kind: Int64 = 2, curve: Int64 = 1, x: [UInt8] = x, y: [UInt8]? = y,
    more: [(Int64, [UInt8])] = []
  ) -> [UInt8] {
    var entries: [(Int64, [UInt8])] = [
      (1, CBORWriter.integer(kind)), (3, CBORWriter.integer(-7)), (-1, CBORWriter.integer(curve)),
      (-2, CBORWriter.bytes(x)),
    ]
    if let y { entries.append((-3, CBORWriter.bytes(y))) }
    return key(entries + more)
  }

  private static func ed25519(
    _ x: [UInt8], curve: Int64 = 6, more: [(Int64, [UInt8])] = []
  ) -> [UInt8] {
    let entries: [(Int64, [UInt8])] = [
      (1, CBORWriter.integer(1)), (3, CBORWriter.integer(-8)), (-1, CBORWriter.integer(curve)),
      (-2, CBORWriter.bytes(x)),
    ]
    return key(entries + more)
  }

  private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
    key([
      (1, CBORWriter.integer(3)), (3, CBORWriter.integer(-257)),
      (-1, CBORWriter.bytes(modulus)), (-2, CBORWriter.bytes(exponent)),
    ])
  }

  /// An odd number of as many bits: nobody can see of a modulus that it has two factors.
  private static func modulus(bits: Int) -> [UInt8] {
    let first = UInt8(1) << UInt8((bits - 1) % 8)
    return [first] + [UInt8](repeating: 255, count: (bits - 1) / 8)
  }
}
