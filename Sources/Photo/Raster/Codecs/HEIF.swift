import CCodecs.GD
import CCodecs.HEIF
import Formats

/// Reads HEIC and AVIF files with libheif itself: libgd ignores the length of libheif's rows, so
/// that some widths come out sheared, and keeps rotations and cropping from being applied.
enum HEIFDecoder {
  /// Decodes the primary image, its own rotation, mirroring and cropping applied.
  ///
  /// libheif's own limits hold: sides up to 32,768 pixels, and bounds on boxes and tiles.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - format: HEIC or AVIF.
  ///   - size: as the file's header says, as it is displayed.
  /// - Throws: `otherSize` where libheif says otherwise, before a pixel is decoded; `cannotDecode`,
  ///   `damaged`, `cannotAllocate`.
  /// - Returns: an image that the caller owns.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, as format: PhotoFormat, size: PixelSize
  ) throws(RasterError) -> gdImagePtr {
    func check(_ error: heif_error) throws(RasterError) {
      guard let message = HEIF.message(of: error) else { return }
      // The structure is read before any pixel, so what fails in the decoder is the coded data.
      throw error.code == heif_error_Decoder_plugin_error
        ? .damaged(format, detail: message) : .cannotDecode(format, detail: message)
    }
    guard let context = HEIF.makeContext() else {
      throw .cannotDecode(format, detail: "libheif cannot be set up")
    }
    defer { libheif.heif_context_free(context) }
    try check(
      libheif.heif_context_read_from_memory_without_copy(
        context, bytes.baseAddress, bytes.count, nil))

    var handle: OpaquePointer?
    defer { libheif.heif_image_handle_release(handle) }
    try check(libheif.heif_context_get_primary_image_handle(context, &handle))
    try size.expect(
      width: Int(libheif.heif_image_handle_get_width(handle)),
      height: Int(libheif.heif_image_handle_get_height(handle)))
    // A grid says its size twice, in ispe and in its own data; libheif takes the latter unchecked.
    libheif.heif_context_set_maximum_image_size_limit(
      context,
      max(
        libheif.heif_image_handle_get_ispe_width(handle),
        libheif.heif_image_handle_get_ispe_height(handle)) + 1)
    let hasAlpha = libheif.heif_image_handle_has_alpha_channel(handle) != 0

    guard let options = libheif.heif_decoding_options_alloc() else {
      throw .cannotDecode(format, detail: "libheif has no memory")
    }
    defer { libheif.heif_decoding_options_free(options) }
    options.pointee.convert_hdr_to_8bit = 1
    options.pointee.strict_decoding = 1

    var image: OpaquePointer?
    defer { libheif.heif_image_release(image) }
    try check(
      libheif.heif_decode_image(
        handle, &image, heif_colorspace_RGB,
        hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options))
    var warning = heif_error()
    if libheif.heif_image_get_decoding_warnings(image, 0, &warning, 1) > 0,
      let message = HEIF.message(of: warning)
    {
      throw .damaged(format, detail: message)
    }

    var stride: Int32 = 0
    guard
      let pixels = libheif.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
    else { throw .cannotDecode(format, detail: "libheif gave no pixels") }
    let decoded = InterleavedPixels(
      bytes: pixels, stride: Int(stride), hasAlpha: hasAlpha,
      isPremultiplied: libheif.heif_image_handle_is_premultiplied_alpha(handle) != 0)
    let gd = try Image.allocate(
      width: Int(libheif.heif_image_get_width(image, heif_channel_interleaved)),
      height: Int(libheif.heif_image_get_height(image, heif_channel_interleaved)))
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

/// Writes HEIC (x265) and AVIF (libaom) files with libheif.
enum HEIFEncoder {
  /// From this quality on chroma keeps its full resolution; the same step as libgd's for JPEG.
  private static let fullChromaQuality = 90

  /// x265's choice of effort: half the time of libheif's default for 4 % more bytes.
  private static let x265Preset = "medium"

  /// Encodes an image as a file of its own.
  ///
  /// - Parameters:
  ///   - image: alpha is written where a pixel is not opaque.
  ///   - format: `.heic` or `.avif`.
  ///   - quality: 0…100 on libheif's scale.
  ///   - metadata: what the file holds besides.
  /// - Returns: the file.
  /// - Throws: `cannotEncode`, `cannotAllocate`.
  static func encode(
    _ image: Image, as format: PhotoFormat, quality: Int, carrying metadata: PictureMetadata
  ) throws(RasterError) -> [UInt8] {
    func check(_ error: heif_error) throws(RasterError) {
      if let message = HEIF.message(of: error) { throw .cannotEncode(format, detail: message) }
    }
    guard let context = HEIF.makeContext() else {
      throw .cannotEncode(format, detail: "libheif cannot be set up")
    }
    defer { libheif.heif_context_free(context) }

    var encoder: OpaquePointer?
    defer { libheif.heif_encoder_release(encoder) }
    try check(
      libheif.heif_context_get_encoder_for_format(
        context, format == .avif ? heif_compression_AV1 : heif_compression_HEVC, &encoder))
    try check(libheif.heif_encoder_set_lossy_quality(encoder, Int32(min(max(quality, 0), 100))))
    let chroma = quality >= fullChromaQuality ? "444" : "420"
    try check(libheif.heif_encoder_set_parameter_string(encoder, "chroma", chroma))
    if format == .heic {
      try check(libheif.heif_encoder_set_parameter_string(encoder, "preset", x265Preset))
    }

    let pixels = try makeImage(of: image, as: format)
    defer { libheif.heif_image_release(pixels) }
    try setColour(of: pixels, as: format, profile: metadata.icc)
    guard let options = libheif.heif_encoding_options_alloc() else {
      throw .cannotEncode(format, detail: "libheif has no memory")
    }
    defer { libheif.heif_encoding_options_free(options) }
    // A HEIC says its colour in its container too, for readers that do not look into the coded data.
    options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
    var handle: OpaquePointer?
    defer { libheif.heif_image_handle_release(handle) }
    try check(libheif.heif_context_encode_image(context, pixels, encoder, options, &handle))
    if let exif = metadata.exif, let count = Int32(exactly: exif.count) {
      try check(libheif.heif_context_add_exif_metadata(context, handle, exif, count))
    }
    if let xmp = metadata.xmp, let count = Int32(exactly: xmp.count) {
      try check(libheif.heif_context_add_XMP_metadata(context, handle, xmp, count))
    }
    return try write(context, as: format)
  }

  /// The pixels as libheif takes them; to be released with `heif_image_release`.
  private static func makeImage(
    of image: Image, as format: PhotoFormat
  ) throws(RasterError) -> OpaquePointer {
    let hasAlpha = image.transparency != .none
    let (width, height) = (Int32(image.width), Int32(image.height))
    var made: OpaquePointer?
    let creation = libheif.heif_image_create(
      width, height, heif_colorspace_RGB,
      hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, &made)
    if let message = HEIF.message(of: creation) { throw .cannotEncode(format, detail: message) }
    guard let made else { throw .cannotEncode(format, detail: "libheif made no image") }

    let addition = libheif.heif_image_add_plane(made, heif_channel_interleaved, width, height, 8)
    var stride: Int32 = 0
    guard HEIF.message(of: addition) == nil,
      let plane = libheif.heif_image_get_plane(made, heif_channel_interleaved, &stride)
    else {
      libheif.heif_image_release(made)
      throw .cannotAllocate(width: image.width, height: image.height)
    }
    for y in 0..<image.height {
      var target = plane + y * Int(stride)
      for x in 0..<image.width {
        let colour = image[x, y]
        (target[0], target[1], target[2]) = (colour.red, colour.green, colour.blue)
        if hasAlpha { target[3] = colour.alpha }
        target += hasAlpha ? 4 : 3
      }
    }
    return made
  }

  /// Says what the pixels' values mean: those of a profile, or of sRGB. Either way they are coded as
  /// luminance and colour differences as JPEG has them, over the full range (ITU-T H.273).
  private static func setColour(
    of pixels: OpaquePointer, as format: PhotoFormat, profile: [UInt8]?
  ) throws(RasterError) {
    func check(_ error: heif_error) throws(RasterError) {
      if let message = HEIF.message(of: error) { throw .cannotEncode(format, detail: message) }
    }
    if let profile {
      try check(
        libheif.heif_image_set_raw_color_profile(pixels, "prof", profile, profile.count))
    }
    guard let nclx = libheif.heif_nclx_color_profile_alloc() else {
      throw .cannotEncode(format, detail: "libheif has no memory")
    }
    defer { libheif.heif_nclx_color_profile_free(nclx) }
    nclx.pointee.color_primaries =
      profile == nil ? heif_color_primaries_ITU_R_BT_709_5 : heif_color_primaries_unspecified
    nclx.pointee.transfer_characteristics =
      profile == nil
      ? heif_transfer_characteristic_IEC_61966_2_1 : heif_transfer_characteristic_unspecified
    nclx.pointee.matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6
    nclx.pointee.full_range_flag = 1
    try check(libheif.heif_image_set_nclx_color_profile(pixels, nclx))
  }

  /// The context's file as bytes.
  private static func write(
    _ context: OpaquePointer, as format: PhotoFormat
  ) throws(RasterError) -> [UInt8] {
    var writer = heif_writer()
    writer.writer_api_version = 1
    writer.write = { _, data, size, target in
      if let data, let target {
        target.assumingMemoryBound(to: [UInt8].self).pointee
          .append(contentsOf: UnsafeRawBufferPointer(start: data, count: size))
      }
      return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
    }
    var file: [UInt8] = []
    let result = withUnsafeMutablePointer(to: &file) { file in
      libheif.heif_context_write(context, &writer, file)
    }
    if let message = HEIF.message(of: result) { throw .cannotEncode(format, detail: message) }
    return file
  }
}

/// The functions of libheif, which is loaded at the first use of one.
let libheif = cheif_load()

/// libheif's process-wide state and its errors.
enum HEIF {
  /// Sets up libheif's registry of codecs once for the whole process, before two threads ask it.
  private static let isReady: Bool = libheif.heif_init(nil).code == heif_error_Ok

  /// A new context, to be released with `heif_context_free`; nil when memory is short.
  static func makeContext() -> OpaquePointer? {
    isReady ? libheif.heif_context_alloc() : nil
  }

  /// Releases a context.
  static func free(_ context: OpaquePointer) { libheif.heif_context_free(context) }

  /// What libheif says of a failure, its first line; nil when there was none.
  static func message(of error: heif_error) -> String? {
    if error.code == heif_error_Ok { return nil }
    let text = error.message.map { String(cString: $0) }
    return text?.split(whereSeparator: \.isNewline).first.map(String.init)
      ?? "error \(error.code.rawValue)"
  }
}
