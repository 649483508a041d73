/// A file format that photos come in.
package enum PhotoFormat: String, Sendable, CaseIterable {
  case jpeg, png, webp, gif, bmp, tiff, heic, avif
}

extension PhotoFormat {
  /// What a format is: the one list of formats, a row each.
  private struct Row {
    /// For people.
    let name: String
    /// In lower case, the most usual first.
    let extensions: [String]
    /// As IANA's list of media types has them, the most fitting first.
    let mediaTypes: [String]
    let alpha: Alpha
    /// Bits a channel that files of the format may have.
    let bitDepths: [Int]
    let animation: Animation
    let metadata: Metadata
    /// Of files that are written.
    let coding: Coding
    let output: Output
    /// In pixels, of files that are written.
    let longestSide: Int
    /// Whether the decoder turns, mirrors and crops the picture as the file says.
    var isDecodedUpright = false
  }

  private var row: Row {
    switch self {
    case .jpeg:
      Row(
        name: "JPEG", extensions: ["jpg", "jpeg", "jpe", "jfif", "mpo"],
        mediaTypes: ["image/jpeg"], alpha: .none, bitDepths: Array(2...16), animation: .never,
        metadata: .carried([.exif, .xmp, .iptc, .icc]), coding: .lossy, output: .asked,
        longestSide: 65_500)  // JPEG_MAX_DIMENSION of libjpeg
    case .png:
      Row(
        name: "PNG", extensions: ["png", "apng"], mediaTypes: ["image/png"], alpha: .channel,
        bitDepths: [1, 2, 4, 8, 16], animation: .firstImage,
        metadata: .carried([.exif, .xmp, .icc]),
        coding: .lossless, output: .asked, longestSide: 1_000_000)  // PNG_USER_WIDTH_MAX of libpng
    case .webp:
      Row(
        name: "WebP", extensions: ["webp"], mediaTypes: ["image/webp"], alpha: .channel,
        bitDepths: [8], animation: .firstImage, metadata: .carried([.exif, .xmp, .icc]),
        coding: .either, output: .asked, longestSide: 16_383)  // WEBP_MAX_DIMENSION
    case .gif:
      Row(
        name: "GIF", extensions: ["gif"], mediaTypes: ["image/gif"], alpha: .oneColour,
        bitDepths: [8], animation: .firstImage, metadata: .none, coding: .lossless, output: .kept,
        longestSide: 65_535)
    case .bmp:
      Row(
        name: "BMP", extensions: ["bmp", "dib"], mediaTypes: ["image/bmp"], alpha: .channel,
        bitDepths: Array(1...32), animation: .never, metadata: .carried([.icc]), coding: .lossless,
        output: .kept,
        longestSide: Int(Int32.max))
    case .tiff:
      Row(
        name: "TIFF", extensions: ["tif", "tiff"], mediaTypes: ["image/tiff"], alpha: .channel,
        bitDepths: Array(1...64), animation: .never, metadata: .lost, coding: .lossless,
        output: .asked,
        longestSide: Int(Int32.max))
    case .heic:
      Row(
        name: "HEIC", extensions: ["heic", "heif", "hif", "heics"],
        mediaTypes: ["image/heic", "image/heif"], alpha: .channel, bitDepths: Array(8...16),
        animation: .firstImage, metadata: .carried([.exif, .xmp, .icc]), coding: .lossy,
        output: .askedElse(.jpeg), longestSide: 32_768,  // what libheif agrees to read again
        isDecodedUpright: true)
    case .avif:
      Row(
        name: "AVIF", extensions: ["avif", "avifs"], mediaTypes: ["image/avif"], alpha: .channel,
        bitDepths: [8, 10, 12], animation: .firstImage, metadata: .carried([.exif, .xmp, .icc]),
        coding: .lossy, output: .askedElse(.jpeg), longestSide: 32_768, isDecodedUpright: true)
    }
  }

  /// What files of a format, as they are written, hold of transparency.
  package enum Alpha: Sendable {
    case none
    /// A colour of the palette.
    case oneColour
    case channel
  }

  /// How much of an animation is decoded.
  package enum Animation: Sendable {
    case never, firstImage
  }

  /// Which of a photo's metadata goes into a file of the format.
  private enum Metadata {
    case carried([MetadataKind])
    /// Nothing, although the format has places for them.
    case lost
    /// The format has no places for them.
    case none
  }

  /// Whether pixels keep their values.
  package enum Coding: Sendable {
    case lossless, lossy
    /// Either, as the encoder is asked.
    case either
  }

  /// When a format is written.
  private enum Output: Equatable {
    /// For photos of this format, and where it is asked for.
    case asked
    /// Where it is asked for; else its photos are written in another format.
    case askedElse(PhotoFormat)
    /// For photos of this format only.
    case kept
  }
}

