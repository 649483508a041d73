/// A frame of an animated PNG: its control chunk and its data (PNG third edition, 11.3.6).
package struct PNGFrame: Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int
  /// A fraction of a second: numerator and denominator, two bytes each.
  package let delay: [UInt8]
  /// 0 for nothing, 1 for a clear rectangle, 2 for the pixels before it.
  package let disposal: UInt8
  /// Whether it replaces the pixels below it; otherwise it blends over them.
  package let replaces: Bool
  /// A zlib stream of filtered rows, joined from all chunks.
  package var data: [UInt8]

  /// Reads a frame control chunk.
  fileprivate init?(_ control: ArraySlice<UInt8>) {
    let reader = ByteReader(control, .bigEndian)
    let numbers = (1...4).compactMap { reader.value(at: 4 * $0, size: 4) }
    guard control.count == 26, numbers.count == 4, let delay = reader.slice(at: 20, count: 4),
      let disposal = reader.value(at: 24, size: 1), disposal <= 2,
      let blending = reader.value(at: 25, size: 1), blending <= 1,
      numbers[0] > 0, numbers[1] > 0
    else { return nil }
    (width, height, x, y) = (numbers[0], numbers[1], numbers[2], numbers[3])
    (self.delay, self.disposal) = (Array(delay), UInt8(disposal))
    replaces = blending == 0
    data = []
  }

  fileprivate func control(_ sequence: UInt32) -> [UInt8] {
    let numbers = [width, height, x, y].map { UInt32(truncatingIfNeeded: $0) }
    return ([sequence] + numbers).flatMap { ByteOrder.bigEndian.bytes(of: $0) } + delay
      + [disposal, replaces ? 0 : 1]
  }
}

/// The pictures of an animated PNG.
package struct PNGFrames: Sendable {
  package var frames: [PNGFrame]
  /// The data of the picture that is shown where nothing is animated, where that is no frame.
  package var still: [UInt8]?
  /// As IHDR has it: 2 for RGB, 6 with alpha.
  package private(set) var colourType: UInt8
  package private(set) var bitDepth: UInt8
  package let isInterlaced: Bool
  private let structure: PNGStructure
  /// The chunks of all pictures that say what their samples mean.
  private let colours: [UInt8]

  /// Reads the chunks.
  ///
  /// - Returns: nil where the frames are not as many as the file says, are out of their order, or reach
  ///   outside the canvas.
  package init?(_ structure: PNGStructure) {
    self.structure = structure
    colourType = UInt8(structure.header.colourType)
    bitDepth = UInt8(structure.header.bitDepth)
    guard let header = structure.first("IHDR"), header.data.count == 13, structure.end != nil,
      let control = structure.first("acTL"),
      let count = ByteReader(structure.data(control), .bigEndian).value(at: 0, size: 4)
    else { return nil }
    isInterlaced = structure.data(header).last == 1
    colours = structure.chunks.filter { ["PLTE", "tRNS"].contains($0.type) }.flatMap {
      PNGChunk.serialized($0.type, structure.data($0))
    }
    frames = []
    var sequence = 0
    var hasData = false
    for chunk in structure.chunks {
      let data = structure.data(chunk)
      switch chunk.type {
      case "fcTL":
        guard let frame = PNGFrame(data), Self.number(data) == sequence,
          frame.x + frame.width <= structure.header.width,
          frame.y + frame.height <= structure.header.height
        else { return nil }
        sequence += 1
        frames.append(frame)
      case "IDAT":
        hasData = true
        if frames.isEmpty {
          if still == nil { still = [] }
          still? += data
        } else if frames.count == 1, still == nil {
          frames[0].data += data
        } else {
          return nil
        }
      case "fdAT":
        guard hasData, let last = frames.indices.last, Self.number(data) == sequence else {
          return nil
        }
        sequence += 1
        frames[last].data += data.dropFirst(4)
      default: break
      }
    }
    guard frames.count == count, frames.allSatisfy({ !$0.data.isEmpty }), hasData,
      still != nil
        || frames.first.map({
          ($0.x, $0.y, $0.width, $0.height)
            == (0, 0, structure.header.width, structure.header.height)
        }) == true
    else { return nil }
  }

  private static func number(_ data: ArraySlice<UInt8>) -> Int? {
    ByteReader(data, .bigEndian).value(at: 0, size: 4)
  }

  /// Whether a chunk of a kind is there.
  package func has(_ type: FourCC) -> Bool { structure.first(type) != nil }

  /// A picture as a file of its own.
  ///
  /// - Parameters:
  ///   - data: its zlib stream.
  ///   - width: in pixels.
  ///   - height: likewise.
  /// - Returns: the file, with the palette and transparency of all pictures.
  package func file(_ data: [UInt8], width: Int, height: Int) -> [UInt8] {
    PNGStructure.signature + header(width: width, height: height) + colours
      + PNGChunk.serialized("IDAT", data) + PNGChunk.serialized("IEND", [])
  }

  private func header(width: Int, height: Int) -> [UInt8] {
    let sides = [width, height].flatMap {
      ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: $0))
    }
    return PNGChunk.serialized(
      "IHDR", sides + [bitDepth, colourType, 0, 0, isInterlaced ? 1 : 0])
  }

  /// The data of the picture in a file that an encoder made.
  package static func data(of file: [UInt8]) -> [UInt8] {
    guard let structure = try? PNGStructure(file) else { return [] }
    return structure.chunks.filter { $0.type == "IDAT" }.flatMap { structure.data($0) }
  }

  /// Says that all pictures are in true colour of eight bits; their data are to be replaced.
  package mutating func takeColour(hasAlpha: Bool) {
    (colourType, bitDepth) = (hasAlpha ? 6 : 2, 8)
  }

  /// Chunks that are about the samples as they were.
  private static let ofSamples: Set<FourCC> = ["PLTE", "tRNS", "hIST", "sBIT", "bKGD"]

  /// The background's colour in the samples of all pictures.
  private var background: [UInt8]? {
    structure.background?.data(colourType: Int(colourType), bitDepth: Int(bitDepth), palette: nil)
      .map { PNGChunk.serialized("bKGD", $0) }
  }

  /// The file, without a stamp's record.
  package var bytes: [UInt8] {
    let isOther =
      (Int(colourType), Int(bitDepth))
      != (structure.header.colourType, structure.header.bitDepth)
    var file = PNGStructure.signature
    var hasPictures = false
    for chunk in structure.chunks {
      switch chunk.type {
      case "IHDR": file += header(width: structure.header.width, height: structure.header.height)
      case "fcTL", "fdAT", PNGStructure.stampType: break
      case "IDAT":
        if !hasPictures { file += pictures }
        hasPictures = true
      default:
        if !isOther || !Self.ofSamples.contains(chunk.type) {
          file += structure.bytes[chunk.range]
        } else if chunk.type == "bKGD", let background {
          file += background
        }
      }
    }
    return file + structure.bytes[(structure.end ?? structure.bytes.count)...]
  }

  /// The control and data chunks of all pictures.
  private var pictures: [UInt8] {
    var bytes: [UInt8] = []
    var sequence: UInt32 = 0
    if let still { bytes += PNGChunk.serialized("IDAT", still) }
    for (index, frame) in frames.enumerated() {
      bytes += PNGChunk.serialized("fcTL", frame.control(sequence))
      sequence += 1
      if index == 0, still == nil {
        bytes += PNGChunk.serialized("IDAT", frame.data)
      } else {
        bytes += PNGChunk.serialized(
          "fdAT", ByteOrder.bigEndian.bytes(of: sequence) + frame.data)
        sequence += 1
      }
    }
    return bytes
  }
}
