/// A date as EXIF has it: the text, and beside it what the text has no room for.
package struct ExifDate: Sendable, Hashable {
  /// `YYYY:MM:DD hh:mm:ss`, 19 characters; parts that are not known are blank (Exif 3.0, 4.6.5.4).
  package let text: String
  /// Digits after the decimal point; nil where they are not known.
  package let subsecond: String?
  /// As `+09:00`; nil where it is not known.
  package let offset: String?

  package init(text: String, subsecond: String?, offset: String?) {
    (self.text, self.subsecond, self.offset) = (text, subsecond, offset)
  }
}

/// The dates to be written into EXIF; nil for one that stays as it is.
///
/// exiftool's `-AllDates` sets the same three.
package struct ExifDates: Sendable, Hashable {
  /// DateTimeOriginal: when the photo was taken.
  package var original: ExifDate?
  /// DateTimeDigitized, which exiftool calls CreateDate.
  package var digitized: ExifDate?
  /// DateTime, which exiftool calls ModifyDate.
  package var changed: ExifDate?
  /// Where the photo was taken; nil where its position stays as it is.
  package var position: ExifPosition?

  package init(original: ExifDate?, digitized: ExifDate?, changed: ExifDate?) {
    (self.original, self.digitized, self.changed) = (original, digitized, changed)
  }

  /// One of the dates, with the tags that are its own.
  private struct Tags {
    let date: any KeyPath<ExifDates, ExifDate?> & Sendable
    let dateTime: TIFFTag
    let subsecond: TIFFTag
    let offset: TIFFTag
    /// Whether DateTime's place is the main directory.
    var isMain: Bool { dateTime == .dateTime }
    /// Whether missing sub-seconds and offsets are added; otherwise only existing ones are kept true.
    var addsParts: Bool { dateTime == .dateTimeOriginal }
  }

  private static let tags = [
    Tags(
      date: \.original, dateTime: .dateTimeOriginal, subsecond: .subSecTimeOriginal,
      offset: .offsetTimeOriginal),
    Tags(
      date: \.digitized, dateTime: .dateTimeDigitized, subsecond: .subSecTimeDigitized,
      offset: .offsetTimeDigitized),
    Tags(
      date: \.changed, dateTime: .dateTime, subsecond: .subSecTime, offset: .offsetTime),
  ]

  /// The fields of the main directory and of the Exif directory.
  ///
  /// - Parameter addsParts: whether the capture time's sub-second and offset are added where they are known
  ///   and EXIF has no field for them.
  /// - Returns: the values to set in each.
  func fields(addsParts: Bool = true) -> (main: [TIFFTextField], exif: [TIFFTextField]) {
    var (main, exif): ([TIFFTextField], [TIFFTextField]) = ([], [])
    for tags in Self.tags {
      guard let date = self[keyPath: tags.date] else { continue }
      let dateTime = TIFFTextField(tags.dateTime, date.text, isAdded: true)
      if tags.isMain { main.append(dateTime) } else { exif.append(dateTime) }
      for (tag, text) in [(tags.subsecond, date.subsecond), (tags.offset, date.offset)] {
        exif.append(TIFFTextField(tag, text, isAdded: addsParts && tags.addsParts && text != nil))
      }
    }
    return (main, exif)
  }
}

/// A text to be put into a directory.
struct TIFFTextField {
  let tag: TIFFTag
  /// Nil to blank the existing value: it is unknown (Exif 3.0, 4.6.6.6).
  let text: String?
  /// Whether the field is added where it is not there.
  let isAdded: Bool

  init(_ tag: TIFFTag, _ text: String?, isAdded: Bool) {
    (self.tag, self.text, self.isAdded) = (tag, text, isAdded)
  }

  /// The text with its NUL.
  var value: [UInt8] { Array((text ?? "").utf8) + [0] }
}

