extension HEIFStructure {
  /// The file with dates in its EXIF item (ISO/IEC 23008-12, A.2); the data of all other items stay as they
  /// are. Where the item grows, or is new, its data go into a box after the meta box, and what follows moves
  /// as one.
  ///
  /// - Parameters:
  ///   - dates: the dates to write.
  ///   - exif: the block that is read, as a slice of the file; nil where there is none.
  /// - Returns: the new file.
  /// - Throws: ``ExifDateError``.
  func dated(_ dates: ExifDates, exif: ArraySlice<UInt8>?) throws(ExifDateError) -> [UInt8] {
    guard let exif, let item = exifItem, let data = data(of: item) else {
      // The offset of the TIFF header, after the usual signature.
      let head = ByteOrder.bigEndian.bytes(of: UInt32(6)) + Array("Exif\0\0".utf8)
      return try holding(exif: head + dates.newBlock(), item: nil)
    }
    let new = try dates.written(into: Array(exif), limit: 16 << 20)
    let isInFile = items.locations[item]?.extents.count == 1
    if new.count == exif.count, isInFile {
      return bytes.replacing(exif.indices, with: new)
    }
    return try holding(exif: Array(data[..<exif.startIndex]) + new, item: item)
  }

  /// The file with an EXIF item's data.
  private func holding(exif: [UInt8], item: Int?) throws(ExifDateError) -> [UInt8] {
    let boxes = ISOBox.boxes(in: bytes[...])
    // Further tables say where the pictures of a sequence are.
    guard !boxes.contains(where: { $0.type == "moov" }),
      let meta = boxes.first(where: { $0.type == "meta" }), !meta.isCut,
      var edit = HEIFMetaEdit(meta)
    else { throw .fixedBoxes(format) }
    let number: Int
    if let item {
      number = item
    } else {
      let used = Array(items.items.keys) + Array(items.locations.keys)
      number = (used.max() ?? 0) + 1
      guard edit.addExif(number, describing: primary) else { throw .fixedBoxes(format) }
    }
    let end = meta.content.endIndex
    let start = meta.content.startIndex - edit.headerLength
    // The length of the box depends on no offset in it.
    guard let draft = edit.serialized(moving: end, by: 0, item: number, to: 0, count: exif.count)
    else { throw .fixedBoxes(format) }
    let place = start + draft.count + 8
    let moved = place + exif.count - end
    guard
      let box = edit.serialized(
        moving: end, by: moved, item: number, to: place, count: exif.count),
      box.count == draft.count, let size = UInt32(exactly: exif.count + 8)
    else { throw .fixedBoxes(format) }
    let data = ByteOrder.bigEndian.bytes(of: size) + FourCC("mdat").bytes + exif
    return bytes[..<start] + box + data + bytes[end...]
  }
}

/// Rewrites a meta box: it moves items, and may add one for EXIF. All other boxes in it stay as they are.
struct HEIFMetaEdit {
  let headerLength: Int
  /// Version and flags.
  private let head: ArraySlice<UInt8>
  private var children: [(type: FourCC, content: [UInt8])]
  private var locations: ItemLocations

  /// Nil where a box is cut or of an unknown version.
  init?(_ meta: ISOBox) {
    guard meta.content.count >= 4 else { return nil }
    head = meta.content.prefix(4)
    let boxes = ISOBox.boxes(in: meta.content.dropFirst(4))
    // One of a length of eight bytes, or that goes to the end, would be written in another way.
    let length = boxes.reduce(4) { $0 + $1.content.count + 8 }
    guard length == meta.content.count, !boxes.contains(where: \.isCut),
      let places = boxes.first(where: { $0.type == "iloc" }),
      let locations = ItemLocations(places.content)
    else { return nil }
    headerLength = 8
    children = boxes.map { ($0.type, Array($0.content)) }
    self.locations = locations
  }

  /// Adds an EXIF item without data.
  ///
  /// - Returns: whether there is room for it.
  mutating func addExif(_ item: Int, describing primary: Int) -> Bool {
    guard let number = UInt16(exactly: item), let described = UInt16(exactly: primary),
      let information = children.firstIndex(where: { $0.type == "iinf" }),
      locations.add(item)
    else { return false }
    let order = ByteOrder.bigEndian
    // An item information entry of version 2, with an empty name (ISO/IEC 14496-12, 8.11.6).
    let entry = Self.box(
      "infe", [2, 0, 0, 0] + order.bytes(of: number) + [0, 0] + FourCC("Exif").bytes + [0])
    var content = children[information].content
    let size = content.first == 0 ? 2 : 4
    guard let count = ByteReader(content, order).value(at: 4, size: size), count < 65_535 else {
      return false
    }
    let counted =
      size == 2 ? order.bytes(of: UInt16(count + 1)) : order.bytes(of: UInt32(count + 1))
    content.replaceSubrange(4..<4 + size, with: counted)
    children[information].content = content + entry
    // What it describes (ISO/IEC 23008-12, A.2.1).
    if let references = children.firstIndex(where: { $0.type == "iref" }) {
      let isShort = children[references].content.first == 0
      func identifier(_ number: UInt16) -> [UInt8] {
        isShort ? order.bytes(of: number) : order.bytes(of: UInt32(number))
      }
      children[references].content += Self.box(
        "cdsc", identifier(number) + [0, 1] + identifier(described))
    } else {
      let reference = Self.box(
        "cdsc", order.bytes(of: number) + [0, 1] + order.bytes(of: described))
      children.insert(("iref", [0, 0, 0, 0] + reference), at: information + 1)
    }
    return true
  }

