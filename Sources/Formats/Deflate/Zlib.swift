/// zlib streams: deflate data with a header and a checksum (RFC 1950).
enum Zlib {
  /// Enough for any profile or metadata block in a photo.
  static let metadataLimit = 16 << 20

  /// The uncompressed bytes of the stream that `bytes` begin with.
  ///
  /// - Throws: `InflateError`, also for output beyond `limit` and for a wrong checksum.
  static func inflate(
    _ bytes: ArraySlice<UInt8>, limit: Int = metadataLimit
  ) throws(InflateError) -> [UInt8] {
    let reader = ByteReader(bytes, .bigEndian)
    guard let header = reader.value(at: 0, size: 2) else { throw .truncated }
    let usesDeflate = header >> 8 & 0x0F == 8
    let hasDictionary = header & 0x20 != 0
    guard usesDeflate, !hasDictionary, header % 31 == 0 else {
      throw .invalidHeader(observed: UInt16(header))
    }
    let (output, consumed) = try Inflate.decode(bytes.dropFirst(2), limit: limit)
    guard let expected = reader.value(at: 2 + consumed, size: 4) else { throw .truncated }
    let observed = adler32(output)
    guard observed == expected else {
      throw .checksum(observed: observed, expected: UInt32(expected))
    }
    return output
  }

  /// A stream that holds `bytes` in stored blocks, uncompressed.
  static func stored(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes
    repeat {
      let block = rest.prefix(Int(UInt16.max))
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      stream.append(rest.isEmpty ? 1 : 0)
      stream += ByteOrder.littleEndian.bytes(of: length)
      stream += ByteOrder.littleEndian.bytes(of: ~length)
      stream += block
    } while !rest.isEmpty
    return stream + ByteOrder.bigEndian.bytes(of: adler32(Array(bytes)))
  }

  /// The checksum of RFC 1950, 8.2.
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
