import Foundation
import Shell
import Testing

@Suite("A line of JSON")
struct JSONLineTests {
  @Test("is what Foundation writes, with sorted names and slashes as they are")
  func foundation() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let values: [any Encodable] = [
      Sample(), [Sample(), Sample()], Extended(), [[1], [], [2, 3]],
      ["é": 1, "zz": 2, "A": 3, "": 4] as [String: Int],
      "text", [nil, 1] as [Int?], [Kind.two], [String](), [String: Int](),
    ]
    for value in values {
      #expect(value.jsonLine() == String(decoding: try encoder.encode(value), as: UTF8.self))
    }
  }

  private enum Kind: String, Encodable { case two }

  private struct Sample: Encodable {
    var b = "a\"\\/\n\t\r\u{8}\u{C}\u{1}\u{1F} é 점심 📷"
    var aB = true
    var ab = Kind.two
    var missing: Kind?
    var a = [String]()
    var numbers = [0.1, 1, -0.0, 1e-7, 1e22, 123_456_789.125, .infinity, -.infinity, .nan]
    var small: Float = 0.1
    var sizes = [Int.min, .max]
    var large = UInt64.max
    var B: Int8 = -1
    var inner = ["z": ["y", "x"], "a": []]
  }

  /// Adds to the members of another value.
  private struct Extended: Encodable {
    private enum Key: CodingKey { case aa, none }

    func encode(to encoder: any Encoder) throws {
      try Sample().encode(to: encoder)
      var fields = encoder.container(keyedBy: Key.self)
      try fields.encode("more", forKey: .aa)
      try fields.encodeNil(forKey: .none)
    }
  }
}
