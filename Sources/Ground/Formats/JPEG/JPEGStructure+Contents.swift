extension JPEGStructure {
  /// Header and metadata of the first image.
  ///
  /// - Throws: `PhotoFileError` when there is no frame header or it cannot be read.
  func contents() throws(PhotoFileError) -> PhotoContents {
    let frame = try frameHeader()
    let metadata = metadata()
    let adobe = adobeTransform
    let tables = quantizationTables
    let quality = tables[frame.components[0].quantizationTable].map { luminance in
      let chrominance = frame.components.count == 3 ? frame.components[1].quantizationTable : nil
      return JPEGQuality.nearest(
        luminance: luminance, chrominance: chrominance.flatMap { tables[$0] })
    }
    var header = PhotoHeader(
      format: .jpeg, width: frame.width, height: frame.height,
      colour: colour(of: frame))
    header.orientation = Orientation(exif: metadata.exif)
    header.bitsPerChannel = frame.precision
    header.isLossless = frame.coding == .lossless
    header.isComplete = imageEnd != nil && first(.startOfScan) != nil
    header.jpeg = JPEGDetails(
      coding: frame.coding, isArithmetic: frame.isArithmetic,
      sampling: frame.components.map {
        JPEGSampling(horizontal: $0.horizontal, vertical: $0.vertical)
      }, quality: quality, adobeTransform: adobe,
      hasMultiPictureIndex: multiPictureSegment != nil, imageEnd: imageEnd)
    return PhotoContents(header: header, metadata: metadata)
  }

  /// The first image's frame header, with the height of a DNL segment where it has none.
  ///
  /// - Throws: `PhotoFileError` when there is none or it cannot be read, and for hierarchical JPEGs.
  package func frameHeader() throws(PhotoFileError) -> JPEGFrameHeader {
    if first(.hierarchical) != nil { throw .unsupported(.hierarchicalJPEG) }
    guard let segment = segments.first(where: { $0.marker.isStartOfFrame }) else {
      throw .missing(.jpeg, part: "SOF", at: segments.last?.range.upperBound ?? 2)
    }
    return try JPEGFrameHeader(segment, of: bytes, lines: numberOfLines)
  }

  /// The divisors by table number that the segments before the first scan give; a broken table and
  /// what follows it in its segment are left out.
  private var quantizationTables: [Int: [UInt16]] {
    var tables: [Int: [UInt16]] = [:]
    for segment in segments.prefix(while: { $0.marker != .startOfScan })
    where segment.marker == .quantizationTables {
      try? JPEGQuality.readTables(segment, of: bytes, into: &tables)
    }
    return tables
  }

  /// The height that a DNL segment gives (T.81, B.2.5), where there is one with a height.
  private var numberOfLines: Int? {
    guard let segment = first(.numberOfLines) else { return nil }
    let lines = ByteReader(payload(segment), .bigEndian).value(at: 0, size: 2)
    return lines == 0 ? nil : lines
  }

  /// The transform byte of the Adobe segment (Adobe Technical Note 5116); of several before the first
  /// scan, libjpeg takes the last.
  private var adobeTransform: Int? {
    let adobe = segments.prefix { $0.marker != .startOfScan }.filter {
      $0.marker == .app14 && $0.hasSignature("Adobe", in: bytes)
    }
    return adobe.compactMap { ByteReader(payload($0), .bigEndian).value(at: 11, size: 1) }.last
  }

  /// What the components mean, decided as libjpeg decides it (`default_decompress_parms` in
  /// jdapimin.c).
  package func colour(of frame: JPEGFrameHeader) -> ColourModel {
    switch frame.components.count {
    case 1: return .gray
    case 3:
      if !payloads(of: .app0, startingWith: "JFIF\0").isEmpty { return .ycc }
      if let adobeTransform { return adobeTransform == 0 ? .rgb : .ycc }
      let identifiers = frame.components.map(\.identifier)
      return identifiers == Array("RGB".utf8) ? .rgb : .ycc
    case 4: return adobeTransform ?? 0 == 0 ? .cmyk : .ycck
    default: return .other
    }
  }
}

