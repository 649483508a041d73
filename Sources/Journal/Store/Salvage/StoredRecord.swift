import Foundation
import GRDB

/// A page of a b-tree: where its cells are (SQLite file format, section 1.6).
struct BTreePage {
  enum Kind: UInt8 {
    case interiorIndex = 2
    case interiorTable = 5
    case leafIndex = 10
    case leafTable = 13

    var isTable: Bool { self == .interiorTable || self == .leafTable }
    var isInterior: Bool { self == .interiorIndex || self == .interiorTable }
  }

  let kind: Kind
  /// The offsets of the cells, in the order of their keys, each once.
  let cells: [Int]
  /// The page of what comes after the last cell; nil for leaves.
  let rightChild: Int?
  /// How many bytes cells take; nil where the list of free blocks contradicts itself.
  private let used: Int?

  /// Nil where the bytes are no such page.
  init?(_ bytes: [UInt8], isFirst: Bool) {
    let start = isFirst ? DatabasePages.firstHeaderSize : 0
    guard bytes.count >= start + 12, let kind = Kind(rawValue: bytes[start]) else { return nil }
    let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    let pointers = start + (kind.isInterior ? 12 : 8)
    // No cell takes less than four bytes, and each has a pointer.
    guard pointers + count * 6 <= 65_540, pointers + count * 2 <= bytes.count else { return nil }
    self.kind = kind
    rightChild = kind.isInterior ? bytes.number(at: start + 8) : nil
    var known: Set<Int> = []
    cells = (0..<count).map { index in
      Int(bytes[pointers + 2 * index]) << 8 | Int(bytes[pointers + 2 * index + 1])
    }.filter { known.insert($0).inserted }
    guard cells.allSatisfy({ $0 >= pointers + 2 * count }) else { return nil }
    used = Self.used(bytes, start)
  }

  /// The same of a page's bytes, whose header begins at `start`.
  private static func used(_ bytes: [UInt8], _ start: Int) -> Int? {
    func number(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    let content = number(start + 5)
    var used = bytes.count - (content == 0 ? 65_536 : content) - Int(bytes[start + 7])
    var (block, end) = (number(start + 1), start)
    while block != 0 {
      // Free blocks are in the order of their places.
      guard block > end, block + 4 <= bytes.count else { return nil }
      used -= number(block + 2)
      (block, end) = (number(block), block + number(block + 2))
    }
    return used
  }

  /// Whether the page has these cells and no others. If not, their number or their places are damaged.
  func isFull(of cells: [StoredCell]) -> Bool { cells.reduce(0) { $0 + $1.size } == used }
}

/// The content of a b-tree cell.
struct StoredCell {
  /// The page of what comes before it; nil in leaves.
  let child: Int?
  /// The row's number; nil in indexes.
  let rowID: Int64?
  /// The values of its record; empty in inner pages of tables.
  let values: [DatabaseValue]
  /// How many bytes of its page it takes.
  let size: Int
  /// Whether its whole record can be read. If not, `values` end with the first damaged value, or a long text
  /// ends where it is damaged.
  var isWhole = true

  /// What orders the cells of a tree.
  var key: [DatabaseValue] { rowID.map { [$0.databaseValue] } ?? values }
}

/// Reads cells with the pages that they run over to.
final class CellReader {
  private let pages: DatabasePages
  /// How many bytes of records are still read: in a damaged or hostile database many cells may be of the
  /// same bytes.
  private var allowance: Int
  /// Longer records than any of ours are not read.
  private static let longestRecord = 8 << 20
  /// What is longer is words of a person, which say something without their end: no name, day or path is.
  private static let longestName = 512
  /// The fewest bytes that a cell takes.
  private static let leastSize = 4
  /// How often the bytes of a database are read at most. Each cell of a sound one is read once for each
  /// tree that its page could be of, and once more where none leads to it.
  private static let readings = 8

  init(pages: DatabasePages) {
    self.pages = pages
    allowance = Self.readings * pages.count * pages.pageSize
  }

  /// Reads a cell; nil where it contradicts itself, or not all of it can be read.
  func cell(at offset: Int, of kind: BTreePage.Kind, in page: [UInt8]) -> StoredCell? {
    read(at: offset, of: kind, in: page).flatMap { $0.isWhole ? $0 : nil }
  }

  /// What is left of a table's row that ``cell(at:of:in:)`` cannot read; nil where that is nothing.
  func remains(at offset: Int, of kind: BTreePage.Kind, in page: [UInt8]) -> StoredCell? {
    guard kind == .leafTable else { return nil }
    return read(at: offset, of: kind, in: page).flatMap { $0.isWhole ? nil : $0 }
  }

  private func read(at offset: Int, of kind: BTreePage.Kind, in page: [UInt8]) -> StoredCell? {
    var place = offset
    var child: Int?
    if kind.isInterior {
      guard place + 4 <= page.count else { return nil }
      child = page.number(at: place)
      place += 4
    }
    if kind == .interiorTable {
      guard let key = varint(page, &place) else { return nil }
      return StoredCell(child: child, rowID: key, values: [], size: place - offset)
    }
    guard let length = varint(page, &place), 1...Int64(Self.longestRecord) ~= length else {
      return nil
    }
    var rowID: Int64?
    if kind == .leafTable {
      guard let number = varint(page, &place) else { return nil }
      rowID = number
    }
    let local = localSize(Int(length), kind)
    guard let record = payload(Int(length), local, page, at: place),
      let (values, areAll) = values(of: record, of: Int(length))
    else { return nil }
    let end = place + local + (local < length ? 4 : 0)
    return StoredCell(
      child: child, rowID: rowID, values: values, size: max(Self.leastSize, end - offset),
      isWhole: areAll)
  }

