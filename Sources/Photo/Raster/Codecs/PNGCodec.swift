import CCodecs.PNG
package import Formats

extension SampleImage {
  /// Decodes the picture of a file to its own samples, as it is coded, before any orientation tag.
  ///
  /// - Parameter photo: of a format with ``PhotoFormat/hasSampleCodec``.
  /// - Returns: the picture.
  /// - Throws: `cannotDecode`, `damaged`, `otherSize`, `cannotAllocate`.
  package static func decoded(from photo: PhotoFile) throws(RasterError) -> SampleImage {
    let size = PixelSize(width: photo.header.width, height: photo.header.height)
    if case .webp(let structure) = photo.structure {
      return try MemoryShortage.telling(
        of: size, needed: CodecMemory.decodingSamples(photo.header)
      ) { () throws(RasterError) in try WebPCodec.decode(photo, structure) }
    }
    guard case .png(let structure) = photo.structure else {
      throw .cannotDecode(photo.header.format, detail: "")
    }
    if let type = structure.damagedChunk { throw .damaged(.png, detail: "\(type): CRC error") }
    guard structure.end != nil else {
      throw .damaged(.png, detail: "the file ends inside a chunk")
    }
    return try MemoryShortage.telling(
      of: size, needed: CodecMemory.decodingSamples(photo.header)
    ) { () throws(RasterError) in
      try PNGCodec.decode(photo.bytes, in: structure.pixelRanges, size: size)
    }
  }

  /// The picture as a file of its own, without any metadata, in its own channels and depth.
  ///
  /// - Parameter format: one with ``PhotoFormat/hasSampleCodec``.
  /// - Returns: the file.
  /// - Throws: `cannotEncode`, `cannotAllocate`.
  package func encoded(as format: PhotoFormat) throws(RasterError) -> [UInt8] {
    guard format == .png else { throw .cannotEncode(format, detail: "") }
    return try MemoryShortage.telling(
      of: PixelSize(width: width, height: height), needed: layout.byteCount ?? .max
    ) { () throws(RasterError) in try PNGCodec.encode(self) }
  }
}

/// Reads and writes PNGs in their own samples, through libpng.
package enum PNGCodec {
  /// zlib's level, 0…9: on photos a third of the time of the usual 6, for 2 to 4 % more bytes.
  static let compressionLevel: Int32 = 3

  /// libpng, loaded at the first use of this.
  private static let isLoaded: Void = cpng_load()

  /// Loads libpng.
  static func warmUp() { isLoaded }

  /// Decodes the picture of a file.
  ///
  /// Chunks must be whole, and their checksums right, as ``PNGStructure/damagedChunk`` tells: libpng takes
  /// memory for whatever length a cut chunk claims.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - ranges: the parts of it that are read, as if nothing lay between them: the signature and the chunks
  ///     that hold the pixels.
  ///   - size: the picture's, by which its memory is reckoned; one of another size is refused.
  /// - Returns: the picture.
  /// - Throws: `cannotDecode`, `cannotAllocate`.
  package static func decode(
    _ bytes: [UInt8], in ranges: [Range<Int>], size: PixelSize
  ) throws(RasterError) -> SampleImage {
    isLoaded
    return try bytes.withUnsafeBufferPointer { bytes throws(RasterError) in
      let parts = ranges.map { range in
        cpng_part(bytes: bytes.baseAddress.map { $0 + range.lowerBound }, count: range.count)
      }
      return try parts.withUnsafeBufferPointer { parts throws(RasterError) in
        try decode(parts, size: size)
      }
    }
  }

  private static func decode(
    _ parts: UnsafeBufferPointer<cpng_part>, size: PixelSize
  ) throws(RasterError) -> SampleImage {
    guard let reader = cpng_create(parts.baseAddress, parts.count) else {
      throw .cannotAllocate(width: size.width, height: size.height)
    }
    defer { cpng_destroy(reader) }
    var picture = cpng_picture()
    (picture.width, picture.height) = (UInt32(size.width), UInt32(size.height))
    guard cpng_read_header(reader, &picture) != 0 else {
      throw .cannotDecode(.png, detail: picture.text)
    }
    let image = try SampleImage(picture.layout)
    let length = image.layout.rowLength
    let isDone = image.withRows { cpng_read_rows(reader, &picture, $0.baseAddress, length) }
    guard isDone != 0 else { throw .cannotDecode(.png, detail: picture.text) }
    image.completePalette()
    return image
  }

  /// The picture as a file, in the channels and bits that it has, or those of its coding where all of its
  /// samples are ones of these.
  ///
  /// - Throws: `cannotEncode`.
  package static func encode(_ image: SampleImage) throws(RasterError) -> [UInt8] {
    isLoaded
    var picture = cpng_picture(image)
    let length = image.layout.rowLength
    var file: [UInt8] = []
    // Not less than most files have; what is not filled takes no memory.
    file.reserveCapacity(image.layout.byteCount ?? 0)
    let isDone = withUnsafeMutablePointer(to: &file) { file in
      image.withRows {
        cpng_write(
          &picture, $0.baseAddress, length, compressionLevel,
          { file, bytes, count in
            file?.assumingMemoryBound(to: [UInt8].self).pointee
              .append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
            return 1
          }, file)
      }
    }
    guard isDone != 0 else { throw .cannotEncode(.png, detail: picture.text) }
    return file
  }
}

