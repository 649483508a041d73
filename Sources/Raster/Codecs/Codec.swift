/// A kind of image file that can be decoded.
package enum Codec: String, Hashable, Sendable, CaseIterable {
  case jpeg, png, webp, gif, bmp, tiff, heic, avif
}

/// A kind of image file to be written, with what its encoder wants to know.
///
/// Qualities are 0…100 on the encoder's own scale.
package enum Encoding: Hashable, Sendable {
  /// libgd samples chroma at full resolution from quality 90 on, at half of it (4:2:0) below.
  case jpeg(quality: Int, progressive: Bool)
  /// RGB, or RGBA where a pixel is not opaque; a palette image stays one.
  case png
  case webp(quality: Int)
  case webpLossless
  /// True-colour images are reduced to 256 colours; those from a GIF keep their palette.
  case gif
  /// Uncompressed, without transparency.
  case bmp
  /// RGB or RGBA, Deflate, one row a strip; the orientation tag is left out.
  case tiff
  /// HEVC by x265; chroma at full resolution from quality 90 on.
  case heic(quality: Int)
  /// AV1 by libaom; chroma at full resolution from quality 90 on.
  case avif(quality: Int)

  /// Whether the format, as it is written here, has an alpha channel.
  var hasAlpha: Bool {
    switch self {
    case .jpeg, .bmp, .gif: false
    case .png, .webp, .webpLossless, .tiff, .heic, .avif: true
    }
  }

  package var codec: Codec {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp, .webpLossless: .webp
    case .gif: .gif
    case .bmp: .bmp
    case .tiff: .tiff
    case .heic: .heic
    case .avif: .avif
    }
  }

  /// The longest side in pixels that the format, or the library that writes it, can hold.
  package var maximumSide: Int {
    switch self {
    case .jpeg: 65_500  // JPEG_MAX_DIMENSION of libjpeg
    case .webp, .webpLossless: 16_383  // WEBP_MAX_DIMENSION
    case .gif: 65_535
    case .png: 1_000_000  // PNG_USER_WIDTH_MAX of libpng
    case .bmp, .tiff: Int(Int32.max)
    case .heic, .avif: 32_768  // what libheif agrees to read again
    }
  }
}
