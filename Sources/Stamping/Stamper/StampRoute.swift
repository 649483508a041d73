import Files
import Formats
import JPEGSplice
import Raster

/// The way in which a photo is stamped.
enum StampRoute {
  /// A JPEG's blocks under the label are replaced.
  case splicing(JPEGStamping)
  /// The photo is decoded, and coded again.
  case recoding(PhotoRecoding)

  /// A stamped file, and what to report.
  struct Result {
    let bytes: [UInt8]
    let fidelity: Fidelity
    var warnings: [StampWarning] = []
  }

  /// Chooses the way that loses nothing, where there is one.
  ///
  /// - Parameters:
  ///   - photo: carries no stamp.
  ///   - output: the format to write.
  ///   - quality: that of a lossy format, where one was asked for.
  ///   - allowsLoss: whether the photo may lose what the output cannot carry.
  ///   - edit: what is done to its pixels besides, where it is decoded.
  /// - Throws: ``StampError/losses(_:)`` where something would be lost that may not be.
  init(
    for photo: PhotoFile, as output: PhotoFormat, quality: Int?, allowsLoss: Bool,
    edit: PixelEdit? = nil
  ) throws(StampError) {
    var reasons: [StampLoss] = []
    if let structure = photo.jpegStructure, output == .jpeg {
      if quality != nil {
        reasons = [.reencoding(.quality)]
      } else {
        do throws(JPEGError) {
          self = .splicing(try JPEGStamping(photo, structure))
          return
        } catch {
          guard let reason = ReencodingReason(error) else { throw .jpeg(error) }
          reasons = [.reencoding(reason)]
        }
      }
    }
    self = .recoding(
      try PhotoRecoding(
        photo, as: output, quality: quality, reasons: reasons, allowsLoss: allowsLoss, edit: edit))
  }
}

extension ReencodingReason {
  /// The reason why a JPEG cannot be spliced although libgd may read it; nil where it is damaged.
  init?(_ error: JPEGError) {
    switch error {
    case .unsupported(.arithmetic): self = .arithmetic
    case .unsupported(.unusualStructure), .damaged(.wrongProgression, _): self = .unusual
    case .unsupported, .header, .damaged: return nil
    }
  }
}

/// Stamps a photo by decoding it and coding it again.
struct PhotoRecoding {
  private let photo: PhotoFile
  private let output: PhotoFormat
  private let encoding: Encoding
  private let transfer: MetadataTransfer
  private let losses: [StampLoss]
  private let allowsLoss: Bool
  private let edit: PixelEdit?
  /// The stamp that the photo carries, which is taken off.
  private let earlier: PixelStamp?
  /// Whether it carries one that was coded with loss, and so stays below the new one.
  private let coversOldLabel: Bool

  /// - Parameters:
  ///   - photo: the photo.
  ///   - output: the format to write.
  ///   - quality: that of a lossy format; nil keeps the input's.
  ///   - reasons: why a JPEG is not spliced; empty for other formats.
  ///   - allowsLoss: whether the photo may lose what the output cannot carry.
  ///   - edit: what is done to the decoded pixels before they are labelled.
  /// - Throws: ``StampError/losses(_:)`` where something would be lost that may not be, and
  ///   ``StampError/stampedForGood`` where it carries a stamp that cannot be taken off, unless loss is
  ///   allowed in a format that is lossy itself.
  init(
    _ photo: PhotoFile, as output: PhotoFormat, quality: Int?, reasons: [StampLoss],
    allowsLoss: Bool, edit: PixelEdit? = nil
  ) throws(StampError) {
    if photo.header.isAnimated, photo.header.format.animation == .notDecoded {
      throw .undecodableAnimation(photo.header.format)
    }
    let earlier = try PixelStamp(photo)
    let isLossy = photo.header.format.coding == .either && !photo.header.isLossless
    coversOldLabel = earlier?.mark.isReversible == false && isLossy && allowsLoss
    if !coversOldLabel { try earlier?.checkIsReversible() }
    self.earlier = coversOldLabel ? nil : earlier
    self.photo = photo
    self.output = output
    self.allowsLoss = allowsLoss
    self.edit = edit
    encoding = Encoding(for: photo.header, as: output, quality: quality)
    transfer = MetadataTransfer(
      from: photo, to: output, orientation: Canvas.orientation(of: photo),
      edit: edit?.segments(under: Canvas.orientation(of: photo)))
    losses = try Self.accept(
      reasons + StampLoss.losses(of: photo, into: output, dropped: transfer.dropped), allowsLoss)
  }

