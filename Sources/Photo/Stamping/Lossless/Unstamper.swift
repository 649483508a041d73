import Files
package import Formats
import JPEGSplice
package import Raster

/// A photo without its stamp, and what the stamp recorded.
package struct UnstampedPhoto: Sendable {
  /// The original: its file, or one with its pixels, as ``restores`` says.
  package let bytes: [UInt8]
  package let mark: StampMark
  /// What of the original it is. A file that is re-encoded may come out as it was.
  package let restores: Restoration
}

/// Takes stamps off again.
package struct Unstamper: Sendable {
  private let decoder: (@Sendable () -> any PictureDecoder)?
  /// Whether a JPEG with metadata changed after the stamp gives its picture back with them.
  private let keepsMetadata: Bool

  /// For photos stamped only in their own form; none is decoded.
  package init() { (decoder, keepsMetadata) = (nil, false) }

  /// - Parameters:
  ///   - decoder: decodes photos of other formats; asked for when the first of them comes.
  ///   - keepsMetadata: whether a JPEG whose metadata were changed since it was stamped gives its picture
  ///     back with them; it is left alone otherwise.
  package init(
    decoder: @autoclosure @escaping @Sendable () -> any PictureDecoder, keepsMetadata: Bool = false
  ) {
    (self.decoder, self.keepsMetadata) = (decoder, keepsMetadata)
  }

  /// Gives the original of a stamped photo back: the file of a JPEG, BMP or TIFF, proved by its SHA-256;
  /// of other formats the pixels, proved by theirs, with the metadata that the stamped file has.
  ///
  /// - Throws: ``StampError``: where there is no stamp, where it cannot be taken off, and where the
  ///   photo was changed since.
  package func unstamp(_ source: PhotoSource) throws(StampError) -> UnstampedPhoto {
    // Of a JPEG nothing but its segments is looked at.
    if PhotoFormat.detect(source.bytes) == .jpeg { return try unstampJPEG(source) }
    let photo = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    if let stamped = try photo.inPlaceStamp() { return try unstamp(stamped) }
    guard let decoder, photo.header.format.carriesStampBlock else { throw .notStamped }
    if let unstamped = try unstampAnimation(photo, decoder) { return unstamped }
    guard let stamp = try PixelStamp(photo) else { throw .notStamped }
    try stamp.checkIsReversible()
    let format = photo.header.format
    let encoding = Encoding(for: photo.header, as: format, quality: nil)
    try PhotoMemory(unstamping: photo, stamp, encoding).check()
    let canvas = try stamp.takenOff(
      Canvas(decoding: photo, inSamples: stamp.isOfSamples, by: decoder()))
    let transfer = MetadataTransfer(from: photo, to: format, orientation: canvas.orientation)
    let encoded = try canvas.encoded(encoding)
    let bytes = try rethrowing(transfer.embed(in: encoded), as: StampError.photo)
    let isWholeFile = StampMark.hash(bytes) == stamp.mark.originalHash
    return UnstampedPhoto(
      bytes: bytes, mark: stamp.mark, restores: isWholeFile ? .bytes : .pixels)
  }

  private func unstampJPEG(_ source: PhotoSource) throws(StampError) -> UnstampedPhoto {
    let structure = try rethrowing(JPEGStructure(source.bytes), as: StampError.photo)
    guard let stamped = try StampedFile(structure) else { throw .notStamped }
    do throws(StampError) {
      return try unstamp(stamped)
    } catch .editedSinceStamping where structure.imageEnd == nil {
      // Damage under the label may hide the end from what reads the file, and not be the original's.
      throw .jpeg(.missing(part: "EOI", at: source.bytes.count))
    }
  }

  private func unstamp(_ stamped: some InPlaceStamp) throws(StampError) -> UnstampedPhoto {
    let (bytes, restores) = try stamped.withoutStamp(keepingMetadata: keepsMetadata)
    return UnstampedPhoto(bytes: bytes, mark: stamped.mark, restores: restores)
  }
}

extension StampMark {
  /// What a photo's stamp records, whether or not the photo is as it was stamped; nil where it carries
  /// none that can be read.
  package init?(of bytes: [UInt8]) {
    guard let format = PhotoFormat.detect(bytes), format.carriesStampBlock || format == .jpeg else {
      return nil
    }
    if format == .jpeg {
      guard let structure = try? JPEGStructure(bytes), let stamped = try? StampedFile(structure)
      else { return nil }
      self = stamped.mark
      return
    }
    guard let photo = try? PhotoFile(bytes) else { return nil }
    self.init(of: photo)
  }

  /// As ``init(of:)``, of a photo that was read.
  init?(of photo: PhotoFile) {
    if let stamped = try? photo.inPlaceStamp() {
      self = stamped.mark
    } else if let block = photo.structure.stampBlock, let record = try? StampRecord(block) {
      self = record.mark
    } else {
      return nil
    }
  }
}

extension Unstamper: PhotoWork {
  /// Refuses what carries no stamp: it has no output, and must not conflict with a photo that has one.
  package func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError) {
    guard format.isStampedInPlace || decoder != nil && format.carriesStampBlock else {
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
    return (mark.restores == .pixels || keepsMetadata)
      && (try? unstamp(source).bytes) == output.bytes
  }
}
