extension PNGStructure {
  /// A chunk may have four gigabytes; no photo's EXIF comes near a hundredth of that.
  private static let exifLimit = 16 << 20

  /// The file with dates in its chunk eXIf (PNG third edition, 11.3.3.5), and in a text that holds EXIF; every
  /// other chunk stays as it is.
  ///
  /// - Parameters:
  ///   - dates: the dates to write.
  ///   - exif: the block that is read, also that of ImageMagick's text; nil where there is none.
  /// - Returns: the new file.
  /// - Throws: ``ExifDateError``.
  func dated(_ dates: ExifDates, exif: ArraySlice<UInt8>?) throws(ExifDateError) -> [UInt8] {
    func block() throws(ExifDateError) -> [UInt8] {
      guard let exif else { return dates.newBlock() }
      return try dates.written(into: Array(exif), limit: Self.exifLimit)
    }
    var edits = try datedProfiles(dates)
    if let chunk = first("eXIf") {
      let data = data(chunk)
      let signature = data.prefix(data.count - data.droppingExifSignature.count)
      edits.append((chunk.range, PNGChunk.serialized("eXIf", Array(signature) + (try block()))))
    } else if edits.isEmpty {
      guard let picture = first("IDAT") else { throw .incomplete(.png) }
      let place = picture.range.lowerBound
      edits.append((place..<place, PNGChunk.serialized("eXIf", try block())))
    }
    var file = bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      file.replaceSubrange(edit.range, with: edit.chunk)
    }
    return file
  }

  /// The texts that hold EXIF too, which other programs may read first.
  private func datedProfiles(
    _ dates: ExifDates
  ) throws(ExifDateError) -> [(range: Range<Int>, chunk: [UInt8])] {
    var edits: [(range: Range<Int>, chunk: [UInt8])] = []
    for chunk in chunks {
      let data = data(chunk)
      guard let text = PNGText(type: chunk.type, data: data),
        PNGRawProfile.keywords.contains(text.keyword),
        PNGRawProfile.kind(of: text.keyword) == .exif,
        let digits = try? text.inflated(), let profile = PNGRawProfile(text: digits)
      else { continue }
      let exif = profile.bytes.droppingExifSignature
      // One that is no EXIF says no date; one that is XMP has another.
      guard (try? TIFFStructure(exif)) != nil else { continue }
      let signature = profile.bytes.prefix(profile.bytes.count - exif.count)
      let block = try dates.written(into: Array(exif), limit: Self.exifLimit)
      let written = PNGRawProfile.text(Array(signature) + block, named: digits)
      let value = text.isCompressed ? Zlib.deflated(written[...]) : written
      edits.append(
        (
          chunk.range,
          PNGChunk.serialized(chunk.type, Array(data[..<text.text.startIndex]) + value)
        ))
    }
    return edits
  }
}