  /// What it is, for the memory that it takes.
  var work: PhotoMemory.Work { edit == nil ? .recoding(encoding) : .editing(encoding) }

  /// Decodes the photo, takes a stamp that it carries off, draws the labels, the lowest first, and codes
  /// the result.
  ///
  /// - Parameters:
  ///   - labels: what is drawn; at least one.
  ///   - text: the labels' words.
  ///   - time: the time that they show.
  ///   - originalHash: gives SHA-256 of the photo's file.
  ///   - keepsUndo: whether the file is to hold what the labels cover, where it has a place for that.
  ///   - decoder: decodes the photo.
  /// - Returns: the stamped file, and what to report.
  /// - Throws: ``StampError`` where the photo cannot be decoded, or would lose what it may not lose.
  func stamp(
    _ labels: [LabelDrawing], text: String, time: String?, originalHash: () -> [UInt8],
    keepsUndo: Bool, decodingBy decoder: any PictureDecoder
  ) throws(StampError) -> StampRoute.Result {
    var canvas = try Canvas(decoding: photo, by: decoder)
    if let earlier { canvas = try earlier.takenOff(canvas) }
    var losses = losses
    if photo.header.hasAlpha {
      losses += try Self.accept(
        StampLoss.losses(of: canvas.image.transparency, into: output), allowsLoss)
    }
    if let edit { canvas = try canvas.edited(edit) }
    canvas = try canvas.turned(for: output)
    // libgd makes a palette of true colour, in which most pixels have other colours.
    let isReduced = output == .gif && !canvas.image.isPalette
    var fidelity =
      isReduced
      ? Fidelity.reencoded(because: .outputFormat(output))
      : Fidelity(recodingAs: encoding, format: output, losses: losses)
    let stamping =
      output.carriesStampBlock
      ? PixelStamping(canvas, labels, keepsUndo: keepsUndo && fidelity.isLossless) : nil
    if case .lossless = fidelity { fidelity = .lossless(restores: stamping?.restores) }
    for label in labels { canvas.draw(label) }
    let encoded = try canvas.encoded(encoding)
    var bytes = try rethrowing(transfer.embed(in: encoded), as: StampError.photo)
    if let stamping {
      // What was edited has never been a file: it is known by its pixels.
      let original =
        edit == nil ? earlier?.mark.originalHash ?? originalHash() : stamping.original
      bytes = try stamping.put(into: bytes, text: text, time: time, originalHash: original)
    }
    var warnings = losses.map(StampWarning.lost)
    if canvas.image.hasApproximatedColours || isReduced { warnings.append(.approximatedColours) }
    if case .reencoded(.outputFormat, _) = fidelity, output == photo.header.format, !isReduced {
      warnings.append(.lossyFormat(output))
    }
    if coversOldLabel { warnings.append(.oldLabelStays) }
    return StampRoute.Result(bytes: bytes, fidelity: fidelity, warnings: warnings)
  }

  /// The photo decoded, edited and coded again, as ``stamp(_:text:time:originalHash:keepsUndo:decodingBy:)``
  /// does it; for a JPEG, which is stamped afterwards.
  func withoutLabels(
    decodingBy decoder: any PictureDecoder
  ) throws(StampError) -> StampRoute.Result {
    try stamp(
      [], text: "", time: nil, originalHash: { [] }, keepsUndo: false, decodingBy: decoder)
  }

  /// Checks that all losses are allowed, and returns them.
  private static func accept(
    _ losses: [StampLoss], _ allowsLoss: Bool
  ) throws(StampError) -> [StampLoss] {
    let refused = allowsLoss ? [] : losses.filter { !$0.isOnlyNamed }
    guard refused.isEmpty else { throw .losses(refused) }
    return losses
  }
}
