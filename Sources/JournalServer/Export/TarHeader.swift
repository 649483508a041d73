import Files

/// What stands before a file in a tar archive: a header of 512 bytes (IEEE Std 1003.1, pax, "ustar
/// Interchange Format") and, where it has no room for the name or the size, records before it ("pax
/// Interchange Format").
struct TarHeader: Sendable {
  enum Kind: UInt8 {
    case file = 0x30  // "0"
    case folder = 0x35  // "5"
    /// Records for the header that follows.
    case records = 0x78  // "x"
  }

  /// Everything in an archive takes whole blocks.
  static let blockSize = 512
  /// What says that the archive is complete.
  static let end = [UInt8](repeating: 0, count: 2 * blockSize)

  /// With slashes between the folders' names.
  let name: String
  let kind: Kind
  /// Bytes that follow.
  let size: Int
  /// Seconds since 1970 in UTC.
  let modified: Int

  private static let nameLength = 100
  /// The largest number of eleven octal digits: 8 GiB less one.
  private static let largest = 0o777_7777_7777

  /// The header, with the records that it takes before it.
  var bytes: [UInt8] {
    var records: [UInt8] = []
    if !fits(name) { records += Self.record("path", name) }
    if size > Self.largest { records += Self.record("size", "\(size)") }
    if records.isEmpty { return block }
    let before = TarHeader(
      name: "PaxHeaders/" + (fallback.split(separator: "/").last.map(String.init) ?? ""),
      kind: .records, size: records.count, modified: modified)
    return before.block + records + Self.padding(after: records.count) + block
  }

  /// What fills up the last block of a file.
  static func padding(after size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (blockSize - size % blockSize) % blockSize)
  }

  private func fits(_ name: String) -> Bool {
    name.utf8.count <= Self.nameLength && name.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }

  /// The name for who does not know the records.
  private var fallback: String {
    let plain = name.utf8.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "_") }
    return String(decoding: plain.suffix(Self.nameLength), as: UTF8.self)
  }

  private var block: [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    func put(_ text: String, at offset: Int, upTo length: Int) {
      for (index, byte) in text.utf8.prefix(length).enumerated() { block[offset + index] = byte }
    }
    put(fits(name) ? name : fallback, at: 0, upTo: Self.nameLength)
    put(kind == .folder ? "0000700" : "0000600", at: 100, upTo: 8)
    put("0000000", at: 108, upTo: 8)
    put("0000000", at: 116, upTo: 8)
    put(Self.octal(min(size, Self.largest), digits: 11), at: 124, upTo: 12)
    put(Self.octal(max(0, min(modified, Self.largest)), digits: 11), at: 136, upTo: 12)
    block[156] = kind.rawValue
    put("ustar\u{0}00", at: 257, upTo: 8)
    // The sum counts its own field as blanks.
    let sum = block.reduce(8 * 0x20) { $0 + Int($1) }
    put(Self.octal(sum, digits: 6) + "\u{0} ", at: 148, upTo: 8)
    return block
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A record, which begins with its own length in bytes.
  private static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n"
    var length = rest.utf8.count
    while "\(length)".utf8.count + rest.utf8.count != length {
      length = "\(length)".utf8.count + rest.utf8.count
    }
    return Array("\(length)\(rest)".utf8)
  }
}
