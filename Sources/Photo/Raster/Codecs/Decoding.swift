import CCodecs.GD
package import Formats

extension Image {
  /// Decodes the first image of a file.
  ///
  /// The pixels come as they are coded, before any orientation tag, except from HEIC and AVIF,
  /// whose own rotation, mirroring and cropping are applied. GIFs keep their palette, unless their first
  /// frame is smaller than the screen, whose rest is transparent; all else becomes true colour with 8 bits
  /// a channel and 7 of alpha.
  ///
  /// - Throws: `cannotDecode`, `damaged` where the decoder filled gaps, `cannotAllocate`, and
  ///   `otherSize` where the decoder would make a picture of another size than the header's.
  package convenience init(decoding photo: PhotoFile) throws(RasterError) {
    if case .webp = photo.structure, photo.header.isAnimated {
      try self.init(SampleImage.decoded(from: photo))
      return
    }
    let format = photo.header.format
    if case .tiff(let tiff) = photo.structure,
      let reader = TIFFReader(tiff, orientation: photo.header.orientation)
    {
      try photo.bytes.withUnsafeBufferPointer { bytes throws(RasterError) in
        try Self.checkSize(of: photo, bytes)
      }
      try self.init(width: photo.header.width, height: photo.header.height)
      try reader.fill(self)
      return
    }
    self.init(
      owning: try photo.bytes.withUnsafeBufferPointer { bytes throws(RasterError) in
        try Self.checkSize(of: photo, bytes)
        return try MemoryShortage.telling(
          of: photo.header.displayedSize, needed: CodecMemory.decoding(photo)
        ) { () throws(RasterError) in
          switch photo.structure {
          case .heif:
            return try HEIFDecoder.decode(bytes, as: format, size: photo.header.displayedSize)
          case .bmp(let structure): return try BMPDecoder.decode(structure)
          case .gif(let structure):
            return try Self.onScreen(
              Self.decodeWithGD(bytes, of: photo), of: structure, photo.header)
          case .jpeg, .png, .webp, .tiff: return try Self.decodeWithGD(bytes, of: photo)
          }
        }
      })
    if format != .gif { try makeTrueColour() }
    if case .tiff(let structure) = photo.structure {
      correct(for: TIFFTraits(structure, orientation: photo.header.orientation))
    }
  }

