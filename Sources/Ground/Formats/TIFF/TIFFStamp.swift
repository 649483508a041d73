/// The stamp's record in a TIFF file, in the field for a program's own data: libtiff knows it, and would
/// warn of a tag of no registered meaning.
extension TIFFPhoto {
  static let signature = Array("Daystamp\0".utf8)

  var stampBlock: StampBlock? {
    guard let entry = directory[.privateData], entry.bytes.starts(with: Self.signature) else {
      return nil
    }
    return StampBlock(
      offset: entry.entryOffset, record: entry.bytes.dropFirst(Self.signature.count))
  }

  /// Where the record is in the file; nil where there is none.
  package var stampRange: Range<Int>? {
    guard let entry = directory[.privateData], entry.bytes.starts(with: Self.signature) else {
      return nil
    }
    let start = entry.valueOffset + Self.signature.count
    return start..<entry.valueOffset + entry.bytes.count
  }

  /// The file with the record, and a copy of its directory that has the field, added at its end.
  ///
  /// - Returns: nil where the directory is not sound, or has the field, or there is no room.
  func holding(stamp record: [UInt8]) -> [UInt8]? {
    guard directory[.privateData] == nil else { return nil }
    var splice = TIFFSplice(self)
    return (try? splice.finish(record)).map { _ in splice.bytes }
  }
}
