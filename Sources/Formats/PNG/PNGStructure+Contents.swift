extension PNGStructure {
  /// Chunks that only say how the picture is coded or to be shown: no metadata to lose. The last two
  /// are ImageMagick's virtual canvas.
  static let technicalTypes: Set<FourCC> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "cICP", "mDCV", "cLLI", "mDCv",
    "cLLi", "sBIT", "bKGD", "hIST", "sPLT", "pHYs", "tIME", "iCCP", "eXIf", "acTL", "fcTL", "fdAT",
    "caNv", "vpAg",
  ]

  func contents() -> PhotoContents {
    let metadata = metadata()
    var header = PhotoHeader(
      format: .png, width: self.header.width, height: self.header.height, colour: colour)
    header.orientation = Orientation(exif: metadata.exif)
    header.bitsPerChannel = self.header.bitDepth
    header.hasAlpha = [4, 6].contains(self.header.colourType) || first("tRNS") != nil
    header.isLossless = true
    header.isComplete = end != nil && first("IDAT") != nil
    if let control = first("acTL") {
      header.frameCount = ByteReader(data(control), .bigEndian).value(at: 0, size: 4) ?? 1
    }
    return PhotoContents(header: header, metadata: metadata)
  }

  private var colour: ColourModel {
    switch header.colourType {
    case 0, 4: .gray
    case 3: .palette
    default: .rgb
    }
  }
}
