import Testing

@testable import Files

@Suite("Hexadecimal digits")
struct HexadecimalTests {
  @Test(
    "stand for bytes, two a byte",
    arguments: [([], ""), ([0], "00"), ([0x0f, 0xf0, 0x9a], "0ff09a")] as [([UInt8], String)])
  func bothWays(bytes: [UInt8], text: String) {
    #expect(bytes.hexadecimal == text)
    #expect([UInt8](hexadecimal: text) == bytes)
    #expect([UInt8](hexadecimal: text.uppercased()) == bytes)
  }

  @Test("are all that is read", arguments: ["0", "000", "0g", "é", " 00", "0x", "-1", "００"])
  func others(text: String) {
    #expect([UInt8](hexadecimal: text) == nil)
  }
}
