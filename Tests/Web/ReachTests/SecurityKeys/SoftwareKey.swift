import CFIDO2
import Crypto
import CryptoExtras
import Foundation
import SoftwareAuthenticator
import Synchronization

@testable import SecurityKeys
@testable import WebAuthn

/// A security key in software, in the place of libfido2's own devices: it gets the messages that a key gets
/// and answers them (CTAP 2.1, section 6), with PIN/UV auth protocol one.
final class SoftwareKey {
  var credentials: [(relyingParty: String, credential: SoftwareCredential)] = []
  var pin: String? = "p1n of the key"
  var hasReader = false
  var isFingerKnown = true
  var isTouched = true
  /// The id that it says has signed; empty where it says none.
  var givenID: [UInt8]?
  var mostInList: Int64?
  var triesLeft: Int64 = 8
  var counter: UInt32 = 0
  /// Changes what it signs.
  var bend: (inout Ceremony) -> Void = { _ in }
  /// How often it was asked to sign.
  private(set) var asked = 0

  private let agreement = P256.KeyAgreement.PrivateKey()
  private var token = [UInt8](repeating: 7, count: 32)
  private var reply: [UInt8] = []

  /// CTAP 2.1, section 6.3.
  private enum Status: UInt8, Error {
    case fine = 0, invalidCommand = 1, pinInvalid = 0x31, pinBlocked = 0x32, pinAuthInvalid = 0x33
    case noCredentials = 0x2e, uvInvalid = 0x3f, timeout = 0x2f, unsupportedOption = 0x2b
  }

  /// What libfido2 sends: a command of CTAPHID, and its bytes.
  func receive(_ command: UInt8, _ bytes: [UInt8]) {
    guard command == UInt8(CTAP_CMD_CBOR) else {
      // Of CTAPHID_INIT: the nonce, a channel, versions, and that it speaks CTAP2.
      reply = bytes.prefix(8) + [1, 2, 3, 4, 2, 0, 0, 0, UInt8(FIDO_CAP_CBOR)]
      return
    }
    do {
      reply = [Status.fine.rawValue] + (try answer(bytes))
    } catch {
      reply = [(error as? Status ?? .invalidCommand).rawValue]
    }
  }

  func send() -> [UInt8] { reply }

  private func answer(_ message: [UInt8]) throws -> [UInt8] {
    var parameters: [CBOR.Key: CBOR] = [:]
    if message.count > 1, case .map(let map) = try CBOR.value(of: Array(message.dropFirst())) {
      parameters = map
    }
    switch message.first {
    case UInt8(CTAP_CBOR_GETINFO): return info
    case UInt8(CTAP_CBOR_CLIENT_PIN): return try clientPIN(parameters)
    case UInt8(CTAP_CBOR_ASSERT): return try assertion(parameters)
    default: throw Status.invalidCommand
    }
  }

  /// Section 6.4.
  private var info: [UInt8] {
    var options = [("rk", true), ("up", true), ("clientPin", pin != nil)]
    if hasReader { options.insert(("uv", true), at: 2) }
    var entries: [(Int64, [UInt8])] = [
      (1, CBORWriter.array([CBORWriter.text("FIDO_2_0")])),
      (3, CBORWriter.bytes([UInt8](repeating: 0, count: 16))),
      (4, CBORWriter.map(options.map { (CBORWriter.text($0.0), [$0.1 ? 0xf5 : 0xf4]) })),
      (6, CBORWriter.array([CBORWriter.integer(1)])),
    ]
    if let mostInList { entries.append((7, CBORWriter.integer(mostInList))) }
    return SoftwareCredential.cose(entries)
  }

  /// Section 6.5.5.
  private func clientPIN(_ parameters: [CBOR.Key: CBOR]) throws -> [UInt8] {
    switch parameters[.integer(2)] {
    case .integer(1): return SoftwareCredential.cose([(3, CBORWriter.integer(triesLeft))])
    case .integer(2):
      let point = [UInt8](agreement.publicKey.rawRepresentation)
      let key = SoftwareCredential.cose([
        (1, CBORWriter.integer(2)), (3, CBORWriter.integer(-25)), (-1, CBORWriter.integer(1)),
        (-2, CBORWriter.bytes(Array(point.prefix(32)))),
        (-3, CBORWriter.bytes(Array(point.suffix(32)))),
      ])
      return SoftwareCredential.cose([(1, key)])
    case .integer(5):
      guard case .map(let key)? = parameters[.integer(3)],
        case .bytes(let x)? = key[.integer(-2)], case .bytes(let y)? = key[.integer(-3)],
        case .bytes(let sealed)? = parameters[.integer(6)]
      else { throw Status.invalidCommand }
      let platform = try P256.KeyAgreement.PublicKey(x963Representation: [4] + x + y)
      let secret = try agreement.sharedSecretFromKeyAgreement(with: platform)
      let shared = SymmetricKey(data: SHA256.hash(data: secret.withUnsafeBytes { Data($0) }))
      let zero = try AES._CBC.IV(ivBytes: [UInt8](repeating: 0, count: 16))
      guard triesLeft > 0 else { throw Status.pinBlocked }
      triesLeft -= 1
      let opened = try AES._CBC.decrypt(sealed, using: shared, iv: zero, noPadding: true)
      guard let pin, opened.elementsEqual(SHA256.hash(data: Data(pin.utf8)).prefix(16)) else {
        throw Status.pinInvalid
      }
      triesLeft = 8
      let given = try AES._CBC.encrypt(token, using: shared, iv: zero, noPadding: true)
      return SoftwareCredential.cose([(2, CBORWriter.bytes([UInt8](given)))])
    default: throw Status.invalidCommand
    }
  }

