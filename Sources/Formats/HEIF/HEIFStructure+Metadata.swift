extension HEIFStructure {
  /// EXIF (ISO/IEC 23008-12, A.2), XMP (A.3) and the ICC profile of the primary image.
  ///
  /// - Parameter properties: Those of the primary item and, of a grid, of its first tile: some
  ///   phones give the profile to the tiles only.
  /// - Returns: The blocks as slices of the file, and what cannot be read as problems.
  func metadata(_ properties: [ISOBox]) -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    readEXIF(into: &metadata)
    if let item = describingItem(where: { $0.contentType == "application/rdf+xml" }) {
      if let packet = data(of: item) {
        metadata.xmp = [packet]
      } else {
        metadata.problems.append(MetadataProblem(kind: .xmp, offset: 0, reason: .outsideFile))
      }
    }
    metadata.icc = HEIFProperties.profile(properties)
    return metadata
  }

  private func readEXIF(into metadata: inout EmbeddedMetadata) {
    guard let item = describingItem(where: { $0.type == "Exif" }) else { return }
    guard let data = data(of: item), let offset = ByteReader(data, .bigEndian).value(at: 0, size: 4)
    else {
      metadata.problems.append(MetadataProblem(kind: .exif, offset: 0, reason: .outsideFile))
      return
    }
    let block = ByteReader(data.dropFirst(4), .bigEndian).slice(from: offset) ?? []
    // Some writers count the offset from behind "Exif\0\0", which they write nevertheless.
    for start in [block, block.droppingExifSignature, data.dropFirst(4).droppingExifSignature]
    where (try? TIFFStructure(start)) != nil {
      metadata.exif = start
      return
    }
    metadata.problems.append(
      MetadataProblem(kind: .exif, offset: data.startIndex, reason: .notTIFF))
  }

  /// The item that describes the primary one; else the first of its kind that describes none.
  private func describingItem(where matches: (HEIFItems.Item) -> Bool) -> Int? {
    let candidates = items.items.filter { matches($0.value) }.keys.sorted()
    let describing = Set(items.sources(of: "cdsc", to: primary))
    return candidates.first(where: describing.contains) ?? candidates.first
  }

  private func data(of item: Int) -> ArraySlice<UInt8>? {
    items.locations[item]?.data(file: bytes, itemData: items.data)
  }
}
