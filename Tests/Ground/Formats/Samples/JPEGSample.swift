@testable import Formats

/// Builds a JPEG by hand: right in its structure, with a few bytes in place of coded data.
struct JPEGSample {
  static let scanData: [UInt8] = [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56, 0xFF, 0xFF, 0x00]

  var segments: [[UInt8]] = []
  var frame: [UInt8]?
  var width: UInt16 = 8
  var height: UInt16 = 6
  /// Sampling factors by component, as in the frame header.
  var sampling: [UInt8] = [0x22, 0x11, 0x11]
  var frameMarker: UInt8 = 0xC0
  var afterScan: [UInt8] = []
  var hasEnd = true
  var trailer: [UInt8] = []

  var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8] + segments.joined()
    bytes += Self.segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
    bytes += frame ?? frameHeader
    bytes += Self.segment(0xDA, [1, 1, 0, 0, 63, 0]) + Self.scanData + afterScan
    return bytes + (hasEnd ? [0xFF, 0xD9] : []) + trailer
  }

  private var frameHeader: [UInt8] {
    var payload: [UInt8] = [8]
    payload += ByteOrder.bigEndian.bytes(of: height) + ByteOrder.bigEndian.bytes(of: width)
    payload.append(UInt8(sampling.count))
    for (index, factors) in sampling.enumerated() { payload += [UInt8(index + 1), factors, 0] }
    return Self.segment(frameMarker, payload)
  }

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + ByteOrder.bigEndian.bytes(of: UInt16(payload.count + 2)) + payload
  }

  static func exif(_ tiff: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + tiff) }

  static func xmp(_ packet: String) -> [UInt8] {
    segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
  }

  static func profile(_ number: UInt8, of count: UInt8, _ part: [UInt8]) -> [UInt8] {
    segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + part)
  }

  static func photoshop(_ resources: [UInt8]) -> [UInt8] {
    segment(0xED, Array("Photoshop 3.0\0".utf8) + resources)
  }

  static func adobe(transform: UInt8) -> [UInt8] {
    segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
  static let comment = segment(0xFE, Array("CREATOR: gd-jpeg".utf8))
  /// What libgd writes around a picture.
  static let encoded = JPEGSample(segments: [jfif, comment])
}
