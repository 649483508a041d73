/// The place in a photo's file that holds the record of its stamp. A JPEG has its record elsewhere, in
/// segments of its own.
package struct StampBlock: Sendable {
  /// Where the block begins in the file.
  package let offset: Int
  /// Its content; nil where it is damaged, or there is more than one.
  package let record: ArraySlice<UInt8>?
}

extension PhotoFormat {
  /// Whether files of the format have a place for a stamp's record.
  package var carriesStampBlock: Bool {
    switch self {
    case .png, .webp, .gif, .bmp, .tiff: true
    case .jpeg, .heic, .avif: false
    }
  }

  /// Whether a photo of the format is stamped in its own file, where everything outside the label
  /// stays byte for byte; otherwise its pixels are re-encoded.
  package var isStampedInPlace: Bool { [.jpeg, .bmp, .tiff].contains(self) }
}

extension PhotoStructure {
  /// The record of the file's stamp; nil where it has none.
  package var stampBlock: StampBlock? {
    switch self {
    case .png(let structure): structure.stampBlock
    case .webp(let structure): structure.stampBlock
    case .gif(let structure): structure.stampBlock
    case .bmp(let structure): structure.stampBlock
    case .tiff(let photo): photo.stampBlock
    case .jpeg, .heif: nil
    }
  }

  /// The file with a stamp's record added.
  ///
  /// - Parameter record: for a file that has none.
  /// - Returns: nil where the format has no place for it, or the record is longer than fits there.
  package func holding(stamp record: [UInt8]) -> [UInt8]? {
    switch self {
    case .png(let structure): structure.holding(stamp: record)
    case .webp(let structure): structure.holding(stamp: record)
    case .gif(let structure): structure.holding(stamp: record)
    case .bmp(let structure): structure.holding(stamp: record)
    case .tiff(let photo): photo.holding(stamp: record)
    case .jpeg, .heif: nil
    }
  }
}
