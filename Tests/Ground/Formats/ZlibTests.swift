import Testing

@testable import Formats

/// Compressed by Python's zlib module.
@Suite("Zlib")
struct ZlibTests {
  private static let text = "Daystamp stamps the date. "

  @Test(
    "Stored, fixed and dynamic blocks are inflated",
    arguments: [
      ("7801010600f9ff73746f726564093c0292", "stored"),
      ("78017349ac2c2e49cc2dd0517081b2003fba06d3", "Daystamp, Daystamp"),
      (
        "78da7349ac2c2e49cc2d500093c50a2519a90a298925a97a0a2e64c80000702b1c39",
        String(repeating: text, count: 3)
      ),
    ])
  func vectors(hex: String, expected: String) throws {
    #expect(try Zlib.inflate(Self.bytes(hex)[...]) == Array(expected.utf8))
  }

  @Test("A dynamic block of 2,000 bytes is inflated")
  func dynamicBlock() throws {
    let output = try Zlib.inflate(Self.bytes(Self.dynamic)[...])
    var state = 1
    let expected = (0..<2000).map { _ -> UInt8 in
      state = (state &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      let letter = min((state >> 16) % 7, (state >> 20) % 5)
      return UInt8(97 + letter)
    }
    #expect(output == expected)
  }

  @Test("What is stored is inflated again", arguments: [0, 1, 65_535, 65_536, 200_000])
  func stored(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try Zlib.inflate(Zlib.stored(bytes[...])[...]) == bytes)
  }

  @Test("Output beyond the limit is refused")
  func limit() {
    let stream = Self.bytes(Self.dynamic)[...]
    #expect(throws: InflateError.tooLarge(limit: 1999)) { try Zlib.inflate(stream, limit: 1999) }
  }

  @Test("A stream cut anywhere is an error")
  func cut() {
    let stream = Self.bytes(Self.dynamic)
    for length in stream.indices {
      #expect(throws: InflateError.self) { try Zlib.inflate(stream[..<length]) }
    }
  }

  @Test(
    "Broken streams are refused for what is wrong with them",
    arguments: [
      ("0000", InflateError.invalid(detail: "unknown compression method")),
      ("78bb00000001", .invalid(detail: "need dictionary")),
      ("780107", .invalid(detail: "invalid block type")),
      ("7801010600f9fe", .invalid(detail: "invalid stored block lengths")),
      ("7801010100feff6100620063", .checksum),
    ])
  func broken(hex: String, error: InflateError) {
    #expect(throws: error) { try Zlib.inflate(Self.bytes(hex)[...]) }
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  private static let dynamic = """
    78da45958b75c44008036be5d77f0b6186f5e5f272896d168424704d6564764456f56466546444f4dee8cae24e\
    47e7ec7745d5fec6fed987798ff774d66c8226cd06111fe6d8cf706a532737ba638a235b8924933cdbcb4ddac9\
    e556ddb8ecfd1a8eccd6b5c886273f24d86a2432cadcb5998109e285b5f72c4d2260cd345dcd3ee3371ec4a4c3\
    b02d8b738afc949e9eb9e249e1b22f3820862a51fb6c3835af85de8bcdc6b7e48819ae367460ccd486c86e7254\
    329637387c422c255d68b01cd536da2395d0b2f7f643296e40fd629b2318be4ab08b6951c48c5dca93bca2a272\
    890bce50b1a803ab1b0251e9a30101320e1dd2edfe833e7bd100854a1a3c1e13b257963a93ccc9bf913157c8b0\
    a349e5171aad6f52d281f09316f012468a8a8721e4f1742d28576fe323ed3e46fe41d35853470954edf0f6f985\
    0665cb26b72b2a930cb1976fcba411aa3f62ef7bd87a92be9fbf990652e89a56150db6ca0d5d8f227b0629c62e\
    05e158692ad4d878685b94051567924e09c503525879a36732421c4627e606f526050cc518e463441f623f871d\
    d78c0eeeff79799e83dcb9c2e7562e7402a087ae04b45c301ff893c3797e360b14d1c0306b6f0cd6b594cbb839\
    3ad08486b4b5f8b9cb1c6b8e801725f826556f375b431ec6a1b423d460075d52ba73a06124fbb9d4be350abd85\
    03744be9547c6b4f8cc99085b3eccce8a432b52b302e93237956df7534d71edb801653edc5a97d708f079da7bc\
    add3e79dbc9d8a4cd89aede64e543c555685b69f7c7d00b5855c26056397c92cdbfe255415aa859f1f60bdd7fa\
    583ce90e76979f3fdbc076ceb36ed05d52279a2675a8bfc18ebcd5897346accfabad3cbf37829bd63745b4f3a9\
    372579595cd998832d87500a7773bc91aecb5b93429bb92cfa63fa5e35cc5abbaaa5d487ef7370a06b9e8adfc8\
    9c7f68eeb0ba67f22989115835f9b5fcde4edb49b99d79417cb85d60ee965b07e12bd3d7cd9bc372f66e0654d3\
    85f65eabb8d2c3b718d2adf7f3677e2f817cef93053cb2e2e625e71f5724014d
    """
}
