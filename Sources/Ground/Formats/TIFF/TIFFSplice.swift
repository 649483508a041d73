/// A TIFF file with some strips or tiles replaced: all others, and every field but those that say
/// where these are, keep their bytes and their places.
///
/// libtiff's own writer is not used, because it moves directories, and drops what it does not know.
package struct TIFFSplice {
  package private(set) var bytes: [UInt8]
  private var edits: [TIFFReversal.Edit] = []
  private let photo: TIFFPhoto
  private let order: ByteOrder
  private let widths: TIFFWidths

  /// - Parameter photo: carries no stamp.
  package init(_ photo: TIFFPhoto) {
    self.photo = photo
    (order, widths) = (photo.structure.byteOrder, photo.structure.widths)
    bytes = photo.bytes
    // The header changes in any case: it leads to another directory.
    let header = 0..<widths.header
    edits.append(.init(offset: 0, original: Array(bytes[header])))
  }

  /// Puts bytes in the place of others.
  package mutating func overwrite(at offset: Int, with new: [UInt8]) {
    let range = offset..<offset + new.count
    edits.append(.init(offset: offset, original: Array(bytes[range])))
    bytes.replaceSubrange(range, with: new)
  }

  /// Adds bytes at the end, at an even place (TIFF 6.0, page 13).
  ///
  /// - Throws: ``TIFFSpliceError/tooLarge`` where no offset can say the place.
  package mutating func append(_ new: [UInt8]) throws(TIFFSpliceError) -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    let place = bytes.count
    guard widths == .big || UInt32(exactly: place + new.count) != nil else { throw .tooLarge }
    bytes += new
    return place
  }

  /// Lets a page's fields say that some of its parts are elsewhere.
  ///
  /// - Parameters:
  ///   - parts: the new place and length of each, by its number.
  ///   - page: of the photo.
  /// - Throws: ``TIFFSpliceError``.
  package mutating func relocate(
    _ parts: [Int: Range<Int>], in page: TIFFPage
  ) throws(TIFFSpliceError) {
    if parts.isEmpty { return }
    let (offsets, counts) = page.partFields
    try set(offsets, parts.mapValues(\.lowerBound))
    try set(counts, parts.mapValues(\.count))
  }

  private mutating func set(
    _ field: TIFFEntry, _ values: [Int: Int]
  ) throws(TIFFSpliceError) {
    if let size = Self.size(of: field.type), values.values.allSatisfy({ $0 >> (8 * size) == 0 }) {
      for (index, value) in values.sorted(by: { $0.key < $1.key }) {
        overwrite(at: field.valueOffset + index * size, with: number(value, size: size))
      }
      return
    }
    // They have no room in a list of 16 bits.
    let size = widths.offset
    var list: [UInt8] = []
    for index in 0..<field.count {
      guard let value = values[index] ?? field.offset(at: index) else { throw .damaged }
      list += number(value, size: size)
    }
    let type = widths == .big ? TIFFType.long8 : .long
    let value = list.count <= size ? list : number(try append(list), size: size)
    let head = order.bytes(of: field.tag.rawValue) + order.bytes(of: type.rawValue)
    overwrite(
      at: field.entryOffset, with: head + number(field.count, size: widths.offset) + value)
  }

  /// The number of bytes that offsets of a type have; nil if their list has to be rewritten.
  private static func size(of type: TIFFType) -> Int? {
    switch type {
    case .short: 2
    case .long, .ifd: 4
    case .long8, .ifd8: 8
    default: nil
    }
  }

  private func number(_ value: Int, size: Int) -> [UInt8] {
    switch size {
    case 2: order.bytes(of: UInt16(truncatingIfNeeded: value))
    case 4: order.bytes(of: UInt32(truncatingIfNeeded: value))
    default: order.bytes(of: UInt64(truncatingIfNeeded: value))
    }
  }

  /// What gives the original back, once all parts are replaced.
  package var reversal: TIFFReversal { TIFFReversal(count: photo.bytes.count, edits: edits) }

  /// Adds the record of a stamp, and a copy of the first directory that has a field for it.
  ///
  /// - Parameter record: goes into the field after the program's name.
  /// - Returns: where the record is in the file.
  /// - Throws: ``TIFFSpliceError`` where there is no room for it.
  package mutating func finish(_ record: [UInt8]) throws(TIFFSpliceError) -> Range<Int> {
    guard let table = photo.directory.table else { throw .damaged }
    let value = TIFFPhoto.signature + record
    let place = try append(value)
    let tag = TIFFTag.privateData.rawValue
    let field =
      order.bytes(of: tag) + order.bytes(of: TIFFType.byte.rawValue)
      + number(value.count, size: widths.offset) + number(place, size: widths.offset)
    var entries: [[UInt8]] = stride(from: table.lowerBound, to: table.upperBound, by: widths.entry)
      .map { Array(bytes[$0..<$0 + widths.entry]) }
    // In ascending order of their tags (TIFF 6.0, page 14).
    let reader = ByteReader(bytes, order)
    let index = stride(from: table.lowerBound, to: table.upperBound, by: widths.entry)
      .prefix { (reader.uint16(at: $0) ?? 0) < tag }.count
    entries.insert(field, at: index)
    guard entries.count < Int(UInt16.max) else { throw .damaged }
    let next = Array(bytes[table.upperBound..<table.upperBound + widths.offset])
    let directory = try append(
      number(entries.count, size: widths.count) + entries.flatMap { $0 } + next)
    let link = widths.header - widths.offset
    bytes.replaceSubrange(
      link..<widths.header, with: number(directory, size: widths.offset))
    let start = place + TIFFPhoto.signature.count
    return start..<start + record.count
  }

  /// Puts a record of the same length in the place of one.
  package mutating func replace(_ record: Range<Int>, with other: [UInt8]) {
    bytes.replaceSubrange(record, with: other)
  }
}

