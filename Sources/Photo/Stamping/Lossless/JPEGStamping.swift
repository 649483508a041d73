import Files
import Formats
import JPEGSplice
import Hashing
import Raster

/// Stamps a JPEG, re-encoding only the blocks under its label.
struct JPEGStamping: StampMethod {
  private let picture: JPEGPicture
  /// The file that is stamped, which may lack the marker of the picture's end.
  private let original: [UInt8]
  private let places: ImageEndPlaces
  private let frame: CodedFrame

  /// Some ten milliseconds. Depth maps and other pictures in metadata take more.
  private static let longestHashedBeginning = 4 << 20

  /// - Parameters:
  ///   - photo: a JPEG that carries no stamp.
  ///   - structure: its segments.
  /// - Throws: ``JPEGError`` where its headers are damaged or it is of a form that is not spliced.
  init(_ photo: PhotoFile, _ structure: JPEGStructure) throws(JPEGError) {
    picture = try JPEGPicture(ending: structure)
    original = structure.bytes
    places = ImageEndPlaces(in: picture.structure)
    frame = CodedFrame(
      orientation: photo.header.orientation, width: picture.frame.width,
      height: picture.frame.height)
  }

  func needed(on photo: PhotoFile) -> PhotoMemory { PhotoMemory(of: .splicing, on: photo) }

  func stamp(_ job: StampJob) throws(StampError) -> StampedPhoto {
    let labels = try job.labels.drawings()
    let layers = labels.map { Layer($0, on: frame) }
    Processors.beginWork()
    defer { Processors.endWork() }
    let (spliced, (hash, leading)) = Processors.both(
      bytes: picture.bytes.count,
      { Result { () throws(StampError) in try self.splice(layers, of: labels) } },
      { [hash = job.originalHash] in (hash(), self.leadingSegments) })
    var splice = try spliced.get()
    func record(_ proof: StampRecord.Proof) -> StampRecord {
      StampRecord(
        job.inscription, originalHash: hash, areas: layers.map(\.area), proof: proof)
    }

    let stamped: JPEGStructure
    if job.keepsUndo {
      var structure = try Self.structure(
        finish(splice.takeBytes(), record(.reversal(splice.reversal, leading: leading))).bytes)
      var proof = prove(structure, of: splice)
      if !proof.restores {
        // The encoder codes runs of blocks in a way that is not known here: its scans are kept whole.
        splice = try self.splice(layers, of: labels, withGainMap: false)
        let whole = splice.reversal.keepingScans(of: picture)
        structure = try Self.structure(
          finish(splice.takeBytes(), record(.reversal(whole, leading: leading))).bytes)
        proof = prove(structure, of: splice)
      }
      guard proof.restores, proof.hasBlocks else { throw .failedCheck }
      stamped = structure
    } else {
      // The hash covers the bytes around the stamp, so it can be put in afterwards.
      var (file, stamp) = try finish(splice.takeBytes(), record(.unknownHash))
      let proof =
        job.coversOldLabel
        ? try StampRecord.Proof.ofReencoded(Self.structure(file))
        : .hash(StampMark.hash(file, without: stamp))
      guard let segments = StampSegments.bytes(for: record(proof).bytes) else { throw .failedCheck }
      file.replaceSubrange(stamp, with: segments)
      stamped = try Self.structure(file)
      guard hasBlocks(stamped, of: splice) else { throw .failedCheck }
    }
    return job.stamped(
      stamped.bytes, .lossless(restores: job.keepsUndo ? .bytes : nil),
      warnings: addsEnd ? [.addedEnd] : [])
  }

  /// Whether the picture's end has its marker only in the stamped file.
  private var addsEnd: Bool { original.count < picture.bytes.count }

  /// What hashing all before the picture comes to; nil where that is too much for what it is worth.
  private var leadingSegments: SHA256Midstate? {
    let end = picture.structure.endOfLeadingSegments
    guard end <= Self.longestHashedBeginning else { return nil }
    var hash = SHA256()
    hash.update(picture.bytes.span.extracting(..<end))
    return hash.midstate()
  }

  private func splice(
    _ layers: [Layer], of labels: [LabelDrawing], withGainMap: Bool = true
  ) throws(StampError) -> Splice {
    let depends = labels.contains(where: \.dependsOnPicture)
    var splice = try rethrowing(
      Splice(
        layers, over: picture, colour: picture.colour,
        fitting: depends
          ? { number, colours in
            labels[number].fitted(on: self.frame, words: colours.words)
              .map { Layer($0, on: self.frame) }
          } : nil), as: StampError.jpeg)
    for segment in places.segments {
      splice.reversal.add(segment.range, original: Array(picture.bytes[segment.range]))
    }
    if withGainMap, let map = GainMapStamping(layers.map(\.area), on: picture) {
      let shift = splice.bytes.count - picture.bytes.count
      splice.replace(
        map.range.lowerBound + shift..<map.range.upperBound + shift, with: map.bytes,
        undoneBy: map.reversal)
    }
    if addsEnd {
      let marker = splice.bytes.count - JPEGPicture.endOfImage.count..<splice.bytes.count
      splice.reversal.add(marker, original: [])
    }
    return splice
  }

