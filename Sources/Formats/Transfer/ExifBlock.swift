/// An EXIF block as it goes into another file.
enum ExifBlock {
  /// `exif` with its orientation tag set to `orientation`.
  ///
  /// Only the two bytes of the tag change. Where there is no such tag and one is needed, the block is
  /// rebuilt with one, without the thumbnail's directory.
  static func turned(_ exif: ArraySlice<UInt8>, to orientation: Orientation) -> [UInt8] {
    guard let structure = try? TIFFStructure(exif) else { return Array(exif) }
    let entry = (try? structure.firstDirectory())?[.orientation]
    guard let entry, entry.type == .short, entry.count == 1 else {
      return orientation == .topLeft
        ? Array(exif) : ExifExtract(of: structure).serialized(orientation: orientation)
    }
    var block = Array(exif)
    block.replaceSubrange(
      entry.valueOffset..<entry.valueOffset + 2,
      with: structure.byteOrder.bytes(of: UInt16(orientation.rawValue)))
    return block
  }
}
