import Files
import Formats
import JPEGSplice
import Raster

/// Stamps a TIFF: every page in its own frame, drawn in its samples as they are coded. Only the strips or
/// tiles under the label are re-encoded.
struct TIFFStamping: StampMethod {
  private let tiff: TIFFPhoto
  private let pages: [TIFFPage]

  /// - Parameter tiff: carries no stamp.
  /// - Throws: ``TIFFObstacle`` where it is of a form that is not drawn in.
  init(_ tiff: TIFFPhoto) throws(TIFFObstacle) {
    guard tiff.beginsWithPicture else { throw .smallCopy }
    guard tiff.directory[.privateData] == nil else { throw .privateData }
    guard tiff.hasAllPages else { throw .damaged(field: "IFD") }
    self.tiff = tiff
    var pages: [TIFFPage] = []
    for directory in tiff.pages { pages.append(try TIFFPage(directory, of: tiff)) }
    self.pages = pages
  }

  /// Pixels that the strips or tiles of all pages have that are decoded at least, one of each page: a
  /// hundred scanned pages, each in one strip.
  private static let mostPixels = 4_000_000_000
  /// Where pages share strips or tiles, the file's length says nothing of the work.
  private static let mostSharedPixels = 400_000_000
  /// Strips and tiles of all pages.
  private static let mostParts = 4_000_000

  /// What the samples of strips or tiles that are decoded together take is the most of it.
  func needed(on photo: PhotoFile) throws(StampError) -> PhotoMemory {
    try checkPages()
    let cell = pages.map { $0.grid.partBytes * $0.grid.planes }.max() ?? 0
    return PhotoMemory(drawing: photo, largestCell: cell)
  }

  /// Refuses pages that would take minutes.
  ///
  /// - Throws: ``StampError/tooManyFrames(frames:width:height:limit:)``.
  private func checkPages() throws(StampError) {
    guard pages.count > 1, let first = pages.first else { return }
    let parts = pages.reduce(0) { $0 + $1.grid.count }
    let pixels = pages.reduce(0) { $0 + $1.grid.part.width * $1.grid.part.height }
    let limit =
      parts > Self.mostParts ? 0 : sharesParts ? Self.mostSharedPixels : Self.mostPixels
    guard pixels <= limit else {
      throw .tooManyFrames(
        frames: pages.count, width: first.size.width, height: first.size.height, limit: limit)
    }
  }

  /// Whether pages have strips or tiles in one place.
  private var sharesParts: Bool {
    var places: Set<Int> = []
    return pages.contains { page in
      (0..<page.grid.count).contains { part in
        guard let place = try? page.range(of: part) else { return false }
        return !place.isEmpty && !places.insert(place.lowerBound).inserted
      }
    }
  }

  func stamp(_ job: StampJob) throws(StampError) -> StampedPhoto {
    let labels = try drawings(job)
    Processors.beginWork()
    defer { Processors.endWork() }
    let decoder = job.decoder()
    var splice = TIFFSplice(tiff)
    var areas: [[PixelArea]] = []
    var moved: [[Int: Range<Int>]] = []
    var warnings: [StampWarning] = []
    for (page, labels) in zip(pages, labels) {
      let layers = labels.map { Layer($0, on: page.codedFrame) }
      areas.append(layers.map(\.area))
      var stamping = TIFFPageStamping(page, layers, tiff.bytes, decoder)
      try stamping.draw(into: &splice, keepsUndo: job.keepsUndo)
      try rethrowing(splice.relocate(stamping.moved, in: page), as: StampError.init)
      moved.append(stamping.moved)
      if stamping.hasApproximatedColours, warnings.isEmpty { warnings = [.approximatedColours] }
    }
    let hash = job.originalHash()
    func record(_ proof: StampRecord.Proof) -> [UInt8] {
      StampRecord(
        job.inscription, originalHash: hash, areas: areas[0], proof: proof
      ).bytes
    }

    if job.keepsUndo {
      let proof = TIFFProof(reversal: splice.reversal, furtherAreas: Array(areas.dropFirst()))
      _ = try rethrowing(splice.finish(record(.tiff(proof))), as: StampError.init)
    } else {
      let place = try rethrowing(
        splice.finish(record(.unknownHash)), as: StampError.init)
      // The hash covers the bytes around the record, so it can be put in afterwards.
      splice.replace(
        place, with: record(.hash(StampMark.hash(splice.bytes, without: place))))
    }
    try check(splice.bytes, moved, keepsUndo: job.keepsUndo)
    return job.stamped(
      splice.bytes, .lossless(restores: job.keepsUndo ? .bytes : nil), warnings: warnings)
  }

