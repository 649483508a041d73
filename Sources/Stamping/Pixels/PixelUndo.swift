import Formats
import JPEGSplice
import Raster

/// What is under the labels of a picture that is coded without loss, to be put back.
struct PixelUndo {
  /// Of a palette, whose free entries the labels' colours took; nil for true colour.
  private let palette: [UInt32]?
  /// The palette's entry that stands for transparency.
  private let transparent: Int?
  /// A zlib stream of the pixels of each area, row by row. The bytes of a row stand apart, the first of
  /// each pixel before the second of each, and all but those of the first pixel less those to the left.
  private let stream: ArraySlice<UInt8>

  private static let none = UInt32.max
  private static let mostColours = 256

  /// Keeps the pixels of some areas.
  ///
  /// - Parameters:
  ///   - image: without its labels.
  ///   - areas: what ``areas(under:width:height:)`` gives.
  init(of image: Image, _ areas: [PixelArea]) {
    let layout = image.layout
    palette = layout.palette
    transparent = layout.transparent
    let size = Self.pixelSize(palette)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount(of: areas, pixelSize: size))
    for area in areas {
      for y in area.rows {
        image.withRow(y) { row in
          for plane in 0..<size {
            var left: UInt8 = 0
            for x in area.columns {
              let value = row[x * size + plane]
              bytes.append(value &- left)
              left = value
            }
          }
        }
      }
    }
    stream = Zlib.deflated(bytes[...])[...]
  }

  /// The areas whose pixels are kept: those of the labels inside the picture, or, where these together
  /// are larger than the picture, all of it.
  static func areas(under labels: [PixelArea], width: Int, height: Int) -> [PixelArea] {
    let areas = labels.map {
      PixelArea(
        columns: $0.columns.clamped(to: 0..<width), rows: $0.rows.clamped(to: 0..<height))
    }.filter { !$0.columns.isEmpty && !$0.rows.isEmpty }
    if byteCount(of: areas, pixelSize: 1) <= width * height { return areas }
    return [PixelArea(columns: 0..<width, rows: 0..<height)]
  }

  /// The pixels that areas of a picture have together, in bytes.
  private static func byteCount(of areas: [PixelArea], pixelSize: Int) -> Int {
    areas.reduce(0) { $0 + $1.columns.count * $1.rows.count } * pixelSize
  }

  private static func pixelSize(_ palette: [UInt32]?) -> Int {
    palette == nil ? MemoryLayout<UInt32>.size : 1
  }

  /// What putting the pixels back takes at most, in bytes.
  func memory(_ areas: [PixelArea]) -> Int {
    2 * Self.byteCount(of: areas, pixelSize: Self.pixelSize(palette))
  }

  /// Puts the pixels back.
  ///
  /// - Parameters:
  ///   - image: with its labels; changed.
  ///   - areas: those that were kept.
  /// - Returns: the image, or another one with the palette that it had.
  /// - Throws: ``PixelUndoError``.
  func restored(_ image: Image, _ areas: [PixelArea]) throws(PixelUndoError) -> Image {
    var layout = image.layout
    guard (layout.palette == nil) == (palette == nil) else { throw .otherPicture }
    guard
      areas.allSatisfy({
        $0.columns.upperBound <= image.width && $0.rows.upperBound <= image.height
      })
    else { throw .damaged }
    let size = Self.pixelSize(palette)
    let count = Self.byteCount(of: areas, pixelSize: size)
    guard let bytes = try? Zlib.inflate(stream, limit: count), bytes.count == count else {
      throw .damaged
    }
    var original = image
    if palette != nil {
      (layout.palette, layout.transparent) = (palette, transparent)
      do { original = try Image(layout) } catch { throw .raster(error) }
      for y in 0..<image.height {
        image.withRow(y) { old in original.withRow(y) { $0.copyMemory(from: .init(old)) } }
      }
    }
    var next = 0
    for area in areas {
      for y in area.rows {
        original.withRow(y) { row in
          for plane in 0..<size {
            var left: UInt8 = 0
            for x in area.columns {
              left &+= bytes[next]
              row[x * size + plane] = left
              next += 1
            }
          }
        }
      }
    }
    guard (0..<original.height).allSatisfy(original.isRowSound) else { throw .damaged }
    return original
  }
}

/// Why pixels cannot be put back.
enum PixelUndoError: Error {
  /// What is kept is not what the areas can hold.
  case damaged
  /// It is kept of a picture that was coded in another way.
  case otherPicture
  case raster(RasterError)
}

extension PixelUndo {
  /// How many colours the palette has, or the highest number for none; each of them; the transparent
  /// entry, or the highest number for none; and the zlib stream.
  var encoded: [UInt8] {
    let colours = palette ?? []
    let numbers =
      [palette.map { UInt32(truncatingIfNeeded: $0.count) } ?? Self.none] + colours
      + [transparent.map { UInt32(truncatingIfNeeded: $0) } ?? Self.none]
    return numbers.flatMap { ByteOrder.bigEndian.bytes(of: $0) } + stream
  }

  /// Nil for what ``encoded`` cannot give; whether the stream is whole is found as it is read.
  init?(encoded bytes: ArraySlice<UInt8>) {
    let reader = ByteReader(bytes, .bigEndian)
    let size = MemoryLayout<UInt32>.size
    guard let count = reader.uint32(at: 0) else { return nil }
    if count == Self.none {
      palette = nil
    } else {
      guard count <= UInt32(Self.mostColours) else { return nil }
      let colours = (0..<Int(count)).compactMap { reader.uint32(at: size * (1 + $0)) }
      guard colours.count == Int(count) else { return nil }
      palette = colours
    }
    let place = size * (1 + (palette?.count ?? 0))
    guard let entry = reader.uint32(at: place) else { return nil }
    guard entry == Self.none || entry < UInt32(palette?.count ?? 0) else { return nil }
    transparent = entry == Self.none ? nil : Int(entry)
    stream = bytes.dropFirst(place + size)
  }
}
