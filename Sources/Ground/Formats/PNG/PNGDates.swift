extension PNGStructure {
  /// The file with dates in its chunk eXIf (PNG third edition, 11.3.3.5); every other chunk stays as it is.
  ///
  /// - Parameters:
  ///   - dates: what is written.
  ///   - exif: the block that is read, also that of ImageMagick's text; nil where there is none.
  /// - Returns: the new file.
  /// - Throws: ``ExifDateError``.
  func dated(_ dates: ExifDates, exif: ArraySlice<UInt8>?) throws(ExifDateError) -> [UInt8] {
    let block: [UInt8]
    if let exif {
      // A chunk may have four gigabytes; no photo's EXIF comes near a hundredth of that.
      block = try dates.written(into: Array(exif), limit: 16 << 20)
    } else {
      block = dates.newBlock()
    }
    if let chunk = first("eXIf") {
      let data = data(chunk)
      let signature = data.prefix(data.count - data.droppingExifSignature.count)
      return bytes.replacing(
        chunk.range, with: PNGChunk.serialized("eXIf", Array(signature) + block))
    }
    guard let picture = first("IDAT") else { throw .incomplete(.png) }
    let place = picture.range.lowerBound
    return bytes.replacing(place..<place, with: PNGChunk.serialized("eXIf", block))
  }
}
