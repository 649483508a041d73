import CCodecs.TIFF
import Formats

/// Decodes the first page of TIFF files of the forms that libgd does not: samples of other depths than 1,
/// 2, 4, 8 and 16 bits, of floating point, CMYK of other depths than 8, and old-style JPEG.
struct TIFFReader {
  private enum Way {
    /// Strip by strip, in the samples' own form.
    case samples(TIFFPage)
    /// As libtiff shows it.
    case shown
  }

  private let way: Way
  private let photo: TIFFPhoto
  private let orientation: Orientation

  private static let shownDepths: Set<Int> = [1, 2, 4, 8, 16]

  /// - Returns: nil where libgd decodes the file.
  init?(_ photo: TIFFPhoto, orientation: Orientation) {
    (self.photo, self.orientation) = (photo, orientation)
    if photo.first(.compression) == TIFFCoding.oldJPEG {
      way = .shown
      return
    }
    guard let page = try? TIFFPage(photo.directory, of: photo), !page.coding.isJPEG else {
      return nil
    }
    let samples = page.samples
    let isShown =
      samples.kind == .unsigned && Self.shownDepths.contains(samples.bits)
      && (samples.colour != .cmyk || samples.bits == 8)
    if isShown { return nil }
    way = .samples(page)
  }

  /// Gives an image of the page's size its pixels.
  ///
  /// - Throws: `cannotDecode`.
  func fill(_ image: Image) throws(RasterError) {
    switch way {
    case .shown: try fillAsShown(image)
    case .samples(let page):
      let tone = try toneMapping(of: page)
      try forEachCell(of: page) { grid, left, top in
        for y in 0..<min(grid.height, image.height - top) {
          let row = image.row(top + y)
          for x in 0..<min(grid.width, image.width - left) {
            row[left + x] = TrueColour(grid.colour(x: x, y: y, tone: tone)).raw
          }
        }
      }
    }
  }

  private func fillAsShown(_ image: Image) throws(RasterError) {
    let (width, height) = (image.width, image.height)
    var message = ctiff_message()
    var isDone = false
    let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
      isDone =
        photo.bytes.withUnsafeBufferPointer {
          ctiff_read_rgba(
            $0.baseAddress, $0.count, UInt32(width), UInt32(height), pixels.baseAddress, &message)
        } != 0
      count = isDone ? width * height : 0
    }
    guard isDone else {
      throw .cannotDecode(.tiff, detail: TIFFStrips.text(of: &message) ?? "of an unknown kind")
    }
    for y in 0..<height {
      let row = image.row(y)
      for x in 0..<width {
        let pixel = pixels[y * width + x]
        row[x] =
          TrueColour(
            RGBA(
              red: UInt8(truncatingIfNeeded: pixel), green: UInt8(truncatingIfNeeded: pixel >> 8),
              blue: UInt8(truncatingIfNeeded: pixel >> 16),
              alpha: UInt8(truncatingIfNeeded: pixel >> 24))
          ).raw
      }
    }
    image.correct(for: TIFFTraits(photo, orientation: orientation))
  }

  /// Decodes all strips or tiles, one after another.
  private func forEachCell(
    of page: TIFFPage, _ body: (SampleGrid, _ left: Int, _ top: Int) -> Void
  ) throws(RasterError) {
    let grid = page.grid
    for row in 0..<grid.down {
      for column in 0..<grid.across {
        let area = grid.area(column: column, row: row)
        let form = TIFFStripForm(of: page, rows: area.rows.count)
        var planes: [[UInt8]] = []
        for plane in 0..<grid.planes {
          let part = grid.index(column: column, row: row, plane: plane)
          guard let range = try? page.range(of: part),
            let strip = TIFFStrip(photo.bytes[range], form)
          else { throw .cannotDecode(.tiff, detail: "a strip is not in the file") }
          planes.append(
            try TIFFStrips.decoded(strip.bytes, sampleBytes: strip.form.sampleBytes))
        }
        let samples = SampleGrid(
          planes: planes, width: area.columns.count, height: area.rows.count,
          samples: page.samples)
        guard let samples else { throw .cannotDecode(.tiff, detail: "a strip ends early") }
        body(samples, area.columns.lowerBound, area.rows.lowerBound)
      }
    }
  }

  /// How light that may be brighter than white is shown; nil where none of it is.
  private func toneMapping(of page: TIFFPage) throws(RasterError) -> ToneMapping? {
    guard page.samples.kind == .float else { return nil }
    var (sum, count) = (0.0, 0.0)
    var isInRange = true
    try forEachCell(of: page) { grid, left, top in
      for y in 0..<min(grid.height, page.size.height - top) {
        for x in 0..<min(grid.width, page.size.width - left) {
          let light = grid.light(x: x, y: y)
          if !(-0.01...1.01).contains(light.largest) { isInRange = false }
          if light.mean.isFinite, light.mean > 0 {
            sum += light.mean.logarithm
            count += 1
          }
        }
      }
    }
    return isInRange ? nil : ToneMapping(meanLogarithm: count == 0 ? 0 : sum / count)
  }
}
