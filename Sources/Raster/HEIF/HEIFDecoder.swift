import CGD
import CHEIF

/// Reads HEIC and AVIF files with libheif itself: libgd ignores the length of libheif's rows, so
/// that some widths come out sheared, and keeps rotations and cropping from being applied.
enum HEIFDecoder {
  /// Decodes the primary image, its own rotation, mirroring and cropping applied.
  ///
  /// libheif's own limits hold: sides up to 32,768 pixels, and bounds on boxes and tiles.
  ///
  /// - Returns: an image that the caller owns.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, as codec: Codec
  ) throws(RasterError) -> gdImagePtr {
    func check(_ error: heif_error) throws(RasterError) {
      guard let message = HEIF.message(of: error) else { return }
      // The structure is read before any pixel, so what fails in the decoder is the coded data.
      throw error.code == heif_error_Decoder_plugin_error
        ? .damaged(codec, detail: message) : .cannotDecode(codec, detail: message)
    }
    guard let context = HEIF.makeContext() else {
      throw .cannotDecode(codec, detail: "libheif cannot be set up")
    }
    defer { heif_context_free(context) }
    try check(
      heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))

    var handle: OpaquePointer?
    defer { heif_image_handle_release(handle) }
    try check(heif_context_get_primary_image_handle(context, &handle))
    // A grid says its size twice, in ispe and in its own data; libheif takes the latter unchecked.
    heif_context_set_maximum_image_size_limit(
      context,
      max(heif_image_handle_get_ispe_width(handle), heif_image_handle_get_ispe_height(handle)) + 1)
    let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0

    guard let options = heif_decoding_options_alloc() else {
      throw .cannotDecode(codec, detail: "libheif has no memory")
    }
    defer { heif_decoding_options_free(options) }
    options.pointee.convert_hdr_to_8bit = 1
    options.pointee.strict_decoding = 1

    var image: OpaquePointer?
    defer { heif_image_release(image) }
    try check(
      heif_decode_image(
        handle, &image, heif_colorspace_RGB,
        hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options))
    var warning = heif_error()
    if heif_image_get_decoding_warnings(image, 0, &warning, 1) > 0,
      let message = HEIF.message(of: warning)
    {
      throw .damaged(codec, detail: message)
    }

    var stride: Int32 = 0
    guard let pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
    else { throw .cannotDecode(codec, detail: "libheif gave no pixels") }
    let decoded = InterleavedPixels(
      bytes: pixels, stride: Int(stride), hasAlpha: hasAlpha,
      isPremultiplied: heif_image_handle_is_premultiplied_alpha(handle) != 0)
    let gd = try Image.allocate(
      width: Int(heif_image_get_width(image, heif_channel_interleaved)),
      height: Int(heif_image_get_height(image, heif_channel_interleaved)))
    decoded.copy(to: gd)
    return gd
  }
}

/// libheif's interleaved 8-bit RGB or RGBA.
private struct InterleavedPixels {
  let bytes: UnsafePointer<UInt8>
  /// From one row's start to the next one's, in bytes; at least 3 or 4 times the width.
  let stride: Int
  let hasAlpha: Bool
  let isPremultiplied: Bool

  /// Fills an image of the same size.
  func copy(to gd: gdImagePtr) {
    let (width, height) = (Int(gd.pointee.sx), Int(gd.pointee.sy))
    for y in 0..<height {
      guard let row = gd.pointee.tpixels[y] else { continue }
      var source = bytes + y * stride
      for x in 0..<width {
        row[x] = hasAlpha ? withAlpha(source) : opaque(source)
        source += hasAlpha ? 4 : 3
      }
    }
  }

  private func opaque(_ pixel: UnsafePointer<UInt8>) -> Int32 {
    Int32(pixel[0]) << 16 | Int32(pixel[1]) << 8 | Int32(pixel[2])
  }

  private func withAlpha(_ pixel: UnsafePointer<UInt8>) -> Int32 {
    let alpha = pixel[3]
    func straight(_ value: UInt8) -> UInt8 {
      guard isPremultiplied, alpha > 0 else { return value }
      return UInt8(min((Int32(value) * 255 + Int32(alpha) / 2) / Int32(alpha), 255))
    }
    return TrueColour(
      RGBA(
        red: straight(pixel[0]), green: straight(pixel[1]), blue: straight(pixel[2]), alpha: alpha)
    ).raw
  }
}
