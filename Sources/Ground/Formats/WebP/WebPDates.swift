extension WebPStructure {
  /// Chunks that come before EXIF (WebP Container Specification, "Extended File Format").
  private static let beforeExif: Set<FourCC> = [
    "VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L",
  ]
  private static let headerSize = 12
  private static let exifFlag: UInt8 = 0x08

  /// The file with dates in its chunk EXIF; every other chunk stays as it is, but for the flag that says
  /// that there is EXIF, in the extended header, which a file gets that has none.
  ///
  /// - Parameters:
  ///   - dates: the dates to write.
  ///   - exif: the block that is read, as a slice of the file; nil where there is none.
  /// - Returns: the new file.
  /// - Throws: ``ExifDateError``.
  func dated(_ dates: ExifDates, exif: ArraySlice<UInt8>?) throws(ExifDateError) -> [UInt8] {
    guard isComplete else { throw .incomplete(.webp) }
    var file = bytes
    if let exif, let chunk = first("EXIF") {
      let new = try dates.written(into: Array(exif), limit: 16 << 20)
      if new.count == exif.count { return file.replacing(exif.indices, with: new) }
      let signature = bytes[chunk.data.lowerBound..<exif.startIndex]
      let end = chunk.data.upperBound + chunk.data.count % 2
      file.replaceSubrange(
        chunk.data.lowerBound - 8..<min(end, file.count),
        with: WebPAssembly.chunk("EXIF", Array(signature + new)[...]))
    } else {
      let last = chunks.last { Self.beforeExif.contains($0.type) }
      guard let last else { throw .incomplete(.webp) }
      let end = last.data.upperBound
      var chunk = WebPAssembly.chunk("EXIF", dates.newBlock()[...])
      var place = end + last.data.count % 2
      if place > file.count { (place, chunk) = (end, [0] + chunk) }
      file.replaceSubrange(place..<place, with: chunk)
      try markExif(in: &file)
    }
    let size = file.count - trailer.count - 8
    guard let size = UInt32(exactly: size) else {
      throw .photo(.tooLarge(.webp, size: size, limit: Int(UInt32.max)))
    }
    file.replaceSubrange(4..<8, with: ByteOrder.littleEndian.bytes(of: size))
    return file
  }

  /// Sets the flag that says that there is EXIF.
  private func markExif(in file: inout [UInt8]) throws(ExifDateError) {
    if let header = first("VP8X") {
      guard !header.data.isEmpty else { throw .incomplete(.webp) }
      file[header.data.lowerBound] |= Self.exifFlag
      return
    }
    let stream: Stream?
    do throws(PhotoFileError) { stream = try self.stream() } catch { throw .photo(error) }
    guard let stream else { throw .incomplete(.webp) }
    let flags = Self.exifFlag | (stream.hasAlpha ? 0x10 : 0)
    let canvas =
      WebPAssembly.bytes24(stream.size.width - 1) + WebPAssembly.bytes24(stream.size.height - 1)
    let header = WebPAssembly.chunk("VP8X", ([flags, 0, 0, 0] + canvas)[...])
    file.replaceSubrange(Self.headerSize..<Self.headerSize, with: header)
  }
}
