/// Photoshop image resources, which carry IPTC in a JPEG's APP13 segments
/// (Adobe Photoshop File Formats Specification, "Image Resource Blocks").
struct PhotoshopResources {
  static let iptcIdentifier = 0x0404
  static let signature: StaticString = "Photoshop 3.0\0"
  /// Segments that one run of resources may spread over.
  static let maximumJoinedSegments = 64
  /// Resources of a file that are looked through for IPTC; Photoshop writes some dozens.
  static let maximumResources = 10_000

  private(set) var iptc: [ArraySlice<UInt8>] = []
  private(set) var otherCount = 0
  /// Where the last resource begins if it reaches past the end, and so goes on in the next segment.
  private var cut: Int?
  /// Whether the byte that pads the last resource is not there, and so begins the next segment.
  private var lacksPadding = false
  var isCut: Bool { cut != nil }

  /// A resource: "8BIM", identifier, Pascal string and data, both padded to even. Ranges are from the
  /// first byte that was walked on.
  struct Resource {
    let identifier: Int
    let whole: Range<Int>
    let data: Range<Int>
    /// Whether all of its data are there.
    let isWhole: Bool
  }

  /// The resources at the start of some bytes, and where they end; nil for a beginning that is no more
  /// than that.
  static func walk(_ bytes: ArraySlice<UInt8>) -> (resources: [Resource], end: Int?) {
    let reader = ByteReader(bytes, .bigEndian)
    var resources: [Resource] = []
    var offset = 0
    while reader.matches("8BIM", at: offset) {
      guard let identifier = reader.value(at: offset + 4, size: 2),
        let nameLength = reader.value(at: offset + 6, size: 1),
        let size = reader.value(at: offset + 6 + (nameLength + 2) / 2 * 2, size: 4)
      else { return (resources, nil) }
      let start = offset + 6 + (nameLength + 2) / 2 * 2 + 4
      let end = start + size + size % 2
      resources.append(
        Resource(
          identifier: identifier, whole: offset..<min(end, bytes.count),
          data: start..<min(start + size, bytes.count), isWhole: start + size <= bytes.count))
      offset = end
    }
    // A segment may end within the signature of the resource that the next one has.
    let rest = reader.slice(from: offset) ?? []
    let isBeginning = 1...3 ~= rest.count && Array("8BIM".utf8).starts(with: rest)
    return (resources, isBeginning ? nil : offset)
  }

  /// Sorts the resources in `bytes`.
  init(_ bytes: ArraySlice<UInt8>) {
    let (resources, end) = Self.walk(bytes)
    if end == nil { cut = resources.last?.whole.upperBound ?? 0 }
    lacksPadding = end.map { $0 == bytes.count + 1 } ?? false
    for resource in resources {
      guard resource.isWhole else {
        cut = resource.whole.lowerBound
        return
      }
      if resource.identifier == Self.iptcIdentifier {
        iptc.append(
          bytes[
            bytes.startIndex + resource.data.lowerBound..<bytes.startIndex
              + resource.data.upperBound])
      } else {
        otherCount += 1
      }
    }
  }

  /// The IIM streams of all segments; a resource that one segment cuts goes on in the next.
  static func iptc(in segments: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var streams: [ArraySlice<UInt8>] = []
    // Only the beginning of a cut resource: the resources before it are not walked again.
    var (begun, joined, count): ([UInt8], Int, Int) = ([], 0, 0)
    var startsWithPadding = false
    for segment in segments where count < maximumResources {
      begun += startsWithPadding && segment.first == 0 ? segment.dropFirst() : segment
      joined += 1
      let resources = PhotoshopResources(begun[...])
      streams += resources.iptc
      count += resources.iptc.count + resources.otherCount
      startsWithPadding = resources.lacksPadding
      if let cut = resources.cut, joined < maximumJoinedSegments {
        guard cut > 0 else { continue }
        (begun, joined) = (Array(begun[cut...]), 1)
      } else {
        (begun, joined) = ([], 0)
      }
    }
    return streams
  }

  /// Whether an APP13 payload holds nothing but IPTC.
  static func hasOnlyIPTC(_ payload: ArraySlice<UInt8>) -> Bool {
    let resources = PhotoshopResources(payload.dropFirst(signature.utf8CodeUnitCount))
    return resources.otherCount == 0 && !resources.isCut && !resources.iptc.isEmpty
  }

  /// One IIM stream as an image resource.
  static func resource(iptc: ArraySlice<UInt8>) -> [UInt8] {
    Array("8BIM".utf8) + ByteOrder.bigEndian.bytes(of: UInt16(iptcIdentifier)) + [0, 0]
      + ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: iptc.count)) + iptc
      + (iptc.count % 2 == 0 ? [] : [0])
  }
}
