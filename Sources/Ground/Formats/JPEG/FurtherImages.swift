/// The index of a JPEG's further images, in its first image's APP2 segment (CIPA DC-007, 5.2).
package enum MultiPictureIndex {
  /// The segment's marker, length and "MPF\0" come before the TIFF header; offsets count from that header.
  static let headerOffset = 8
  static let entryTag = TIFFTag(rawValue: 0xB002)
  static let entrySize = 16

  /// More than any camera writes.
  private static let imageLimit = 64

  /// The images after the first, in the index's order; without those that lie outside the file.
  static func furtherImages(in structure: JPEGStructure) -> [Range<Int>] {
    guard let segment = structure.multiPictureSegment else { return [] }
    let block = structure.bytes[segment.range].dropFirst(headerOffset)
    guard let index = try? TIFFStructure(block), let directory = try? index.firstDirectory(),
      let entries = directory[entryTag]
    else { return [] }
    let reader = ByteReader(block, index.byteOrder)
    return (0..<min(entries.bytes.count / entrySize, imageLimit)).compactMap { number in
      let entry = entries.valueOffset + number * entrySize
      guard let size = reader.uint32(at: entry + 4), let offset = reader.uint32(at: entry + 8),
        offset > 0, size > 0
      else { return nil }
      let start = block.startIndex + Int(offset)
      guard start + Int(size) <= structure.bytes.count else { return nil }
      return start..<start + Int(size)
    }
  }

  /// Corrects the index at `range` of `bytes` after the first image changed its size.
  ///
  /// The first image's size and the offsets of all images after its end move along with that end;
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
    let reader = ByteReader(block, order)
    let start = block.startIndex
    for number in 0..<entries.bytes.count / entrySize {
      let entry = entries.valueOffset + number * entrySize
      guard let size = reader.uint32(at: entry + 4),
        let offset = reader.uint32(at: entry + 8)
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

/// The directory of a file's parts in XMP (Google's `Container` namespace, as Ultra HDR and motion
/// photos have it).
///
/// Lengths are of the parts that follow the first image, and stay true. Only a length of the first
/// image itself, which most writers leave at 0, goes with its size.
package enum ContainerDirectory {
  private static let signature: StaticString = "http://ns.adobe.com/xap/1.0/\0"

  /// The segments that say how long the first image is.
  ///
  /// - Parameters:
  ///   - structure: the file.
  ///   - length: the first image's length.
  /// - Returns: those with a directory in XMP that has this length for the first image.
  package static func segments(in structure: JPEGStructure, saying length: Int) -> [JPEGSegment] {
    structure.segments.prefix { $0.marker != .startOfScan }.filter { segment in
      segment.marker == .app1 && segment.hasSignature(signature, in: structure.bytes)
        && primaryLength(in: structure.payload(segment), saying: length) != nil
    }
  }

  /// Changes the first image's length in a segment, without changing the segment's length.
  ///
  /// A number that needs a digit more takes the place of a space elsewhere in the segment; where there
  /// is none to spare, the segment stays as it is.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - range: the whole segment in it.
  ///   - old: the length that it says.
  ///   - new: the length to say.
  package static func correct(
    in bytes: inout [UInt8], at range: Range<Int>, from old: Int, to new: Int
  ) {
    var segment = bytes[range]
    guard let number = primaryLength(in: segment, saying: old) else { return }
    let digits = Array(String(new).utf8)
    segment.replaceSubrange(number, with: digits)
    var surplus = segment.count - range.count
    while surplus > 0, let space = doubledSpace(in: segment) {
      segment.remove(at: space)
      surplus -= 1
    }
    if surplus < 0 {
      segment.insert(
        contentsOf: [UInt8](repeating: space, count: -surplus),
        at: segment.startIndex + (number.lowerBound - range.lowerBound) + digits.count + 1)
      surplus = 0
    }
    if surplus == 0 { bytes.replaceSubrange(range, with: segment) }
  }

  private static let space = UInt8(ascii: " ")

  private static func doubledSpace(in segment: ArraySlice<UInt8>) -> Int? {
    segment.indices.dropLast().last { segment[$0] == space && segment[$0 + 1] == space }
  }

  /// The digits of the first image's length, where it is `length`.
  private static func primaryLength(
    in text: ArraySlice<UInt8>, saying length: Int
  ) -> Range<Int>? {
    guard let semantic = text.range(of: "Semantic=\"Primary\""),
      let start = text[..<semantic.lowerBound].lastIndex(of: UInt8(ascii: "<")),
      let end = text[semantic.upperBound...].firstIndex(of: UInt8(ascii: ">")),
      let name = text[start..<end].range(of: ":Length=\"\(length)\"")
    else { return nil }
    let first = name.lowerBound + ":Length=\"".utf8.count
    return first..<name.upperBound - 1
  }
}

extension ArraySlice<UInt8> {
  /// Where a text is first.
  fileprivate func range(of text: String) -> Range<Int>? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count, let first = wanted.first else { return nil }
    var rest = self
    while let index = rest.firstIndex(of: first) {
      if self[index...].starts(with: wanted) { return index..<index + wanted.count }
      rest = self[(index + 1)...]
    }
    return nil
  }
}
