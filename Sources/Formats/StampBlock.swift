/// The place in a photo's file that holds the record of its stamp, in formats whose pixels are coded
/// anew when they are stamped. A JPEG has its record elsewhere, in segments of its own.
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
    case .png, .webp, .gif, .tiff: true
    case .jpeg, .bmp, .heic, .avif: false
    }
  }
}

extension PhotoStructure {
  /// The record of the file's stamp; nil where it has none.
  package var stampBlock: StampBlock? {
    switch self {
    case .png(let structure): structure.stampBlock
    case .webp(let structure): structure.stampBlock
    case .gif(let structure): structure.stampBlock
    case .tiff(let photo): photo.stampBlock
    case .jpeg, .bmp, .heif: nil
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
    case .tiff(let photo): photo.holding(stamp: record)
    case .jpeg, .bmp, .heif: nil
    }
  }
}
