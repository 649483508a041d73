package import Formats

/// A camera's raw file, made: the directories or boxes that describe a photo, the JPEGs in it, and of the
/// sensor's data no more than a number, but for a DNG that LibRaw develops.
package struct MadeRaw {
  package var format: RawFormat
  package var byteOrder = ByteOrder.littleEndian
  package var model = "Model One"
  package var orientation: UInt16 = 1
  package var time = "2024:01:31 23:59:59"
  package var offset = "+09:00"
  /// In degrees north and east; nil for none.
  package var position: (latitude: UInt32, longitude: UInt32)? = (37, 127)
  /// What the sensor has, in pixels.
  package var sensor = (width: UInt32(640), height: UInt32(480))
  /// In the file's places for them, the first in that for the largest.
  package var jpegs: [[UInt8]] = []
  package var xmp: [UInt8]?
  package var profile: [UInt8]?
  /// Added to what the file says of the first JPEG's place and length.
  package var lie = (offset: 0, count: 0)

  package init(_ format: RawFormat, _ change: (inout MadeRaw) -> Void = { _ in }) {
    self.format = format
    change(&self)
  }

  /// As cameras name it.
  package var make: String {
    switch format {
    case .cr2, .cr3: "Canon"
    case .nef: "NIKON CORPORATION"
    case .arw: "SONY"
    case .pef: "PENTAX"
    case .orf: "OLYMPUS CORPORATION"
    case .rw2: "Panasonic"
    case .raf: "FUJIFILM"
    default: "Daylight"
    }
  }

  package func bytes() -> [UInt8] {
    switch format {
    case .cr3: boxes()
    case .raf: fuji()
    default: directories()
    }
  }

  // MARK: TIFF

  private func directories() -> [UInt8] {
    var file = TIFFWriter(byteOrder)
    var main = description(in: file)
    switch format {
    case .cr2:
      // The full JPEG is the first directory's strip.
      if let jpeg = jpegs.first {
        main += [
          .short(0x0103, 6), .blob(0x0111, jpeg, lie.offset),
          .long(0x0117, UInt32(jpeg.count + lie.count)),
        ]
      }
    case .rw2:
      main += [
        .short(0x0004, 0), .short(0x0005, 0), .short(0x0006, UInt16(sensor.height)),
        .short(0x0007, UInt16(sensor.width)),
      ]
      if let jpeg = jpegs.first { main.append(.bytes(0x002E, type: 7, jpeg)) }
    default:
      let previews = jpegs.map { jpeg in
        [
          TIFFWriter.Field.long(0x00FE, 1), .blob(0x0201, jpeg, lie.offset),
          .long(0x0202, UInt32(jpeg.count + lie.count)),
        ]
      }
      let raw: [TIFFWriter.Field] = [
        .long(0x00FE, 0), .long(0x0100, sensor.width), .long(0x0101, sensor.height),
        .short(0x0103, 1), .short(0x0106, 32803),
      ]
      main.append(.directories(0x014A, previews + (format == .dng ? [] : [raw])))
      if format == .dng { main += negative() }
    }
    let exif = exif(in: file)
    main.append(.directories(0x8769, [exif]))
    if let gps = gps() { main.append(.directories(0x8825, [gps])) }
    if let xmp { main.append(.bytes(0x02BC, type: 1, xmp)) }
    if let profile { main.append(.bytes(0x8773, type: 7, profile)) }
    file.finish(main)
    var bytes = file.bytes
    switch format {
    case .cr2: bytes.insertMark("CR\u{2}\u{0}", at: 8)
    case .rw2: bytes.insertMark("U\u{0}", at: 2)
    case .orf: bytes.insertMark(byteOrder == .littleEndian ? "RO" : "OR", at: 2)
    default: break
    }
    return bytes
  }

  private func description(in file: TIFFWriter) -> [TIFFWriter.Field] {
    [.text(0x010F, make), .text(0x0110, model), .short(0x0112, orientation)]
  }

  private func exif(in file: TIFFWriter) -> [TIFFWriter.Field] {
    [
      .text(0x9003, time), .text(0x9004, time), .text(0x9011, offset), .text(0x9291, "25"),
      .text(0xA434, "Lens 50mm"), .long(0xA002, sensor.width), .long(0xA003, sensor.height),
    ]
  }

  private func gps() -> [TIFFWriter.Field]? {
    position.map { position in
      [
        .text(0x0001, "N"), .rationals(0x0002, [position.latitude, 0, 0]), .text(0x0003, "E"),
        .rationals(0x0004, [position.longitude, 0, 0]),
      ]
    }
  }

  /// Colours of the sensor, left red and right blue (DNG 1.7).
  private func negative() -> [TIFFWriter.Field] {
    let (width, height) = (Int(sensor.width), Int(sensor.height))
    var samples: [UInt8] = []
    samples.reserveCapacity(2 * width * height)
    let values: [[UInt16]] = [[40_000, 20_000, 8_000], [8_000, 20_000, 40_000]]
    for y in 0..<height {
      for x in 0..<width {
        let colour = x % 2 == y % 2 ? 2 * (x % 2) : 1
        samples += byteOrder.bytes(of: values[x < width / 2 ? 0 : 1][colour])
      }
    }
    let matrix: [Int32] = [
      324_045, -153_713, -49_853, -96_926, 187_601, 4_155, 5_564, -20_402, 105_722,
    ]
    return [
      .long(0x00FE, 0), .long(0x0100, sensor.width), .long(0x0101, sensor.height),
      .short(0x0102, 16), .short(0x0103, 1), .short(0x0106, 32803), .blob(0x0111, samples, 0),
      .short(0x0115, 1), .long(0x0116, sensor.height), .long(0x0117, UInt32(samples.count)),
      .short(0x011C, 1), .bytes(0x828D, type: 3, byteOrder.bytes(of: UInt16(2)) * 2),
      .bytes(0x828E, type: 1, [0, 1, 1, 2]), .bytes(0xC612, type: 1, [1, 4, 0, 0]),
      .text(0xC614, "\(make) \(model)"), .long(0xC61D, 65_535),
      .bytes(
        0xC621, type: 10,
        matrix.flatMap {
          byteOrder.bytes(of: UInt32(bitPattern: $0)) + byteOrder.bytes(of: UInt32(100_000))
        }),
      .rationals(0xC628, [1, 1, 1]), .short(0xC65A, 21),
    ]
  }

  // MARK: Boxes

  private func boxes() -> [UInt8] {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      ByteOrder.bigEndian.bytes(of: UInt32(content.count + 8)) + Array(type.utf8) + content
    }
    func block(_ fields: [TIFFWriter.Field]) -> [UInt8] {
      var writer = TIFFWriter(byteOrder)
      writer.finish(fields)
      return writer.bytes
    }
    func big(_ value: Int) -> [UInt8] { ByteOrder.bigEndian.bytes(of: UInt32(value)) }
    let main =
      [.long(0x0100, sensor.width), .long(0x0101, sensor.height)]
      + description(in: TIFFWriter(byteOrder))
    var parts =
      box("CMT1", block(main)) + box("CMT2", block(exif(in: TIFFWriter(byteOrder))))
      + box("CMT3", block([.short(1, 1)]))
    if let gps = gps() { parts += box("CMT4", block(gps)) }
    let canon: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
      0x48,
    ]
    let jpeg = jpegs.first ?? []
    func movie(at place: Int) -> [UInt8] {
      let table =
        box("stsz", [0, 0, 0, 0] + big(jpeg.count + lie.count) + big(1))
        + box("co64", [0, 0, 0, 0] + big(1) + big(0) + big(place + lie.offset))
      let track = box("trak", box("mdia", box("minf", box("stbl", table))))
      return box("moov", box("uuid", canon + parts) + (jpeg.isEmpty ? [] : track))
    }
    let begin = box("ftyp", Array("crx \u{0}\u{0}\u{0}\u{1}crx isom".utf8))
    var middle: [UInt8] = []
    if let xmp {
      let adobe: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
      ]
      middle += box("uuid", adobe + xmp)
    }
    if jpegs.count > 1 {
      let preview: [UInt8] = [
        0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D,
        0x16,
      ]
      let fields = [UInt8](repeating: 0, count: 12) + big(jpegs[1].count)
      middle += box(
        "uuid", preview + [UInt8](repeating: 0, count: 8) + box("PRVW", fields + jpegs[1]))
    }
    let place = begin.count + movie(at: 0).count + middle.count + 8
    return begin + movie(at: place) + middle + box("mdat", jpeg)
  }

  // MARK: RAF

  private func fuji() -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { ByteOrder.bigEndian.bytes(of: UInt32(value)) }
    let start = 148
    let jpeg = jpegs.first ?? []
    var bytes = Array("FUJIFILMCCD-RAW 0201".utf8)
    bytes += [UInt8](repeating: 0, count: 84 - bytes.count)
    bytes += big(start + lie.offset) + big(jpeg.count + lie.count)
    let table =
      big(1) + [0x01, 0x11, 0, 4]
      + ByteOrder.bigEndian.bytes(of: UInt16(sensor.height))
      + ByteOrder.bigEndian.bytes(of: UInt16(sensor.width))
    bytes += big(start + jpeg.count) + big(table.count)
    bytes += [UInt8](repeating: 0, count: start - bytes.count)
    return bytes + jpeg + table
  }
}

