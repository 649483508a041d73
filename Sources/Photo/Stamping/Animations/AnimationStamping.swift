import AnimationSplice
import Files
import Formats
import JPEGSplice
import Raster

/// Stamps an animation frame by frame.
struct AnimationStamping: StampMethod {
  private let photo: PhotoFile
  private let animation: any Animation
  /// Whether it carries a stamp that was coded with loss, and so stays below the new one.
  private let coversOldLabel: Bool

  /// More than any animation that is looked at has; about a minute of work.
  static let mostPixels = 1_000_000_000

  /// - Parameters:
  ///   - photo: carries no stamp that can be taken off.
  ///   - quality: of frames that are re-encoded with loss; nil keeps those without loss that are.
  ///   - decoder: decodes the frames.
  /// - Throws: ``StampError`` where it is damaged or too large.
  init(
    _ photo: PhotoFile, quality: Int?, decodingBy decoder: any PictureDecoder
  ) throws(StampError) {
    self.photo = photo
    animation = try Self.animation(photo, quality: quality, decodingBy: decoder)
    coversOldLabel = photo.structure.stampBlock != nil
  }

  /// Whether a photo is stamped frame by frame, as long as it keeps its format: more frames than one, or
  /// one that leaves a part of the screen bare.
  static func isFor(_ photo: PhotoFile) -> Bool {
    switch photo.structure {
    case .gif(let structure):
      let screen = PixelSize(width: photo.header.width, height: photo.header.height)
      return photo.header.isAnimated || structure.firstImage.map { $0 != screen } == true
    case .webp: return photo.header.isAnimated
    case .png:
      // A profile for gray would be wrong for the colours of a label.
      let isGray = photo.header.colour == .gray && photo.metadata.icc != nil
      return photo.header.isAnimated && photo.header.bitsPerChannel <= 8 && !isGray
    case .jpeg, .bmp, .tiff, .heif: return false
    }
  }

  /// A photo's frames, once it is known that there is time and memory for them.
  ///
  /// - Parameters:
  ///   - photo: the animation.
  ///   - quality: of frames that are re-encoded; nil keeps those without loss that are.
  ///   - decoder: decodes the frames.
  /// - Returns: its frames, none decoded yet.
  /// - Throws: ``StampError``.
  static func animation(
    _ photo: PhotoFile, quality: Int? = nil, decodingBy decoder: any PictureDecoder
  ) throws(StampError) -> any Animation {
    let codec = FrameCodec(decoder, quality: quality, usualQuality: Encoding.usualQuality)
    let animation: any Animation
    switch photo.structure {
    case .webp:
      animation = try rethrowing(WebPAnimation(photo, codec), as: StampError.raster)
    case .png: animation = try rethrowing(PNGAnimation(photo, codec), as: StampError.raster)
    case .gif, .jpeg, .bmp, .tiff, .heif:
      animation = try rethrowing(GIFAnimation(photo), as: StampError.raster)
    }
    let extent = animation.extent
    guard extent.pixels <= mostPixels else {
      throw .tooManyFrames(
        frames: extent.frames, width: extent.size.width, height: extent.size.height,
        limit: mostPixels)
    }
    try PhotoMemory(of: extent, in: photo).check()
    return animation
  }

  /// The same that was allowed before the frames were listed.
  func needed(on photo: PhotoFile) -> PhotoMemory {
    PhotoMemory(of: animation.extent, in: photo)
  }

  func stamp(_ job: StampJob) throws(StampError) -> StampedPhoto {
    let layers = try job.layers(
      on: CodedFrame(
        orientation: Canvas.orientation(of: photo), width: photo.header.width,
        height: photo.header.height))
    let labelled = try rethrowing(
      animation.labelled(
        with: FrameLabel(layers, on: animation.extent.size), keepsUndo: job.keepsUndo),
      as: StampError.raster)
    let stamped = try rethrowing(PhotoFile(labelled.bytes), as: StampError.photo)
    let proof = try proof(of: labelled, stamped)
    let record = StampRecord(
      job.inscription, originalHash: job.originalHash(), areas: layers.map(\.area),
      proof: .frames(proof))
    guard let bytes = stamped.structure.holding(stamp: record.bytes) else { throw .failedCheck }
    let (format, isLossless) = (photo.header.format, !labelled.changesOthers)
    var warnings: [StampWarning] = []
    if labelled.isApproximated || format == .gif && !isLossless {
      warnings.append(.approximatedColours)
    } else if !isLossless {
      warnings.append(.lossyFormat(format))
    }
    if format == .png, photo.header.colour == .palette, stamped.header.colour != .palette {
      warnings.append(.lost(.palette))
    }
    if coversOldLabel { warnings.append(.oldLabelStays) }
    return job.stamped(
      bytes,
      isLossless
        ? .lossless(restores: proof.restores)
        : .reencoded(because: .outputFormat(format), restores: proof.restores),
      warnings: warnings)
  }

  /// Checks that the labels come off again.
  private func proof(
    of labelled: LabelledAnimation, _ stamped: PhotoFile
  ) throws(StampError) -> AnimationProof {
    let original = try animation.digest()
    let again = try rethrowing(animation.reading(stamped), as: StampError.raster)
    guard let undo = labelled.undo else {
      return AnimationProof(original: original, kept: .stamped(try again.digest()))
    }
    let restored = try rethrowing(again.restored(by: undo[...]), as: StampError.raster)
    guard let restored, let photo = try? PhotoFile(restored) else { throw .failedCheck }
    let came = try rethrowing(animation.reading(photo), as: StampError.raster)
    guard try came.digest() == original else { throw .failedCheck }
    return AnimationProof(original: original, kept: .undo(undo[...]))
  }
}

extension OriginalPhoto {
  /// The photo without the stamp of an animation, which it may carry.
  ///
  /// - Parameters:
  ///   - allowsLoss: whether a stamp that cannot be taken off may stay below the new one, of frames that
  ///     are coded with loss.
  ///   - decoder: decodes the frames.
  /// - Returns: the animation to stamp again.
  /// - Throws: ``StampError``, also where the stamp can neither be taken off nor stay.
  func withoutAnimationStamp(
    allowsLoss: Bool, decodingBy decoder: () -> any PictureDecoder
  ) throws(StampError) -> OriginalPhoto {
    guard let stamp = try AnimationStamp(file) else { return self }
    if !stamp.mark.isReversible, allowsLoss, !header.isLossless { return self }
    let animation = try AnimationStamping.animation(file, decodingBy: decoder())
    let bytes = try stamp.takenOff(animation)
    return OriginalPhoto(
      try rethrowing(PhotoFile(bytes), as: StampError.photo), of: self,
      hash: stamp.mark.originalHash)
  }
}
