import Formats

/// The time zones of the Earth, by where they are: an array of bytes that is searched as it is.
///
/// The borders are those of timezone-boundary-builder, with its zones of 12 nautical miles along the
/// coasts; `make-zone-table` rounds them so that none is off by a kilometre. The globe is cut into cells
/// of a degree. Most have one zone; a mixed one has outlines, their vertices in 255ths of a degree. Numbers
/// are little-endian:
///
///     "DSZONES1"
///     UInt32    bytes of the names; mixed cells; bytes of the outlines
///     names     a line for the source, and one for each zone, numbered from 1 (0 is the sea)
///     UInt16    for each cell, row by row from the south-west: its zone, or 0x8000 + a mixed cell's number
///     UInt32    for each mixed cell, where its outlines begin; and where the last ones end
///     outlines  for each mixed cell the UInt16 of the zone that has what is in none of its rings, then
///               rings: UInt16 zone, UInt16 vertices, and for each vertex a byte east and one north
///
/// A zone's rings follow each other, and what is within an even number of them is not the zone's.
package struct ZoneTable: Sendable {
  package static let fileName = "zones.table"
  /// In bytes, of a whole file.
  package static let byteLimit = 4 << 20

  private static let magic = Array("DSZONES1".utf8)
  private static let (rows, columns) = (180, 360)
  private static let mixed = 0x8000
  /// What a degree is, in the outlines.
  private static let steps = 255.0

  private let bytes: ByteReader
  /// The names of the zones, from that of number 1 on.
  let names: [String]
  private let grid: Int
  private let starts: Int
  private let mixedCount: Int
  private let outlines: Int

  /// Takes a whole table; what it says is read when it is asked.
  ///
  /// - Throws: ``ZoneTableError/notATable``, ``ZoneTableError/cut(observed:expected:)``.
  package init(_ table: [UInt8]) throws(ZoneTableError) {
    let header = Self.magic.count + 12
    let bytes = ByteReader(table, .littleEndian)
    guard table.starts(with: Self.magic) else { throw .notATable }
    guard let nameCount = bytes.value(at: 8, size: 4),
      let mixedCount = bytes.value(at: 12, size: 4),
      let outlineCount = bytes.value(at: 16, size: 4)
    else { throw .cut(observed: table.count, expected: header) }
    grid = header + nameCount
    starts = grid + 2 * Self.rows * Self.columns
    self.mixedCount = mixedCount
    outlines = starts + 4 * (mixedCount + 1)
    let expected = outlines + outlineCount
    guard table.count == expected, let lines = bytes.slice(at: header, count: nameCount) else {
      throw .cut(observed: table.count, expected: expected)
    }
    guard let text = String(validating: lines, as: UTF8.self) else {
      throw .damaged(offset: header)
    }
    names = text.split(separator: "\n").dropFirst().map(String.init)
    self.bytes = bytes
  }

  /// The zone at a position; at sea it is that of the longitude.
  ///
  /// Some microseconds; at worst linear in the vertices of a cell, of which there are about a thousand.
  ///
  /// - Throws: ``ZoneTableError/damaged(offset:)``.
  package func zone(at position: GeoPosition) throws(ZoneTableError) -> ZoneName {
    let number = try number(at: position)
    if number == 0 { return .sea(longitude: position.longitude) }
    guard number <= names.count else { throw .damaged(offset: grid) }
    return ZoneName(text: names[number - 1], isAtSea: false)
  }

  private func number(at position: GeoPosition) throws(ZoneTableError) -> Int {
    let (east, north) = (position.longitude + 180, position.latitude + 90)
    let (column, row) = (min(Int(east), Self.columns - 1), min(Int(north), Self.rows - 1))
    let cell = try value(at: grid + 2 * (row * Self.columns + column), size: 2)
    guard cell >= Self.mixed else { return cell }
    let place = starts + 4 * (cell - Self.mixed)
    let start = try value(at: place, size: 4)
    guard cell - Self.mixed < mixedCount,
      let outlines = bytes.slice(
        at: outlines + start, count: try value(at: place + 4, size: 4) - start)
    else { throw .damaged(offset: place) }
    return try Self.number(
      in: outlines, x: (east - Double(column)) * Self.steps, y: (north - Double(row)) * Self.steps)
  }

  private func value(at offset: Int, size: Int) throws(ZoneTableError) -> Int {
    guard let value = bytes.value(at: offset, size: size) else { throw .damaged(offset: offset) }
    return value
  }

  /// The zone in whose rings a place of a mixed cell is.
  private static func number(
    in outlines: ArraySlice<UInt8>, x: Double, y: Double
  ) throws(ZoneTableError) -> Int {
    var reader = ByteReader(outlines, .littleEndian)
    guard let rest = reader.next(size: 2) else { throw .damaged(offset: outlines.startIndex) }
    var (zone, isInside) = (rest, false)
    while reader.position < reader.count {
      let offset = outlines.startIndex + reader.position
      guard let next = reader.next(size: 2), let count = reader.next(size: 2),
        let ring = reader.next(count: 2 * count)
      else { throw .damaged(offset: offset) }
      if next != zone {
        if isInside { return zone }
        zone = next
      }
      if isOddlyCrossed(ring, x, y) { isInside.toggle() }
    }
    return isInside ? zone : rest
  }

  /// Whether a ray to the east crosses a ring an odd number of times.
  private static func isOddlyCrossed(_ ring: ArraySlice<UInt8>, _ x: Double, _ y: Double) -> Bool {
    ring.withUnsafeBufferPointer { ring in
      var isInside = false
      guard ring.count >= 2 else { return false }
      var (lastX, lastY) = (Double(ring[ring.count - 2]), Double(ring[ring.count - 1]))
      for index in stride(from: 0, to: ring.count, by: 2) {
        let (nextX, nextY) = (Double(ring[index]), Double(ring[index + 1]))
        if (lastY > y) != (nextY > y),
          x < (nextX - lastX) * (y - lastY) / (nextY - lastY) + lastX
        {
          isInside.toggle()
        }
        (lastX, lastY) = (nextX, nextY)
      }
      return isInside
    }
  }
}

/// The IANA name of the zone at a position.
package struct ZoneName: Sendable, Hashable {
  /// As "Asia/Seoul", at sea as "Etc/GMT-9".
  package let text: String
  /// Whether it is at sea, more than 12 nautical miles from any coast.
  package let isAtSea: Bool

  /// At sea a zone is 15° wide; its name counts hours to the west of Greenwich.
  static func sea(longitude: Double) -> ZoneName {
    let hours = Int((longitude / 15).rounded())
    let west = hours == 0 ? "" : hours > 0 ? "-\(hours)" : "+\(-hours)"
    return ZoneName(text: "Etc/GMT\(west)", isAtSea: true)
  }
}

/// Why a table of zones is not read.
package enum ZoneTableError: Error, Sendable, Hashable {
  /// It begins otherwise.
  case notATable
  /// The file is not as long as its header says, in bytes.
  case cut(observed: Int, expected: Int)
  /// What is at this offset leads out of the table.
  case damaged(offset: Int)
}
