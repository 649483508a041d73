import CGD

extension Image {
  /// Decodes the first image of a file.
  ///
  /// The pixels come as they are coded, before any orientation tag, except from HEIC and AVIF,
  /// whose own rotation, mirroring and cropping are applied. GIFs keep their palette (and have the
  /// size of their first frame); all else becomes true colour with 8 bits a channel and 7 of alpha.
  ///
  /// - Throws: `cannotDecode`, `damaged` where the decoder filled gaps, `cannotAllocate`.
  package convenience init(decoding bytes: [UInt8], as codec: Codec) throws(RasterError) {
    var tiff: TIFFTraits?
    self.init(
      owning: try bytes.withUnsafeBufferPointer { bytes throws(RasterError) in
        switch codec {
        case .heic, .avif:
          return try HEIFDecoder.decode(bytes, as: codec)
        case .tiff:
          tiff = TIFFTraits(bytes)
          guard tiff != nil else { throw .cannotDecode(codec, detail: "not a classic TIFF file") }
          return try Self.decodeWithGD(bytes, as: codec)
        case .jpeg, .png, .webp, .gif, .bmp:
          return try Self.decodeWithGD(bytes, as: codec)
        }
      })
    if codec != .gif { try makeTrueColour() }
    if let tiff { setRight(tiff) }
  }

  private static func decodeWithGD(
    _ bytes: UnsafeBufferPointer<UInt8>, as codec: Codec
  ) throws(RasterError) -> gdImagePtr {
    let source = try source(of: bytes, for: codec)
    let (gd, messages) = LibGD.recordingMessages {
      source.withContext { context -> gdImagePtr? in
        switch codec {
        case .jpeg: gdImageCreateFromJpegCtxEx(context, 0)
        case .png: gdImageCreateFromPngCtx(context)
        case .webp: gdImageCreateFromWebpCtx(context)
        case .gif: gdImageCreateFromGifCtx(context)
        case .bmp: gdImageCreateFromBmpCtx(context)
        case .tiff: gdImageCreateFromTiffCtx(context)
        case .heic, .avif: nil
        }
      }
    }
    guard let gd else { throw .cannotDecode(codec, detail: failure(in: codec, messages: messages)) }
    if let loss = loss(in: codec, messages: messages, source: source, bytes: bytes) {
      gdImageDestroy(gd)
      throw .damaged(codec, detail: loss)
    }
    return gd
  }

  private static func source(
    of bytes: UnsafeBufferPointer<UInt8>, for codec: Codec
  ) throws(RasterError) -> ByteSource {
    guard codec == .png else { return ByteSource(bytes) }
    let chunks = PNGChunks(bytes)
    if let type = chunks.damagedChunk { throw .damaged(codec, detail: "\(type): CRC error") }
    if chunks.isCut { throw .damaged(codec, detail: "the file ends inside a chunk") }
    return ByteSource(bytes, ranges: chunks.ranges)
  }

  /// Why there is no image, in the decoder's words where it has any.
  private static func failure(in codec: Codec, messages: LibGD.Messages) -> String {
    switch codec {
    // What follows libpng's own message is libgd's, about its jump out of libpng.
    case .png where !messages.isEmpty: messages.first
    // libgd blames its memory for everything that libwebp does not decode.
    case .webp: "truncated, corrupt or animated"
    default: messages.isEmpty ? "truncated, corrupt or of an unknown kind" : messages.last
    }
  }

  /// What a decoder said, or did, that means it made up some of the pixels.
  private static func loss(
    in codec: Codec, messages: LibGD.Messages, source: ByteSource,
    bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    switch codec {
    case .jpeg:
      if !messages.isEmpty, JPEGWarning(message: messages.first).meansLoss(in: bytes) {
        return messages.first
      }
      return source.starvedReads > 0 ? "Premature end of JPEG file" : nil
    case .gif, .bmp:
      // libgd says nothing when these end early.
      return source.shortReads > 0 ? "premature end of file" : nil
    case .tiff:
      // libtiff's errors, after which it goes on with what it has. libgd's own message about an
      // orientation that it does not know comes after all of them.
      return messages.isEmpty || messages.first.hasPrefix("Orientation ") ? nil : messages.first
    case .png, .webp, .heic, .avif:
      return nil
    }
  }

  /// Replaces palette numbers by colours, and a colour that stands for transparency by alpha.
  private func makeTrueColour() throws(RasterError) {
    if isPalette {
      guard gdImagePaletteToTrueColor(gd) != 0 else {
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
