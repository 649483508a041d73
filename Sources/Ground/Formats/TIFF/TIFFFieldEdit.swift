/// Puts texts into the directories of a TIFF structure: over the old text if they fit, otherwise at its end.
///
/// Nothing that is there moves. Maker notes hold offsets that count from the structure's first byte, and a
/// reader of them would find other bytes if the note, or anything it leads to, were elsewhere. So a directory
/// that gets a field is written once more at the end, its old place stays as it was, and values stay where
/// they are.
struct TIFFFieldEdit {
  private(set) var bytes: [UInt8]
  private let order: ByteOrder
  private let widths: TIFFWidths
  private var main: TIFFDirectory
  private var exif: TIFFDirectory?
  /// What a text must not be written over: the header, the tables, and the values of all fields.
  private var taken: [Range<Int>]

  /// - Parameter bytes: the structure from its header on.
  /// - Throws: ``ExifDateError/structure(_:)``, ``ExifDateError/damagedDirectory``.
  init(_ bytes: [UInt8]) throws(ExifDateError) {
    self.bytes = bytes
    let structure = try Self.rethrowing { () throws(TIFFError) in try TIFFStructure(bytes[...]) }
    (order, widths) = (structure.byteOrder, structure.widths)
    let main = try Self.rethrowing { () throws(TIFFError) in try structure.firstDirectory() }
    self.main = main
    if let pointer = main[.exifIFD] {
      guard let offset = pointer.offset(at: 0) else { throw .damagedDirectory }
      exif = try Self.rethrowing { () throws(TIFFError) in try structure.directory(at: offset) }
    }
    let others = [main[.gpsIFD]?.offset(at: 0), main.nextOffset].compactMap(\.self)
      .compactMap { try? structure.directory(at: $0) }
    let directories = [main, exif].compactMap(\.self) + others
    taken = [0..<structure.widths.header] + directories.compactMap(\.table)
    taken += directories.flatMap(\.entries).compactMap { entry in
      entry.bytes.count > structure.widths.offset
        ? entry.valueOffset..<entry.valueOffset + entry.bytes.count : nil
    }
    let isLedToByDamage = main.unreadable.contains { $0.tag == .exifIFD }
    guard main.table != nil, exif == nil || exif?.table != nil, !isLedToByDamage else {
      throw .damagedDirectory
    }
  }

  private static func rethrowing<Value>(
    _ read: () throws(TIFFError) -> Value
  ) throws(ExifDateError) -> Value {
    do throws(TIFFError) { return try read() } catch { throw .structure(error) }
  }

  /// Sets fields of the main directory or of the Exif directory, which is made where it is missing.
  ///
  /// - Throws: ``ExifDateError/damagedDirectory`` where a directory has no room for another field, or no
  ///   offset can say the place.
  mutating func set(_ fields: [TIFFTextField], inMain: Bool) throws(ExifDateError) {
    var added: [(tag: UInt16, entry: [UInt8])] = []
    let directory = inMain ? main : exif
    for field in fields {
      let own = directory?.entries.filter { $0.tag == field.tag } ?? []
      // The date may be in the main directory too (TIFF/EP), where the Exif one's is read before it.
      let further = inMain ? [] : main.entries.filter { $0.tag == field.tag }
      for entry in own + further { try overwrite(entry, with: field) }
      if own.isEmpty, field.isAdded { added.append((field.tag.rawValue, try entry(field))) }
    }
    guard !added.isEmpty else { return }
    if inMain { return try setMain(adding: added) }
    let place = try append(table(of: exif, adding: added))
    if let pointer = main[.exifIFD] {
      let size = pointer.type.size
      guard size >= 4 else { throw .damagedDirectory }
      replace(pointer.valueOffset, number(place, size: size))
    } else {
      let type: TIFFType = widths == .big ? .ifd8 : .long
      let head = order.bytes(of: TIFFTag.exifIFD.rawValue) + order.bytes(of: type.rawValue)
      let pointer =
        head + number(1, size: widths.offset) + number(place, size: widths.offset)
      try setMain(adding: [(TIFFTag.exifIFD.rawValue, pointer)])
    }
    try readAgain()
  }

  /// Sets a position: the GPS directory is written once more at the end with it, or made.
  ///
  /// - Throws: as ``set(_:inMain:)``; ``ExifDateError/structure(_:)`` where that directory is not there.
  mutating func set(_ position: ExifPosition) throws(ExifDateError) {
    let new = position.fields(order)
    var kept: TIFFDirectory?
    let pointer = main[.gpsIFD]
    if let pointer {
      guard let offset = pointer.offset(at: 0) else { throw .damagedDirectory }
      let structure = try Self.rethrowing { () throws(TIFFError) in try TIFFStructure(bytes[...]) }
      let old = try Self.rethrowing { () throws(TIFFError) in try structure.directory(at: offset) }
      guard old.table != nil else { throw .damagedDirectory }
      kept = old
    }
    var added: [(tag: UInt16, entry: [UInt8])] = []
    for field in new { added.append((field.tag.rawValue, try entry(field))) }
    let place = try append(table(of: kept, adding: added, replacesSame: true))
    if let pointer {
      let size = pointer.type.size
      guard size >= 4 else { throw .damagedDirectory }
      replace(pointer.valueOffset, number(place, size: size))
    } else {
      let value = number(place, size: widths == .big ? 8 : 4)
      let field = TIFFRawField(
        tag: .gpsIFD, type: widths == .big ? .ifd8 : .long, count: 1, value: value)
      try setMain(adding: [(TIFFTag.gpsIFD.rawValue, try entry(field))])
    }
    try readAgain()
  }

