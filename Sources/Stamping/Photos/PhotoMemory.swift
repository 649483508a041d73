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
    /// It is decoded, and coded again; turned first where the format has no orientation.
    case recoding(Encoding)
    /// It is decoded, turned and cut, and coded again.
    case editing(Encoding)
    /// A part of a JPEG's blocks is read, written, and read again.
    case cropping
    /// It is decoded at a smaller size.
    case shrinking(ThumbnailSize)
    /// It is decoded at this size, as displayed, and cut, or enlarged where it is the photo's own.
    case covering(PixelSize)
  }

  /// - Parameters:
  ///   - work: what is done.
  ///   - photo: to what; its bytes are in memory already, and are counted.
  init(of work: Work, on photo: PhotoFile) {
    let file = photo.bytes.count
    let needed: Int
    switch work {
    case .splicing:
      needed = 6 * file + (photo.jpegStructure.map(Self.traces(in:)) ?? 0)
    case .recoding(let encoding):
      let encoded = CodecMemory.encoding(photo.header, as: encoding)
      let turned =
        Canvas.orientation(of: photo) == .topLeft || encoding.format.carriesMetadata
        ? 0 : 4 * photo.header.width * photo.header.height
      needed = file + max(CodecMemory.decoding(photo), encoded + turned)
    case .editing(let encoding):
      let pixels = photo.header.width * photo.header.height
      needed =
        2 * file
        + max(
          CodecMemory.decoding(photo),
          CodecMemory.encoding(photo.header, as: encoding) + 8 * pixels)
    case .cropping:
      // Coefficients of 64 times two bytes and a number, twice.
      let blocks = photo.jpegStructure.map(Self.blockCount) ?? 0
      needed =
        6 * file + 2 * (photo.jpegStructure.map(Self.traces(in:)) ?? 0) + 2 * 136 * blocks
    case .shrinking(let size):
      needed = file + Self.shrinking(photo) + 16 * size.longEdge * size.longEdge
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

  /// A JPEG is shrunk as its rows come.
  private static func shrinking(_ photo: PhotoFile) -> Int {
    guard let structure = photo.jpegStructure, photo.header.jpeg?.isArithmetic == false else {
      return CodecMemory.decoding(photo)
    }
    return photo.bytes.count + CodecMemory.coefficients(structure, photo.header)
  }
}

/// The memory of work on the stamp of a photo that is coded anew.
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
    let other = original.map { 2 * CodecMemory.decoding($0) + $0.bytes.count } ?? 0
    bytes =
      Self.ofProgram + 2 * photo.bytes.count + CodecMemory.decoding(photo) + stamp.memory + other
  }
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

  /// Comparing all blocks with those of an original of so many bytes.
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
