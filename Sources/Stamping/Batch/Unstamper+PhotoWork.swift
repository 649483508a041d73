import Glibc
package import PhotoFile

extension Unstamper: PhotoWork {
  /// Refuses what carries no stamp: it has no output, and must not be in the way of one that has.
  package func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError) {
    guard format == .jpeg else { throw .formatWithoutStamp(format) }
    let source = try StampError.wrapping { () throws(FileError) in try reader.whole() }
    guard source.bytes.mayHoldStamp else { throw .notStamped }
  }

  package func perform(
    on source: PhotoSource, name: [UInt8]?, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto {
    let photo = try unstamp(source)
    return FinishedPhoto(bytes: photo.bytes, result: .unstamped(photo.mark), warnings: [])
  }
}

extension [UInt8] {
  /// Whether the beginning of a stamp's segment, APP15 with "Daystamp" and NUL, is anywhere in
  /// them.
  ///
  /// One that is there by chance, or in an embedded preview, is none; then taking it off says so.
  fileprivate var mayHoldStamp: Bool {
    let marker: UInt8 = 0xEF
    let signature = Array("Daystamp\0".utf8)
    // Behind the marker and the two bytes of the segment's length.
    let signatureOffset = 3
    return withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      var position = 1
      while position < bytes.count,
        let found = memchr(start + position, Int32(marker), bytes.count - position)
      {
        let offset = UnsafeRawPointer(found) - start
        if bytes[offset - 1] == 0xFF,
          bytes.dropFirst(offset + signatureOffset).starts(with: signature)
        {
          return true
        }
        position = offset + 1
      }
      return false
    }
  }
}
