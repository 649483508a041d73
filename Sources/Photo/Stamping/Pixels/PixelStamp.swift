import Files
import Formats
import JPEGSplice
import Raster

/// Proves that a photo with re-encoded pixels is the one that was stamped.
struct PixelProof {
  /// ``PixelColours/hash`` of the photo without its labels.
  let original: [UInt8]
  let kept: Kept
  /// Of the hashes; exact for a picture in samples, which keeps all its bits.
  let precision: PixelColours.Precision

  enum Kept {
    /// What is under the labels.
    case undo(PixelUndo)
    /// ``PixelColours/hash`` of the stamped photo; nothing more is kept.
    case stamped([UInt8])
  }

  var undo: PixelUndo? { if case .undo(let undo) = kept { undo } else { nil } }
}

extension PixelProof {
  /// 2, the hash of the original's pixels and the undo; or 3 and both hashes; of exact hashes 4 or 5.
  var encoded: [UInt8] {
    let exact: UInt8 = precision == .exact ? 2 : 0
    switch kept {
    case .undo(let undo): return [2 + exact] + original + undo.encoded
    case .stamped(let hash): return [3 + exact] + original + hash
    }
  }

  /// - Parameters:
  ///   - code: the first byte of ``encoded``.
  ///   - bytes: all others.
  init?(code: UInt8, encoded bytes: ArraySlice<UInt8>) {
    original = Array(bytes.prefix(StampRecord.hashSize))
    let rest = bytes.dropFirst(StampRecord.hashSize)
    precision = code > 3 ? .exact : .seen
    switch code {
    case 2, 4:
      guard let undo = PixelUndo(encoded: rest, inSamples: code == 4) else { return nil }
      kept = .undo(undo)
    case 3, 5:
      guard rest.count == StampRecord.hashSize else { return nil }
      kept = .stamped(Array(rest))
    default: return nil
    }
  }
}

/// The stamp of a photo with re-encoded pixels, in every format but JPEG.
struct PixelStamp {
  let mark: StampMark
  /// More than any decoder takes; sums with it do not overflow.
  private static let mostPixels = 1 << 40

  /// Where it is in the file.
  private let offset: Int
  private let proof: PixelProof
  private let pixelCount: Int
  /// Those with kept pixels.
  private let areas: [PixelArea]

  /// Reads the stamp of a photo.
  ///
  /// - Returns: nil where it carries none.
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is damaged or of a newer version.
  init?(_ photo: PhotoFile) throws(StampError) {
    guard let block = photo.structure.stampBlock else { return nil }
    offset = block.offset
    let record = try StampRecord(block)
    guard case .pixels(let proof) = record.proof else {
      // A TIFF that was stamped in its own samples (StampedTIFF).
      throw .unreadableStamp(offset: block.offset)
    }
    let (pixels, overflows) = photo.header.width.multipliedReportingOverflow(
      by: photo.header.height)
    guard !overflows, pixels <= Self.mostPixels else {
      throw .unreadableStamp(offset: block.offset)
    }
    mark = record.mark
    self.proof = proof
    pixelCount = pixels
    areas = PixelUndo.areas(
      under: mark.areas, width: photo.header.width, height: photo.header.height)
  }

  /// ``PixelColours/hash`` of the photo without its labels.
  var originalPixels: [UInt8] { proof.original }

  /// Of the hashes that prove it.
  var precision: PixelColours.Precision { proof.precision }

  /// Whether it was made of the photo's samples, and the photo is decoded to these.
  var isOfSamples: Bool { precision == .exact }

  /// What taking the stamp off takes at most, besides decoding and coding the photo, in bytes.
  var memory: Int { proof.undo?.memory(areas, pixels: pixelCount) ?? 0 }

  /// Checks that the stamp can be taken off, as far as that is known without the pixels.
  ///
  /// - Throws: ``StampError/stampedForGood``.
  func checkIsReversible() throws(StampError) {
    if proof.undo == nil { throw .stampedForGood }
  }

