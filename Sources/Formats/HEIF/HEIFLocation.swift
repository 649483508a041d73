/// Where an item's data are (ISO/IEC 14496-12, 8.11.3).
struct HEIFLocation {
  /// Extents of all items together that are read at most.
  static let maximumExtents = 65_536

  enum Construction: Int {
    case file, itemData
  }

  let construction: Construction
  /// Ranges in the file or in idat, not checked against them.
  let extents: [Range<Int>]

  /// The locations by item that an iloc box gives; those by other construction methods are left out.
  static func all(in box: ISOBox) -> [Int: HEIFLocation] {
    guard let (version, _, content) = box.fullBox, version <= 2,
      let sizes = content.value(at: 0, size: 2)
    else { return [:] }
    let offsetSize = sizes >> 12
    let lengthSize = sizes >> 8 & 0x0F
    let baseSize = sizes >> 4 & 0x0F
    let indexSize = version == 0 ? 0 : sizes & 0x0F
    let idSize = version < 2 ? 2 : 4
    guard let count = content.value(at: 2, size: idSize), lengthSize > 0,
      max(offsetSize, baseSize, indexSize) <= 8
    else { return [:] }

    var locations: [Int: HEIFLocation] = [:]
    var position = 2 + idSize
    var extentsLeft = maximumExtents
    for _ in 0..<count {
      guard let item = content.value(at: position, size: idSize) else { break }
      position += idSize
      var method = 0
      if version > 0 {
        method = (content.value(at: position, size: 2) ?? 0) & 0x0F
        position += 2
      }
      position += 2
      guard let base = content.value(at: position, size: baseSize),
        let extentCount = content.value(at: position + baseSize, size: 2),
        extentCount <= extentsLeft
      else { break }
      extentsLeft -= extentCount
      position += baseSize + 2
      var extents: [Range<Int>] = []
      for _ in 0..<extentCount {
        guard let offset = content.value(at: position + indexSize, size: offsetSize),
          let length = content.value(at: position + indexSize + offsetSize, size: lengthSize)
        else { return locations }
        position += indexSize + offsetSize + lengthSize
        let (start, startOverflow) = base.addingReportingOverflow(offset)
        let (end, endOverflow) = start.addingReportingOverflow(length)
        guard !startOverflow, !endOverflow else { continue }
        extents.append(start..<end)
      }
      guard let construction = Construction(rawValue: method) else { continue }
      locations[item] = HEIFLocation(construction: construction, extents: extents)
    }
    return locations
  }

  /// The item's bytes, or `nil` when they are not all there or more than the file has.
  func data(file: [UInt8], itemData: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let reader = ByteReader(construction == .file ? file[...] : itemData, .bigEndian)
    if let only = extents.first, extents.count == 1 {
      return reader.slice(at: only.lowerBound, count: only.count)
    }
    var joined: [UInt8] = []
    for extent in extents {
      guard let part = reader.slice(at: extent.lowerBound, count: extent.count),
        joined.count + part.count <= file.count
      else { return nil }
      joined += part
    }
    return extents.isEmpty ? nil : joined[...]
  }

  /// Whether all extents lie in a file of `size` bytes.
  func isInside(fileSize size: Int) -> Bool {
    construction != .file || extents.allSatisfy { $0.upperBound <= size }
  }
}
