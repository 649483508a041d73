/// A JPEG put together from an encoder's picture and other segments.
struct JPEGAssembly {
  static let maximumPayload = 65_533
  static let xmpSignature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let iccSignature = Array("ICC_PROFILE\0".utf8)
  /// Largest XMP packet of one segment.
  static let maximumXMP = maximumPayload - xmpSignature.count
  /// Largest part of a profile: the signature, a number and the count come before it.
  static let maximumProfilePart = maximumPayload - iccSignature.count - 2
  static let maximumProfile = maximumProfilePart * 255

  private let encoded: JPEGStructure

  /// - Throws: `PhotoFileError` when `encoded` has no scan or does not end.
  init(_ encoded: JPEGStructure) throws(PhotoFileError) {
    guard encoded.first(.startOfScan) != nil else {
      throw .missing(.jpeg, part: "SOS", at: encoded.bytes.count)
    }
    guard encoded.imageEnd != nil else {
      throw .missing(.jpeg, part: "EOI", at: encoded.bytes.count)
    }
    self.encoded = encoded
  }

  /// The encoded picture with all application and comment segments of `original` in place of the
  /// encoder's, and with what follows its image.
  ///
  /// Left out are an Adobe segment that would misdescribe the new picture's colours and, unless
  /// `keepsProfile`, the ICC profile. The multi-picture index is corrected.
  func replacingSegments(with original: JPEGStructure, keepsProfile: Bool) -> [UInt8] {
    let picture = picture
    let trailer = original.imageEnd.map { original.bytes[$0...] } ?? []
    var bytes: [UInt8] = []
    bytes.reserveCapacity(original.bytes.count + picture.count)
    bytes += [0xFF, JPEGMarker.startOfImage.rawValue]
    let oldIndex = original.multiPictureSegment
    var index: (old: JPEGSegment, newStart: Int)?
    for segment in original.segments where isCarried(segment, of: original, keepsProfile) {
      if segment.range == oldIndex?.range { index = (segment, bytes.count) }
      bytes += original.bytes[segment.range]
    }
    bytes += picture
    let newEnd = bytes.count
    bytes += trailer
    if let index, let oldEnd = original.imageEnd {
      MultiPictureIndex.relocate(
        in: &bytes, at: index.newStart..<index.newStart + index.old.range.count,
        oldStart: index.old.range.lowerBound, oldEnd: oldEnd, newEnd: newEnd)
    }
    return bytes
  }

  /// The encoded picture with `blocks` as segments; the encoder's comment is left out.
  func carrying(_ blocks: CarriedBlocks) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, JPEGMarker.startOfImage.rawValue]
    for segment in encoded.segments where segment.marker == .app0 {
      bytes += encoded.bytes[segment.range]
    }
    if let exif = blocks.exif { bytes += Self.segment(.app1, Array("Exif\0\0".utf8) + exif) }
    for packet in blocks.xmp { bytes += Self.segment(.app1, Self.xmpSignature + packet) }
    if let profile = blocks.icc { bytes += Self.profileSegments(profile) }
    for stream in blocks.iptc { bytes += Self.iptcSegments(stream) }
    return bytes + picture
  }

  /// The picture with the blocks of the raw file that it lies in, before its own segments; these stay, but
  /// for what the blocks say instead, and an index of further images, which are not in the file.
  func carrying(_ blocks: RawBlocks, own structure: JPEGStructure) -> [UInt8] {
    var added: [UInt8] = []
    if let exif = blocks.exif { added += Self.segment(.app1, Array("Exif\0\0".utf8) + exif) }
    for packet in blocks.xmp { added += Self.segment(.app1, Self.xmpSignature + packet) }
    let hasProfile = structure.hasSegment(.app2, "ICC_PROFILE\0")
    if let profile = blocks.icc, !hasProfile { added += Self.profileSegments(profile) }
    for stream in blocks.iptc { added += Self.iptcSegments(stream) }
    var bytes: [UInt8] = [0xFF, JPEGMarker.startOfImage.rawValue]
    for segment in structure.segments {
      func has(_ signature: StaticString) -> Bool {
        segment.hasSignature(signature, in: structure.bytes)
      }
      // JFIF's stands first.
      if segment.marker != .app0 {
        bytes += added
        added = []
      }
      switch segment.marker {
      case .startOfScan:
        return bytes + structure.bytes[segment.range.lowerBound..<(structure.imageEnd ?? 0)]
      case .app1 where blocks.exif != nil && has("Exif\0"): continue
      case .app1 where !blocks.xmp.isEmpty && has("http://ns.adobe.com/x"): continue
      case .app2 where has("MPF\0"): continue
      case .app13 where !blocks.iptc.isEmpty && has(PhotoshopResources.signature): continue
      default: bytes += structure.bytes[segment.range]
      }
    }
    return bytes
  }

  /// From the first table to EOI, without application and comment segments.
  private var picture: [UInt8] {
    var bytes: [UInt8] = []
    for segment in encoded.segments {
      if segment.marker == .startOfScan {
        return bytes + encoded.bytes[segment.range.lowerBound..<(encoded.imageEnd ?? 0)]
      }
      if !segment.marker.isApplication, segment.marker != .comment {
        bytes += encoded.bytes[segment.range]
      }
    }
    return bytes
  }

  private func isCarried(
    _ segment: JPEGSegment, of original: JPEGStructure, _ keepsProfile: Bool
  ) -> Bool {
    guard segment.marker.isApplication || segment.marker == .comment else { return false }
    let reader = ByteReader(original.payload(segment), .bigEndian)
    if segment.marker == .app14, reader.matches("Adobe", at: 0) {
      return reader.value(at: 11, size: 1) == 1
    }
    if !keepsProfile, segment.marker == .app2, reader.matches("ICC_PROFILE\0", at: 0) {
      return false
    }
    return true
  }

  /// A segment; `payload` is at most `maximumPayload` bytes.
  private static func segment(_ marker: JPEGMarker, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker.rawValue]
      + ByteOrder.bigEndian.bytes(of: UInt16(truncatingIfNeeded: payload.count + 2)) + payload
  }

  /// The profile in numbered parts (ICC.1, B.4).
  private static func profileSegments(_ profile: ArraySlice<UInt8>) -> [UInt8] {
    let count = (profile.count + maximumProfilePart - 1) / maximumProfilePart
    var bytes: [UInt8] = []
    for number in 0..<count {
      let part = profile.dropFirst(number * maximumProfilePart).prefix(maximumProfilePart)
      let position = [number + 1, count].map { UInt8(truncatingIfNeeded: $0) }
      bytes += segment(.app2, iccSignature + position + part)
    }
    return bytes
  }

  /// The stream as a Photoshop resource, which goes on in the next segment where it is too long.
  private static func iptcSegments(_ stream: ArraySlice<UInt8>) -> [UInt8] {
    let signature = PhotoshopResources.signature.withUTF8Buffer(Array.init)
    var rest = PhotoshopResources.resource(iptc: stream)[...]
    var bytes: [UInt8] = []
    while !rest.isEmpty {
      let part = rest.prefix(maximumPayload - signature.count)
      bytes += segment(.app13, signature + part)
      rest = rest.dropFirst(part.count)
    }
    return bytes
  }
}

extension JPEGStructure {
  /// Whether there is a segment of this kind that begins so.
  fileprivate func hasSegment(_ marker: JPEGMarker, _ signature: StaticString) -> Bool {
    segments.contains { $0.marker == marker && $0.hasSignature(signature, in: bytes) }
  }
}
