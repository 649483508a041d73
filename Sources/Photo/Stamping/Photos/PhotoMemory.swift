import AnimationSplice
import Files
import Formats
import Raster

/// The most memory that work on a photo takes, which is known from what its file says before anything
/// large is taken.
struct PhotoMemory: Sendable, Hashable {
  /// In bytes, with the program itself.
  let bytes: Int

  /// The program, its fonts, the label, and what the C libraries take whatever the photo's size is.
  static let ofProgram = 56 << 20

  /// What is done to a photo.
  enum Work {
    /// A JPEG's blocks under the label are replaced, and the result is checked.
    case splicing
    /// A BMP's pixels under the label are replaced, and the result is checked.
    case patching
    /// It is decoded, and coded again; turned first where the format has no orientation.
    case recoding(Encoding)
    /// It is decoded, turned and cut, and coded again.
    case editing(Encoding)
    /// A part of a JPEG's blocks is read, written, and read again.
    case cropping
    /// It is decoded at a smaller size.
    case shrinking(ThumbnailSize)
    /// Its metadata are written again, and the result is read; with the record that undoes it.
    case dating
    /// It is decoded at this size, as displayed, and cut, or enlarged where it is the photo's own.
    case covering(PixelSize)
  }

  /// - Parameters:
  ///   - work: what to do.
  ///   - photo: to what; its bytes are in memory already, and are counted.
  init(of work: Work, on photo: PhotoFile) {
    let file = photo.bytes.count
    // A JPEG gets its stamp once it has its metadata, which may be most of its file.
    func stamping(_ encoding: Encoding) -> Int { encoding.format == .jpeg ? file : 0 }
    let needed: Int
    switch work {
    case .splicing:
      needed = 6 * file + (photo.jpegStructure.map(Self.traces(in:)) ?? 0)
    case .dating: needed = 6 * file
    case .patching:
      // Two files more; of a compressed one the pixels, and those of the result.
      needed = 4 * file + Self.runs(of: photo)
    case .recoding(let encoding):
      let encoded = Self.encoding(photo, as: encoding)
      let turned =
        Canvas.orientation(of: photo) == .topLeft
          || photo.header.format.keepsOrientation(in: encoding.format)
        ? 0 : 4 * photo.header.width * photo.header.height
      needed =
        file + stamping(encoding) + max(Self.decoding(photo, for: encoding), encoded + turned)
    case .editing(let encoding):
      let pixels = photo.header.width * photo.header.height
      needed =
        2 * file + stamping(encoding)
        + max(
          Self.decoding(photo, for: encoding), Self.encoding(photo, as: encoding) + 8 * pixels)
    case .cropping:
      // Coefficients of 64 times two bytes and a number, twice.
      let blocks = photo.jpegStructure.map(Self.blockCount) ?? 0
      needed =
        6 * file + 2 * (photo.jpegStructure.map(Self.traces(in:)) ?? 0) + 2 * 136 * blocks
    case .shrinking(let size):
      // A long photo's square is cut from more.
      let uncut = size.uncut(photo.header.displayedSize)
      needed =
        file + Self.shrinking(photo)
        + 16 * max(size.longEdge * size.longEdge, uncut.width * uncut.height)
    case .covering(let size):
      let isWhole = size == photo.header.displayedSize
      needed =
        file + (isWhole ? CodecMemory.decoding(photo) : Self.shrinking(photo))
        + 16 * size.width * size.height
    }
    bytes = Self.ofProgram + needed
  }

  /// Refuses work that may take more than is allowed.
  ///
  /// - Throws: ``StampError/tooMuchMemory(needed:allowed:)``.
  func check(
    allowed: Int = MemoryBudget.ofThisProcess.bytesPerJob
  ) throws(StampError) {
    guard bytes <= allowed else { throw .tooMuchMemory(needed: bytes, allowed: allowed) }
  }

  /// In the photo's own samples, where they stay.
  private static func decoding(_ photo: PhotoFile, for encoding: Encoding) -> Int {
    photo.header.format.keepsSamples(in: encoding.format)
      ? CodecMemory.decodingSamples(photo.header) : CodecMemory.decoding(photo)
  }

  private static func encoding(_ photo: PhotoFile, as encoding: Encoding) -> Int {
    let coding = CodecMemory.encoding(photo.header, as: encoding)
    guard photo.header.format.keepsSamples(in: encoding.format) else { return coding }
    // libwebp needs more than the picture and its file.
    return encoding.format == .webp
      ? coding + 8 * photo.header.width * photo.header.height
      : CodecMemory.encodingSamples(photo.header)
  }

  /// A JPEG is shrunk as its rows come.
  private static func shrinking(_ photo: PhotoFile) -> Int {
    guard let structure = photo.jpegStructure, photo.header.jpeg?.isArithmetic == false else {
      return CodecMemory.decoding(photo)
    }
    return photo.bytes.count + CodecMemory.coefficients(structure, photo.header)
  }
}

/// The memory of work on the stamp of a photo that is re-encoded.
extension PhotoMemory {
  /// Taking a stamp off.
  ///
  /// - Parameters:
  ///   - photo: the stamped file.
  ///   - stamp: its stamp.
  ///   - encoding: how the original is coded.
  init(unstamping photo: PhotoFile, _ stamp: PixelStamp, _ encoding: Encoding) {
    bytes = Self(of: .recoding(encoding), on: photo).bytes + photo.bytes.count + stamp.memory
  }

