/// A page's picture as it is coded: what its samples are, and where its strips or tiles lie (TIFF 6.0,
/// sections 3 to 8, 15 and 16).
package struct TIFFPage: Sendable {
  /// The main directory that it is described in.
  package let directory: TIFFDirectory
  /// As coded, before `orientation`.
  package let size: PixelSize
  package let orientation: Orientation
  package let samples: TIFFSamples
  package let coding: TIFFCoding
  package let grid: TIFFGrid

  private let offsets: TIFFEntry
  private let counts: TIFFEntry
  private let bytes: [UInt8]

  /// - Parameters:
  ///   - directory: one of the photo's.
  ///   - photo: the file.
  /// - Throws: ``TIFFObstacle`` where it is of a form that is not drawn in.
  package init(_ directory: TIFFDirectory, of photo: TIFFPhoto) throws(TIFFObstacle) {
    func number(_ tag: TIFFTag) -> Int? { directory[tag]?.offset(at: 0) }
    guard let width = number(.imageWidth), let height = number(.imageLength),
      (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height),
      directory.table != nil
    else { throw .damaged(field: "ImageWidth") }
    self.directory = directory
    size = PixelSize(width: width, height: height)
    orientation = number(.orientation).flatMap(Orientation.init(rawValue:)) ?? .topLeft
    coding = TIFFCoding(directory, byteOrder: photo.structure.byteOrder)
    samples = try TIFFSamples(directory, compression: coding.compression)
    try coding.check(samples)
    grid = try TIFFGrid(directory, size: size, samples: samples)
    let isTiled = directory[.tileWidth] != nil
    let (offsetTag, countTag): (TIFFTag, TIFFTag) =
      isTiled ? (.tileOffsets, .tileByteCounts) : (.stripOffsets, .stripByteCounts)
    guard let offsets = directory[offsetTag], let counts = directory[countTag],
      offsets.count == grid.count, counts.count == grid.count
    else { throw .damaged(field: isTiled ? "TileOffsets" : "StripOffsets") }
    (self.offsets, self.counts, bytes) = (offsets, counts, photo.bytes)
  }

  /// The fields that say where the parts are, and how long they are.
  var partFields: (offsets: TIFFEntry, counts: TIFFEntry) { (offsets, counts) }

  /// Where a strip or tile is in the file.
  ///
  /// - Throws: ``TIFFObstacle/damaged(field:)`` where it is not inside.
  package func range(of part: Int) throws(TIFFObstacle) -> Range<Int> {
    guard let offset = offsets.offset(at: part), let count = counts.offset(at: part), count > 0,
      offset > 0, offset <= bytes.count, count <= bytes.count - offset
    else { throw .damaged(field: "StripByteCounts") }
    return offset..<offset + count
  }
}

/// The strips or tiles of a page: equal rectangles, row by row, once for each plane.
package struct TIFFGrid: Sendable, Hashable {
  /// Of a tile; a strip is as wide as the picture.
  package let part: PixelSize
  package let across: Int
  package let down: Int
  /// One, or where samples of a pixel do not stand together as many as there are of them.
  package let planes: Int
  private let isTiled: Bool
  private let height: Int
  /// What the samples of one part take at most, of one plane, in bytes.
  package let partBytes: Int

  package var count: Int { across * down * planes }

  init(
    _ directory: TIFFDirectory, size: PixelSize, samples: TIFFSamples
  ) throws(TIFFObstacle) {
    func side(_ tag: TIFFTag, _ limit: Int) throws(TIFFObstacle) -> Int {
      guard let side = directory[tag]?.offset(at: 0), (1...limit).contains(side) else {
        throw .damaged(field: "TileWidth")
      }
      return side
    }
    isTiled = directory[.tileWidth] != nil
    height = size.height
    if isTiled {
      part = PixelSize(
        width: try side(.tileWidth, 1 << 16), height: try side(.tileLength, 1 << 16))
    } else {
      let rows = directory[.rowsPerStrip]?.offset(at: 0) ?? size.height
      guard rows > 0 else { throw .damaged(field: "RowsPerStrip") }
      part = PixelSize(width: size.width, height: min(rows, size.height))
    }
    across = (size.width + part.width - 1) / part.width
    down = (size.height + part.height - 1) / part.height
    planes = samples.isPlanar ? samples.count : 1
    // Each has an offset in the file.
    let (parts, isMore) = across.multipliedReportingOverflow(by: down)
    guard !isMore, parts <= Int(Int32.max) / planes else { throw .damaged(field: "TileWidth") }
    let (bytes, overflows) = samples.rowBytes(part.width).multipliedReportingOverflow(
      by: part.height)
    guard !overflows, bytes <= Int(Int32.max) else { throw .damaged(field: "RowsPerStrip") }
    partBytes = bytes
  }

  /// The pixels of a part, those of a tile that reach over the picture's edge included.
  ///
  /// - Parameters:
  ///   - column: of the grid.
  ///   - row: likewise.
  /// - Returns: those of the page.
  package func area(column: Int, row: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let (left, top) = (column * part.width, row * part.height)
    let bottom = isTiled ? top + part.height : min(height, top + part.height)
    return (left..<left + part.width, top..<bottom)
  }

  /// The number of a part.
  package func index(column: Int, row: Int, plane: Int) -> Int {
    (plane * down + row) * across + column
  }
}

