import CHEIF

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
  ///   - codec: `.heic` or `.avif`.
  ///   - quality: 0…100 on libheif's scale.
  /// - Returns: the file.
  /// - Throws: `cannotEncode`, `cannotAllocate`.
  static func encode(_ image: Image, as codec: Codec, quality: Int) throws(RasterError) -> [UInt8] {
    func check(_ error: heif_error) throws(RasterError) {
      if let message = HEIF.message(of: error) { throw .cannotEncode(codec, detail: message) }
    }
    guard let context = HEIF.makeContext() else {
      throw .cannotEncode(codec, detail: "libheif cannot be set up")
    }
    defer { heif_context_free(context) }

    var encoder: OpaquePointer?
    defer { heif_encoder_release(encoder) }
    try check(
      heif_context_get_encoder_for_format(
        context, codec == .avif ? heif_compression_AV1 : heif_compression_HEVC, &encoder))
    try check(heif_encoder_set_lossy_quality(encoder, Int32(min(max(quality, 0), 100))))
    let chroma = quality >= fullChromaQuality ? "444" : "420"
    try check(heif_encoder_set_parameter_string(encoder, "chroma", chroma))
    if codec == .heic {
      try check(heif_encoder_set_parameter_string(encoder, "preset", x265Preset))
    }

    let pixels = try makeImage(of: image, as: codec)
    defer { heif_image_release(pixels) }
    try check(heif_context_encode_image(context, pixels, encoder, nil, nil))
    return try write(context, as: codec)
  }

  /// The pixels as libheif takes them; to be released with `heif_image_release`.
  private static func makeImage(
    of image: Image, as codec: Codec
  ) throws(RasterError) -> OpaquePointer {
    let hasAlpha = image.transparency != .none
    let (width, height) = (Int32(image.width), Int32(image.height))
    var made: OpaquePointer?
    let creation = heif_image_create(
      width, height, heif_colorspace_RGB,
      hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, &made)
    if let message = HEIF.message(of: creation) { throw .cannotEncode(codec, detail: message) }
    guard let made else { throw .cannotEncode(codec, detail: "libheif made no image") }

    let addition = heif_image_add_plane(made, heif_channel_interleaved, width, height, 8)
    var stride: Int32 = 0
    guard HEIF.message(of: addition) == nil,
      let plane = heif_image_get_plane(made, heif_channel_interleaved, &stride)
    else {
      heif_image_release(made)
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

  /// The context's file as bytes.
  private static func write(
    _ context: OpaquePointer, as codec: Codec
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
      heif_context_write(context, &writer, file)
    }
    if let message = HEIF.message(of: result) { throw .cannotEncode(codec, detail: message) }
    return file
  }
}
