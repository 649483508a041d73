import CZlib

/// zlib streams and checksums: the one place that calls the library.
package enum Zlib {
  /// Enough for any profile or metadata block in a photo.
  static let metadataLimit = 16 << 20
  /// Output grows in steps of this many bytes, so that a stream takes only the memory it fills.
  private static let step = 1 << 16

  /// The uncompressed bytes of the stream that `bytes` begin with (RFC 1950).
  ///
  /// - Throws: `InflateError`, also for output beyond `limit` and for a wrong checksum.
  package static func inflate(
    _ bytes: ArraySlice<UInt8>, limit: Int = metadataLimit
  ) throws(InflateError) -> [UInt8] {
    guard let available = UInt32(exactly: bytes.count) else { throw .tooLarge(limit: limit) }
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit_(&stream, ZLIB_VERSION, size) == Z_OK else { throw .noMemory }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    var result = Z_OK
    bytes.withUnsafeBufferPointer { input in
      // zlib's declaration lacks the const, but it reads its input only.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = available
      while result == Z_OK, output.count <= limit {
        // One byte more than the limit shows that there is more.
        let room = min(Self.step, limit - output.count + 1)
        output += [UInt8](unsafeUninitializedCapacity: room) { part, count in
          stream.next_out = part.baseAddress
          stream.avail_out = UInt32(room)
          result = CZlib.inflate(&stream, Z_NO_FLUSH)
          count = room - Int(stream.avail_out)
        }
      }
    }
    guard output.count <= limit else { throw .tooLarge(limit: limit) }
    switch result {
    case Z_STREAM_END: return output
    case Z_OK, Z_BUF_ERROR: throw .truncated
    case Z_MEM_ERROR: throw .noMemory
    case Z_NEED_DICT: throw .invalid(detail: "need dictionary")
    default:
      let detail = stream.msg.map { String(cString: $0) } ?? ""
      throw detail == "incorrect data check" ? .checksum : .invalid(detail: detail)
    }
  }

  /// A stream that holds `bytes` in stored blocks, uncompressed.
  static func stored(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    stream(of: bytes, level: Z_NO_COMPRESSION)
  }

  /// A stream (RFC 1950) that holds `bytes`, compressed as well as zlib does by itself.
  package static func deflated(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    stream(of: bytes, level: Z_DEFAULT_COMPRESSION)
  }

  private static func stream(of bytes: ArraySlice<UInt8>, level: Int32) -> [UInt8] {
    let room = compressBound(UInt(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(room)) { output, count in
      var length = room
      let result = bytes.withUnsafeBufferPointer {
        compress2(output.baseAddress, &length, $0.baseAddress, UInt($0.count), level)
      }
      precondition(result == Z_OK, "compressBound gives room enough")
      count = Int(length)
    }
  }

  /// `bytes` as a file of gzip (RFC 1952) that names no time, so that the same bytes give the same file.
  ///
  /// - Parameters:
  ///   - bytes: as many as fit into memory twice.
  ///   - level: from 1, the fastest, to 9, the smallest.
  /// - Returns: nil where there is no memory for it, or it would not be smaller.
  package static func gzip(_ bytes: UnsafeRawBufferPointer, level: Int) -> [UInt8]? {
    guard let available = UInt32(exactly: bytes.count) else { return nil }
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    // 16 more than the largest window stands for gzip; 8 is the usual memory.
    guard
      deflateInit2_(
        &stream, Int32(level), Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var result = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
      // zlib's declaration lacks the const, but it reads its input only.
      stream.next_in = UnsafeMutablePointer(
        mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.avail_in = available
      stream.next_out = output.baseAddress
      stream.avail_out = available
      result = deflate(&stream, Z_FINISH)
      count = bytes.count - Int(stream.avail_out)
    }
    return result == Z_STREAM_END ? output : nil
  }

  /// The CRC-32 of PNG chunks (PNG third edition, annex D).
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
  }
}

/// Why compressed data cannot be inflated.
package enum InflateError: Error, Hashable, Sendable {
  /// The data ends before the final block or the checksum does.
  case truncated
  /// Data that break the rules of their format, in zlib's words.
  case invalid(detail: String)
  /// More output than the caller allows.
  case tooLarge(limit: Int)
  /// The checksum of the output is not the one that the stream ends with.
  case checksum
  /// zlib has no memory for its window.
  case noMemory
}
