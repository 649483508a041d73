/// What becomes of a JPEG's segments, and of what follows its image, when its picture is turned, cut or
/// changed as a whole.
package struct JPEGSegmentEdit: Sendable {
  /// How the picture is turned for display from now on; nil where that stays.
  package var orientation: Orientation?
  /// The new size as coded, which EXIF says too; nil where that stays.
  package var size: PixelSize?
  /// Whether small pictures of the old one go.
  package var dropsThumbnails = false
  /// Whether what follows the image goes, such as a gain map that would not fit it.
  package var dropsTrailer = false
  /// Whether to remove the gain map after it, the segments' mentions of that, and the index of further
  /// images.
  package var dropsGainMap = false

  package init() {}

  /// The EXIF segment that a file gets which has none to be changed; empty where it needs none.
  package func addition(to structure: JPEGStructure) -> [UInt8] {
    guard let orientation, orientation != .topLeft, structure.readableExif == nil else { return [] }
    return Self.segment(
      .app1, Array("Exif\0\0".utf8) + ExifExtract().serialized(orientation: orientation))
  }

  /// Gives each segment as it goes into the new file; empty where it is left out.
  package func edits(of structure: JPEGStructure) -> (JPEGSegment) -> ArraySlice<UInt8> {
    let blanked = dropsThumbnails ? Self.blankedResources(of: structure) : [:]
    return { edited($0, of: structure, blanked) }
  }

  private func edited(
    _ segment: JPEGSegment, of structure: JPEGStructure, _ blanked: [Int: [UInt8]]
  ) -> ArraySlice<UInt8> {
    let whole = structure.bytes[segment.range]
    let payload = structure.payload(segment)
    func has(_ signature: StaticString) -> Bool {
      segment.hasSignature(signature, in: structure.bytes)
    }
    switch segment.marker {
    case .app0 where dropsThumbnails && has("JFXX\0"): return []
    case .app0 where dropsThumbnails && has("JFIF\0") && payload.count > 14:
      return Self.segment(.app0, payload.prefix(12) + [0, 0])[...]
    case .app1 where has("Exif\0") && payload.count > 6:
      return exif(segment, structure)
    case .app1 where has("http://ns.adobe.com/xap/1.0/\0"): return xmp(whole)
    case .app2 where (dropsTrailer || dropsGainMap) && has("MPF\0"): return []
    case .app2 where dropsGainMap && has(GainMapParameters.signature): return []
    // FlashPix's pictures and sound, which are views of the whole (Exif 2.1, section 3).
    case .app2 where dropsThumbnails && has("FPXR\0"): return []
    case .app13 where dropsThumbnails && has("Photoshop 3.0\0"):
      if let payload = blanked[segment.range.lowerBound] {
        return Self.segment(.app13, payload)[...]
      }
      return PhotoshopResources.withoutThumbnails(payload)
        .map { Self.segment(.app13, $0)[...] } ?? whole
    default: return whole
    }
  }

  private func exif(_ segment: JPEGSegment, _ structure: JPEGStructure) -> ArraySlice<UInt8> {
    let payload = structure.payload(segment)
    var block = Array(payload.dropFirst(6))
    block = changed(block)
    if let orientation, segment.range == structure.readableExif?.range {
      block = ExifBlock.withOrientation(block, orientation)
    }
    return Self.segment(.app1, payload.prefix(6) + block)[...]
  }

  /// An EXIF block with its changes besides the orientation.
  func changed(_ exif: [UInt8]) -> [UInt8] {
    let block = dropsThumbnails ? ExifBlock.withoutThumbnail(exif) : exif
    return size.map { ExifBlock.sized(block, to: $0) } ?? block
  }

  /// XMP that says no more that a video follows the image, nor another orientation than EXIF; of the same
  /// length.
  func xmp(_ segment: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var segment = segment
    func replace(_ name: String, _ said: Int, by instead: Int) {
      for (before, after) in [("=\"", "\""), (">", "<")] {
        let wanted = Array("\(name)\(before)\(said)\(after)".utf8)
        var start = segment.startIndex
        while let place = segment[start...].firstRange(of: wanted) {
          segment.replaceSubrange(place, with: Array("\(name)\(before)\(instead)\(after)".utf8))
          start = place.upperBound
        }
      }
    }
    if dropsTrailer {
      for name in ["MotionPhoto", "MicroVideo"] { replace(name, 1, by: 0) }
    }
    if dropsGainMap { segment = Self.withoutGainMap(segment) }
    if let orientation {
      for said in Orientation.allCases where said != orientation {
        replace("tiff:Orientation", said.rawValue, by: orientation.rawValue)
      }
    }
    return segment
  }

  /// Where image resources go on in further segments: the payloads of all of these without thumbnails, by where
  /// the segments begin.
  private static func blankedResources(of structure: JPEGStructure) -> [Int: [UInt8]] {
    let segments = structure.segments.filter {
      $0.marker == .app13
        && $0.hasSignature(PhotoshopResources.signature, in: structure.bytes)
    }
    guard segments.count > 1 else { return [:] }
    let blanked = PhotoshopResources.withBlankThumbnails(segments.map { structure.payload($0) })
    return Dictionary(
      zip(segments.map(\.range.lowerBound), blanked), uniquingKeysWith: { first, _ in first })
  }

  /// A segment; `payload` is at most 65,533 bytes.
  static func segment(_ marker: JPEGMarker, _ payload: some Collection<UInt8>) -> [UInt8] {
    [0xFF, marker.rawValue]
      + ByteOrder.bigEndian.bytes(of: UInt16(truncatingIfNeeded: payload.count + 2)) + payload
  }
}