/// Why a file cannot be put together; a mistake of ours but for the first.
package enum TIFFSpliceError: Error, Hashable, Sendable {
  /// It would be longer than four gigabytes, which only a BigTIFF can be.
  case tooLarge
  case damaged
}

/// What gives the file back that a TIFF was before it was spliced.
package struct TIFFReversal: Sendable, Hashable {
  /// The original's bytes; what follows them is cut off.
  let count: Int
  /// In the order in which they were made.
  let edits: [Edit]

  struct Edit: Sendable, Hashable {
    let offset: Int
    let original: [UInt8]
  }

  /// The original's file, if the spliced one is as it was made.
  ///
  /// - Returns: nil where that is shorter.
  package func original(of spliced: [UInt8]) -> [UInt8]? {
    guard count <= spliced.count else { return nil }
    var bytes = Array(spliced[..<count])
    for edit in edits.reversed() {
      guard edit.offset <= count, edit.original.count <= count - edit.offset else { return nil }
      bytes.replaceSubrange(edit.offset..<edit.offset + edit.original.count, with: edit.original)
    }
    return bytes
  }
}

extension TIFFReversal {
  /// The original's length, how many edits there are, of each its place and length, and a zlib stream of
  /// the bytes of all; eight bytes a number, the highest first.
  package var encoded: [UInt8] {
    let numbers = [count, edits.count] + edits.flatMap { [$0.offset, $0.original.count] }
    return numbers.flatMap { ByteOrder.bigEndian.bytes(of: UInt64($0)) }
      + Zlib.deflated(edits.flatMap(\.original)[...])
  }

  /// Nil for what ``encoded`` cannot give.
  ///
  /// - Parameters:
  ///   - bytes: what ``encoded`` gave, or anything else.
  ///   - limit: the length of the stamped file, of which no more can have been replaced.
  package init?(encoded bytes: ArraySlice<UInt8>, limit: Int) {
    let reader = ByteReader(bytes, .bigEndian)
    guard let count = reader.value(at: 0, size: 8), let edits = reader.value(at: 8, size: 8),
      count <= limit, edits <= bytes.count / 16
    else { return nil }
    var places: [(offset: Int, count: Int)] = []
    var sum = 0
    for index in 0..<edits {
      guard let offset = reader.value(at: 16 + index * 16, size: 8),
        let length = reader.value(at: 24 + index * 16, size: 8), length <= limit - sum
      else { return nil }
      places.append((offset, length))
      sum += length
    }
    guard let stream = reader.slice(from: 16 + edits * 16),
      let content = try? Zlib.inflate(stream, limit: sum), content.count == sum
    else { return nil }
    self.count = count
    var next = 0
    self.edits = places.map { place in
      defer { next += place.count }
      return Edit(offset: place.offset, original: Array(content[next..<next + place.count]))
    }
  }
}
