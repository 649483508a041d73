import CaptureTime
import Files
import Formats
import JPEGSplice
import Raster

/// A way in which a photo is stamped.
protocol StampMethod {
  /// The most memory that it takes.
  ///
  /// - Parameter photo: the photo to stamp.
  /// - Returns: how much that is.
  /// - Throws: ``StampError`` where it has too many pixels, whatever memory there is.
  func needed(on photo: PhotoFile) throws(StampError) -> PhotoMemory

  /// Stamps the photo, and checks the result before it is returned.
  ///
  /// - Parameter job: what it is stamped with.
  /// - Returns: the stamped file, and what to report of the way.
  /// - Throws: ``StampError``: where the photo is damaged, would lose what it may not lose, or the result
  ///   does not pass the check (``StampError/failedCheck``).
  func stamp(_ job: StampJob) throws(StampError) -> StampedPhoto
}

/// What a photo is stamped with.
struct StampJob {
  let labels: PhotoLabels
  /// Sets the labels again, for a page of another size.
  let labelsOnPage: (Frame) throws(StampError) -> PhotoLabels
  /// What the label shows; nil where it shows none.
  let time: CaptureTime?
  /// What the stamp records of how it was made; nil for nothing.
  let options: OptionsDigest?
  /// Gives SHA-256 of the input, on a processor of its own if one is idle.
  let originalHash: @Sendable () -> [UInt8]
  /// Whether the file is to hold what the labels cover.
  let keepsUndo: Bool
  /// Whether an earlier label of a JPEG that was re-encoded stays below.
  let coversOldLabel: Bool
  /// Decodes what cannot be stamped as it is coded.
  let decoder: @Sendable () -> any PictureDecoder

  /// What the stamp says of the labels.
  var inscription: Inscription {
    Inscription(label: labels.text, time: time?.description, options: options)
  }

  /// The labels on the picture as it is coded, the lowest first.
  func layers(on picture: CodedFrame) throws(StampError) -> [Layer] {
    try labels.drawings().map { Layer($0, on: picture) }
  }

  func stamped(
    _ bytes: [UInt8], _ fidelity: Fidelity, warnings: [StampWarning] = []
  ) -> StampedPhoto {
    StampedPhoto(
      bytes: bytes, time: time, label: labels.text, box: labels.box, fidelity: fidelity,
      warnings: warnings)
  }
}

/// A picture as it is coded, and how it is turned to be displayed.
struct CodedFrame {
  let orientation: Orientation
  let width: Int
  let height: Int
}

extension PhotoFile {
  /// Chooses the way that loses nothing, where there is one.
  ///
  /// - Parameters:
  ///   - output: the format to write.
  ///   - quality: that of a lossy format, where one was asked for.
  ///   - allowsLoss: whether the photo may lose what the output cannot carry.
  ///   - edit: the edit of its pixels, if it is decoded.
  ///   - maxRecodedPixels: the most that it may have where it is decoded.
  ///   - decoder: decodes an animation's frames.
  /// - Returns: the way, for this photo.
  /// - Throws: ``StampError/losses(_:)`` where something would be lost that may not be.
  func stampMethod(
    as output: PhotoFormat, quality: Int?, allowsLoss: Bool, edit: PixelEdit? = nil,
    maxRecodedPixels: Int = .max, decodingBy decoder: () -> any PictureDecoder
  ) throws(StampError) -> any StampMethod {
    if case .bmp(let structure) = structure, output == .bmp, edit == nil {
      return BMPStamping(structure)
    }
    var reasons: [StampLoss] = []
    if case .tiff(let tiff) = structure, output == .tiff, edit == nil, structure.stampBlock == nil {
      do throws(TIFFObstacle) {
        return try TIFFStamping(tiff)
      } catch {
        guard let reason = ReencodingReason(error) else { throw .tiff(error) }
        reasons = [.reencoding(reason)]
      }
    }
    if let jpeg = jpegStructure, output == .jpeg {
      if quality != nil {
        reasons = [.reencoding(.quality)]
      } else {
        do throws(JPEGError) {
          return try JPEGStamping(self, jpeg)
        } catch {
          guard let reason = ReencodingReason(error) else { throw .jpeg(error) }
          reasons = [.reencoding(reason)]
        }
      }
    }
    if output == header.format, edit == nil, AnimationStamping.isFor(self) {
      return try AnimationStamping(self, quality: quality, decodingBy: decoder())
    }
    return try PhotoRecoding(
      self, as: output, quality: quality, reasons: reasons, allowsLoss: allowsLoss, edit: edit,
      maxPixels: maxRecodedPixels)
  }
}

extension ReencodingReason {
  /// The reason why a JPEG cannot be spliced although libgd may read it; nil where it is damaged.
  init?(_ error: JPEGError) {
    switch error {
    case .unsupported(.arithmetic): self = .arithmetic
    case .unsupported(.sharedIdentifiers): self = .sharedIdentifiers
    case .unsupported(.unusualStructure), .damaged(.wrongProgression, _): self = .unusual
    case .unsupported, .header, .damaged: return nil
    }
  }
}

extension ReencodingReason {
  /// The reason why nothing is drawn in a TIFF that may be read all the same; nil where re-encoding it would
  /// lose another picture or program's data, and where it is damaged.
  init?(_ obstacle: TIFFObstacle) {
    switch obstacle {
    case .smallCopy, .privateData, .damaged: return nil
    case .compression, .colour, .samples, .range: self = .tiff(obstacle)
    }
  }
}