  /// Section 6.2.2.
  private func assertion(_ parameters: [CBOR.Key: CBOR]) throws -> [UInt8] {
    asked += 1
    guard case .text(let relyingParty)? = parameters[.integer(1)],
      case .bytes(let hash)? = parameters[.integer(2)],
      case .array(let list)? = parameters[.integer(3)], list.count <= (mostInList ?? 1)
    else { throw Status.invalidCommand }
    var isVerified = false
    if case .bytes(let code)? = parameters[.integer(6)] {
      let right = HMAC<SHA256>.authenticationCode(for: hash, using: SymmetricKey(data: token))
      guard code.elementsEqual(right.prefix(16)) else { throw Status.pinAuthInvalid }
      isVerified = true
    } else if case .map(let options)? = parameters[.integer(5)],
      options[.text("uv")] == .boolean(true)
    {
      guard hasReader else { throw Status.unsupportedOption }
      guard isFingerKnown else { throw Status.uvInvalid }
      isVerified = true
    }
    let ids = list.compactMap { item -> [UInt8]? in
      guard case .map(let entry) = item, case .bytes(let id)? = entry[.text("id")] else {
        return nil
      }
      return id
    }
    guard
      let found = credentials.first(where: { pair in
        pair.relyingParty == relyingParty && ids.contains(pair.credential.id)
      })
    else { throw Status.noCredentials }
    guard isTouched else { throw Status.timeout }
    counter += 1
    var ceremony = Ceremony(challenge: "", origin: "", relyingParty: relyingParty)
    (ceremony.counter, ceremony.isUserVerified) = (counter, isVerified)
    bend(&ceremony)
    let data = try found.credential.authenticatorData(ceremony)
    var entries: [(Int64, [UInt8])] = [
      (2, CBORWriter.bytes(data)),
      (3, CBORWriter.bytes(try found.credential.signature(of: data + hash))),
    ]
    if givenID != [] {
      let entry = CBORWriter.map([
        (CBORWriter.text("id"), CBORWriter.bytes(givenID ?? found.credential.id)),
        (CBORWriter.text("type"), CBORWriter.text("public-key")),
      ])
      entries.insert((1, entry), at: 0)
    }
    return SoftwareCredential.cose(entries)
  }
}

extension SoftwareKey {
  /// Those that are open, by path: C's functions take nothing else with them.
  private nonisolated(unsafe) static var keys: [String: SoftwareKey] = [:]
  private static let lock = Mutex(())

  private static func key(of device: OpaquePointer?) -> SoftwareKey? {
    fido2.fido_dev_io_handle(device).map {
      Unmanaged<SoftwareKey>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// This key, as libfido2 opens it.
  func plugIn() throws -> SecurityKey {
    let path = "software-\(UInt(bitPattern: ObjectIdentifier(self).hashValue))"
    Self.lock.withLock { _ in Self.keys[path] = self }
    defer { Self.lock.withLock { _ in Self.keys[path] = nil } }
    return try SecurityKey(at: path) { device in
      var io = fido_dev_io_t(
        open: { path in
          guard let path else { return nil }
          let name = String(cString: path)
          return SoftwareKey.lock.withLock { _ in SoftwareKey.keys[name] }
            .map { Unmanaged.passRetained($0).toOpaque() }
        },
        close: { handle in
          if let handle { Unmanaged<SoftwareKey>.fromOpaque(handle).release() }
        },
        read: { _, _, _, _ in -1 }, write: { _, _, _ in -1 })
      var transport = fido_dev_transport_t(
        rx: { device, _, bytes, count, _ in
          guard let reply = SoftwareKey.key(of: device)?.send(), let bytes, reply.count <= count
          else { return -1 }
          bytes.update(from: reply, count: reply.count)
          return Int32(reply.count)
        },
        tx: { device, command, bytes, count in
          guard let key = SoftwareKey.key(of: device) else { return -1 }
          key.receive(command, [UInt8](UnsafeBufferPointer(start: bytes, count: count)))
          return 0
        })
      _ = fido2.fido_dev_set_io_functions(device, &io)
      _ = fido2.fido_dev_set_transport_functions(device, &transport)
    }
  }
}