/// Writes a TIFF whose directories lie within each other.
package struct TIFFWriter {
  package enum Field {
    case short(UInt16, UInt16)
    case long(UInt16, UInt32)
    case text(UInt16, String)
    case bytes(UInt16, type: UInt16, [UInt8])
    case rationals(UInt16, [UInt32])
    case directories(UInt16, [[Field]])
    /// A LONG that says where the bytes are, but for a number that is added.
    case blob(UInt16, [UInt8], Int)

    fileprivate var tag: UInt16 {
      switch self {
      case .short(let tag, _), .long(let tag, _), .text(let tag, _), .bytes(let tag, _, _),
        .rationals(let tag, _), .directories(let tag, _), .blob(let tag, _, _):
        tag
      }
    }
  }

  package private(set) var bytes: [UInt8]
  private let order: ByteOrder

  package init(_ order: ByteOrder) {
    self.order = order
    bytes = Array((order == .littleEndian ? "II" : "MM").utf8)
    // With room for a mark after the header.
    bytes += order.bytes(of: UInt16(42)) + [UInt8](repeating: 0, count: 12)
  }

  /// Writes the main directory, and so ends the file.
  package mutating func finish(_ main: [Field]) {
    let place = write(main)
    bytes.replaceSubrange(4..<8, with: order.bytes(of: UInt32(place)))
  }

  private mutating func write(_ fields: [Field]) -> Int {
    var entries: [UInt8] = []
    for field in fields.sorted(by: { $0.tag < $1.tag }) {
      let (type, count, value) = value(of: field)
      entries += order.bytes(of: field.tag) + order.bytes(of: type)
      entries += order.bytes(of: UInt32(count))
      entries +=
        value.count <= 4
        ? value + [UInt8](repeating: 0, count: 4 - value.count)
        : order.bytes(of: UInt32(append(value)))
    }
    let table = order.bytes(of: UInt16(fields.count)) + entries + [0, 0, 0, 0]
    return append(table)
  }

  private mutating func value(of field: Field) -> (type: UInt16, count: Int, value: [UInt8]) {
    switch field {
    case .short(_, let value): return (3, 1, order.bytes(of: value))
    case .long(_, let value): return (4, 1, order.bytes(of: value))
    case .text(_, let text): return (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .bytes(_, let type, let bytes):
      let size = TIFFType(rawValue: type)?.size ?? 1
      return (type, bytes.count / size, bytes)
    case .rationals(_, let numbers):
      let one = order.bytes(of: UInt32(1))
      return (5, numbers.count, numbers.flatMap { order.bytes(of: $0) + one })
    case .directories(_, let directories):
      let places = directories.map { write($0) }
      return (4, places.count, places.flatMap { order.bytes(of: UInt32($0)) })
    case .blob(_, let content, let lie):
      let place = append(content)
      return (4, 1, order.bytes(of: UInt32(truncatingIfNeeded: place + lie)))
    }
  }

  private mutating func append(_ content: [UInt8]) -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    defer { bytes += content }
    return bytes.count
  }
}

extension [UInt8] {
  fileprivate mutating func insertMark(_ mark: String, at offset: Int) {
    let mark = Array(mark.utf8)
    replaceSubrange(offset..<offset + mark.count, with: mark)
  }

  fileprivate static func * (bytes: [UInt8], count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in bytes }
  }
}