  /// How many bytes of a record are in the cell itself (section 1.6, "cell payload overflow").
  private func localSize(_ length: Int, _ kind: BTreePage.Kind) -> Int {
    let usable = pages.pageSize
    let most = kind == .leafTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    guard length > most else { return length }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (length - least) % (usable - 4)
    return fitting <= most ? fitting : least
  }

  /// A record's bytes, the first `local` of them in the cell itself; fewer where they are damaged.
  private func payload(
    _ length: Int, _ local: Int, _ page: [UInt8], at start: Int
  ) -> [UInt8]? {
    guard allowance > 0 else { return nil }
    guard length > local else {
      allowance -= length
      return start + length <= page.count ? Self.whole(page[start..<start + length]) : nil
    }
    guard start + local + 4 <= page.count else { return nil }
    var record = Array(page[start..<start + local])
    var next = page.number(at: start + local)
    var visited: Set<Int> = []
    // Without the last page: one that leads nowhere, or on to another record, is not this one's.
    var sound = local
    defer { allowance -= record.count }
    while record.count < length {
      guard next > 1, visited.insert(next).inserted, let overflow = pages.page(next),
        overflow.count > 4
      else { return Self.whole(record[..<sound]) }
      sound = record.count
      record += overflow[4..<min(overflow.count, 4 + length - record.count)]
      next = overflow.number(at: 0)
    }
    return Self.whole(next == 0 ? record[...] : record[..<sound])
  }

  /// A record up to where it was wiped out: nothing that is stored has so many zeros on end.
  private static func whole(_ record: ArraySlice<UInt8>) -> [UInt8] {
    let most = 24
    var zeros = 0
    for (place, byte) in record.enumerated() {
      zeros = byte == 0 ? zeros + 1 : 0
      if zeros == most { return Array(record.prefix(place + 1 - most)) }
    }
    return Array(record)
  }

  /// The values of a record (section 2.1); nil where its header does not add up to its length.
  ///
  /// - Parameters:
  ///   - record: its bytes, as many as can be read.
  ///   - length: how many it has.
  /// - Returns: the values, and whether they are the whole record; if it is damaged, they end with the first
  ///   damaged value: the beginning of a text, or null.
  private func values(
    of record: [UInt8], of length: Int
  ) -> (values: [DatabaseValue], areAll: Bool)? {
    var place = 0
    guard let header = varint(record, &place), header >= 1, header <= Int64(record.count) else {
      return nil
    }
    let end = Int(header)
    var body = end
    var values: [DatabaseValue] = []
    var areAll = record.count == length
    while place < end {
      guard let type = varint(record, &place), place <= end, type >= 0 else { return nil }
      guard let size = Self.size(of: type), size <= length - body else { return nil }
      let bytes = record[min(body, record.count)..<min(body + size, record.count)]
      if bytes.count == size {
        let value = Self.value(type, bytes)
        let isBroken = Self.isText(type) && !Self.isText(value)
        values.append(isBroken && size > Self.longestName ? Self.beginning(of: bytes) : value)
        if isBroken, size > Self.longestName { areAll = false }
      } else if body <= record.count {
        values.append(Self.isText(type) ? Self.beginning(of: bytes) : .null)
      }
      body += size
    }
    return body == length ? (values, areAll) : nil
  }

  private static func size(of type: Int64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 12...: Int(exactly: (type - 12) / 2)
    default: nil
    }
  }

  private static func isText(_ type: Int64) -> Bool { type >= 13 && type & 1 == 1 }

  private static func isText(_ value: DatabaseValue) -> Bool {
    if case .string = value.storage { true } else { false }
  }

  private static func value(_ type: Int64, _ bytes: ArraySlice<UInt8>) -> DatabaseValue {
    switch type {
    case 0: .null
    case 8: 0.databaseValue
    case 9: 1.databaseValue
    case 1...6:
      // The sign is that of the first byte.
      bytes.dropFirst().reduce(Int64(Int8(bitPattern: bytes.first ?? 0))) {
        $0 << 8 | Int64($1)
      }.databaseValue
    case 7:
      Double(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }).databaseValue
    case _ where isText(type):
      // What is not UTF-8 is kept as bytes, which are not what a text can be.
      String(validating: bytes, as: UTF8.self)?.databaseValue ?? Data(bytes).databaseValue
    default: Data(bytes).databaseValue
    }
  }

  /// A text up to the first byte that is not UTF-8.
  private static func beginning(of bytes: ArraySlice<UInt8>) -> DatabaseValue {
    var text = ""
    var (decoder, iterator) = (UTF8(), bytes.makeIterator())
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      text.unicodeScalars.append(scalar)
    }
    return text.databaseValue
  }

  /// A number of one to nine bytes (section 1.6); nil where they are not all there.
  private func varint(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int64(bitPattern: number) }
    }
    return nil
  }
}
