extension TIFFPhoto {
  func metadata() -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    if ExifExtract(of: structure).hasEntries { metadata.exif = bytes[...] }
    if let packet = directory[.xmp]?.bytes, !packet.isEmpty { metadata.xmp = [packet] }
    if let stream = directory[.iptc] {
      metadata.iptc = [Self.iptc(stream)]
    } else if let resources = directory[.photoshop]?.bytes {
      metadata.iptc = PhotoshopResources(resources).iptc
    }
    metadata.icc = directory[.icc]?.bytes
    return metadata
  }

  /// Writers that type the stream LONG swap it with the file's byte order; 0x1C begins every
  /// IIM data set, so its place tells (IIM 4.2, 1.5).
  private static func iptc(_ entry: TIFFEntry) -> ArraySlice<UInt8> {
    let bytes = entry.bytes
    guard entry.type == .long, bytes.first != 0x1C, bytes.count >= 4,
      bytes[bytes.startIndex + 3] == 0x1C
    else { return bytes }
    var swapped = Array(bytes)
    for start in stride(from: 0, to: swapped.count - 3, by: 4) {
      swapped[start..<start + 4].reverse()
    }
    return swapped[...]
  }
}
