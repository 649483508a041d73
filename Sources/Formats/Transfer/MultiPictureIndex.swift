/// The index of a JPEG's further images, in its first image's APP2 segment (CIPA DC-007, 5.2).
package enum MultiPictureIndex {
  /// The segment's marker, length and "MPF\0" come before the TIFF header to which offsets relate.
  static let headerOffset = 8
  static let entryTag = TIFFTag(rawValue: 0xB002)
  static let entrySize = 16

  /// Corrects the index at `range` of `bytes` after the first image changed its size.
  ///
  /// The first image's size and the offsets of all images behind its end move along with that end;
  /// an index that cannot be read stays as it is.
  ///
  /// - Parameters:
  ///   - bytes: The new file.
  ///   - range: The whole segment in the new file.
  ///   - oldStart: Where the segment was in the old file.
  ///   - oldEnd: Where the first image ended in the old file.
  ///   - newEnd: Where it ends now.
  package static func relocate(
    in bytes: inout [UInt8], at range: Range<Int>, oldStart: Int, oldEnd: Int, newEnd: Int
  ) {
    let block = bytes[range].dropFirst(headerOffset)
    guard let structure = try? TIFFStructure(block),
      let directory = try? structure.firstDirectory(),
      let entries = directory[entryTag]
    else { return }
    let order = structure.byteOrder
    let start = block.startIndex
    for number in 0..<entries.bytes.count / entrySize {
      let entry = entries.valueOffset + number * entrySize
      guard let size = order.uint32(block, at: entry + 4),
        let offset = order.uint32(block, at: entry + 8)
      else { return }
      if offset == 0 {
        // A size that counts padding up to the next image keeps counting it.
        let newSize = Int(size) >= oldEnd ? Int(size) - oldEnd + newEnd : newEnd
        write(newSize, at: start + entry + 4, in: &bytes, order)
      } else {
        let position = oldStart + headerOffset + Int(offset)
        guard position >= oldEnd else { continue }
        write(position - oldEnd + newEnd - start, at: start + entry + 8, in: &bytes, order)
      }
    }
  }

  private static func write(
    _ value: Int, at index: Int, in bytes: inout [UInt8], _ order: ByteOrder
  ) {
    guard let value = UInt32(exactly: value) else { return }
    bytes.replaceSubrange(index..<index + 4, with: order.bytes(of: value))
  }
}