  /// An entry for a value, which is appended where the entry has no room for it.
  private mutating func entry(_ field: TIFFRawField) throws(ExifDateError) -> [UInt8] {
    let head = order.bytes(of: field.tag.rawValue) + order.bytes(of: field.type.rawValue)
    let count = number(field.count, size: widths.offset)
    if field.value.count <= widths.offset {
      let room = widths.offset - field.value.count
      return head + count + field.value + [UInt8](repeating: 0, count: room)
    }
    return head + count + number(try append(field.value), size: widths.offset)
  }

  private mutating func setMain(
    adding added: [(tag: UInt16, entry: [UInt8])]
  ) throws(ExifDateError) {
    let place = try append(table(of: main, adding: added))
    replace(widths.header - widths.offset, number(place, size: widths.offset))
    try readAgain()
  }

  /// Finds the directories where they are now.
  private mutating func readAgain() throws(ExifDateError) {
    self = try TIFFFieldEdit(bytes)
  }

  /// A directory's table with further entries, in ascending order of their tags (TIFF 6.0, page 14), and
  /// the link to the next directory.
  private func table(
    of directory: TIFFDirectory?, adding added: [(tag: UInt16, entry: [UInt8])],
    replacesSame: Bool = false
  ) throws(ExifDateError) -> [UInt8] {
    let reader = ByteReader(bytes, order)
    var entries: [(tag: UInt16, entry: [UInt8])] = []
    var next = [UInt8](repeating: 0, count: widths.offset)
    if let table = directory?.table {
      entries = stride(from: table.lowerBound, to: table.upperBound, by: widths.entry).map {
        (reader.uint16(at: $0) ?? 0, Array(bytes[$0..<$0 + widths.entry]))
      }
      if replacesSame { entries.removeAll { old in added.contains { $0.tag == old.tag } } }
      next = Array(bytes[table.upperBound..<table.upperBound + widths.offset])
    }
    for new in added {
      entries.insert(new, at: entries.firstIndex { $0.tag > new.tag } ?? entries.count)
    }
    guard entries.count < Int(UInt16.max) else { throw .damagedDirectory }
    return number(entries.count, size: widths.count) + entries.flatMap(\.entry) + next
  }

  /// An entry for a text; the value is appended if the entry has no room for it.
  private mutating func entry(_ field: TIFFTextField) throws(ExifDateError) -> [UInt8] {
    let value = field.value
    let head = order.bytes(of: field.tag.rawValue) + order.bytes(of: TIFFType.ascii.rawValue)
    let count = number(value.count, size: widths.offset)
    if value.count <= widths.offset {
      return head + count + value + [UInt8](repeating: 0, count: widths.offset - value.count)
    }
    return head + count + number(try append(value), size: widths.offset)
  }

  /// Puts a text in the place of a value; of a value that is too short, or shared, into a new place.
  private mutating func overwrite(
    _ entry: TIFFEntry, with field: TIFFTextField
  ) throws(ExifDateError) {
    let isText = entry.type.size == 1
    guard let text = field.text else {
      // Colons stay (Exif 3.0, 4.6.6.6).
      guard isText, mayOverwrite(entry) else { return }
      let blank = entry.bytes.map { [0, UInt8(ascii: ":")].contains($0) ? $0 : UInt8(ascii: " ") }
      return replace(entry.valueOffset, blank)
    }
    // A value without a NUL at its end stays one without.
    let hasRoom = isText && entry.bytes.count >= text.utf8.count && !text.isEmpty
    if hasRoom, mayOverwrite(entry) {
      let value = Array(text.utf8) + [UInt8](repeating: 0, count: entry.bytes.count)
      return replace(entry.valueOffset, Array(value.prefix(entry.bytes.count)))
    }
    replace(entry.entryOffset, try self.entry(field))
  }

  /// Whether a value's place is its alone: writers of a hostile file may have it lead anywhere.
  private func mayOverwrite(_ entry: TIFFEntry) -> Bool {
    if entry.bytes.count <= widths.offset { return true }
    let range = entry.valueOffset..<entry.valueOffset + entry.bytes.count
    return taken.count { $0.overlaps(range) } == 1
  }

  /// Adds bytes at the end, at an even place (TIFF 6.0, page 13).
  private mutating func append(_ new: [UInt8]) throws(ExifDateError) -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    let place = bytes.count
    guard widths == .big || UInt32(exactly: place + new.count) != nil else {
      throw .noRoom(needed: place + new.count, limit: Int(UInt32.max))
    }
    bytes += new
    return place
  }

  private mutating func replace(_ place: Int, _ new: [UInt8]) {
    bytes.replaceSubrange(place..<place + new.count, with: new)
  }

  private func number(_ value: Int, size: Int) -> [UInt8] {
    switch size {
    case 2: order.bytes(of: UInt16(truncatingIfNeeded: value))
    case 4: order.bytes(of: UInt32(truncatingIfNeeded: value))
    default: order.bytes(of: UInt64(truncatingIfNeeded: value))
    }
  }
}
