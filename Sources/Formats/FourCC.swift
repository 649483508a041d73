/// A four-character code: the type of a PNG chunk, a RIFF chunk or an ISO base media box.
struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The four bytes, the first in the highest place.
  let code: UInt32

  /// The first four bytes, filled up with zeros where there are fewer.
  init(_ bytes: ArraySlice<UInt8>) {
    var code: UInt32 = 0
    for place in 0..<4 {
      let byte = place < bytes.count ? bytes[bytes.startIndex + place] : 0
      code = code << 8 | UInt32(byte)
    }
    self.code = code
  }

  init(stringLiteral text: String) {
    self.init(ArraySlice(text.utf8))
  }

  var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
  }

  /// The code as text; bytes that are no printable ASCII show as `?`.
  var description: String {
    String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
  }
}
