import Formats

/// An EXIF block made by hand: a main directory, an Exif and a GPS directory, little-endian.
struct ExifSample {
  var main: [(TIFFTag, [UInt8])] = []
  var exif: [(TIFFTag, [UInt8])] = []
  var gps: [(TIFFTag, [UInt8])] = []

  /// GPSTimeStamp as three rationals.
  var gpsTime: [(UInt32, UInt32)] = []

  /// Text with its NUL at the end.
  static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  init(
    main: [TIFFTag: String] = [:], exif: [TIFFTag: String] = [:], gps: [TIFFTag: String] = [:],
    gpsTime: [(UInt32, UInt32)] = []
  ) {
    func fields(_ texts: [TIFFTag: String]) -> [(TIFFTag, [UInt8])] {
      texts.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, Self.text($0.value)) }
    }
    (self.main, self.exif, self.gps) = (fields(main), fields(exif), fields(gps))
    self.gpsTime = gpsTime
  }

  var bytes: [UInt8] {
    var block = Array("II*\0".utf8) + order.bytes(of: UInt32(8))
    let pointers = [(TIFFTag.exifIFD, !exif.isEmpty), (.gpsIFD, !gps.isEmpty || !gpsTime.isEmpty)]
      .filter(\.1).map(\.0)
    let mainSize = size(main) + pointers.count * 12
    let exifOffset = 8 + mainSize
    let gpsOffset = exifOffset + size(exif)
    let links = pointers.map { ($0, $0 == .exifIFD ? exifOffset : gpsOffset) }
    block += directory(main, links: links, at: 8)
    block += directory(exif, at: exifOffset)
    block += directory(gps, rationals: gpsTime, at: gpsOffset)
    return block
  }

  private let order = ByteOrder.littleEndian

  private func size(_ fields: [(TIFFTag, [UInt8])]) -> Int {
    6 + fields.reduce(0) { $0 + 12 + ($1.1.count > 4 ? $1.1.count : 0) }
  }

  private func directory(
    _ fields: [(TIFFTag, [UInt8])], links: [(TIFFTag, Int)] = [],
    rationals: [(UInt32, UInt32)] = [], at offset: Int
  ) -> [UInt8] {
    let count = fields.count + links.count + (rationals.isEmpty ? 0 : 1)
    var head = order.bytes(of: UInt16(count))
    var tail: [UInt8] = []
    let tailOffset = offset + 2 + count * 12 + 4
    func add(_ tag: TIFFTag, _ type: TIFFType, count: Int, _ value: [UInt8]) {
      head += order.bytes(of: tag.rawValue) + order.bytes(of: type.rawValue)
      head += order.bytes(of: UInt32(count))
      if value.count <= 4 {
        head += value + [UInt8](repeating: 0, count: 4 - value.count)
      } else {
        head += order.bytes(of: UInt32(tailOffset + tail.count))
        tail += value
      }
    }
    if !rationals.isEmpty {
      let value = rationals.flatMap { order.bytes(of: $0.0) + order.bytes(of: $0.1) }
      add(.gpsTimeStamp, .rational, count: rationals.count, value)
    }
    for (tag, value) in fields { add(tag, .ascii, count: value.count, value) }
    for (tag, target) in links { add(tag, .long, count: 1, order.bytes(of: UInt32(target))) }
    return head + order.bytes(of: UInt32(0)) + tail
  }
}
