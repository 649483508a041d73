import Formats

@testable import PhotoFacts

/// An EXIF block made by hand: a main, an Exif and a GPS directory, in either byte order.
struct ExifBlock {
  /// A field's value; numbers take the block's byte order.
  enum Value {
    /// With a NUL at its end.
    case text(String)
    case bytes(TIFFType, [UInt8])
    case short([UInt16])
    case long([UInt32])
    case rational([(UInt32, UInt32)])
    case signedRational([(Int32, Int32)])
  }

  var byteOrder = ByteOrder.littleEndian
  var main: [(TIFFTag, Value)] = []
  var exif: [(TIFFTag, Value)] = []
  var gps: [(TIFFTag, Value)] = []

  /// A position from degrees, minutes and hundredths of seconds.
  static func position(
    _ latitude: (UInt32, UInt32, UInt32), _ north: String, _ longitude: (UInt32, UInt32, UInt32),
    _ east: String
  ) -> [(TIFFTag, Value)] {
    func parts(_ parts: (UInt32, UInt32, UInt32)) -> Value {
      .rational([(parts.0, 1), (parts.1, 1), (parts.2, 100)] as [(UInt32, UInt32)])
    }
    return [
      (.gpsLatitudeRef, .text(north)), (.gpsLatitude, parts(latitude)),
      (.gpsLongitudeRef, .text(east)), (.gpsLongitude, parts(longitude)),
    ]
  }

  /// All that is read of a block.
  static let full = ExifBlock(
    main: [
      (.imageDescription, .text("At the river")), (.make, .text("NIKON CORPORATION")),
      (.model, .text("NIKON D3100")),
    ],
    exif: [
      (.exposureTime, .rational([(1, 250)])), (.fNumber, .rational([(28, 10)])),
      (.photographicSensitivity, .short([65_535])), (.sensitivityType, .short([2])),
      (.recommendedExposureIndex, .long([102_400])), (.focalLength, .rational([(35, 1)])),
      (.lensSpecification, .rational([(24, 1), (70, 1), (28, 10), (28, 10)])),
      (.lensMake, .text("Nikon")), (.lensModel, .text("AF-S 24-70mm")),
    ],
    gps: position((37, 33, 5940), "N", (126, 58, 4080), "E") + [
      (.gpsAltitudeRef, .bytes(.byte, [0])), (.gpsAltitude, .rational([(384, 10)])),
      (.gpsImgDirectionRef, .text("T")), (.gpsImgDirection, .rational([(24_731, 100)])),
    ])

  /// From the TIFF header on.
  var bytes: [UInt8] {
    let mark = byteOrder == .littleEndian ? "II" : "MM"
    let pointers = [(TIFFTag.exifIFD, exif), (.gpsIFD, gps)].filter { !$0.1.isEmpty }
    var offset = 8 + size(main) + 12 * pointers.count
    var links: [(TIFFTag, Value)] = []
    for (tag, fields) in pointers {
      links.append((tag, .long([UInt32(offset)])))
      offset += size(fields)
    }
    var block = Array(mark.utf8) + byteOrder.bytes(of: UInt16(42)) + byteOrder.bytes(of: UInt32(8))
    for fields in [main + links] + pointers.map(\.1) { block += directory(fields, at: block.count) }
    return block
  }

  var facts: PhotoFacts {
    var metadata = EmbeddedMetadata()
    metadata.exif = bytes[...]
    return PhotoFacts(metadata)
  }

  private func size(_ fields: [(TIFFTag, Value)]) -> Int {
    directory(fields, at: 0).count
  }

  private func directory(_ fields: [(TIFFTag, Value)], at offset: Int) -> [UInt8] {
    var head = byteOrder.bytes(of: UInt16(fields.count))
    var tail: [UInt8] = []
    let tailOffset = offset + 2 + fields.count * 12 + 4
    for (tag, value) in fields {
      let (type, bytes) = encoded(value)
      head += byteOrder.bytes(of: tag.rawValue) + byteOrder.bytes(of: type.rawValue)
      head += byteOrder.bytes(of: UInt32(bytes.count / type.size))
      if bytes.count <= 4 {
        head += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        head += byteOrder.bytes(of: UInt32(tailOffset + tail.count))
        tail += bytes
      }
    }
    return head + byteOrder.bytes(of: UInt32(0)) + tail
  }

  private func encoded(_ value: Value) -> (TIFFType, [UInt8]) {
    switch value {
    case .text(let text): (.ascii, Array(text.utf8) + [0])
    case .bytes(let type, let bytes): (type, bytes)
    case .short(let numbers): (.short, numbers.flatMap { byteOrder.bytes(of: $0) })
    case .long(let numbers): (.long, numbers.flatMap { byteOrder.bytes(of: $0) })
    case .rational(let pairs):
      (.rational, pairs.flatMap { byteOrder.bytes(of: $0.0) + byteOrder.bytes(of: $0.1) })
    case .signedRational(let pairs):
      (
        .signedRational,
        pairs.flatMap {
          byteOrder.bytes(of: UInt32(bitPattern: $0.0))
            + byteOrder.bytes(of: UInt32(bitPattern: $0.1))
        }
      )
    }
  }
}

extension EmbeddedMetadata {
  /// With one XMP packet whose `rdf:Description` has these children.
  mutating func add(xmp children: String) {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/">\
      \(children)</rdf:Description></rdf:RDF></x:xmpmeta>
      """
    xmp.append(Array(packet.utf8)[...])
  }

  /// With one IPTC stream that has a caption.
  mutating func add(iptcCaption caption: [UInt8]) {
    iptc.append(([0x1C, 2, 5, 0, 1, 0x41, 0x1C, 2, 120, 0, UInt8(caption.count)] + caption)[...])
  }
}