  /// Asks the decoders that can be asked before they take memory for pixels.
  private static func checkSize(
    of photo: PhotoFile, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(RasterError) {
    let header = PixelSize(width: photo.header.width, height: photo.header.height)
    let own: PixelSize? =
      switch photo.structure {
      case .jpeg: JPEGDecompressor.size(of: bytes)
      case .tiff: TIFFStrips.size(of: bytes)
      case .png, .webp, .gif, .bmp, .heif: nil
      }
    if let own { try header.expect(width: own.width, height: own.height) }
  }

  /// The first image of a GIF where it stands on the screen, which is transparent elsewhere.
  ///
  /// - Parameters:
  ///   - image: as libgd decodes it; freed where it is not what is returned.
  ///   - structure: the file's.
  ///   - header: the file's.
  /// - Returns: an image of the screen's size.
  /// - Throws: `otherSize`, `cannotAllocate`.
  private static func onScreen(
    _ image: gdImagePtr, of structure: GIFStructure, _ header: PhotoHeader
  ) throws(RasterError) -> gdImagePtr {
    let first = PixelSize(width: Int(image.pointee.sx), height: Int(image.pointee.sy))
    if first == PixelSize(width: header.width, height: header.height) { return image }
    defer { libgd.gdImageDestroy(image) }
    if let expected = structure.firstImage {
      try expected.expect(width: first.width, height: first.height)
    }
    let screen = try allocate(width: header.width, height: header.height)
    let (left, top) = structure.firstPlace
    for y in 0..<header.height {
      guard let row = screen.pointee.tpixels[y] else { continue }
      row.update(repeating: TrueColour.transparent << 24, count: header.width)
      guard (top..<top + first.height).contains(y) else { continue }
      for x in 0..<first.width {
        row[left + x] = libgd.gdImageGetTrueColorPixel(image, Int32(x), Int32(y - top))
      }
    }
    return screen
  }

  private static func decodeWithGD(
    _ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoFile
  ) throws(RasterError) -> gdImagePtr {
    let format = photo.header.format
    let source = try source(of: bytes, for: photo)
    let (gd, messages) = LibGD.recordingMessages {
      source.withContext { context -> gdImagePtr? in
        switch format {
        case .jpeg: libgd.gdImageCreateFromJpegCtxEx(context, 0)
        case .png: libgd.gdImageCreateFromPngCtx(context)
        case .webp: libgd.gdImageCreateFromWebpCtx(context)
        case .gif: libgd.gdImageCreateFromGifCtx(context)
        case .tiff: libgd.gdImageCreateFromTiffCtx(context)
        case .bmp, .heic, .avif: nil
        }
      }
    }
    guard let gd else {
      throw .cannotDecode(format, detail: failure(in: format, messages: messages))
    }
    if let loss = loss(in: photo, messages: messages, source: source) {
      libgd.gdImageDestroy(gd)
      throw .damaged(format, detail: loss)
    }
    return gd
  }

  /// Of a PNG, only the chunks that hold pixels: libpng would read the others too, and libgd uses
  /// nothing of them. Damage is found here, because libpng only warns of some wrong checksums, and
  /// allocates whatever length a cut chunk claims.
  private static func source(
    of bytes: UnsafeBufferPointer<UInt8>, for photo: PhotoFile
  ) throws(RasterError) -> ByteSource {
    guard case .png(let structure) = photo.structure else { return ByteSource(bytes) }
    if let type = structure.damagedChunk { throw .damaged(.png, detail: "\(type): CRC error") }
    guard structure.end != nil else {
      throw .damaged(.png, detail: "the file ends inside a chunk")
    }
    return ByteSource(bytes, ranges: structure.pixelRanges)
  }

  /// Why there is no image, in the decoder's words where it has any.
  private static func failure(in format: PhotoFormat, messages: LibGD.Messages) -> String {
    switch format {
    // What follows libpng's own message is libgd's, about its jump out of libpng.
    case .png where !messages.isEmpty: messages.first
    // libgd blames its memory for everything that libwebp does not decode.
    case .webp: "truncated or corrupt"
    default: messages.isEmpty ? "truncated, corrupt or of an unknown kind" : messages.last
    }
  }

  /// What a decoder said, or did, that means it made up some of the pixels.
  private static func loss(
    in photo: PhotoFile, messages: LibGD.Messages, source: ByteSource
  ) -> String? {
    switch photo.structure {
    case .jpeg(let structure):
      if !messages.isEmpty, JPEGWarning(message: messages.first).meansLoss({ structure }) {
        return messages.first
      }
      return source.starvedReads > 0 ? "Premature end of JPEG file" : nil
    case .gif:
      // libgd says nothing when it ends early.
      return source.shortReads > 0 ? "premature end of file" : nil
    case .tiff:
      // libtiff's errors, after which it goes on with what it has. libgd's own message about an
      // orientation that it does not know comes after all of them.
      return messages.isEmpty || messages.first.hasPrefix("Orientation ") ? nil : messages.first
    case .png, .webp, .bmp, .heif:
      return nil
    }
  }

  /// Replaces palette numbers by colours, and a colour that stands for transparency by alpha.
  func makeTrueColour() throws(RasterError) {
    if isPalette {
      guard libgd.gdImagePaletteToTrueColor(gd) != 0 else {
        throw .cannotAllocate(width: width, height: height)
      }
    } else if gd.pointee.transparent >= 0 {
      let key = gd.pointee.transparent
      for y in 0..<height {
        let row = row(y)
        for x in 0..<width where row[x] == key { row[x] |= TrueColour.transparent << 24 }
      }
    }
    gd.pointee.transparent = -1
  }
}

/// What a warning of libjpeg means for the pixels; jerror.h lists them, `JWRN_…`.
///
/// libgd passes on only the first of a decoding, and its image is complete in any case: where data
/// is missing, with made-up pixels.
enum JPEGWarning: Hashable {
  /// Every pixel is as the camera wrote it.
  case harmless
  /// Bytes that belong to nothing stand before a marker: padding, or what is left of coded data
  /// that went out of step. `marker` is the marker's second byte.
  case extraneousBytes(count: Int, marker: UInt8)
  /// Pixels were lost: the file ends early, a code does not exist, a restart marker is missing.
  case loss

  private static let harmlessMessages = [
    // Some cameras write zeros for the spectral selection of a baseline scan (jdhuff.c).
    "Invalid SOS parameters for sequential JPEG",
    // Taken for the usual colour transform.
    "Unknown Adobe color transform code",
    "Warning: unknown JFIF revision number",
  ]

  /// - Parameter message: as libjpeg formats it, in English only.
  init(message: String) {
    let words = message.split(separator: " ")
    if Self.harmlessMessages.contains(where: message.hasPrefix) {
      self = .harmless
    } else if words.count == 9, words[4] == "extraneous", let count = Int(words[3]),
      let marker = UInt8(words[8].dropFirst(2), radix: 16)
    {
      // "Corrupt JPEG data: 12 extraneous bytes before marker 0xd9"
      self = .extraneousBytes(count: count, marker: marker)
    } else {
      self = .loss
    }
  }

  /// Whether the warning means that pixels of a file were lost.
  ///
  /// Extraneous bytes pass as padding before the header's segments, and before the end of the image
  /// where they are all the same.
  ///
  /// - Parameter structure: gives the file's segments; nil where they cannot be read.
  /// - Returns: true also where that cannot be told.
  func meansLoss(_ structure: () -> JPEGStructure?) -> Bool {
    switch self {
    case .harmless: return false
    case .loss: return true
    case .extraneousBytes(let count, let marker):
      guard let structure = structure() else { return true }
      if JPEGMarker(rawValue: marker) != .endOfImage { return !structure.hasJunkInHeader }
      guard let end = structure.imageEnd.map({ $0 - 2 }), count <= end else { return true }
      let rest = structure.bytes[end - count..<end]
      return rest.contains { $0 != rest.first }
    }
  }
}
