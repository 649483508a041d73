import Hashing
import TestSupport
import Testing

@Suite("PBKDF2 with HMAC-SHA-256")
struct PBKDF2Tests {
  @Test(
    "Passwords give the keys of RFC 7914, section 11",
    arguments: [
      (
        "passwd", "salt", 1,
        """
        55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
        49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
        """
      ),
      (
        "Password", "NaCl", 80_000,
        """
        4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56\
        a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d
        """
      ),
    ])
  func published(password: String, salt: String, iterations: Int, key: String) {
    let observed = Self.key(Array(password.utf8), Array(salt.utf8), iterations, 64)
    #expect(observed.hex == key)
  }

  @Test(
    "Passwords, salts, iterations and lengths of many kinds give Python's keys",
    .enabled("\(Python.note)") { await Python.isThere })
  func many() async throws {
    let lines = try await Python.lines(of: Self.script)
    let cases: Int = 201 + 100 + 20 + 1
    #expect(lines.count == cases)
    for line in lines {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      try #require(fields.count == 4)
      let (password, salt) = ([UInt8](hex: fields[0]), [UInt8](hex: fields[1]))
      let iterations = try #require(Int(fields[2]))
      let key = Self.key(password, salt, iterations, fields[3].count / 2)
      try #require(key.hex == fields[3], "\(line)")
    }
  }

  @Test("What the RFC does not define stops the program")
  func undefined() async {
    await #expect(processExitsWith: .failure) { _ = PBKDF2Tests.key([], [], 0, 32) }
    await #expect(processExitsWith: .failure) { _ = PBKDF2Tests.key([], [], 1, 0) }
    await #expect(processExitsWith: .failure) {
      _ = PBKDF2Tests.key([], [], 1, 32 * Int(UInt32.max) + 1)
    }
  }

  /// Salts of 0 to 200 bytes; few iterations with keys of 1 to 130 bytes and passwords around a
  /// block's 64 bytes, 1,000, and the program's own number.
  private static let script = """
    from hashlib import pbkdf2_hmac
    from random import Random
    random = Random(3)
    def show(password, salt, iterations, count):
        key = pbkdf2_hmac("sha256", password, salt, iterations, count)
        print(f"{password.hex()};{salt.hex()};{iterations};{key.hex()}")
    def some(limit): return random.randbytes(random.randrange(limit))
    for count in range(201): show(some(30), random.randbytes(count), 1, 32)
    for count in range(100):
        show(random.randbytes(count), some(60), random.randrange(1, 4), random.randrange(1, 131))
    for count in range(20): show(some(150), some(60), 1000, random.randrange(1, 100))
    show(b"", random.randbytes(16), 600000, 32)
    """

  private static func key(
    _ password: [UInt8], _ salt: [UInt8], _ iterations: Int, _ count: Int
  ) -> [UInt8] {
    let key = PBKDF2.deriveKey(
      from: password.span, salt: salt.span, iterations: iterations, count: count)
    return key.withSpan { bytes in bytes.indices.map { bytes[$0] } }
  }
}
