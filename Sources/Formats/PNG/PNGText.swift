/// The keyword and text of a tEXt, zTXt or iTXt chunk (PNG third edition, 11.3.3).
struct PNGText {
  let keyword: String
  let isCompressed: Bool
  /// As in the file: compressed where `isCompressed`.
  let text: ArraySlice<UInt8>

  /// `nil` for another type, or where a separator is not there.
  init?(type: FourCC, data: ArraySlice<UInt8>) {
    guard let separator = data.prefix(80).firstIndex(of: 0) else { return nil }
    keyword = String(decoding: data[..<separator], as: UTF8.self)
    let rest = data[separator...].dropFirst()
    switch type {
    case "tEXt":
      isCompressed = false
      text = rest
    case "zTXt":
      isCompressed = true
      text = rest.dropFirst()
    case "iTXt":
      guard let flag = rest.first else { return nil }
      isCompressed = flag == 1
      let fields = rest.dropFirst(2)
      guard let language = fields.firstIndex(of: 0),
        let translation = fields[language...].dropFirst().firstIndex(of: 0)
      else { return nil }
      text = fields[translation...].dropFirst()
    default: return nil
    }
  }

  /// The text itself, of at most `Zlib.metadataLimit` bytes where it is compressed.
  func inflated() throws(InflateError) -> ArraySlice<UInt8> {
    isCompressed ? try Zlib.inflate(text)[...] : text
  }
}
