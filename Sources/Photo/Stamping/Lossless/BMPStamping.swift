import Formats
import JPEGSplice
import Raster

/// Stamps a BMP in its own form: only the pixels under its label change.
struct BMPStamping: StampMethod {
  private let structure: BMPStructure

  /// - Parameter structure: of a bitmap that carries no stamp.
  init(_ structure: BMPStructure) { self.structure = structure }

  func needed(on photo: PhotoFile) -> PhotoMemory { PhotoMemory(of: .patching, on: photo) }

  func stamp(_ job: StampJob) throws(StampError) -> StampedPhoto {
    let frame = CodedFrame(
      orientation: .topLeft, width: structure.width, height: structure.height)
    let labels = try job.labels.drawings()
    var layers = labels.map { Layer($0, on: frame) }
    let hash = job.originalHash()
    guard var pixels = BMPPixels(structure) else {
      throw .raster(.damaged(.bmp, detail: "premature end of file"))
    }
    for (index, label) in labels.enumerated() {
      if let label = label.fitted(on: frame, words: { pixels.words(of: $0) }) {
        layers[index] = Layer(label, on: frame)
      }
    }
    for layer in layers { pixels.draw(layer) }
    let patch = BMPPatch(
      pixels,
      changedIn: layers.map { layer in
        let seen = layer.seen(in: pixels)
        return (seen.columns, seen.rows)
      })
    let proof: StampRecord.Proof
    if job.keepsUndo {
      var reversal = Reversal()
      // The last first, so that none is looked for among those before it.
      for edit in patch.edits.reversed() { reversal.add(edit.place, original: edit.original) }
      proof = .reversal(reversal)
    } else {
      proof = .unknownHash
    }
    func file(_ proof: StampRecord.Proof) throws(StampError) -> PhotoFile {
      let record = StampRecord(
        job.inscription, originalHash: hash, areas: layers.map(\.area), proof: proof)
      do throws(PhotoFileError) {
        if let bytes = try PhotoFile(patch.bytes).structure.holding(stamp: record.bytes) {
          return try PhotoFile(bytes)
        }
      } catch {}
      throw .failedCheck
    }
    var stamped = try file(proof)
    if !job.keepsUndo {
      // The hash covers the bytes before the stamp, so it can be put in afterwards.
      guard let offset = stamped.structure.stampBlock?.offset else { throw .failedCheck }
      let place = offset..<stamped.bytes.count
      stamped = try file(.hash(StampMark.hash(stamped.bytes, without: place)))
    }
    try check(stamped, keepsUndo: job.keepsUndo, pixels)
    return job.stamped(
      stamped.bytes, .lossless(restores: job.keepsUndo ? .bytes : nil),
      warnings: pixels.hasApproximated ? [.approximatedColours] : [])
  }

  /// Checks that unstamping gives the original back, and that a bitmap whose bytes have other places has
  /// the pixels that it should have.
  private func check(
    _ stamped: PhotoFile, keepsUndo: Bool, _ expected: BMPPixels
  ) throws(StampError) {
    guard case .bmp(let structure) = stamped.structure,
      let file = try StampedFile(structure, of: stamped),
      keepsUndo ? file.restores(expected.original) : file.isUnchanged
    else { throw .failedCheck }
    guard expected.hasPlacesOfItsOwn else { return }
    guard let found = BMPPixels(structure), found.hasColours(of: expected) else {
      throw .failedCheck
    }
  }
}

extension Layer {
  /// What of it is on the picture.
  fileprivate func seen(in pixels: BMPPixels) -> PixelArea {
    PixelArea(
      columns: area.columns.clamped(to: 0..<pixels.width),
      rows: area.rows.clamped(to: 0..<pixels.height))
  }
}

extension BMPPixels {
  /// The pixels of an area, as `Backdrop` takes them; clear outside the picture.
  fileprivate func words(of area: PixelArea) -> [UInt32] {
    let columns = area.columns.clamped(to: 0..<width)
    var words = [UInt32](repeating: 0, count: area.columns.count * area.rows.count)
    if columns.isEmpty { return words }
    words.withUnsafeMutableBufferPointer { words in
      for y in area.rows.clamped(to: 0..<height) {
        let start =
          (y - area.rows.lowerBound) * area.columns.count
          + columns.lowerBound - area.columns.lowerBound
        let row = UnsafeMutableBufferPointer(rebasing: words[start..<start + columns.count])
        read(row: y, columns: columns, into: row)
        // Swaps red and blue.
        for (index, word) in row.enumerated() {
          row[index] = word & 0xFF00_FF00 | (word & 0xFF) << 16 | word >> 16 & 0xFF
        }
      }
    }
    return words
  }

  /// Lays a label over the pixels: source-over in straight alpha (Porter and Duff 1984).
  fileprivate mutating func draw(_ layer: Layer) {
    let seen = layer.seen(in: self)
    if seen.columns.isEmpty { return }
    for y in seen.rows {
      let start = (y - layer.y) * layer.width + seen.columns.lowerBound - layer.x
      change(row: y, columns: seen.columns) { colours in
        for index in colours.indices {
          let above = layer.pixels[start + index]
          if above.alpha > 0 { colours[index] = above.over(colours[index]) }
        }
      }
    }
  }
}

extension Layer.Pixel {
  /// This colour laid over one of a bitmap: from the lowest byte on blue, green, red and alpha.
  fileprivate func over(_ below: UInt32) -> UInt32 {
    // Both shares in units of 1/255².
    let own = UInt32(alpha) * 255
    let rest = (below >> 24) * (255 - UInt32(alpha))
    let sum = own + rest
    func mix(_ above: UInt8, _ shift: UInt32) -> UInt32 {
      ((UInt32(above) * own + (below >> shift & 0xFF) * rest + sum / 2) / sum) << shift
    }
    return ((sum + 127) / 255) << 24 | mix(red, 16) | mix(green, 8) | mix(blue, 0)
  }
}
