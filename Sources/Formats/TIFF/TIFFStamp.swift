/// The stamp's record in a TIFF file, in the field for a program's own data: libtiff knows it, and would
/// warn of a tag of no registered meaning.
extension TIFFPhoto {
  private static let signature = Array("Daystamp\0".utf8)

  var stampBlock: StampBlock? {
    guard let entry = directory[.privateData], entry.bytes.starts(with: Self.signature) else {
      return nil
    }
    return StampBlock(
      offset: entry.entryOffset, record: entry.bytes.dropFirst(Self.signature.count))
  }

  /// The file with the record, and a copy of its directory that has the field, added at its end.
  ///
  /// - Returns: nil where the directory is not sound, or has the field, or there is no room.
  func holding(stamp record: [UInt8]) -> [UInt8]? {
    let order = structure.byteOrder
    func padded(_ bytes: [UInt8]) -> [UInt8] { bytes.count % 2 == 0 ? bytes : bytes + [0] }
    let start = padded(bytes)
    let value = padded(Self.signature + record)
    let length = Self.signature.count + record.count
    guard directory.unreadable.isEmpty, directory[.privateData] == nil,
      directory.entries.count < Int(UInt16.max),
      let (place, count) = UInt32(exactly: start.count + value.count)
        .flatMap({ place in UInt32(exactly: length).map { (place, $0) } })
    else { return nil }
    let field =
      order.bytes(of: TIFFTag.privateData.rawValue) + order.bytes(of: TIFFType.byte.rawValue)
      + order.bytes(of: count) + order.bytes(of: UInt32(truncatingIfNeeded: start.count))
    let fields = directory.entries.map {
      ($0.tag, Array(bytes[$0.entryOffset..<$0.entryOffset + TIFFStructure.entrySize]))
    }
    // In ascending order of their tags (TIFF 6.0, page 14).
    let before = fields.filter { $0.0.rawValue < TIFFTag.privateData.rawValue }.map(\.1)
    let after = fields.filter { $0.0.rawValue > TIFFTag.privateData.rawValue }.map(\.1)
    let next = UInt32(truncatingIfNeeded: directory.nextOffset ?? 0)
    let copy =
      order.bytes(of: UInt16(truncatingIfNeeded: fields.count + 1))
      + (before + [field] + after).flatMap { $0 } + order.bytes(of: next)
    return Array(start[..<4]) + order.bytes(of: place) + start[8...] + value + copy
  }
}
