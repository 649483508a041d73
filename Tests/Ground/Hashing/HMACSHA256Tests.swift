import Hashing
import TestSupport
import Testing

@Suite("HMAC with SHA-256")
struct HMACSHA256Tests {
  @Test("Messages have the codes of RFC 4231", arguments: cases)
  func published(key: [UInt8], message: [UInt8], code: String) {
    // Case 5 gives the first 128 bits only.
    let observed = HMACSHA256.code(for: message.span, key: key.span).hex
    #expect(observed.count == 64)
    #expect(observed.prefix(code.count) == code)
  }

  @Test(
    "Keys and messages of any length have Python's codes",
    .enabled("\(Python.note)") { await Python.isThere })
  func lengths() async throws {
    let lines = try await Python.lines(of: Self.script)
    #expect(lines.count == 131 + 300)
    for line in lines {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      try #require(fields.count == 3)
      let (key, message) = ([UInt8](hex: fields[0]), [UInt8](hex: fields[1]))
      let code = HMACSHA256.code(for: message.span, key: key.span)
      try #require(code.hex == fields[2], "key \(fields[0]), message \(fields[1])")
    }
  }

  private static let script = """
    from hmac import new
    from random import Random
    random = Random(2)
    keys = [*range(131), *(random.randrange(300) for _ in range(300))]
    for count in keys:
        key, message = random.randbytes(count), random.randbytes(random.randrange(300))
        print(f"{key.hex()};{message.hex()};{new(key, message, 'sha256').hexdigest()}")
    """

  static let cases: [([UInt8], [UInt8], String)] = [
    (
      repeated(0x0b, 20), bytes("Hi There"),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      bytes("Jefe"), bytes("what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      repeated(0xaa, 20), repeated(0xdd, 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      Array(1...25), repeated(0xcd, 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    (repeated(0x0c, 20), bytes("Test With Truncation"), "a3b6167473100ee06e0c796c2955552b"),
    (
      repeated(0xaa, 131), bytes("Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      repeated(0xaa, 131),
      bytes(
        "This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm."),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func repeated(_ byte: UInt8, _ count: Int) -> [UInt8] {
    Array(repeating: byte, count: count)
  }
}
