import Files
import Formats
import JPEGSplice
import Raster

/// Stamps a photo by decoding it and coding it again.
struct PhotoRecoding: StampMethod {
  private let photo: PhotoFile
  private let output: PhotoFormat
  private let encoding: Encoding
  private let transfer: MetadataTransfer
  private let losses: [StampLoss]
  private let allowsLoss: Bool
  private let edit: PixelEdit?
  private let maxPixels: Int
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
  ///   - edit: the edit of the decoded pixels before they are labelled.
  ///   - maxPixels: the most that it may have.
  /// - Throws: ``StampError/losses(_:)`` where something would be lost that may not be, and
  ///   ``StampError/stampedForGood`` where it carries a stamp that cannot be taken off, unless loss is
  ///   allowed in a format that is lossy itself.
  init(
    _ photo: PhotoFile, as output: PhotoFormat, quality: Int?, reasons: [StampLoss],
    allowsLoss: Bool, edit: PixelEdit? = nil, maxPixels: Int
  ) throws(StampError) {
    let photo = try photo.ended()
    let earlier = try PixelStamp(photo)
    let isLossy = photo.header.format.coding == .either && !photo.header.isLossless
    coversOldLabel = earlier?.mark.isReversible == false && isLossy && allowsLoss
    if !coversOldLabel { try earlier?.checkIsReversible() }
    self.earlier = coversOldLabel ? nil : earlier
    self.photo = photo
    self.output = output
    self.allowsLoss = allowsLoss
    self.edit = edit
    self.maxPixels = maxPixels
    encoding = Encoding(for: photo.header, as: output, quality: quality)
    let own = Canvas.orientation(of: photo)
    let orientation = photo.header.format.keepsOrientation(in: output) ? own : .topLeft
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

  func needed(on photo: PhotoFile) throws(StampError) -> PhotoMemory {
    try photo.header.checkSize(maxPixels: maxPixels)
    let longest = max(photo.header.width, photo.header.height)
    // Whoever crops it may make it short enough.
    if edit == nil, longest > output.longestSide {
      throw .raster(.sideTooLong(output, observed: longest, limit: output.longestSide))
    }
    return PhotoMemory(of: edit == nil ? .recoding(encoding) : .editing(encoding), on: photo)
  }

  func stamp(_ job: StampJob) throws(StampError) -> StampedPhoto {
    let coded = try coded(
      job.labels.drawings(), saying: job.inscription, originalHash: job.originalHash,
      keepsUndo: job.keepsUndo, decodingBy: job.decoder())
    return job.stamped(coded.bytes, coded.fidelity, warnings: coded.warnings)
  }

  /// The photo decoded, edited and coded again; for a JPEG or a BMP, which is stamped afterwards.
  ///
  /// - Parameter decoder: decodes the photo.
  /// - Returns: the file, what became of the photo, and what to report.
  /// - Throws: as ``stamp(_:)``.
  func withoutLabels(
    decodingBy decoder: any PictureDecoder
  ) throws(StampError) -> (bytes: [UInt8], fidelity: Fidelity, warnings: [StampWarning]) {
    try coded(
      [], saying: .none, originalHash: { [] }, keepsUndo: false, decodingBy: decoder)
  }

  /// Decodes the photo, takes a stamp that it carries off, draws the labels, the lowest first, and codes
  /// the result.
  private func coded(
    _ labels: [LabelDrawing], saying inscription: Inscription, originalHash: () -> [UInt8],
    keepsUndo: Bool, decodingBy decoder: any PictureDecoder
  ) throws(StampError) -> (bytes: [UInt8], fidelity: Fidelity, warnings: [StampWarning]) {
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
    if !photo.header.format.keepsOrientation(in: output) { canvas = try canvas.upright() }
    canvas = try canvas.inForm(of: output)
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
    var bytes = try file(of: canvas)
    if let stamping {
      bytes = try stamping.put(
        into: bytes, saying: inscription, originalHash: known ?? originalHash())
    } else if isStampedForGood {
      let areas = labels.map { canvas.area(of: $0) }
      if let picture = try? JPEGPicture(bytes), let map = GainMapStamping(areas, on: picture) {
        bytes.replaceSubrange(map.range, with: map.bytes)
      }
      bytes = try ReencodedStamping(bytes).stamped(
        saying: inscription, originalHash: known ?? originalHash(), areas: areas)
    }
    var warnings = losses.map(StampWarning.lost)
    if canvas.pixels.hasApproximatedColours || isReduced { warnings.append(.approximatedColours) }
    if case .reencoded(.outputFormat, _) = fidelity, output == photo.header.format, !isReduced {
      warnings.append(.lossyFormat(output))
    }
    if coversOldLabel { warnings.append(.oldLabelStays) }
    return (bytes, fidelity, warnings)
  }

  /// The picture's file with what it carries over; of the file without, nothing stays in memory.
  private func file(of canvas: Canvas) throws(StampError) -> [UInt8] {
    let encoded = try canvas.encoded(encoding, carrying: transfer.atEncoding)
    return try rethrowing(transfer.embed(in: encoded), as: StampError.photo)
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

extension PhotoFile {
  /// Adds the EOI marker that a JPEG lacks, since decoders take that for damage. They still notice if more is
  /// missing.
  fileprivate func ended() throws(StampError) -> PhotoFile {
    guard let jpegStructure, jpegStructure.imageEnd == nil else { return self }
    return try rethrowing(PhotoFile(bytes + JPEGPicture.endOfImage), as: StampError.photo)
  }
}