  /// What is drawn on each page, in its own frame; pages of one size that follow one another have the same.
  private func drawings(_ job: StampJob) throws(StampError) -> [[LabelDrawing]] {
    var drawings: [[LabelDrawing]] = []
    var last = (frame: job.labels.frame, drawings: try job.labels.drawings())
    for page in pages {
      let frame = page.frame
      if frame != last.frame { last = (frame, try job.labelsOnPage(frame).drawings()) }
      drawings.append(last.drawings)
    }
    return drawings
  }

  /// Checks that a stamped file gives the original back, and has all pages as they were but for the parts
  /// that were replaced.
  private func check(
    _ stamped: [UInt8], _ moved: [[Int: Range<Int>]], keepsUndo: Bool
  ) throws(StampError) {
    guard let photo = try? PhotoFile(stamped), case .tiff(let tiff) = photo.structure,
      let stamp = try StampedTIFF(photo), stamp.isUnchanged,
      !keepsUndo || (try? stamp.original()) == self.tiff.bytes
    else { throw .failedCheck }
    let directories = tiff.pages
    guard directories.count == pages.count else { throw .failedCheck }
    for (index, directory) in directories.enumerated() {
      let old = pages[index]
      guard let page = try? TIFFPage(directory, of: tiff), page.size == old.size,
        page.samples == old.samples, page.grid == old.grid
      else { throw .failedCheck }
      for part in 0..<page.grid.count {
        let expected = try? moved[index][part] ?? old.range(of: part)
        guard (try? page.range(of: part)) == expected else { throw .failedCheck }
      }
    }
  }
}

extension TIFFPage {
  fileprivate var codedFrame: CodedFrame {
    CodedFrame(orientation: orientation, width: size.width, height: size.height)
  }

  /// That of the page as it is displayed.
  fileprivate var frame: Frame {
    orientation.swapsAxes
      ? Frame(pixelWidth: size.height, pixelHeight: size.width)
      : Frame(pixelWidth: size.width, pixelHeight: size.height)
  }
}

extension StampError {
  init(_ error: TIFFSpliceError) {
    switch error {
    case .tooLarge: self = .photo(.tooLarge(.tiff, size: 1 << 32, limit: 1 << 32 - 1))
    case .damaged: self = .tiff(.damaged(field: "IFD"))
    }
  }
}

/// Draws on one page.
private struct TIFFPageStamping {
  /// The new places of the parts that were re-encoded.
  private(set) var moved: [Int: Range<Int>] = [:]
  private(set) var hasApproximatedColours = false
  private let page: TIFFPage
  private let layers: [Layer]
  private let file: [UInt8]
  private let decoder: any PictureDecoder

  init(
    _ page: TIFFPage, _ layers: [Layer], _ file: [UInt8], _ decoder: any PictureDecoder
  ) {
    (self.page, self.layers, self.file, self.decoder) = (page, layers, file, decoder)
  }

  mutating func draw(into splice: inout TIFFSplice, keepsUndo: Bool) throws(StampError) {
    var wiped: [Range<Int>] = []
    // What other parts have too cannot be changed in its place.
    let isInPlace = page.coding.isPlain && !page.hasSharedParts
    for cell in TIFFCell.cells(of: page) where layers.contains(where: { cell.meets($0.area) }) {
      var ranges: [Range<Int>] = []
      for part in cell.parts {
        ranges.append(try rethrowing(page.range(of: part), as: StampError.tiff))
      }
      if page.coding.isJPEG {
        try spliceJPEG(cell, ranges[0], into: &splice)
      } else if isInPlace {
        try drawInPlace(cell, ranges, into: &splice)
      } else {
        try drawAnew(cell, ranges, into: &splice)
      }
      wiped += zip(cell.parts, ranges).filter { moved[$0.0] != nil }.map(\.1)
    }
    if keepsUndo || wiped.isEmpty { return }
    // What is left of the original could not be taken out of a part that others have too.
    if page.hasSharedParts { throw .tiff(.damaged(field: "StripOffsets")) }
    for range in wiped {
      splice.overwrite(at: range.lowerBound, with: [UInt8](repeating: 0, count: range.count))
    }
  }

