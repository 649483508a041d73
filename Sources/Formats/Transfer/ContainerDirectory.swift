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

  /// Puts another length for the first image into a segment, whose own length stays.
  ///
  /// A number that needs a digit more takes the place of a space elsewhere in the segment; where none
  /// is to be had, the segment stays as it is.
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
