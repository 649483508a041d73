/// Checked reads of unsigned integers and ranges from a file's bytes.
///
/// Offsets count from the start of `bytes`. A read that would leave the bytes, whatever its offset,
/// gives `nil` or, for `field`, an error that says what was wanted.
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

  /// Whether the bytes at `offset` are the ASCII or UTF-8 of `text`.
  func matches(_ text: StaticString, at offset: Int) -> Bool {
    guard let slice = slice(at: offset, count: text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { slice.elementsEqual($0) }
  }

  /// The four-character code at `offset`, or `nil` past the end.
  func fourCC(at offset: Int) -> FourCC? {
    slice(at: offset, count: 4).map(FourCC.init)
  }

  /// The unsigned integer of `size` bytes at `offset` that a header cannot do without.
  ///
  /// - Throws: `PhotoFileError.truncated` when the file ends before it.
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