/// How a page's strips and tiles are coded.
package struct TIFFCoding: Sendable, Hashable {
  /// TIFF 6.0, page 30, and those that Adobe and libtiff registered since.
  package let compression: Int
  package let predictor: Int
  /// Whether the lowest bit of a byte comes first.
  package let isReversed: Bool
  package let t4Options: Int
  /// The start of all JPEG parts, with the tables (TIFF Technical Note 2).
  package let jpegTables: ArraySlice<UInt8>?
  package let byteOrder: ByteOrder

  package static let none = 1
  package static let jpeg = 7
  package static let oldJPEG = 6
  private static let fax: Set<Int> = [2, 3, 4]
  /// None, fax, LZW, Deflate by both numbers, PackBits, LZMA and Zstandard.
  private static let lossless: Set<Int> = fax.union([none, 5, 8, 32946, 32773, 34925, 50000])

  fileprivate init(_ directory: TIFFDirectory, byteOrder: ByteOrder) {
    func number(_ tag: TIFFTag, _ usual: Int) -> Int { directory[tag]?.offset(at: 0) ?? usual }
    compression = number(.compression, Self.none)
    predictor = number(.predictor, 1)
    isReversed = number(.fillOrder, 1) == 2
    t4Options = number(.t4Options, 0)
    jpegTables = directory[.jpegTables]?.bytes
    self.byteOrder = byteOrder
  }

  /// Whether a part is a JPEG, so that its blocks are replaced.
  package var isJPEG: Bool { compression == Self.jpeg }

  /// Whether the samples stand in the file as they are.
  package var isPlain: Bool { compression == Self.none && !isReversed }

  fileprivate func check(_ samples: TIFFSamples) throws(TIFFObstacle) {
    guard isJPEG || Self.lossless.contains(compression) else { throw .compression(compression) }
    if Self.fax.contains(compression), samples.bits != 1 || samples.count != 1 {
      throw .samples(bits: samples.bits)
    }
    if samples.colour == .ycc, !isJPEG { throw .colour(6) }
    if isJPEG, !samples.areJPEG { throw .samples(bits: samples.bits) }
  }
}

/// Why nothing is drawn in a TIFF's own samples.
package enum TIFFObstacle: Error, Hashable, Sendable {
  /// The first picture is a mask, or a small copy of another.
  case smallCopy
  /// The field that takes the stamp holds another program's data.
  case privateData
  /// The number of a compression that is lossy, rare or that libtiff does not write.
  case compression(Int)
  /// The number of a PhotometricInterpretation that no label's colours are known in.
  case colour(Int)
  /// Samples of unequal depth, or of a depth or kind that is not drawn in.
  case samples(bits: Int)
  /// Floating-point samples under the label that are not from 0 to 1.
  case range
  /// A field that is missing or says what cannot be.
  case damaged(field: String)
}
