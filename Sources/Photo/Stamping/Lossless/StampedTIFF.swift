import Files
import Formats
import JPEGSplice
import Raster

/// What gives the original of a stamped TIFF back.
struct TIFFProof {
  let reversal: TIFFReversal
  /// The pixels that the labels cover on each page after the first.
  let furtherAreas: [[PixelArea]]
}

extension TIFFProof {
  /// 17, how many further pages there are, of each how many areas and each as first column, columns, first
  /// row and rows, four bytes a number, the highest first; and the reversal.
  var encoded: [UInt8] {
    let numbers =
      [furtherAreas.count]
      + furtherAreas.flatMap { areas in
        [areas.count]
          + areas.flatMap { [$0.columns, $0.rows] }.flatMap { [$0.lowerBound, $0.count] }
      }
    return [17]
      + numbers.flatMap { ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: $0)) }
      + reversal.encoded
  }

  /// - Parameters:
  ///   - bytes: what follows the first byte of ``encoded``.
  ///   - limit: the stamped file's length.
  init?(encoded bytes: ArraySlice<UInt8>, limit: Int) {
    var reader = ByteReader(bytes, .bigEndian)
    guard let pages = reader.next(size: 4), pages <= bytes.count / 4 else { return nil }
    var areas: [[PixelArea]] = []
    func range() -> Range<Int>? {
      guard let start = reader.next(size: 4), let count = reader.next(size: 4) else { return nil }
      let first = Int(Int32(truncatingIfNeeded: start))
      return max(0, first)..<max(0, first + count)
    }
    for _ in 0..<pages {
      guard let count = reader.next(size: 4), count <= StampRecord.mostAreas else { return nil }
      var own: [PixelArea] = []
      for _ in 0..<count {
        guard let columns = range(), let rows = range() else { return nil }
        own.append(PixelArea(columns: columns, rows: rows))
      }
      areas.append(own)
    }
    guard let reversal = TIFFReversal(encoded: reader.rest, limit: limit) else { return nil }
    (self.reversal, furtherAreas) = (reversal, areas)
  }
}

/// A TIFF that was stamped in its own samples.
struct StampedTIFF: InPlaceStamp {
  let mark: StampMark
  private let bytes: [UInt8]
  private let range: Range<Int>
  private let proof: StampRecord.Proof

  /// Reads the stamp of a photo.
  ///
  /// - Returns: nil where it is no TIFF, carries none, or one whose pixels were re-encoded
  ///   (``PixelStamp``).
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is damaged or of a newer version, and
  ///   ``StampError/tooMuchMemory(needed:allowed:)``.
  init?(_ photo: PhotoFile) throws(StampError) {
    guard case .tiff(let tiff) = photo.structure, let range = tiff.stampRange else { return nil }
    try PhotoMemory(restoring: tiff).check()
    let record = try StampRecord(
      Array(tiff.bytes[range]), at: range.lowerBound, fileSize: tiff.bytes.count)
    switch record.proof {
    case .tiff, .hash: break
    case .pixels, .frames, .reencoded: return nil
    case .reversal: throw .unreadableStamp(offset: range.lowerBound)
    }
    (mark, proof, bytes, self.range) = (record.mark, record.proof, photo.bytes, range)
  }

  /// The pixels that the labels cover on a page.
  func areas(ofPage page: Int) -> [PixelArea] {
    if page == 0 { return mark.areas }
    guard case .tiff(let proof) = proof, page <= proof.furtherAreas.count else { return [] }
    return proof.furtherAreas[page - 1]
  }

  /// The pages with known areas.
  var pageCount: Int {
    if case .tiff(let proof) = proof { proof.furtherAreas.count + 1 } else { 1 }
  }

  func original() throws(StampError) -> [UInt8] {
    guard case .tiff(let proof) = proof else { throw .stampedForGood }
    guard let original = proof.reversal.original(of: bytes),
      StampMark.hash(original) == mark.originalHash
    else { throw .editedSinceStamping }
    return original
  }

  var isUnchanged: Bool {
    if case .hash(let hash) = proof { return StampMark.hash(bytes, without: range) == hash }
    return (try? original()) != nil
  }
}

/// Compares the samples of a stamped TIFF with its original's.
struct TIFFComparison {
  private(set) var comparedPixels = 0
  private(set) var differentPixels = 0
  /// Of each component, of pages that are coded as JPEG.
  private(set) var differentBlocks: [Int: Int] = [:]