  /// The spliced file with a stamp after its other application segments and comments, and with every
  /// record of where the first image ends corrected.
  ///
  /// - Returns: the file, and where its stamp is.
  private func finish(
    _ spliced: consuming [UInt8], _ record: StampRecord
  ) throws(StampError) -> (bytes: [UInt8], stamp: Range<Int>) {
    guard let segments = StampSegments.bytes(for: record.bytes) else { throw .failedCheck }
    let place = picture.structure.endOfLeadingSegments
    var file = spliced
    places.insert(segments, at: place, into: &file, oldCount: picture.bytes.count)
    return (file, place..<place + segments.count)
  }

  /// Both checks of a stamped file: whether unstamping gives the original back, and whether it has the
  /// blocks that it should have. They only read, so the second is done on a processor of its own where
  /// one is idle; but one after the other for several scans, each of which takes memory.
  private func prove(
    _ stamped: JPEGStructure, of splice: Splice
  ) -> (restores: Bool, hasBlocks: Bool) {
    guard stamped.segments.count(where: { $0.marker == .startOfScan }) == 1 else {
      return (restores(stamped), hasBlocks(stamped, of: splice))
    }
    return Processors.both(
      bytes: stamped.bytes.count, { restores(stamped) }, { hasBlocks(stamped, of: splice) })
  }

  private func hasBlocks(_ stamped: JPEGStructure, of splice: Splice) -> Bool {
    do {
      try splice.check(stamped, against: picture)
      return true
    } catch {
      return false
    }
  }

  /// Whether unstamping gives the original back.
  private func restores(_ stamped: JPEGStructure) -> Bool {
    (try? StampedFile(stamped))?.restores(original) ?? false
  }

  /// The segments of a file that was made here.
  private static func structure(_ file: [UInt8]) throws(StampError) -> JPEGStructure {
    do { return try JPEGStructure(file) } catch { throw .failedCheck }
  }
}

extension Layer {
  /// A label turned to the picture as it is coded, without the transparent rows and columns around it.
  ///
  /// - Parameters:
  ///   - label: drawn upright for the photo as it is displayed.
  ///   - picture: the picture as it is coded.
  init(_ label: LabelDrawing, on picture: CodedFrame) {
    let overlay = label.overlay
    let ink = overlay.inkedArea
    let placement = Placement(
      x: label.x, y: label.y, orientation: picture.orientation, codedWidth: picture.width,
      codedHeight: picture.height)
    let corners = [
      placement.place(x: ink.columns.lowerBound, y: ink.rows.lowerBound),
      placement.place(x: ink.columns.upperBound - 1, y: ink.rows.upperBound - 1),
    ]
    let left = min(corners[0].x, corners[1].x)
    let top = min(corners[0].y, corners[1].y)
    let swaps = picture.orientation.swapsAxes
    let columns = swaps ? ink.rows.count : ink.columns.count
    let rows = swaps ? ink.columns.count : ink.rows.count
    guard columns > 0, rows > 0 else {
      self.init(x: 0, y: 0, width: 0, height: 0, pixels: [])
      return
    }
    // The steps in the layer for one pixel to the right, and one down, in the overlay.
    let right = placement.right.dy * columns + placement.right.dx
    let down = placement.down.dy * columns + placement.down.dx
    let start = (corners[0].y - top) * columns + corners[0].x - left
    let pixels = [Pixel](unsafeUninitializedCapacity: columns * rows) { pixels, count in
      overlay.pixels.withUnsafeBytes { overlay in
        for (line, y) in ink.rows.enumerated() {
          var place = start + line * down
          let row = y * label.overlay.width
          for index in row + ink.columns.lowerBound..<row + ink.columns.upperBound {
            let word = overlay.loadUnaligned(
              fromByteOffset: index * MemoryLayout<RGBA>.stride, as: UInt32.self)
            pixels.initializeElement(at: place, to: Pixel(bytes: word))
            place += right
          }
        }
      }
      count = columns * rows
    }
    self.init(x: left, y: top, width: columns, height: rows, pixels: pixels)
  }
}

extension Overlay {
  /// The smallest rectangle that holds every pixel that is not wholly transparent.
  ///
  /// Columns that are known to be inside are not read again.
  fileprivate var inkedArea: PixelArea {
    pixels.withUnsafeBytes { pixels in
      func firstInk(_ row: Int, _ columns: Range<Int>) -> Int? {
        let stride = MemoryLayout<RGBA>.stride
        var column = columns.lowerBound
        // Eight at a time where none of them is seen.
        while column <= columns.upperBound - 8 {
          let offset = (row * width + column) * stride
          let colours = pixels.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
          let all = colours.lowHalf | colours.highHalf
          // The fourth byte of each colour is its alpha.
          if UInt64(littleEndian: all[0] | all[1]) & 0xFF00_0000_FF00_0000 != 0 { break }
          column += 8
        }
        return (column..<columns.upperBound).first { pixels[(row * width + $0) * stride + 3] > 0 }
      }
      let all = 0..<width
      guard let first = (0..<height).first(where: { firstInk($0, all) != nil }),
        let last = (first..<height).last(where: { firstInk($0, all) != nil })
      else { return PixelArea(columns: 0..<0, rows: 0..<0) }
      var (left, right) = (width, 0)
      for row in first...last {
        left = firstInk(row, 0..<left) ?? left
        while let ink = firstInk(row, right..<width) { right = ink + 1 }
      }
      return PixelArea(columns: left..<right, rows: first..<last + 1)
    }
  }
}
