import Formats
import JPEGSplice
import Raster

/// What is under the labels of a picture that is coded without loss, to be put back.
struct PixelUndo {
  private let form: PixelForm
  /// A zlib stream of the pixels of each area, row by row. The bytes of a row stand apart, the first of
  /// each pixel before the second of each, and all but those of the first pixel less those to the left.
  private let stream: ArraySlice<UInt8>

  /// Keeps the pixels of some areas.
  ///
  /// - Parameters:
  ///   - pixels: without their labels.
  ///   - areas: what ``areas(under:width:height:)`` gives.
  init(of pixels: PhotoPixels, _ areas: [PixelArea]) {
    form = PixelForm(of: pixels)
    let size = pixels.pixelSize
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount(of: areas, pixelSize: size))
    for area in areas {
      for y in area.rows {
        pixels.withRow(y) { row in
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

  /// The most bytes that putting the pixels back takes: these, and a picture of this many pixels.
  func memory(_ areas: [PixelArea], pixels: Int) -> Int {
    2 * Self.byteCount(of: areas, pixelSize: form.pixelSize) + form.pixelSize * pixels
  }

  /// Puts the pixels back.
  ///
  /// - Parameters:
  ///   - pixels: with their labels; changed.
  ///   - areas: those that were kept.
  /// - Returns: the same picture, or another one in the form that it had.
  /// - Throws: ``PixelUndoError``.
  func restored(_ pixels: PhotoPixels, _ areas: [PixelArea]) throws(PixelUndoError) -> PhotoPixels {
    guard
      areas.allSatisfy({
        $0.columns.upperBound <= pixels.width && $0.rows.upperBound <= pixels.height
      })
    else { throw .damaged }
    let size = form.pixelSize
    let count = Self.byteCount(of: areas, pixelSize: size)
    guard let bytes = try? Zlib.inflate(stream, limit: count), bytes.count == count else {
      throw .damaged
    }
    let original = try form.original(of: pixels)
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
    guard original.isSound else { throw .damaged }
    return original
  }

  /// What ``PixelForm/encoded`` gives, and the zlib stream.
  var encoded: [UInt8] { form.encoded + stream }

  /// Nil for what ``encoded`` cannot give; whether the stream is whole is found as it is read.
  ///
  /// - Parameters:
  ///   - bytes: what it gave.
  ///   - inSamples: whether of a picture in samples.
  init?(encoded bytes: ArraySlice<UInt8>, inSamples: Bool) {
    guard let (form, count) = PixelForm.decoded(bytes, inSamples: inSamples) else { return nil }
    self.form = form
    stream = bytes.dropFirst(count)
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
