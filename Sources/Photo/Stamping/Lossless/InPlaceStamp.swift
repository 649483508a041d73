import Formats

/// The stamp of a photo that keeps the original's file outside the labels.
protocol InPlaceStamp {
  var mark: StampMark { get }
  /// Whether the file is the one that was stamped, but for the stamp itself.
  var isUnchanged: Bool { get }

  /// The file as it was before it was stamped, byte for byte.
  ///
  /// - Throws: ``StampError/stampedForGood`` and ``StampError/editedSinceStamping``.
  func original() throws(StampError) -> [UInt8]

  /// Takes the stamp off.
  ///
  /// - Parameter keepingMetadata: whether metadata that were changed since are kept, where the picture
  ///   was not changed.
  /// - Returns: the photo without its stamp, and what of the original it is.
  /// - Throws: as ``original()`` does.
  func withoutStamp(
    keepingMetadata: Bool
  ) throws(StampError) -> (bytes: [UInt8], restores: Restoration)
}

extension InPlaceStamp {
  func withoutStamp(
    keepingMetadata: Bool
  ) throws(StampError) -> (bytes: [UInt8], restores: Restoration) {
    (try original(), .bytes)
  }
}

extension PhotoFile {
  /// The stamp that the photo carries; nil for none, and if its pixels were re-encoded.
  ///
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is damaged or of a newer version, and
  ///   ``StampError/tooMuchMemory(needed:allowed:)``.
  func inPlaceStamp() throws(StampError) -> (any InPlaceStamp)? {
    switch structure {
    case .jpeg(let structure): try StampedFile(structure)
    case .bmp(let structure): try StampedFile(structure, of: self)
    case .tiff: try StampedTIFF(self)
    case .png, .webp, .gif, .heif: nil
    }
  }
}