extension JPEGSegmentEdit {
  /// The file with its segments edited and its picture as it is; what follows the image stays
  /// reachable where it stays.
  package func rewritten(_ structure: JPEGStructure) -> [UInt8] {
    structure.rewritten(
      adding: addition(to: structure), dropsTrailer: dropsTrailer,
      without: dropsGainMap ? structure.gainMap?.range : nil, edits(of: structure))
  }
}

extension JPEGStructure {
  /// The file with its segments edited and its picture as it is.
  ///
  /// - Parameters:
  ///   - addition: a segment that comes after JFIF's; empty for none.
  ///   - dropsTrailer: whether what follows the image goes; else it stays reachable.
  ///   - gap: bytes after the image to leave out, with the index of further images; nil for none.
  ///   - edited: gives each segment as it goes into the new file.
  /// - Returns: the new file.
  func rewritten(
    adding addition: [UInt8], dropsTrailer: Bool, without gap: Range<Int>? = nil,
    _ edited: (JPEGSegment) -> ArraySlice<UInt8>
  ) -> [UInt8] {
    let end = imageEnd ?? bytes.count
    let directories = dropsTrailer ? [] : ContainerDirectory.segments(in: self, saying: end)
    let index = gap == nil ? multiPictureSegment : nil
    var file: [UInt8] = []
    file.reserveCapacity(bytes.count + addition.count + 128)
    var places: [(old: JPEGSegment, start: Int)] = []
    var next = 0
    var addition = addition
    for segment in segments {
      file += bytes[next..<segment.range.lowerBound]
      next = segment.range.upperBound
      // JFIF comes first where it is there (JFIF 1.02, page 2).
      if !addition.isEmpty, segment.marker != .app0 {
        file += addition
        addition = []
      }
      if segment.range == index?.range || directories.contains(segment) {
        places.append((segment, file.count))
      }
      file += edited(segment)
    }
    file += bytes[next..<end]
    let newEnd = file.count
    if dropsTrailer { return file }
    if let gap, gap.lowerBound >= end {
      file += bytes[end..<gap.lowerBound] + bytes[gap.upperBound...]
    } else {
      file += bytes[end...]
    }
    for (segment, start) in places {
      let range = start..<start + segment.range.count
      if segment.marker == .app2 {
        MultiPictureIndex.relocate(
          in: &file, at: range, oldStart: segment.range.lowerBound, oldEnd: end, newEnd: newEnd)
      } else {
        ContainerDirectory.correct(in: &file, at: range, from: end, to: newEnd)
      }
    }
    return file
  }
}

extension JPEGStructure {
  /// The segment that a photo's EXIF is read from: the first, where it can be read.
  fileprivate var readableExif: JPEGSegment? {
    let first = segments.first { $0.marker == .app1 && $0.hasSignature("Exif\0", in: bytes) }
    guard let first, (try? TIFFStructure(payload(first).dropFirst(6))) != nil else { return nil }
    return first
  }
}

extension PhotoshopResources {
  /// Small pictures of the whole one, in two orders of colours.
  private static let thumbnails = [0x0409, 0x040C]

  /// Payloads with resources that continue from one to the next, with zeros for thumbnail data.
  fileprivate static func withBlankThumbnails(_ payloads: [ArraySlice<UInt8>]) -> [[UInt8]] {
    let head = signature.utf8CodeUnitCount
    var joined = payloads.flatMap { $0.dropFirst(head) }
    for resource in walk(joined[...]).resources where thumbnails.contains(resource.identifier) {
      joined.replaceSubrange(resource.data, with: repeatElement(0, count: resource.data.count))
    }
    var rest = joined[...]
    return payloads.map { payload in
      defer { rest = rest.dropFirst(payload.count - head) }
      return Array(payload.prefix(head) + rest.prefix(payload.count - head))
    }
  }

  /// A payload without its thumbnails; nil where it has none, or goes on in the next segment.
  fileprivate static func withoutThumbnails(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
    let head = signature.utf8CodeUnitCount
    let body = Array(payload.dropFirst(head))
    let (resources, end) = walk(body[...])
    guard let end, resources.allSatisfy(\.isWhole),
      resources.contains(where: { thumbnails.contains($0.identifier) })
    else { return nil }
    let kept = resources.filter { !thumbnails.contains($0.identifier) }.flatMap { body[$0.whole] }
    return payload.prefix(head) + kept + body.dropFirst(end)
  }
}