  /// Replaces the bytes of the pixels under the label, of samples that are not compressed.
  private mutating func drawInPlace(
    _ cell: TIFFCell, _ ranges: [Range<Int>], into splice: inout TIFFSplice
  ) throws(StampError) {
    let old = ranges.map { Array(file[$0]) }
    let new = try drawn(old, cell, byteOrder: page.coding.byteOrder)
    let rowBytes = page.samples.rowBytes(cell.width)
    let bits = page.samples.together * page.samples.bits
    for row in 0..<cell.height {
      let spans = layers.map(\.area).filter { $0.rows.contains(cell.rows.lowerBound + row) }
        .map { $0.columns.clamped(to: cell.columns) }.filter { !$0.isEmpty }
      guard let first = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max()
      else { continue }
      let left = first - cell.columns.lowerBound
      let right = end - cell.columns.lowerBound
      let bytes = row * rowBytes + left * bits / 8..<row * rowBytes + (right * bits + 7) / 8
      for (plane, range) in ranges.enumerated() where old[plane][bytes] != new[plane][bytes] {
        splice.overwrite(at: range.lowerBound + bytes.lowerBound, with: Array(new[plane][bytes]))
      }
    }
  }

  /// Decodes, draws, encodes and adds the parts of a cell, then decodes and compares them.
  private mutating func drawAnew(
    _ cell: TIFFCell, _ ranges: [Range<Int>], into splice: inout TIFFSplice
  ) throws(StampError) {
    let form = TIFFStripForm(of: page, rows: cell.height)
    var old: [[UInt8]] = []
    for range in ranges { old.append(try samples(file[range], form)) }
    let new = try drawn(old, cell, byteOrder: nil)
    for (plane, part) in cell.parts.enumerated() where old[plane] != new[plane] {
      let coded = try rethrowing(TIFFStrips.encoded(new[plane], as: form), as: StampError.raster)
      guard try samples(coded[...], form) == new[plane] else { throw .failedCheck }
      let place = try rethrowing(splice.append(coded), as: StampError.init)
      moved[part] = place..<place + coded.count
    }
  }

  private func samples(
    _ coded: ArraySlice<UInt8>, _ form: TIFFStripForm
  ) throws(StampError) -> [UInt8] {
    guard let strip = TIFFStrip(coded, form) else {
      throw .tiff(.damaged(field: "StripByteCounts"))
    }
    return try rethrowing(decoder.samples(of: strip), as: StampError.raster)
  }

  private mutating func drawn(
    _ planes: [[UInt8]], _ cell: TIFFCell, byteOrder: ByteOrder?
  ) throws(StampError) -> [[UInt8]] {
    guard
      var grid = SampleGrid(
        planes: planes, width: cell.width, height: cell.height, samples: page.samples,
        byteOrder: byteOrder)
    else { throw .tiff(.damaged(field: "StripByteCounts")) }
    for layer in layers where cell.meets(layer.area) {
      let (x, y) = (layer.x - cell.columns.lowerBound, layer.y - cell.rows.lowerBound)
      guard grid.isInRange(columns: x..<x + layer.width, rows: y..<y + layer.height) else {
        throw .tiff(.range)
      }
      grid.blend(layer.overlay, x: x, y: y)
    }
    if grid.hasApproximatedColours { hasApproximatedColours = true }
    return grid.planes
  }

  /// Replaces the blocks under the label, of a part that is a JPEG (TIFF Technical Note 2); its tables
  /// come with it then.
  private mutating func spliceJPEG(
    _ cell: TIFFCell, _ range: Range<Int>, into splice: inout TIFFSplice
  ) throws(StampError) {
    let picture = try rethrowing(page.jpeg(file[range], cell), as: StampError.jpeg)
    let (x, y) = (cell.columns.lowerBound, cell.rows.lowerBound)
    let moved = layers.filter { cell.meets($0.area) }.map {
      Layer(x: $0.x - x, y: $0.y - y, width: $0.width, height: $0.height, pixels: $0.pixels)
    }
    var spliced = try rethrowing(
      Splice(moved, over: picture, colour: page.samples.colour.ofComponents), as: StampError.jpeg)
    let bytes = spliced.takeBytes()
    let structure = try rethrowing(JPEGStructure(bytes), as: StampError.photo)
    do { try spliced.check(structure, against: picture) } catch { throw .failedCheck }
    let place = try rethrowing(splice.append(bytes), as: StampError.init)
    self.moved[cell.parts[0]] = place..<place + bytes.count
  }
}

extension Layer {
  /// The same pixels.
  fileprivate var overlay: Overlay {
    var overlay = Overlay(width: width, height: height)
    for (index, pixel) in pixels.enumerated() {
      overlay.pixels[index] = RGBA(
        red: pixel.red, green: pixel.green, blue: pixel.blue, alpha: pixel.alpha)
    }
    return overlay
  }
}