extension JPEGStructure {
  /// Reads EXIF (Exif 3.0, 4.7.2), XMP (XMP part 3, 1.1.3), ICC (ICC.1, B.4) and IPTC, and lists
  /// the rest.
  func metadata() -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    readEXIF(into: &metadata)
    metadata.xmp = payloads(of: .app1, startingWith: "http://ns.adobe.com/xap/1.0/\0")
    if !payloads(of: .app1, startingWith: "http://ns.adobe.com/xmp/extension/\0").isEmpty {
      metadata.note(.extendedXMP)
    }
    readICC(into: &metadata)
    metadata.iptc = PhotoshopResources.iptc(
      in: payloads(of: .app13, startingWith: "Photoshop 3.0\0"))
    for segment in segments {
      if let kind = otherKind(of: segment) { metadata.note(kind) }
    }
    if let imageEnd, imageEnd < bytes.count { metadata.note(.trailer) }
    return metadata
  }

  private func readEXIF(into metadata: inout EmbeddedMetadata) {
    for exif in payloads(of: .app1, startingWith: "Exif\0") {
      // One byte more, of any value: some writers put 0xFF for the second NUL.
      let block = exif.dropFirst()
      if (try? TIFFStructure(block)) != nil {
        metadata.add(exif: block)
      } else if metadata.exif == nil, metadata.problems.isEmpty {
        metadata.problems.append(
          MetadataProblem(kind: .exif, offset: block.startIndex, reason: .notTIFF))
      }
    }
  }

  /// Joins the profile's parts by their sequence numbers.
  private func readICC(into metadata: inout EmbeddedMetadata) {
    let parts = payloads(of: .app2, startingWith: "ICC_PROFILE\0").filter { $0.count >= 2 }
    guard let first = parts.first else { return }
    let expected = Int(first[first.startIndex + 1])
    var ordered: [Int: ArraySlice<UInt8>] = [:]
    for part in parts where ordered[Int(part[part.startIndex])] == nil {
      ordered[Int(part[part.startIndex])] = part.dropFirst(2)
    }
    let found = (1...max(1, expected)).compactMap { ordered[$0] }
    guard expected > 0, found.count == expected else {
      metadata.problems.append(
        MetadataProblem(
          kind: .icc, offset: first.startIndex,
          reason: .incomplete(found: found.count, expected: expected)))
      return
    }
    metadata.icc = found.count == 1 ? found[0] : Array(found.joined())[...]
  }

  /// What a segment holds that is not read above; nothing for those that only say how the picture
  /// is coded (JFIF, Adobe).
  private func otherKind(of segment: JPEGSegment) -> MetadataKind? {
    if segment.marker == .comment { return .comment }
    guard segment.marker.isApplication else { return nil }
    let identifier = payload(segment).prefix(32).prefix { (0x20...0x7E).contains($0) }
    let name = String(decoding: identifier, as: UTF8.self)
    switch name {
    case "JFIF", "JFXX", "Ducky", "Exif", "ICC_PROFILE": return nil
    case "": return .block("APP\(segment.marker.rawValue & 0x0F)")
    case _ where name.hasPrefix("Adobe") && segment.marker == .app14: return nil
    case _ where name.hasPrefix("http://ns.adobe.com/x"): return nil
    case "Photoshop 3.0":
      return PhotoshopResources.hasOnlyIPTC(payload(segment)) ? nil : .block(name)
    default: return .block(name)
    }
  }

  /// The APP2 segment with the multi-picture index (CIPA DC-007, 5.1), if the file has one before its
  /// first scan.
  package var multiPictureSegment: JPEGSegment? {
    segments.prefix { $0.marker != .startOfScan }
      .first { $0.marker == .app2 && $0.hasSignature("MPF\0", in: bytes) }
  }
}

extension JPEGStructure {
  /// The file for a decoder that ignores DNL segments (T.81, B.2.5): a height of 0 in the frame header
  /// is replaced by the picture's. Any other file stays as it is.
  ///
  /// - Parameter height: the picture's, in lines.
  /// - Returns: a file of the same length.
  package func bytesWithHeight(_ height: Int) -> [UInt8] {
    // After the precision (B.2.2).
    guard let frame = segments.first(where: { $0.marker.isStartOfFrame }),
      frame.payload.count >= 3, let height = UInt16(exactly: height)
    else { return bytes }
    let field = frame.payload.lowerBound + 1..<frame.payload.lowerBound + 3
    guard bytes[field].allSatisfy({ $0 == 0 }) else { return bytes }
    var bytes = bytes
    bytes.replaceSubrange(field, with: ByteOrder.bigEndian.bytes(of: height))
    return bytes
  }
}
