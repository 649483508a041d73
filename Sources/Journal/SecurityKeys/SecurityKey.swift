import CFIDO2

/// Loaded where a key is asked for.
let fido2 = {
  let functions = cfido2_load()
  functions.fido_init(0)
  return functions
}()

/// A plugged-in FIDO2 authenticator, opened by libfido2 (CTAP 2.1).
///
/// Not Sendable, and used by one thread: libfido2 waits for a finger within its calls.
package final class SecurityKey {
  private var device: OpaquePointer?

  /// Seconds for which a key waits to be touched.
  private static let patience: Int32 = 60

  /// Opens the only plugged-in key.
  ///
  /// - Throws: ``SecurityKeyError/none``, ``SecurityKeyError/several(_:)``,
  ///   ``SecurityKeyError/refused(_:)``.
  package convenience init() throws(SecurityKeyError) {
    let found = try Self.pluggedIn()
    guard let first = found.first else { throw .none }
    guard found.count == 1 else { throw .several(found.map(\.name)) }
    try self.init(at: first.path)
  }

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - path: as libfido2 has it.
  ///   - prepare: what is to be done before that, for a device of the tests' own.
  /// - Throws: ``SecurityKeyError/refused(_:)``.
  init(
    at path: String, prepare: (OpaquePointer) -> Void = { _ in }
  ) throws(SecurityKeyError) {
    guard let made = fido2.fido_dev_new() else { throw .refused("FIDO_ERR_INTERNAL") }
    device = made
    prepare(made)
    try Self.check(fido2.fido_dev_open(made, path))
    try Self.check(fido2.fido_dev_set_timeout(made, Self.patience * 1_000))
  }

  deinit {
    if let device { _ = fido2.fido_dev_close(device) }
    fido2.fido_dev_free(&device)
  }

  /// How it verifies its user; nil if none is set up.
  package enum Verification: Sendable, Hashable {
    case pin
    case reader
  }

  package var verification: Verification? {
    guard fido2.fido_dev_is_fido2(device) else { return nil }
    if fido2.fido_dev_has_uv(device) { return .reader }
    return fido2.fido_dev_has_pin(device) ? .pin : nil
  }

  /// Has the key sign with one of the credentials, after its user is verified and touches it: one
  /// of the first relying party that has any.
  ///
  /// - Parameters:
  ///   - credentials: ids, with the relying party of each.
  ///   - hash: what is signed, besides what the key says: 32 bytes that were never used before.
  ///   - pin: the key's own, where it verifies by that.
  /// - Returns: what it signed, which nobody has verified yet.
  /// - Throws: ``SecurityKeyError``.
  package func assertion(
    among credentials: [(relyingParty: String, id: [UInt8])], signing hash: [UInt8], pin: KeyPIN?
  ) throws(SecurityKeyError) -> KeyAssertion {
    guard !credentials.isEmpty else { throw .nothingToAskFor }
    for (relyingParty, own) in Dictionary(grouping: credentials, by: \.relyingParty)
      .sorted(by: { $0.key < $1.key })
    {
      let made = try ask(relyingParty, own.map(\.id), signing: hash, pin: pin)
      if let made { return made }
    }
    throw .noCredential
  }

  /// The same of one relying party; nil where the key has none of its credentials.
  private func ask(
    _ relyingParty: String, _ credentials: [[UInt8]], signing hash: [UInt8], pin: KeyPIN?
  ) throws(SecurityKeyError) -> KeyAssertion? {
    let most = try mostInList()
    var rest = credentials[...]
    while !rest.isEmpty {
      let asked = rest.prefix(most)
      rest = rest.dropFirst(most)
      let made = try KeyAssertion(relyingParty, of: [[UInt8]](asked), signing: hash)
      let ask = { fido2.fido_dev_get_assert(self.device, made.pointer, $0) }
      switch pin.map({ $0.withText(ask) }) ?? ask(nil) {
      case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: continue
      case FIDO_ERR_PIN_INVALID: throw .wrongPIN(left: pinsLeft())
      case let result:
        try Self.check(result)
        return made
      }
    }
    return nil
  }

  /// How many credentials it takes in one question; a key that does not say may take one alone.
  private func mostInList() throws(SecurityKeyError) -> Int {
    var info = fido2.fido_cbor_info_new()
    defer { fido2.fido_cbor_info_free(&info) }
    try Self.check(fido2.fido_dev_get_cbor_info(device, info))
    return Int(clamping: max(1, fido2.fido_cbor_info_maxcredcntlst(info)))
  }

  private func pinsLeft() -> Int? {
    var left: Int32 = 0
    return fido2.fido_dev_get_retry_count(device, &left) == FIDO_OK ? Int(left) : nil
  }

  /// The paths and names of all that are plugged in.
  private static func pluggedIn() throws(SecurityKeyError) -> [(path: String, name: String)] {
    let most = 16
    var list = fido2.fido_dev_info_new(most)
    defer { fido2.fido_dev_info_free(&list, most) }
    var count = 0
    try check(fido2.fido_dev_info_manifest(list, most, &count))
    return (0..<min(count, most)).compactMap { index in
      let info = fido2.fido_dev_info_ptr(list, index)
      guard let path = fido2.fido_dev_info_path(info) else { return nil }
      let words = [
        fido2.fido_dev_info_manufacturer_string(info), fido2.fido_dev_info_product_string(info),
      ].compactMap { $0.map { String(cString: $0) } }
      return (String(cString: path), words.joined(separator: " "))
    }
  }

  static func check(_ result: Int32) throws(SecurityKeyError) {
    switch result {
    case FIDO_OK: return
    case FIDO_ERR_PIN_BLOCKED, FIDO_ERR_PIN_AUTH_BLOCKED, FIDO_ERR_UV_BLOCKED: throw .blocked
    case FIDO_ERR_PIN_NOT_SET, FIDO_ERR_UNSUPPORTED_OPTION: throw .verifiesNobody
    case FIDO_ERR_UV_INVALID: throw .unknownFinger
    case FIDO_ERR_ACTION_TIMEOUT, FIDO_ERR_USER_ACTION_TIMEOUT, FIDO_ERR_OPERATION_DENIED,
      FIDO_ERR_KEEPALIVE_CANCEL, FIDO_ERR_TIMEOUT:
      throw .notTouched
    default:
      throw .refused(fido2.fido_strerr(result).map { String(cString: $0) } ?? "\(result)")
    }
  }
}
