/// Short videos made by a test: what describes them is whole, their pictures are noise.
package struct MadeVideo: Sendable {
  package var brand = "qt  "
  /// Seconds since 1904 in UTC, by the header.
  package var created = 0
  /// Milliseconds.
  package var duration = 2_900
  package var width = 1_920
  package var height = 1_080
  /// Whether the matrix turns the picture by a quarter.
  package var isTurned = false
  /// `com.apple.quicktime.creationdate`.
  package var creationDate: String?
  /// `com.apple.quicktime.content.identifier`.
  package var identifier: String?
  /// `com.apple.quicktime.location.ISO6709`.
  package var location: String?
  /// Texts of `udta`, by the letters after "©" of their boxes' names.
  package var userData: [(letters: String, text: String)] = []
  /// Whether `meta` is a full box, as ISO has it.
  package var hasFullMeta = false
  /// "vide", or "soun" of sound alone.
  package var handler = "vide"
  /// Bytes of coded pictures, which come before the index as phones write it.
  package var data: [UInt8] = Array(0..<200)

  package init() {}

  /// An iPhone's, with a time and its zone.
  package static func phone(
    at creationDate: String? = "2024-01-31T23:59:58+0900", identifier: String? = nil,
    data: [UInt8] = Array(0..<200)
  ) -> [UInt8] {
    var video = MadeVideo()
    (video.creationDate, video.identifier, video.data) = (creationDate, identifier, data)
    return video.bytes
  }

  package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8) + Array(type.utf8) + content
  }

  package var bytes: [UInt8] { start + Self.box("mdat", data) + movie }

  package var start: [UInt8] { Self.box("ftyp", Array("\(brand)\0\0\0\0\(brand)".utf8)) }

  package var movie: [UInt8] {
    let times = Self.number(created) + Self.number(created)
    let rest = [UInt8](repeating: 0, count: 80)
    let header = Self.box(
      "mvhd", [0, 0, 0, 0] + times + Self.number(1000) + Self.number(duration) + rest)
    return Self.box("moov", header + track + metadata + texts)
  }

  private var texts: [UInt8] {
    if userData.isEmpty { return [] }
    let boxes = userData.flatMap { letters, text in
      // The length, English, and the text.
      let content = Self.number(text.utf8.count << 16) + Array(text.utf8)
      return Self.number(content.count + 8) + [0xA9] + Array(letters.utf8) + content
    }
    return Self.box("udta", boxes)
  }

  private var track: [UInt8] {
    let one = 0x1_0000
    let matrix = isTurned ? [0, one, 0, 0xFFFF_0000, 0, 0] : [one, 0, 0, 0, one, 0]
    let numbers = matrix + [0, 0, 0x4000_0000, width << 16, height << 16]
    let header = Self.box(
      "tkhd", [UInt8](repeating: 0, count: 40) + numbers.flatMap(Self.number))
    let handler = Self.box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array(handler.utf8)
        + [UInt8](repeating: 0, count: 13))
    return Self.box("trak", header + Self.box("mdia", handler))
  }

  private var metadata: [UInt8] {
    let values = [
      ("com.apple.quicktime.creationdate", creationDate),
      ("com.apple.quicktime.content.identifier", identifier),
      ("com.apple.quicktime.location.ISO6709", location),
    ].compactMap { name, value in value.map { (name, $0) } }
    if values.isEmpty { return [] }
    let keys = values.map { Self.box("mdta", Array($0.0.utf8)) }
    let items = values.enumerated().map { index, value in
      let data = Self.box("data", Self.number(1) + Self.number(0) + Array(value.1.utf8))
      return Self.number(data.count + 8) + Self.number(index + 1) + data
    }
    let handler = Self.box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("mdta".utf8)
        + [UInt8](repeating: 0, count: 13))
    return Self.box(
      "meta",
      (hasFullMeta ? [0, 0, 0, 0] : []) + handler
        + Self.box("keys", [0, 0, 0, 0] + Self.number(keys.count) + keys.joined())
        + Self.box("ilst", Array(items.joined())))
  }

  /// Four bytes, the highest first.
  package static func number(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// Photos that belong to videos, or have one.
extension MadePhoto {
  /// EXIF with a maker note as Apple's, whose field 0x0011 is a text.
  package static func appleExif(_ identifier: String, maker: String = "Apple iOS\0") -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      MadeVideo.number(tag).suffix(2) + MadeVideo.number(type).suffix(2)
        + MadeVideo.number(count) + MadeVideo.number(value)
    }
    let text = Array(identifier.utf8) + [0]
    let note =
      Array(maker.utf8) + [0, 1] + Array("MM".utf8) + [0, 1] + entry(0x11, 2, text.count, 14 + 18)
      + MadeVideo.number(0) + text
    let main = [0, 1] + entry(0x8769, 4, 1, 26) + MadeVideo.number(0)
    let exif = [0, 1] + entry(0x927C, 7, note.count, 44) + MadeVideo.number(0)
    return Array("MM\0*".utf8) + MadeVideo.number(8) + main + exif + note
  }

  /// A JPEG as an iPhone's that has a video beside it.
  package static func live(_ identifier: String) throws -> [UInt8] {
    try with(Array("Exif\0\0".utf8) + appleExif(identifier))
  }

  /// A JPEG with a video after its image, of which XMP says that it is there.
  package static func motion(_ video: [UInt8]) throws -> [UInt8] {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/">\
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1"/></rdf:RDF>\
      </x:xmpmeta>
      """
    return try with(Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8)) + video
  }

  private static func with(_ payload: [UInt8]) throws -> [UInt8] {
    let jpeg = try jpeg(exif: nil)
    let length = MadeVideo.number(payload.count + 2).suffix(2)
    return Array(jpeg[..<2]) + [0xFF, 0xE1] + length + payload + jpeg[2...]
  }
}

/// A WebM's header, written out by hand (RFC 9559).
package struct MadeWebM: Sendable {
  /// Nanoseconds since 2001 in UTC.
  package var date: Int? = 728_413_198_000_000_000
  /// Milliseconds.
  package var duration: Double? = 2_900
  package var documentType = "webm"
  /// As browsers record.
  package var hasUnknownLength = false

  package init() {}

  package static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    id + [0x10 | UInt8(content.count >> 24)] + MadeVideo.number(content.count).dropFirst() + content
  }

  private static func eight(_ value: UInt64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  package var bytes: [UInt8] {
    var info = Self.element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40])
    if let duration { info += Self.element([0x44, 0x89], Self.eight(duration.bitPattern)) }
    if let date { info += Self.element([0x44, 0x61], Self.eight(UInt64(bitPattern: Int64(date)))) }
    let video = Self.element([0xB0], [0x02, 0x80]) + Self.element([0xBA], [0x01, 0xE0])
    let track = Self.element([0xAE], Self.element([0xE0], video))
    let content =
      Self.element([0x15, 0x49, 0xA9, 0x66], info)
      + Self.element([0x16, 0x54, 0xAE, 0x6B], track)
      + Self.element([0x1F, 0x43, 0xB6, 0x75], [1, 2, 3])
    let header = Self.element(
      [0x1A, 0x45, 0xDF, 0xA3], Self.element([0x42, 0x82], Array(documentType.utf8)))
    let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    return header
      + (hasUnknownLength
        ? segment + [0x01] + [UInt8](repeating: 0xFF, count: 7) + content
        : Self.element(segment, content))
  }
}
