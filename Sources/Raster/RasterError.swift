/// Why an image could not be made, read, drawn on or written.
package enum RasterError: Error, Hashable, Sendable {
  /// The bytes are not an image of this kind, or of a variant that the decoder does not know.
  case cannotDecode(Codec, detail: String)
  /// The bytes are an image, but pixels are missing or wrong: the decoder's word for it.
  case damaged(Codec, detail: String)
  case cannotEncode(Codec, detail: String)
  /// The format cannot hold a side of this many pixels.
  case sideTooLong(Codec, observed: Int, limit: Int)
  /// No memory for an image of this size, or more pixels than libgd counts.
  case cannotAllocate(width: Int, height: Int)
  /// FreeType could not draw with a font file.
  case cannotDraw(font: String, detail: String)
}
