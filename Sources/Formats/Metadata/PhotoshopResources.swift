/// Photoshop image resources, which carry IPTC in a JPEG's APP13 segments
/// (Adobe Photoshop File Formats Specification, "Image Resource Blocks").
struct PhotoshopResources {
  static let iptcIdentifier = 0x0404
  static let signature: StaticString = "Photoshop 3.0\0"
  /// Segments that one run of resources may spread over.
  static let maximumJoinedSegments = 64

  private(set) var iptc: [ArraySlice<UInt8>] = []
  private(set) var otherCount = 0
  /// Whether the last resource reaches past the end, and so goes on in the next segment.
  private(set) var isCut = false

  /// Walks the resources in `bytes`: "8BIM", identifier, Pascal string and data, both padded to even.
  init(_ bytes: ArraySlice<UInt8>) {
    let reader = ByteReader(bytes, .bigEndian)
    var offset = 0
    while reader.matches("8BIM", at: offset) {
      guard let identifier = reader.value(at: offset + 4, size: 2),
        let nameLength = reader.value(at: offset + 6, size: 1)
      else {
        isCut = true
        return
      }
      let sizeOffset = offset + 6 + (nameLength + 2) / 2 * 2
      guard let size = reader.value(at: sizeOffset, size: 4),
        let data = reader.slice(at: sizeOffset + 4, count: size)
      else {
        isCut = true
        return
      }
      if identifier == Self.iptcIdentifier { iptc.append(data) } else { otherCount += 1 }
      offset = sizeOffset + 4 + size + size % 2
    }
  }

  /// The IIM streams of all segments; a resource that one segment cuts goes on in the next.
  static func iptc(in segments: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var streams: [ArraySlice<UInt8>] = []
    var pending: ArraySlice<UInt8> = []
    var joined = 0
    for segment in segments {
      pending = pending.isEmpty ? segment : pending + segment
      joined += 1
      let resources = PhotoshopResources(pending)
      if resources.isCut, joined < maximumJoinedSegments { continue }
      streams += resources.iptc
      pending = []
      joined = 0
    }
    return pending.isEmpty ? streams : streams + PhotoshopResources(pending).iptc
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
