import Files
import Formats
import JPEGSplice
import Raster

/// The way in which a photo is stamped.
enum StampRoute {
  /// A JPEG's blocks under the label are replaced.
  case splicing(JPEGStamping)
  /// A BMP's pixels under the label are replaced.
  case patching(BMPStamping)
  /// Every frame of an animation is labelled.
  case animating(AnimationStamping)
  /// A TIFF's strips or tiles under the label are replaced.
  case drawing(TIFFStamping)
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
  ///   - decoder: decodes an animation's frames.
  /// - Throws: ``StampError/losses(_:)`` where something would be lost that may not be.
  init(
    for photo: PhotoFile, as output: PhotoFormat, quality: Int?, allowsLoss: Bool,
    edit: PixelEdit? = nil, decodingBy decoder: () -> any PictureDecoder
  ) throws(StampError) {
    if case .bmp(let structure) = photo.structure, output == .bmp, edit == nil {
      self = .patching(BMPStamping(structure))
      return
    }
    var reasons: [StampLoss] = []
    if case .tiff(let tiff) = photo.structure, output == .tiff, edit == nil,
      photo.structure.stampBlock == nil
    {
      do throws(TIFFObstacle) {
        self = .drawing(try TIFFStamping(tiff))
        return
      } catch {
        guard let reason = ReencodingReason(error) else { throw .tiff(error) }
        reasons = [.reencoding(reason)]
      }
    }
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
    if output == photo.header.format, edit == nil, AnimationStamping.isFor(photo) {
      self = .animating(
        try AnimationStamping(photo, quality: quality, decodingBy: decoder()))
      return
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

extension ReencodingReason {
  /// The reason why nothing is drawn in a TIFF that may be read all the same; nil where coding it anew would
  /// lose another picture or program's data, and where it is damaged.
  init?(_ obstacle: TIFFObstacle) {
    switch obstacle {
    case .smallCopy, .privateData, .damaged: return nil
    case .compression, .colour, .samples, .range: self = .tiff(obstacle)
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

  /// Whether the photo stays in its own samples.
  private var keepsSamples: Bool { photo.header.format.keepsSamples(in: output) }

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
    let own = Canvas.orientation(of: photo)
    let orientation = output.carriesOrientation ? own : .topLeft
    var segments = edit?.segments(under: orientation)
    if own != orientation {
      // The pixels are turned upright.
      var turned = segments ?? JPEGSegmentEdit()
      turned.orientation = orientation
      turned.size = turned.size ?? photo.header.displayedSize
      turned.dropsThumbnails = true
      segments = turned
    }
    transfer = MetadataTransfer(
      from: photo, to: output, orientation: orientation, edit: segments)
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
  ///   - inscription: what the stamp says of the labels.
  ///   - originalHash: gives SHA-256 of the photo's file.
  ///   - keepsUndo: whether the file is to hold what the labels cover, where it has a place for that.
  ///   - decoder: decodes the photo.
  /// - Returns: the stamped file, and what to report.
  /// - Throws: ``StampError`` where the photo cannot be decoded, or would lose what it may not lose.
  func stamp(
    _ labels: [LabelDrawing], saying inscription: Inscription, originalHash: () -> [UInt8],
    keepsUndo: Bool, decodingBy decoder: any PictureDecoder
  ) throws(StampError) -> StampRoute.Result {
    var canvas = try Canvas(
      decoding: photo, inSamples: earlier?.isOfSamples ?? keepsSamples, by: decoder)
    if let earlier { canvas = try earlier.takenOff(canvas) }
    canvas = try canvas.inSamples(keepsSamples)
    var losses = losses
    if photo.header.hasAlpha, !keepsSamples {
      losses += try Self.accept(
        StampLoss.losses(of: canvas.image.transparency, into: output), allowsLoss)
    }
    if let edit { canvas = try canvas.edited(edit) }
    canvas = try canvas.turned(for: output).inForm(of: output)
    // libgd makes a palette of true colour, in which most pixels have other colours.
    let isReduced = output == .gif && !canvas.pixels.isPalette
    var fidelity =
      isReduced
      ? Fidelity.reencoded(because: .outputFormat(output))
      : Fidelity(recodingAs: encoding, format: output, losses: losses)
    let stamping =
      output.carriesStampBlock && output != .bmp
      ? PixelStamping(canvas, labels, keepsUndo: keepsUndo && fidelity.isLossless) : nil
    if case .lossless = fidelity { fidelity = .lossless(restores: stamping?.restores) }
    let isStampedForGood = output == .jpeg && !labels.isEmpty
    // What was edited has never been a file: it is known by its pixels.
    let known =
      if edit == nil {
        earlier?.mark.originalHash
      } else if isStampedForGood {
        PixelColours(of: canvas.pixels, .seen).hash
      } else {
        stamping?.original
      }
    for label in labels { try canvas.draw(label) }
    var bytes = try coded(canvas)
    if let stamping {
      bytes = try stamping.put(
        into: bytes, saying: inscription, originalHash: known ?? originalHash())
    } else if isStampedForGood {
      bytes = try ReencodedStamping(bytes).stamped(
        saying: inscription, originalHash: known ?? originalHash(),
        areas: labels.map { canvas.area(of: $0) })
    }
    var warnings = losses.map(StampWarning.lost)
    if canvas.pixels.hasApproximatedColours || isReduced { warnings.append(.approximatedColours) }
    if case .reencoded(.outputFormat, _) = fidelity, output == photo.header.format, !isReduced {
      warnings.append(.lossyFormat(output))
    }
    if coversOldLabel { warnings.append(.oldLabelStays) }
    return StampRoute.Result(bytes: bytes, fidelity: fidelity, warnings: warnings)
  }

  /// The picture's file with what it carries over; of the file without, nothing stays in memory.
  private func coded(_ canvas: Canvas) throws(StampError) -> [UInt8] {
    let encoded = try canvas.encoded(encoding, carrying: transfer.atEncoding)
    return try rethrowing(transfer.embed(in: encoded), as: StampError.photo)
  }

  /// The photo decoded, edited and coded again, as ``stamp(_:saying:originalHash:keepsUndo:decodingBy:)``
  /// does it; for a JPEG or a BMP, which is stamped afterwards.
  func withoutLabels(
    decodingBy decoder: any PictureDecoder
  ) throws(StampError) -> StampRoute.Result {
    try stamp(
      [], saying: .none, originalHash: { [] }, keepsUndo: false, decodingBy: decoder)
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
