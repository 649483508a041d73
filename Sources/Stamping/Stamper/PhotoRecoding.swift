import Formats
import Raster

/// Stamps a photo by decoding it and coding it again.
struct PhotoRecoding {
  private let photo: PhotoFile
  private let output: PhotoFormat
  private let encoding: Encoding
  private let transfer: MetadataTransfer
  private let losses: [StampLoss]
  private let allowsLoss: Bool

  /// - Parameters:
  ///   - photo: the photo.
  ///   - output: the format to write.
  ///   - quality: that of a lossy format; nil keeps the input's.
  ///   - reasons: why the photo is not spliced, where it might be.
  ///   - allowsLoss: whether what is lost may be.
  /// - Throws: ``StampError/losses(_:)`` where something would be lost that may not.
  init(
    _ photo: PhotoFile, as output: PhotoFormat, quality: Int?, reasons: [StampLoss],
    allowsLoss: Bool
  ) throws(StampError) {
    if photo.header.isAnimated, photo.header.format.animation == .notDecoded {
      throw .undecodableAnimation(photo.header.format)
    }
    self.photo = photo
    self.output = output
    self.allowsLoss = allowsLoss
    encoding = Encoding(for: photo.header, as: output, quality: quality)
    transfer = MetadataTransfer(
      from: photo, to: output, orientation: Canvas.orientation(of: photo))
    losses = try Self.accept(
      reasons + StampLoss.losses(of: photo, into: output, dropped: transfer.dropped), allowsLoss)
  }

  /// Decodes the photo, draws the label, and codes the result.
  ///
  /// - Throws: ``StampError`` where the photo cannot be decoded, or would lose what it may not.
  func stamp(_ label: LabelDrawing) throws(StampError) -> StampRoute.Result {
    let canvas = try Canvas(decoding: photo)
    var losses = losses
    if photo.header.hasAlpha {
      losses += try Self.accept(
        StampLoss.losses(of: canvas.image.transparency, into: output), allowsLoss)
    }
    canvas.draw(label)
    let encoded = try canvas.encoded(encoding, as: output)
    let bytes = try StampError.wrapping { () throws(PhotoFileError) in
      try transfer.embed(in: encoded)
    }
    var warnings = losses.map(StampWarning.lost)
    if canvas.image.hasApproximatedColours { warnings.append(.approximatedColours) }
    return StampRoute.Result(
      bytes: bytes,
      fidelity: Fidelity(recodingAs: encoding, format: output, losses: losses),
      warnings: warnings)
  }

  /// Passes on the losses that may be, and refuses the others.
  private static func accept(
    _ losses: [StampLoss], _ allowsLoss: Bool
  ) throws(StampError) -> [StampLoss] {
    let refused = allowsLoss ? [] : losses.filter { !$0.isOnlyNamed }
    guard refused.isEmpty else { throw .losses(refused) }
    return losses
  }
}