  /// - Parameters:
  ///   - stamped: the stamped file's page.
  ///   - original: the same page of the original.
  ///   - areas: the labels', which are not compared.
  ///   - files: both files.
  ///   - decoder: decodes the parts that differ.
  /// - Returns: false where nothing can be compared.
  /// - Throws: ``StampError`` where a part cannot be decoded.
  mutating func add(
    _ stamped: TIFFPage, _ original: TIFFPage, outside areas: [PixelArea],
    of files: (stamped: [UInt8], original: [UInt8]), decodingBy decoder: any PictureDecoder
  ) throws(StampError) -> Bool {
    guard stamped.size == original.size, stamped.samples == original.samples,
      stamped.grid == original.grid, stamped.coding == original.coding
    else { return false }
    for cell in TIFFCell.cells(of: stamped) {
      let covering = areas.filter(cell.meets)
      var isEqual = true
      var parts: [(new: ArraySlice<UInt8>, old: ArraySlice<UInt8>)] = []
      for part in cell.parts {
        guard let new = try? stamped.range(of: part), let old = try? original.range(of: part) else {
          continue
        }
        parts.append((files.stamped[new], files.original[old]))
        if files.stamped[new] != files.original[old] { isEqual = false }
      }
      if isEqual {
        comparedPixels += cell.pixels(outside: covering)
      } else if stamped.coding.isJPEG {
        try addJPEG(stamped, cell, parts[0], covering)
      } else {
        try addSamples(stamped, cell, parts, covering, decoder)
      }
    }
    return true
  }

  private mutating func addJPEG(
    _ page: TIFFPage, _ cell: TIFFCell, _ part: (new: ArraySlice<UInt8>, old: ArraySlice<UInt8>),
    _ areas: [PixelArea]
  ) throws(StampError) {
    let (left, top) = (cell.columns.lowerBound, cell.rows.lowerBound)
    let own = areas.map { area in
      let columns = area.columns.clamped(to: cell.columns)
      let rows = area.rows.clamped(to: cell.rows)
      return PixelArea(
        columns: columns.lowerBound - left..<columns.upperBound - left,
        rows: rows.lowerBound - top..<rows.upperBound - top)
    }
    let comparison = try rethrowing(
      page.jpeg(part.new, cell).comparison(with: page.jpeg(part.old, cell), outside: own),
      as: StampError.jpeg)
    comparedPixels += cell.pixels(outside: areas)
    guard let comparison else {
      differentPixels += cell.pixels(outside: areas)
      return
    }
    for (component, count) in comparison.different.enumerated() where count > 0 {
      differentBlocks[component, default: 0] += count
    }
  }

  private mutating func addSamples(
    _ page: TIFFPage, _ cell: TIFFCell,
    _ parts: [(new: ArraySlice<UInt8>, old: ArraySlice<UInt8>)], _ areas: [PixelArea],
    _ decoder: any PictureDecoder
  ) throws(StampError) {
    let form = TIFFStripForm(of: page, rows: cell.height)
    func grid(_ coded: [ArraySlice<UInt8>]) throws(StampError) -> SampleGrid {
      var planes: [[UInt8]] = []
      for part in coded {
        guard let strip = TIFFStrip(part, form) else {
          throw .tiff(.damaged(field: "StripByteCounts"))
        }
        planes.append(try rethrowing(decoder.samples(of: strip), as: StampError.raster))
      }
      guard
        let grid = SampleGrid(
          planes: planes, width: cell.width, height: cell.height, samples: page.samples)
      else { throw .tiff(.damaged(field: "StripByteCounts")) }
      return grid
    }
    let (new, old) = (try grid(parts.map(\.new)), try grid(parts.map(\.old)))
    let seen = cell.seen
    for y in seen.rows {
      let covered = areas.filter { $0.rows.contains(y) }.map(\.columns)
      if covered.isEmpty, new.isRow(y - cell.rows.lowerBound, asIn: old) {
        comparedPixels += seen.columns.count
        continue
      }
      for x in seen.columns where !covered.contains(where: { $0.contains(x) }) {
        comparedPixels += 1
        let (column, row) = (x - cell.columns.lowerBound, y - cell.rows.lowerBound)
        let isSame = (0..<page.samples.count).allSatisfy {
          new.raw(x: column, y: row, sample: $0) == old.raw(x: column, y: row, sample: $0)
        }
        if !isSame { differentPixels += 1 }
      }
    }
  }
}

extension TIFFCell {
  /// How many of its pixels on the page are outside of areas.
  fileprivate func pixels(outside areas: [PixelArea]) -> Int {
    let seen = seen
    if areas.isEmpty { return seen.columns.count * seen.rows.count }
    return seen.rows.reduce(0) { sum, y in
      let covered = areas.filter { $0.rows.contains(y) }.map(\.columns)
      return sum + seen.columns.count { x in !covered.contains { $0.contains(x) } }
    }
  }
}