extension cpng_picture {
  /// What libpng said of an error.
  fileprivate var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The layout of rows that are read.
  fileprivate var layout: SampleLayout {
    let channels: SampleLayout.Channels =
      switch colour {
      case CPNG_GRAY: .gray
      case CPNG_GRAY_ALPHA: .grayAlpha
      case CPNG_RGBA: .rgba
      case CPNG_PALETTE: .palette
      default: .rgb
      }
    let colours = withUnsafeBytes(of: palette) { bytes in
      (0..<Int(palette_count)).map { entry in
        RGBA(
          red: bytes[4 * entry], green: bytes[4 * entry + 1], blue: bytes[4 * entry + 2],
          alpha: bytes[4 * entry + 3])
      }
    }
    // libpng compares as many bits as a sample has.
    let most = UInt16(truncatingIfNeeded: (1 << Int(bit_depth)) - 1)
    let step = bit_depth < 8 ? 255 / most : 1
    return SampleLayout(
      width: Int(width), height: Int(height), channels, bit_depth == 16 ? .sixteen : .eight,
      palette: colours,
      coding: SampleCoding(
        bitDepth: Int(bit_depth),
        key: has_key == 0 ? nil : (SIMD3(key.0, key.1, key.2) & most) &* step,
        isInterlaced: is_interlaced != 0))
  }

  /// What is written of a picture.
  fileprivate init(_ image: SampleImage) {
    self.init()
    let layout = image.layout
    (width, height) = (UInt32(layout.width), UInt32(layout.height))
    colour =
      switch layout.channels {
      case .gray: CPNG_GRAY
      case .grayAlpha: CPNG_GRAY_ALPHA
      case .rgb: CPNG_RGB
      case .rgba: CPNG_RGBA
      case .palette: CPNG_PALETTE
      }
    let bits = image.codedBits
    bit_depth = Int32(bits)
    is_interlaced = layout.coding.isInterlaced ? 1 : 0
    palette_count = Int32(layout.palette.count)
    withUnsafeMutableBytes(of: &palette) { bytes in
      for (entry, colour) in layout.palette.enumerated() {
        bytes[4 * entry] = colour.red
        bytes[4 * entry + 1] = colour.green
        bytes[4 * entry + 2] = colour.blue
        bytes[4 * entry + 3] = colour.alpha
      }
    }
    if let key = layout.coding.key, image.isAlphaOf(key) {
      has_key = 1
      let shift = UInt16(truncatingIfNeeded: layout.depth.rawValue - bits)
      self.key = (key.x &>> shift, key.y &>> shift, key.z &>> shift)
    }
  }
}

extension SampleImage {
  /// Gives the numbers that the palette lacks black, as decoders do that do not refuse them.
  fileprivate func completePalette() {
    guard layout.channels == .palette, !isSound else { return }
    let missing = withRows { Int($0.max() ?? 0) } + 1 - palette.count
    palette += [RGBA](repeating: RGBA(red: 0, green: 0, blue: 0), count: missing)
  }

  /// The bits of a sample in a file: those of the coding where they hold all samples.
  fileprivate var codedBits: Int {
    let (depth, bits) = (layout.depth.rawValue, coding.bitDepth)
    guard depth == 8, [1, 2, 4].contains(bits) else { return depth }
    switch layout.channels {
    case .palette: return [1, 2, 4].first { $0 >= bits && palette.count <= 1 << $0 } ?? 8
    case .gray, .grayAlpha:
      // What has alpha needs a key for so few bits.
      if layout.channels == .grayAlpha, coding.key.map(isAlphaOf) != true { return 8 }
      let step = UInt8(255 / (1 << bits - 1))
      let count = layout.channels.count
      return withRows { rows in
        stride(from: 0, to: rows.count, by: count).allSatisfy { rows[$0] % step == 0 }
      } ? bits : 8
    case .rgb, .rgba: return 8
    }
  }

  /// Whether pixels of one colour are transparent, and all others opaque.
  fileprivate func isAlphaOf(_ key: SIMD3<UInt16>) -> Bool {
    guard layout.channels.hasAlpha else { return false }
    let scaled = layout.depth == .eight ? key &* 257 : key
    var colours = [WideColour](repeating: .zero, count: width)
    for y in 0..<height {
      read(row: y, into: &colours)
      for colour in colours {
        let isKey = SIMD3(colour.x, colour.y, colour.z) == scaled
        if colour.w != (isKey ? 0 : .max) { return false }
      }
    }
    return true
  }
}