/// Why dates cannot be written into a photo.
package enum ExifDateError: Error, Sendable, Hashable {
  /// Photos of the format have no EXIF.
  case formatWithoutExif(PhotoFormat)
  /// The photo's EXIF cannot be read, and is not replaced: what it has would be lost.
  case unreadable(MetadataProblem)
  case structure(TIFFError)
  /// A directory is cut off, or what leads to it.
  case damagedDirectory
  /// The EXIF would be larger than its segment allows; both in bytes.
  case noRoom(needed: Int, limit: Int)
  /// The boxes of an image sequence or of a damaged file, which cannot be moved.
  case fixedBoxes(PhotoFormat)
  /// The file ends before its parts do.
  case incomplete(PhotoFormat)
  case photo(PhotoFileError)
}

extension ExifDates {
  /// A block of EXIF with these dates, for a photo that has none.
  func newBlock() -> [UInt8] {
    let block = newBlockOfDates()
    guard let position, var edit = try? TIFFFieldEdit(block) else { return block }
    // It cannot fail: the block is ours, and small.
    guard (try? edit.set(position)) != nil else { return block }
    return edit.bytes
  }

  private func newBlockOfDates() -> [UInt8] {
    let (order, fields) = (ByteOrder.bigEndian, fields())
    func added(_ fields: [TIFFTextField]) -> [TIFFField] {
      fields.filter(\.isAdded).map { TIFFField.ascii($0.tag, $0.value) }
    }
    // Exif 3.0, 4.6.6.1.
    let exif = ([.version("0232")] + added(fields.exif)).sorted { $0.tag < $1.tag }
    var main = added(fields.main)
    let start =
      TIFFStructure.headerSize + TIFFField.directorySize(main)
      + TIFFField.size(valueBytes: 4)
    main.append(.long(.exifIFD, UInt32(start), order))
    var bytes = Array("MM".utf8) + order.bytes(of: TIFFStructure.magic)
    bytes += order.bytes(of: UInt32(TIFFStructure.headerSize))
    bytes += TIFFField.directory(main.sorted { $0.tag < $1.tag }, at: bytes.count, byteOrder: order)
    return bytes + TIFFField.directory(exif, at: bytes.count, byteOrder: order)
  }

  /// A block with these dates. Where it has room for them but not for another field, it gets no sub-second
  /// and no offset that it had no field for.
  ///
  /// - Parameters:
  ///   - block: from the TIFF header on; of a TIFF photo all of its file.
  ///   - limit: the most bytes that it may have.
  /// - Returns: the block, which is of the same length where all fields were there with room.
  /// - Throws: ``ExifDateError``.
  func written(into block: [UInt8], limit: Int) throws(ExifDateError) -> [UInt8] {
    func written(_ fields: (main: [TIFFTextField], exif: [TIFFTextField])) throws(ExifDateError)
      -> [UInt8]
    {
      var edit = try TIFFFieldEdit(block)
      try edit.set(fields.exif, inMain: false)
      try edit.set(fields.main, inMain: true)
      if let position { try edit.set(position) }
      return edit.bytes
    }
    let whole = try written(fields())
    if whole.count <= limit { return whole }
    let bare = try written(fields(addsParts: false))
    if bare.count <= limit { return bare }
    throw .noRoom(needed: bare.count, limit: limit)
  }
}

extension PhotoFile {
  /// The photo with dates in its EXIF: pixels and all other metadata keep their bytes.
  ///
  /// Where EXIF has the fields, only their bytes change; else it grows at its end, see ``TIFFFieldEdit``.
  ///
  /// - Parameter dates: the dates to write.
  /// - Returns: the new file.
  /// - Throws: ``ExifDateError``; EXIF that cannot be read is never replaced.
  package func dated(_ dates: ExifDates) throws(ExifDateError) -> [UInt8] {
    let exif = metadata.exif
    if exif == nil, let problem = metadata.problems.first(where: { $0.kind == .exif }) {
      throw .unreadable(problem)
    }
    switch structure {
    // Of one that is cut off, all segments are there.
    case .jpeg(let structure): return try structure.dated(dates, exif: exif)
    case .png(let structure): return try structure.dated(dates, exif: exif)
    case .webp(let structure): return try structure.dated(dates, exif: exif)
    case .heif(let structure): return try structure.dated(dates, exif: exif)
    case .tiff(let photo): return try dates.written(into: photo.bytes, limit: .max)
    case .gif, .bmp: throw .formatWithoutExif(header.format)
    }
  }
}
