/// The order in which a file stores the bytes of a number.
package enum ByteOrder: Sendable, Hashable {
  /// "II" in TIFF: the least significant byte first.
  case littleEndian
  /// "MM" in TIFF: the most significant byte first.
  case bigEndian

  /// The bytes of `value` in this order, as they are written into a file.
  package func bytes(of value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    withUnsafeBytes(of: self == .bigEndian ? value.bigEndian : value.littleEndian, Array.init)
  }
}

/// Checked reads of unsigned integers and ranges from a file's bytes: at any offset, or one after
/// the other from `position` on.
///
/// Offsets count from the first of `bytes`, so a block cut out of a file is read with the offsets
/// that its specification names. A read that would leave the bytes, whatever its offset, gives `nil`
/// or, for `field`, an error that names the expected value.
package struct ByteReader: Sendable {
  package let bytes: ArraySlice<UInt8>
  package let byteOrder: ByteOrder
  /// The offset of what `next` gives; it stays where a read finds too little.
  package private(set) var position = 0

  package init(_ bytes: ArraySlice<UInt8>, _ byteOrder: ByteOrder) {
    self.bytes = bytes
    self.byteOrder = byteOrder
  }

  package init(_ bytes: [UInt8], _ byteOrder: ByteOrder) {
    self.init(bytes[...], byteOrder)
  }

  package var count: Int { bytes.count }

  /// The `count` bytes at `offset`, or `nil` where they are not all there.
  package func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      return nil
    }
    let start = bytes.startIndex + offset
    return bytes[start..<start + count]
  }

  /// All bytes from `offset` on, or `nil` past the end.
  package func slice(from offset: Int) -> ArraySlice<UInt8>? {
    slice(at: offset, count: bytes.count - offset)
  }

  /// The unsigned integer of `size` bytes (0 to 8) at `offset`, where it is there and fits an `Int`.
  package func value(at offset: Int, size: Int) -> Int? {
    guard size <= 8, let slice = slice(at: offset, count: size) else { return nil }
    var value: UInt64 = 0
    switch byteOrder {
    case .bigEndian: for byte in slice { value = value << 8 | UInt64(byte) }
    case .littleEndian: for byte in slice.reversed() { value = value << 8 | UInt64(byte) }
    }
    return Int(exactly: value)
  }

  /// The two bytes at `offset` as a number.
  package func uint16(at offset: Int) -> UInt16? {
    value(at: offset, size: 2).map { UInt16(truncatingIfNeeded: $0) }
  }

  /// The four bytes at `offset` as a number.
  package func uint32(at offset: Int) -> UInt32? {
    value(at: offset, size: 4).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Whether the bytes at `offset` are the ASCII or UTF-8 of `text`.
  package func matches(_ text: StaticString, at offset: Int) -> Bool {
    guard let slice = slice(at: offset, count: text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { slice.elementsEqual($0) }
  }

  /// The four-character code at `offset`, or `nil` past the end.
  package func fourCC(at offset: Int) -> FourCC? {
    slice(at: offset, count: 4).map(FourCC.init)
  }

  /// The unsigned integer of `size` bytes at `offset` that a header cannot do without.
  ///
  /// - Throws: `PhotoFileError.truncated` when the bytes end before it.
  func field(
    _ name: String, at offset: Int, size: Int, in format: PhotoFormat
  ) throws(PhotoFileError) -> Int {
    guard let value = value(at: offset, size: size) else {
      throw .truncated(
        format, part: name, at: bytes.startIndex + max(offset, 0), needed: size,
        available: max(0, bytes.count - max(offset, 0)))
    }
    return value
  }
}

/// Reading on from `position`.
extension ByteReader {
  package var isAtEnd: Bool { position >= bytes.count }

  /// `position` in the file that `bytes` are a slice of.
  package var index: Int { bytes.startIndex + position }

  /// The bytes from `position` on.
  package var rest: ArraySlice<UInt8> { bytes[index...] }

  /// The next unsigned integer of `size` bytes (0 to 8).
  package mutating func next(size: Int) -> Int? {
    guard let value = value(at: position, size: size) else { return nil }
    position += size
    return value
  }

  /// The next `count` bytes.
  package mutating func next(count: Int) -> ArraySlice<UInt8>? {
    guard let slice = slice(at: position, count: count) else { return nil }
    position += count
    return slice
  }

  /// Passes the bytes that meet a condition.
  package mutating func skip(while condition: (UInt8) -> Bool) {
    position = rest.prefix(while: condition).endIndex - bytes.startIndex
  }
}

/// A four-character code: the type of a PNG chunk, a RIFF chunk or an ISO base media box.
package struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
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

  package init(stringLiteral text: String) {
    self.init(ArraySlice(text.utf8))
  }

  var bytes: [UInt8] { ByteOrder.bigEndian.bytes(of: code) }

  /// The code as text; bytes other than printable ASCII show as `?`.
  package var description: String {
    String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
  }
}