extension PhotoFormat {
  /// The format's name for people.
  package var name: String { row.name }

  /// All usual extensions in lower case, the most usual first.
  package var extensions: [String] { row.extensions }

  /// The extension for new files, without the dot.
  package var fileExtension: String { extensions[0] }

  /// The format that a file name's extension says, in any case; nil where it says none.
  package init?(fileExtension: String) {
    guard let format = Self.byExtension[fileExtension.lowercased()] else { return nil }
    self = format
  }

  /// The extensions of all formats.
  package static let allExtensions = allCases.flatMap(\.extensions)

  /// Looked up for every name of a folder; going through the rows would make each of them again.
  private static let byExtension = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { format in format.extensions.map { ($0, format) } })

  /// All media types that files of the format are sent under, the most fitting first.
  package var mediaTypes: [String] { row.mediaTypes }

  /// As IANA's list of media types has it.
  package var mediaType: String { mediaTypes[0] }

  package var alpha: Alpha { row.alpha }

  /// Bits a channel that files of the format may have.
  var bitDepths: [Int] { row.bitDepths }

  package var animation: Animation { row.animation }

  /// The kinds of metadata that a photo of another format keeps in a file of this one.
  var carriedMetadata: [MetadataKind] {
    if case .carried(let kinds) = row.metadata { kinds } else { [] }
  }

  /// Whether metadata is put into files of this format.
  package var carriesMetadata: Bool { !carriedMetadata.isEmpty }

  /// Whether files of this format say how their pixels are turned for display, which goes with EXIF.
  private var carriesOrientation: Bool { carriedMetadata.contains(.exif) && !isDecodedUpright }

  /// Whether re-encoding a photo of this format in another keeps its pixels turned, with the tag that says
  /// how. A photo that changes its format is turned upright, because browsers heed only JPEG's tag.
  package func keepsOrientation(in output: PhotoFormat) -> Bool {
    self == output && carriesOrientation
  }

  /// Whether the format has places for metadata that are left empty.
  package var losesMetadata: Bool { if case .lost = row.metadata { true } else { false } }

  /// Whether written files keep their pixels' values.
  package var coding: Coding { row.coding }

  /// The formats that are written where they are asked for.
  package static let targets = allCases.filter { $0.row.output != .kept }

  /// The format that a stamped photo of this format is written in, unless another is asked for: HEIC
  /// and AVIF become JPEG, which everything can show.
  package var stampedFormat: PhotoFormat {
    if case .askedElse(let other) = row.output { other } else { self }
  }

  /// The same for a photo with re-encoded pixels, or one for browsers: a TIFF, which is
  /// stamped as it is, becomes PNG.
  package var recodedFormat: PhotoFormat { self == .tiff ? .png : stampedFormat }

  /// The longest side in pixels that the format, or the library that writes it, can hold.
  package var longestSide: Int { row.longestSide }

  /// Whether decoded pixels are turned, mirrored and cropped as the file says.
  package var isDecodedUpright: Bool { row.isDecodedUpright }

  /// Whether files of both formats come under the same names: HEIC and AVIF share a container, and
  /// files of either are named `.heif`.
  package func sharesContainer(with other: PhotoFormat) -> Bool {
    self == other || Set([self, other]) == [.heic, .avif]
  }
}

extension PhotoFormat {
  /// The format that the first bytes of a file announce.
  ///
  /// - Throws: `PhotoFileError.raw(_:)`, `video(_:)` and `unknownFormat(start:)`.
  package init(announcedBy bytes: [UInt8]) throws(PhotoFileError) {
    if let raw = RawFormat(head: bytes) { throw .raw(raw) }
    guard let format = Self.marked(bytes) else {
      if let video = VideoFormat.detect(bytes) { throw .video(video) }
      throw .unknownFormat(start: Array(bytes.prefix(16)))
    }
    self = format
  }

  /// The format that the first bytes of a file announce, or `nil` when they announce none of ours.
  package static func detect(_ bytes: [UInt8]) -> PhotoFormat? {
    try? PhotoFormat(announcedBy: bytes)
  }

  /// Whether the first bytes are the mark of a photo's format.
  static func isMarked(_ bytes: [UInt8]) -> Bool { marked(bytes) != nil }

  /// The format that the first bytes mark; a raw file may have a TIFF's mark.
  private static func marked(_ bytes: [UInt8]) -> PhotoFormat? {
    let reader = ByteReader(bytes, .littleEndian)
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: PNGStructure.signature) { return .png }
    if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) { return .webp }
    if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) { return .gif }
    if TIFFPhoto.begins(bytes) { return .tiff }
    if reader.matches("ftyp", at: 4) { return HEIFBrands(bytes)?.format }
    if BMPStructure.begins(reader) { return .bmp }
    return nil
  }
}