  /// The box, where data of the file from one place on are moved, and an item's are at another place.
  ///
  /// - Returns: nil where an offset has no room.
  func serialized(
    moving end: Int, by distance: Int, item: Int, to place: Int, count: Int
  ) -> [UInt8]? {
    guard
      let places = locations.serialized(
        moving: end, by: distance, item: item, to: place, count: count)
    else { return nil }
    let content = children.flatMap { Self.box($0.type, $0.type == "iloc" ? places : $0.content) }
    return Self.box("meta", head + content)
  }

  private static func box(_ type: FourCC, _ content: some Collection<UInt8>) -> [UInt8] {
    ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: content.count + 8)) + type.bytes
      + content
  }
}

/// A box iloc as it is written again (ISO/IEC 14496-12, 8.11.3).
private struct ItemLocations {
  private struct Entry {
    let item: Int
    var method: Int
    let dataReference: Int
    var base: Int
    var extents: [(index: Int, offset: Int, length: Int)]
  }

  private let head: [UInt8]
  private let version: Int
  private let sizes: (offset: Int, length: Int, base: Int, index: Int)
  private var entries: [Entry] = []

  /// Nil where it does not give the same bytes when it is written again.
  init?(_ content: ArraySlice<UInt8>) {
    var reader = ByteReader(content, .bigEndian)
    guard let version = reader.next(size: 1), version <= 2, reader.next(size: 3) != nil,
      let sizes = reader.next(size: 2)
    else { return nil }
    head = Array(content.prefix(6))
    self.version = version
    self.sizes = (
      sizes >> 12, sizes >> 8 & 0x0F, sizes >> 4 & 0x0F, version == 0 ? 0 : sizes & 0x0F
    )
    guard
      [self.sizes.offset, self.sizes.length, self.sizes.base, self.sizes.index]
        .allSatisfy({ [0, 4, 8].contains($0) }), self.sizes.length > 0,
      let count = reader.next(size: version < 2 ? 2 : 4)
    else { return nil }
    var extents = 0
    for _ in 0..<count {
      guard let item = reader.next(size: version < 2 ? 2 : 4),
        let method = version == 0 ? 0 : reader.next(size: 2),
        let reference = reader.next(size: 2), let base = reader.next(size: self.sizes.base),
        let number = reader.next(size: 2), extents + number <= HEIFLocation.maximumExtents
      else { return nil }
      extents += number
      var entry = Entry(
        item: item, method: method, dataReference: reference, base: base, extents: [])
      for _ in 0..<number {
        guard let index = reader.next(size: self.sizes.index),
          let offset = reader.next(size: self.sizes.offset),
          let length = reader.next(size: self.sizes.length)
        else { return nil }
        entry.extents.append((index, offset, length))
      }
      entries.append(entry)
    }
    guard written(entries) == Array(content) else { return nil }
  }

  /// Adds an item without a place; false where no offset can be said.
  mutating func add(_ item: Int) -> Bool {
    guard sizes.offset > 0 || sizes.base > 0, entries.count < 65_535 else { return false }
    entries.append(Entry(item: item, method: 0, dataReference: 0, base: 0, extents: []))
    return true
  }

  func serialized(
    moving end: Int, by distance: Int, item: Int, to place: Int, count: Int
  ) -> [UInt8]? {
    var moved = entries
    for index in moved.indices {
      if moved[index].item == item {
        moved[index].method &= ~0x0F
        let isBase = sizes.offset == 0
        moved[index].base = isBase ? place : 0
        moved[index].extents = [(0, isBase ? 0 : place, count)]
      } else if moved[index].method & 0x0F == 0 {
        // Moves the base if all of its extents move; otherwise each extent by itself.
        let base = moved[index].base
        if sizes.base > 0, base >= end {
          guard let further = Self.sum(base, distance) else { return nil }
          moved[index].base = further
        } else {
          for part in moved[index].extents.indices
          where moved[index].extents[part].offset >= end - base {
            let offset = moved[index].extents[part].offset
            guard let further = Self.sum(offset, distance) else { return nil }
            moved[index].extents[part].offset = further
          }
        }
      }
    }
    return written(moved)
  }

  /// Places of a hostile file may be any number.
  private static func sum(_ place: Int, _ distance: Int) -> Int? {
    let (sum, isTooLarge) = place.addingReportingOverflow(distance)
    return isTooLarge ? nil : sum
  }

  private func written(_ entries: [Entry]) -> [UInt8]? {
    var bytes = head
    var fits = true
    func append(_ value: Int, _ size: Int) {
      if size < 8, value >> (8 * size) != 0 { fits = false }
      bytes += ByteOrder.bigEndian.bytes(of: UInt64(truncatingIfNeeded: value)).suffix(size)
    }
    append(entries.count, version < 2 ? 2 : 4)
    for entry in entries {
      append(entry.item, version < 2 ? 2 : 4)
      if version > 0 { append(entry.method, 2) }
      append(entry.dataReference, 2)
      append(entry.base, sizes.base)
      append(entry.extents.count, 2)
      for extent in entry.extents {
        append(extent.index, sizes.index)
        append(extent.offset, sizes.offset)
        append(extent.length, sizes.length)
      }
    }
    return fits ? bytes : nil
  }
}