  /// The photo without its labels, proved by the hash of its pixels.
  ///
  /// - Parameter canvas: the stamped photo, decoded as ``isOfSamples`` says; changed.
  /// - Returns: the same picture, or another one in its own form.
  /// - Throws: ``StampError/stampedForGood``, ``StampError/editedSinceStamping``,
  ///   ``StampError/unreadableStamp(offset:)``.
  func takenOff(_ canvas: Canvas) throws(StampError) -> Canvas {
    guard let undo = proof.undo else { throw .stampedForGood }
    let pixels: PhotoPixels
    do throws(PixelUndoError) {
      pixels = try undo.restored(canvas.pixels, areas)
    } catch {
      switch error {
      case .damaged: throw .unreadableStamp(offset: offset)
      case .otherPicture: throw .editedSinceStamping
      case .raster(let error): throw .raster(error)
      }
    }
    guard PixelColours(of: pixels, precision).hash == proof.original else {
      throw .editedSinceStamping
    }
    return Canvas(pixels, orientation: canvas.orientation)
  }

  /// Whether the photo's pixels are those that were stamped.
  ///
  /// - Parameter canvas: the stamped photo, decoded; its labels are taken off where that can be done.
  /// - Returns: false also where the labels cannot be taken off as they were put on.
  /// - Throws: ``StampError`` but for ``StampError/editedSinceStamping``.
  func isUnchanged(_ canvas: Canvas) throws(StampError) -> Bool {
    if case .stamped(let hash) = proof.kept {
      return PixelColours(of: canvas.pixels, precision).hash == hash
    }
    do throws(StampError) {
      _ = try takenOff(canvas)
      return true
    } catch {
      if case .editedSinceStamping = error { return false }
      throw error
    }
  }
}

/// Makes the stamp of a photo while it is re-encoded.
struct PixelStamping {
  private let areas: [PixelArea]
  /// ``PixelColours/hash`` of the photo before the labels are drawn.
  let original: [UInt8]
  private let undo: PixelUndo?
  private let precision: PixelColours.Precision

  /// - Parameters:
  ///   - canvas: the photo before the labels are drawn.
  ///   - labels: the labels to draw.
  ///   - keepsUndo: whether what they cover is kept.
  init(_ canvas: Canvas, _ labels: [LabelDrawing], keepsUndo: Bool) {
    areas = labels.map { canvas.area(of: $0) }
    if case .samples = canvas.pixels { precision = .exact } else { precision = .seen }
    original = PixelColours(of: canvas.pixels, precision).hash
    undo =
      keepsUndo
      ? PixelUndo(
        of: canvas.pixels,
        PixelUndo.areas(under: areas, width: canvas.width, height: canvas.height)) : nil
  }

  /// What unstamping gives back.
  var restores: Restoration? { undo.map { _ in .pixels } }

  /// Puts the stamp's record into the stamped file.
  ///
  /// - Parameters:
  ///   - bytes: the stamped file.
  ///   - inscription: what the stamp says of the labels.
  ///   - originalHash: SHA-256 of the file that was stamped.
  /// - Returns: the file with its stamp.
  /// - Throws: ``StampError/failedCheck`` where the file has no place for it.
  func put(
    into bytes: [UInt8], saying inscription: Inscription, originalHash: [UInt8]
  ) throws(StampError) -> [UInt8] {
    let photo = try rethrowing(PhotoFile(bytes), as: StampError.photo)
    let kept: PixelProof.Kept
    if let undo {
      kept = .undo(undo)
    } else {
      // As it was coded, perhaps with loss.
      let canvas = try Canvas(
        decoding: photo, inSamples: precision == .exact, by: InProcessDecoder())
      kept = .stamped(PixelColours(of: canvas.pixels, precision).hash)
    }
    let record = StampRecord(
      inscription, originalHash: originalHash, areas: areas,
      proof: .pixels(PixelProof(original: original, kept: kept, precision: precision)))
    guard let file = photo.structure.holding(stamp: record.bytes) else { throw .failedCheck }
    return file
  }
}

extension Canvas {
  /// The pixels that a label covers, of the picture as it is coded.
  func area(of label: LabelDrawing) -> PixelArea {
    Layer(label, on: CodedFrame(orientation: orientation, width: width, height: height)).area
  }
}
