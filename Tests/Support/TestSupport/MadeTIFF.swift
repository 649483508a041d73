package import Formats
import Raster

/// TIFF files made by a test, page by page and field by field (TIFF 6.0; "The BigTIFF File Format"). Strips
/// and tiles are coded by libtiff, all else is written by hand.
package struct MadeTIFF: Sendable {
  package var width = 240
  package var height = 180
  package var bits = 8
  package var samplesPerPixel = 3
  /// PhotometricInterpretation.
  package var colour = 2
  package var compression = 1
  package var predictor = 1
  package var isFloat = false
  package var isPlanar = false
  package var isReversed = false
  /// ExtraSamples.
  package var alphaKind: Int?
  package var orientation = 1
  package var rowsPerStrip = 48
  /// The side of tiles, instead of strips.
  package var tile: Int?
  package var subfileType = 0
  /// What all samples are multiplied by, of floating-point ones.
  package var light: Float = 1
  /// Coded strips that are there instead of those of the samples.
  package var strips: [[UInt8]]?
  /// Further fields, of type UNDEFINED.
  package var fields: [(tag: UInt16, value: [UInt8])] = []

  package init(_ change: (inout MadeTIFF) -> Void = { _ in }) { change(&self) }

  /// A file of some pages.
  package static func file(
    _ pages: [MadeTIFF], byteOrder: ByteOrder = .littleEndian, isBig: Bool = false
  ) throws -> [UInt8] {
    // What libtiff is to code is known once the fields can be read.
    let empty = Writer(byteOrder, isBig).file(pages.map { ($0, $0.emptyParts) })
    guard case .tiff(let photo) = try PhotoFile(empty).structure else { return empty }
    var all: [(MadeTIFF, [[UInt8]])] = []
    var offset: Int? = photo.structure.firstDirectoryOffset
    for page in pages {
      guard let place = offset else { break }
      let directory = try photo.structure.directory(at: place)
      offset = directory.nextOffset
      if let strips = page.strips {
        all.append((page, strips))
      } else {
        all.append((page, try page.parts(of: TIFFPage(directory, of: photo))))
      }
    }
    return Writer(byteOrder, isBig).file(all)
  }

  package func file(
    byteOrder: ByteOrder = .littleEndian, isBig: Bool = false
  ) throws -> [UInt8] {
    try Self.file([self], byteOrder: byteOrder, isBig: isBig)
  }

  private var partCount: Int {
    let across = tile.map { (width + $0 - 1) / $0 } ?? 1
    let down = (height + (tile ?? rowsPerStrip) - 1) / (tile ?? rowsPerStrip)
    return across * down * (isPlanar ? samplesPerPixel : 1)
  }

  private var emptyParts: [[UInt8]] { strips ?? [[UInt8]](repeating: [0], count: partCount) }

  private func parts(of page: TIFFPage) throws -> [[UInt8]] {
    var parts = emptyParts
    for row in 0..<page.grid.down {
      for column in 0..<page.grid.across {
        let area = page.grid.area(column: column, row: row)
        for plane in 0..<page.grid.planes {
          let samples = bytes(
            area.columns, area.rows, isPlanar ? [plane] : Array(0..<samplesPerPixel))
          parts[page.grid.index(column: column, row: row, plane: plane)] =
            try TIFFStrips.encoded(samples, as: TIFFStripForm(of: page, rows: area.rows.count))
        }
      }
    }
    return parts
  }

  /// A sample's bits: smooth, and different in each.
  private func sample(_ x: Int, _ y: Int, _ index: Int) -> UInt64 {
    let share = Double((x * (index + 2) + y * 3 + index * 40) % 997) / 997
    if isFloat {
      let value = Float(share) * light
      return bits == 16 ? UInt64(Float16(value).bitPattern) : UInt64(value.bitPattern)
    }
    return UInt64(share * (Double(UInt64(1) << UInt64(bits)) - 1))
  }

  /// In the order of this machine; below 16 bits the highest bit first, rows from a byte on.
  private func bytes(_ columns: Range<Int>, _ rows: Range<Int>, _ indices: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in rows {
      var (held, count) = (UInt64(0), 0)
      for x in columns {
        for index in indices {
          let value = sample(x, y, index)
          if bits >= 16 {
            bytes += (0..<bits / 8).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
            continue
          }
          held = held << UInt64(bits) | value
          count += bits
          while count >= 8 {
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> UInt64(count)))
          }
        }
      }
      if count > 0 { bytes.append(UInt8(truncatingIfNeeded: held << UInt64(8 - count))) }
    }
    return bytes
  }

  private struct Writer {
    let order: ByteOrder
    let isBig: Bool

    init(_ order: ByteOrder, _ isBig: Bool) { (self.order, self.isBig) = (order, isBig) }

    private func short(_ value: Int) -> [UInt8] { order.bytes(of: UInt16(value)) }
    private func offset(_ value: Int) -> [UInt8] {
      isBig ? order.bytes(of: UInt64(value)) : order.bytes(of: UInt32(value))
    }

    func file(_ pages: [(MadeTIFF, [[UInt8]])]) -> [UInt8] {
      var bytes: [UInt8] = order == .littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
      bytes += isBig ? short(43) + short(8) + short(0) : short(42)
      var link = bytes.count
      bytes += offset(0)
      for (page, parts) in pages {
        var places: [Int] = []
        for part in parts {
          if bytes.count % 2 == 1 { bytes.append(0) }
          places.append(bytes.count)
          bytes += part
        }
        if bytes.count % 2 == 1 { bytes.append(0) }
        let entries = fields(of: page, places, parts)
        let start = bytes.count
        bytes.replaceSubrange(link..<link + offset(0).count, with: offset(start))
        let room = offset(0).count
        let table = (isBig ? order.bytes(of: UInt64(entries.count)) : short(entries.count))
        var end = start + table.count + entries.count * (4 + 2 * room) + room
        bytes += table
        var values: [UInt8] = []
        for entry in entries {
          let size = entry.value.count
          bytes += short(entry.tag) + short(entry.type) + offset(entry.count)
          if size <= room {
            bytes += entry.value + [UInt8](repeating: 0, count: room - size)
          } else {
            bytes += offset(end)
            values += entry.value + (size % 2 == 1 ? [0] : [])
            end += size + size % 2
          }
        }
        link = bytes.count
        bytes += offset(0) + values
      }
      return bytes
    }

    private typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])

    private func fields(
      of page: MadeTIFF, _ places: [Int], _ parts: [[UInt8]]
    ) -> [Entry] {
      func shorts(_ tag: Int, _ values: [Int]) -> Entry {
        (tag, 3, values.count, values.flatMap(short))
      }
      func longs(_ tag: Int, _ values: [Int]) -> Entry {
        (tag, 4, values.count, values.flatMap { order.bytes(of: UInt32($0)) })
      }
      let each = [Int](repeating: 0, count: page.samplesPerPixel)
      var fields = [
        longs(254, [page.subfileType]), longs(256, [page.width]), longs(257, [page.height]),
        shorts(258, each.map { _ in page.bits }), shorts(259, [page.compression]),
        shorts(262, [page.colour]), shorts(266, [page.isReversed ? 2 : 1]),
        shorts(274, [page.orientation]), shorts(277, [page.samplesPerPixel]),
        shorts(284, [page.isPlanar ? 2 : 1]), shorts(339, each.map { _ in page.isFloat ? 3 : 1 }),
      ]
      if page.predictor != 1 { fields.append(shorts(317, [page.predictor])) }
      if let alpha = page.alphaKind { fields.append(shorts(338, [alpha])) }
      if page.colour == 3 {
        let map = (0..<3).flatMap { channel in
          (0..<1 << page.bits).map { ($0 * (channel + 1) * 257) % 65_536 }
        }
        fields.append(shorts(320, map))
      }
      if let tile = page.tile {
        fields += [longs(322, [tile]), longs(323, [tile]), longs(324, places)]
        fields.append(longs(325, parts.map(\.count)))
      } else {
        fields += [longs(273, places), longs(278, [page.rowsPerStrip])]
        // A list of 16 bits, as most writers have where it does.
        let counts = parts.map(\.count)
        fields.append(counts.allSatisfy { $0 < 65_536 } ? shorts(279, counts) : longs(279, counts))
      }
      fields += page.fields.map { (Int($0.tag), 7, $0.value.count, $0.value) }
      return fields.sorted { $0.tag < $1.tag }
    }
  }
}
