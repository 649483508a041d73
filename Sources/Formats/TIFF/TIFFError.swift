/// Why bytes that should be a TIFF structure (an EXIF block, a TIFF file) cannot be read as one.
package enum TIFFError: Error, Sendable, Hashable {
  /// Fewer than the header's eight bytes.
  case truncatedHeader(observed: Int, expected: Int)
  /// The first two bytes are neither "II" nor "MM".
  case unknownByteOrder(observed: [UInt8])
  /// The number after the byte order is not 42 (43 is BigTIFF).
  case wrongMagic(observed: UInt16, expected: UInt16)
  /// A directory begins where its count of entries cannot be read.
  case directoryOutOfBounds(offset: Int, length: Int)
}
