/// A WebP put together from an encoder's picture and metadata chunks.
struct WebPAssembly {
  /// Flags of the extended header (WebP Container Specification, "Extended File Format").
  private enum Flag {
    static let profile: UInt8 = 0x20
    static let alpha: UInt8 = 0x10
    static let exif: UInt8 = 0x08
    static let xmp: UInt8 = 0x04
  }

  private static let structural: Set<FourCC> = [
    "VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP ",
    WebPStructure.stampType,
  ]

  private let encoded: WebPStructure
  private let stream: WebPStructure.Stream

  /// - Throws: `PhotoFileError` when `encoded` has no still picture.
  init(_ encoded: WebPStructure) throws(PhotoFileError) {
    guard let stream = try encoded.stream() else {
      throw .missing(.webp, part: "VP8 or VP8L", at: 12)
    }
    self.encoded = encoded
    self.stream = stream
  }

  /// The encoded picture with the metadata chunks of `original`, those of no known meaning, and what
  /// follows its end; and with a stamp's record, where one is given.
  ///
  /// - Throws: `PhotoFileError.tooLarge` when the file would be longer than RIFF can say.
  func carryingChunks(
    of original: WebPStructure, keepsProfile: Bool, stamp: [UInt8]? = nil
  ) throws(PhotoFileError) -> [UInt8] {
    func data(_ type: FourCC) -> ArraySlice<UInt8>? { original.first(type).map(original.data) }
    let others = original.chunks.filter { !Self.structural.contains($0.type) }
    return try assembled(
      profile: keepsProfile ? data("ICCP") : nil, exif: data("EXIF"), xmp: data("XMP "),
      others: others.map { ($0.type, original.data($0)) }
        + (stamp.map { [(WebPStructure.stampType, $0[...])] } ?? [])) + original.trailer
  }

  /// The encoded picture with `blocks` as chunks.
  ///
  /// - Throws: `PhotoFileError.tooLarge` when the file would be longer than RIFF can say.
  func carrying(_ blocks: CarriedBlocks) throws(PhotoFileError) -> [UInt8] {
    try assembled(
      profile: blocks.icc, exif: blocks.exif.map { $0[...] }, xmp: blocks.xmp.first, others: [])
  }

  private func assembled(
    profile: ArraySlice<UInt8>?, exif: ArraySlice<UInt8>?, xmp: ArraySlice<UInt8>?,
    others: [(FourCC, ArraySlice<UInt8>)]
  ) throws(PhotoFileError) -> [UInt8] {
    let isPlain = profile == nil && exif == nil && xmp == nil && others.isEmpty
    if isPlain { return encoded.bytes }

    let alpha = encoded.first("ALPH")
    var flags: UInt8 = 0
    if profile != nil { flags |= Flag.profile }
    if stream.hasAlpha || alpha != nil { flags |= Flag.alpha }
    if exif != nil { flags |= Flag.exif }
    if xmp != nil { flags |= Flag.xmp }
    var body = Array("WEBP".utf8)
    let canvas = Self.bytes24(stream.size.width - 1) + Self.bytes24(stream.size.height - 1)
    body += Self.chunk("VP8X", ([flags, 0, 0, 0] + canvas)[...])
    if let profile { body += Self.chunk("ICCP", profile) }
    for chunk in encoded.chunks where ["ALPH", "VP8 ", "VP8L"].contains(chunk.type) {
      body += Self.chunk(chunk.type, encoded.data(chunk))
    }
    if let exif { body += Self.chunk("EXIF", exif) }
    if let xmp { body += Self.chunk("XMP ", xmp) }
    for (type, data) in others { body += Self.chunk(type, data) }
    guard let size = UInt32(exactly: body.count) else {
      throw .tooLarge(.webp, size: body.count, limit: Int(UInt32.max))
    }
    return Array("RIFF".utf8) + ByteOrder.littleEndian.bytes(of: size) + body
  }

  /// Type, size and data, padded to even.
  static func chunk(_ type: FourCC, _ data: ArraySlice<UInt8>) -> [UInt8] {
    type.bytes + ByteOrder.littleEndian.bytes(of: UInt32(truncatingIfNeeded: data.count)) + data
      + (data.count % 2 == 0 ? [] : [0])
  }

  static func bytes24(_ value: Int) -> [UInt8] {
    Array(ByteOrder.littleEndian.bytes(of: UInt32(truncatingIfNeeded: value)).prefix(3))
  }
}
