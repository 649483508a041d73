import Files
package import Formats
import JPEGSplice
package import Raster

/// A photo without its stamp, and what the stamp recorded.
package struct UnstampedPhoto: Sendable {
  /// The original: its file, or one with its pixels, as ``restores`` says.
  package let bytes: [UInt8]
  package let mark: StampMark
  /// What of the original it is. A file that is coded anew may come out as it was.
  package let restores: Restoration
}

/// Takes stamps off again.
package struct Unstamper: Sendable {
  private let decoder: (@Sendable () -> any PictureDecoder)?

  /// For JPEGs alone, of which none is decoded.
  package init() { decoder = nil }

  /// - Parameter decoder: decodes photos of other formats; asked for when the first of them comes.
  package init(decoder: @autoclosure @escaping @Sendable () -> any PictureDecoder) {
    self.decoder = decoder
  }

  /// Gives the original of a stamped photo back: a JPEG's file, proved by its SHA-256; of other formats
  /// the pixels, proved by theirs, with the metadata that the stamped file has.
  ///
  /// - Throws: ``StampError``: where there is no stamp, where it cannot be taken off, and where the
  ///   photo was changed since.
  package func unstamp(_ source: PhotoSource) throws(StampError) -> UnstampedPhoto {
    guard let decoder, let format = PhotoFormat.detect(source.bytes), format.carriesStampBlock
    else {
      return try unstampJPEG(source)
    }
    let photo = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    guard let stamp = try PixelStamp(photo) else { throw .notStamped }
    try stamp.checkIsReversible()
    let encoding = Encoding(for: photo.header, as: format, quality: nil)
    try PhotoMemory(unstamping: photo, stamp, encoding).check()
    let canvas = try stamp.takenOff(Canvas(decoding: photo, by: decoder()))
    let transfer = MetadataTransfer(from: photo, to: format, orientation: canvas.orientation)
    let encoded = try canvas.encoded(encoding)
    let bytes = try rethrowing(transfer.embed(in: encoded), as: StampError.photo)
    let isWholeFile = StampMark.hash(bytes) == stamp.mark.originalHash
    return UnstampedPhoto(
      bytes: bytes, mark: stamp.mark, restores: isWholeFile ? .bytes : .pixels)
  }

  private func unstampJPEG(_ source: PhotoSource) throws(StampError) -> UnstampedPhoto {
    let structure = try rethrowing(JPEGStructure(source.bytes), as: StampError.photo)
    guard let stamped = try StampedJPEG(structure) else { throw .notStamped }
    guard structure.imageEnd != nil else {
      throw .jpeg(.missing(part: "EOI", at: source.bytes.count))
    }
    return UnstampedPhoto(
      bytes: try stamped.original(), mark: stamped.mark, restores: .bytes)
  }
}

extension StampMark {
  /// What a photo's stamp records, whether or not the photo is as it was stamped; nil where it carries
  /// none that can be read.
  package init?(of bytes: [UInt8]) {
    guard let format = PhotoFormat.detect(bytes) else { return nil }
    if format == .jpeg {
      guard let structure = try? JPEGStructure(bytes), let stamped = try? StampedJPEG(structure)
      else { return nil }
      self = stamped.mark
    } else {
      guard format.carriesStampBlock, let photo = try? PhotoFile(bytes),
        let stamp = try? PixelStamp(photo)
      else { return nil }
      self = stamp.mark
    }
  }
}

extension Unstamper: PhotoWork {
  /// Refuses what carries no stamp: it has no output, and must not conflict with a photo that has one.
  package func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError) {
    guard format == .jpeg || decoder != nil && format.carriesStampBlock else {
      throw .formatWithoutStamp(format)
    }
    let source = try rethrowing(reader.whole(), as: StampError.file)
    if format == .jpeg {
      let structure = try rethrowing(JPEGStructure(source.bytes), as: StampError.photo)
      guard try StampSegments(in: structure) != nil else { throw .notStamped }
    } else {
      let photo = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
      if photo.structure.stampBlock == nil { throw .notStamped }
    }
  }

  package func perform(
    on source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto {
    let photo = try unstamp(source)
    return FinishedPhoto(
      bytes: photo.bytes, result: .unstamped(photo.mark, photo.restores), warnings: [])
  }

  package func hasMade(_ output: PhotoSource, of source: PhotoSource) -> Bool {
    let hash = StampMark.hash(output.bytes)
    guard let mark = StampMark(of: source.bytes) else { return false }
    if mark.originalHash == hash { return true }
    // Coded anew, the same pixels give the same file.
    return mark.restores == .pixels && (try? unstamp(source).bytes) == output.bytes
  }
}

/// A JPEG that carries a stamp.
struct StampedJPEG {
  let mark: StampMark
  private let bytes: [UInt8]
  private let segments: Range<Int>
  private let proof: StampRecord.Proof

  /// Reads the stamp of a JPEG.
  ///
  /// - Returns: nil where it carries none.
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is damaged or of a newer version, and
  ///   ``StampError/tooMuchMemory(needed:allowed:)``.
  init?(_ structure: JPEGStructure) throws(StampError) {
    guard let segments = try StampSegments(in: structure) else { return nil }
    try PhotoMemory(restoring: structure, record: segments.record.count).check()
    let record = try StampRecord(
      segments.record, at: segments.range.lowerBound,
      maximumParts: PhotoMemory.maximumParts(of: structure))
    if case .pixels = record.proof {
      throw .unreadableStamp(offset: segments.range.lowerBound)
    }
    mark = record.mark
    proof = record.proof
    bytes = structure.bytes
    self.segments = segments.range
  }

  /// The file as it was before it was stamped, byte for byte.
  ///
  /// - Throws: ``StampError/stampedForGood`` and ``StampError/editedSinceStamping``.
  func original() throws(StampError) -> [UInt8] {
    let original = try restored()
    guard StampMark.hash(original) == mark.originalHash else { throw .editedSinceStamping }
    return original
  }

  /// The file with the stamp's record undone, which is the original only if its hash says so.
  ///
  /// - Throws: ``StampError/stampedForGood`` and ``StampError/editedSinceStamping``.
  func restored() throws(StampError) -> [UInt8] {
    guard case .reversal(let reversal) = proof else { throw .stampedForGood }
    do {
      return try reversal.original(of: SplicedBytes(bytes, without: segments))
    } catch {
      throw .editedSinceStamping
    }
  }

  /// Whether the file with the stamp's record undone is a given one.
  func restores(_ original: [UInt8]) -> Bool {
    guard case .reversal(let reversal) = proof else { return false }
    let spliced = SplicedBytes(bytes, without: segments)
    return (try? reversal.gives(original, of: spliced)) ?? false
  }

  /// Whether the file is the one that was stamped, but for the stamp itself.
  var isUnchanged: Bool {
    switch proof {
    case .reversal: (try? original()) != nil
    case .hash(let hash): StampMark.hash(bytes, without: segments) == hash
    case .pixels: false
    }
  }
}