  /// Taking a stamp off and comparing the pixels with an original's; nil for none.
  init(verifying photo: PhotoFile, _ stamp: PixelStamp, with original: PhotoFile?) {
    func decoding(_ photo: PhotoFile) -> Int {
      max(CodecMemory.decoding(photo), CodecMemory.decodingSamples(photo.header))
    }
    let other = original.map { 2 * decoding($0) + $0.bytes.count } ?? 0
    bytes =
      Self.ofProgram + 2 * photo.bytes.count + decoding(photo) + stamp.memory + other
  }
}

/// The memory of work on a BMP's stamp.
extension PhotoMemory {
  /// Taking a stamp off.
  ///
  /// - Parameters:
  ///   - photo: the stamped BMP.
  ///   - record: the length of the stamp's record, in bytes.
  init(restoring photo: PhotoFile, record: Int) {
    var needed = Self.ofProgram + 3 * photo.bytes.count
    if case .bmp(let structure) = photo.structure {
      needed += StampRecord.memory(ofEncoded: record, parts: Self.maximumParts(of: structure))
    }
    bytes = needed
  }

  /// Comparing the pixels with an original's.
  init(verifying photo: PhotoFile, with original: PhotoFile) {
    bytes =
      Self.ofProgram + 3 * photo.bytes.count + original.bytes.count
      + 2 * CodecMemory.decoding(photo)
  }

  /// Numbers of a palette, a byte a pixel, and where each row is, of a bitmap that is compressed, and of
  /// the one that is made of it.
  private static func runs(of photo: PhotoFile) -> Int {
    guard case .bmp(let structure) = photo.structure, structure.isCompressed else { return 0 }
    return 2 * (photo.header.width * photo.header.height + 16 * photo.header.height)
  }
}

extension PhotoMemory {
  /// Labelling an animation, or taking its labels off.
  init(of extent: AnimationExtent, in photo: PhotoFile) {
    bytes = Self.ofProgram + 6 * photo.bytes.count + extent.memory
  }
}

/// The memory of work on a TIFF's stamp.
extension PhotoMemory {
  /// Drawing in strips or tiles, or comparing them with others.
  ///
  /// - Parameters:
  ///   - photo: the file.
  ///   - cell: what the samples of those that are decoded together take.
  init(drawing photo: PhotoFile, largestCell cell: Int) {
    // Decoded, drawn in, coded and decoded again.
    bytes = Self.ofProgram + 6 * photo.bytes.count + 6 * min(cell, Int.max >> 8)
  }

  /// Taking a stamp off.
  init(restoring tiff: TIFFPhoto) { bytes = Self.ofProgram + 5 * tiff.bytes.count }
}

/// The memory of work on a JPEG's stamp and blocks.
extension PhotoMemory {
  /// Taking a stamp off.
  ///
  /// - Parameters:
  ///   - structure: of the stamped file.
  ///   - record: the length of the stamp's record, in bytes.
  init(restoring structure: JPEGStructure, record: Int) {
    bytes =
      Self.ofProgram + 3 * structure.bytes.count + Self.traces(in: structure)
      + StampRecord.memory(ofEncoded: record, parts: Self.maximumParts(of: structure))
  }

  /// Comparing all blocks with those of an original of this many bytes.
  init(comparing structure: JPEGStructure, with original: Int) {
    let block = 256
    bytes =
      Self.ofProgram + 3 * structure.bytes.count + original + Self.traces(in: structure)
      + block * (structure.frame?.blockCount ?? 0)
  }

  /// The most edits, intervals, spans and codes that the record of a stamp on a picture can have: every
  /// scan has at most as many intervals as blocks, a label touches fewer spans, and codes have become
  /// longer in fewer places; and each of its tables has at most 256 of these.
  static func maximumParts(of structure: JPEGStructure) -> Int {
    let scans = structure.segments.count { $0.marker == .startOfScan }
    // What stands outside the scans: segments that say where the picture ends.
    return structure.segments.count + scans * (4 * 256 + 3 * (structure.frame?.blockCount ?? 0))
  }

  /// The most edits that the record of a stamp on a bitmap can have: one a row of each label, and numbers
  /// of the header.
  static func maximumParts(of structure: BMPStructure) -> Int {
    StampRecord.mostAreas * structure.height + 16
  }

  private static func blockCount(of structure: JPEGStructure) -> Int {
    structure.frame?.blockCount ?? 0
  }

  /// Where a picture's blocks are in its file: an entry for each restart interval; and of a progressive
  /// one eight bytes a block, once for all scans and once for the one that is read.
  private static func traces(in structure: JPEGStructure) -> Int {
    guard let frame = structure.frame else { return 0 }
    let memoryOfInterval = 512
    let intervals = structure.shortestRestartInterval.map { frame.blockCount / $0 + 1 } ?? 1
    // Each ends with a marker.
    return memoryOfInterval * min(intervals, structure.bytes.count / 2)
      + (frame.coding == .progressive ? 16 * frame.blockCount : 0)
  }
}

extension JPEGStructure {
  /// The frame header; nil where there is none that is read.
  fileprivate var frame: JPEGFrameHeader? { try? frameHeader() }

  /// The least number of MCUs between restart markers that the file sets; nil where it sets none.
  fileprivate var shortestRestartInterval: Int? {
    segments.lazy.filter { $0.marker == .restartInterval && $0.payload.count >= 2 }
      .map {
        Int(self.bytes[$0.payload.lowerBound]) << 8 | Int(self.bytes[$0.payload.lowerBound + 1])
      }
      .filter { $0 > 0 }.min()
  }
}

extension JPEGFrameHeader {
  /// The blocks of all components, of whole MCUs.
  fileprivate var blockCount: Int {
    components.reduce(0) { $0 + $1.paddedColumns * $1.paddedRows }
  }
}
