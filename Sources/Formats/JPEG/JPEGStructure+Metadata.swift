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
        metadata.exif = block
        return
      }
      metadata.problems.append(
        MetadataProblem(kind: .exif, offset: block.startIndex, reason: .notTIFF))
      return
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
