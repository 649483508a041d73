import Formats
package import Raster

/// An animation in true colour, written out by hand as a WebP (WebP Container Specification) or a PNG (PNG
/// third edition, 11.3.6).
package struct MadeAnimation: Sendable {
  package struct Frame: Sendable {
    /// Left, top, width and height; even ones.
    package var place: (x: Int, y: Int, width: Int, height: Int)
    /// 0 for nothing, 1 for a clear rectangle, 2 (in PNGs) for what was there before.
    package var disposal: UInt8
    package var replaces: Bool
    /// In milliseconds.
    package var duration: Int
    package var colour: @Sendable (_ x: Int, _ y: Int) -> RGBA

    package init(
      _ place: (x: Int, y: Int, width: Int, height: Int), disposal: UInt8 = 0,
      replaces: Bool = false, duration: Int = 70,
      colour: @escaping @Sendable (_ x: Int, _ y: Int) -> RGBA
    ) {
      (self.place, self.disposal, self.replaces) = (place, disposal, replaces)
      (self.duration, self.colour) = (duration, colour)
    }

    fileprivate func image(_ channels: SampleLayout.Channels) throws -> SampleImage {
      let image = try SampleImage(
        SampleLayout(width: place.width, height: place.height, channels))
      for y in 0..<place.height {
        image.write(row: y, (0..<place.width).map { colour($0, y).wide })
      }
      return image
    }
  }

  package static let width = 160
  package static let height = 120
  package var frames: [Frame]
  /// How often it is shown, 0 for ever.
  package var plays = 3

  package init(_ frames: [Frame], plays: Int = 3) { (self.frames, self.plays) = (frames, plays) }
}

extension MadeAnimation {
  /// - Parameter quality: nil for frames without loss.
  /// - Returns: the file.
  /// - Throws: what the encoder throws.
  package func webp(quality: Int? = nil) throws -> [UInt8] {
    func three(_ number: Int) -> [UInt8] { (0..<3).map { UInt8(number >> (8 * $0) & 255) } }
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      Array(type.utf8) + three(data.count) + [0] + data + (data.count % 2 == 0 ? [] : [0])
    }
    var body = Array("WEBP".utf8)
    body += chunk(
      "VP8X", [0x12, 0, 0, 0] + three(Self.width - 1) + three(Self.height - 1))
    body += chunk("ANIM", [255, 255, 255, 255, UInt8(plays), 0])
    for frame in frames {
      let (x, y, width, height) = frame.place
      let image = try frame.image(quality == nil ? .rgba : .rgb)
      // The encoder's file is RIFF, its size, WEBP, and one chunk.
      let picture = try WebPCodec.encode(image, quality: quality).dropFirst(12)
      body += chunk(
        "ANMF",
        [x / 2, y / 2, width - 1, height - 1, frame.duration].flatMap(three)
          + [(frame.replaces ? 2 : 0) | (frame.disposal == 1 ? 1 : 0)] + picture)
    }
    return Array("RIFF".utf8) + three(body.count) + [0] + body
  }

  /// - Parameters:
  ///   - channels: of all pictures.
  ///   - still: whether what is shown where nothing is animated is a picture of its own.
  /// - Returns: the file.
  /// - Throws: what the encoder throws.
  package func png(_ channels: SampleLayout.Channels = .rgba, still: Bool = false) throws -> [UInt8]
  {
    func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).reversed().map { UInt8(number >> (8 * $0) & 255) }
    }
    func data(of file: [UInt8], _ type: String) -> [UInt8] {
      var (found, place) = ([UInt8](), 8)
      while place < file.count {
        let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        if file[(place + 4)...].starts(with: type.utf8) {
          found += file[place + 8..<place + 8 + length]
        }
        place += 12 + length
      }
      return found
    }
    let ground = Frame((0, 0, Self.width, Self.height)) { x, y in
      RGBA(red: UInt8(x), green: UInt8(y), blue: 200)
    }
    let first = try ground.image(channels).encoded(as: .png)
    var file = Array(first[..<8]) + HostilePhoto.chunk("IHDR", data(of: first, "IHDR"))
    file += HostilePhoto.chunk("acTL", big(frames.count) + big(plays))
    file += HostilePhoto.chunk("tEXt", Array("Comment\0hello".utf8))
    if still { file += HostilePhoto.chunk("IDAT", data(of: first, "IDAT")) }
    var sequence = 0
    for (index, frame) in frames.enumerated() {
      let (x, y, width, height) = frame.place
      file += HostilePhoto.chunk(
        "fcTL",
        big(sequence) + [width, height, x, y].flatMap { big($0) } + big(frame.duration, 2)
          + big(1_000, 2) + [frame.disposal, frame.replaces ? 0 : 1])
      let picture = data(of: try frame.image(channels).encoded(as: .png), "IDAT")
      sequence += 1
      if index == 0, !still {
        file += HostilePhoto.chunk("IDAT", picture)
      } else {
        file += HostilePhoto.chunk("fdAT", big(sequence) + picture)
        sequence += 1
      }
    }
    return file + HostilePhoto.chunk("IEND", [])
  }
}

/// Animations of every way in which a frame can be blended and disposed of.
extension MadeAnimation {
  package static var kinds: [(name: String, animation: MadeAnimation)] {
    let ground = Frame((0, 0, width, height), duration: 90) { x, y in
      RGBA(red: UInt8(x), green: UInt8(2 * y), blue: UInt8(x * y / 90))
    }
    func sprites(_ disposal: UInt8, _ replaces: Bool) -> [Frame] {
      (0..<3).map { step in
        Frame(
          (6 + 30 * step, 74 - 6 * step, 42, 42), disposal: disposal, replaces: replaces,
          duration: 50 + step
        ) { x, y in
          let distance = (x - 21) * (x - 21) + (y - 21) * (y - 21)
          let alpha = UInt8(max(0, min(255, 480 - distance)))
          return RGBA(red: 220, green: UInt8(60 * step), blue: 30, alpha: alpha)
        }
      }
    }
    // Nothing is drawn on what nothing was drawn on before: a picture of the whole comes first.
    let clear = Frame((0, 0, width, height), replaces: true) { _, _ in .clear }
    return (UInt8(0)...2).flatMap { disposal in
      [true, false].flatMap { replaces in
        [
          (
            "over a picture, disposal \(disposal), \(replaces ? "replacing" : "blended")",
            MadeAnimation([ground] + sprites(disposal, replaces))
          ),
          (
            "over nothing, disposal \(disposal), \(replaces ? "replacing" : "blended")",
            MadeAnimation([clear] + sprites(disposal, replaces))
          ),
        ]
      }
    }
  }

  package static func kind(_ name: String) -> MadeAnimation? {
    kinds.first { $0.name == name }?.animation
  }
}
