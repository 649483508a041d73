import Files
import Formats
import JPEGSplice
package import Raster
package import SystemPackage

/// What the check of a stamp found.
package struct Verification: Sendable {
  /// What the stamp records; nil where the photo carries none.
  package let mark: StampMark?
  /// What does not hold; empty where everything that was checked does.
  package let problems: [VerificationProblem]
  /// The blocks outside the label with coefficients compared with the original's; nil if
  /// there was no original, and of other formats than JPEG.
  package let comparedBlocks: Int?
  /// The pixels outside the labels that were compared with the original's; nil where there was no
  /// original, and of a JPEG.
  package let comparedPixels: Int?

  init(
    mark: StampMark?, problems: [VerificationProblem] = [], comparedBlocks: Int? = nil,
    comparedPixels: Int? = nil
  ) {
    (self.mark, self.problems) = (mark, problems)
    (self.comparedBlocks, self.comparedPixels) = (comparedBlocks, comparedPixels)
  }

  /// What comparing the pixels outside the labels with the original's found beside what is known already.
  ///
  /// - Parameters:
  ///   - mark: what the stamp records.
  ///   - problems: the known ones.
  ///   - comparison: how many pixels were compared, and how many of them differ; nil where the pictures are
  ///     not of the same size.
  init(
    mark: StampMark, problems: [VerificationProblem],
    comparison: (compared: Int, different: Int)?
  ) {
    guard let (compared, different) = comparison else {
      self.init(mark: mark, problems: problems + [.differentFrame])
      return
    }
    self.init(
      mark: mark, problems: problems + (different > 0 ? [.differentPixels(different)] : []),
      comparedPixels: compared)
  }

  /// What of the original unstamping gives back; nil where it gives nothing.
  package var restores: Restoration? {
    if problems.contains(.metadataChangedSinceStamping) { return .pixels }
    return isReversible ? mark?.restores : nil
  }

  /// Whether the stamp can be taken off.
  package var isReversible: Bool {
    (mark?.isReversible ?? false) && !problems.contains(.editedSinceStamping)
  }
}

/// What does not hold of a stamped photo.
package enum VerificationProblem: Hashable, Sendable {
  /// The file is not the one that was stamped.
  case editedSinceStamping
  /// It is, except for its metadata: a JPEG with a removable stamp.
  case metadataChangedSinceStamping
  /// The original is another file than the one that was stamped.
  case notThisOriginal
  /// Outside the label, the coefficients of this many blocks of a component differ from the original's.
  case differs(component: Int, blocks: Int)
  /// Its stamp covers all of it, so that nothing shows that it is the original's picture.
  case nothingCompared
  /// Outside the label, this many pixels differ from the original's.
  case differentPixels(Int)
  /// Every pixel was re-encoded as it was stamped, so that nothing shows that it is the original's picture.
  case reencoded
  /// Size, sampling or quantisation differ from the original's: nothing can be compared.
  case differentFrame
}

/// Checks stamps.
package struct Verifier: Sendable {
  private let decoder: (@Sendable () -> any PictureDecoder)?

  /// For JPEGs alone, which are not decoded; of a BMP, without an original to compare it with.
  package init() { decoder = nil }

  /// - Parameter decoder: decodes photos of other formats; asked for when the first of them comes.
  package init(decoder: @autoclosure @escaping @Sendable () -> any PictureDecoder) {
    self.decoder = decoder
  }

  /// Whether photos of a format can be checked; those of others carry no stamp.
  func checks(_ format: PhotoFormat) -> Bool {
    format.isStampedInPlace || decoder != nil && format.carriesStampBlock
  }

  /// Checks a photo's stamp.
  ///
  /// - Parameters:
  ///   - source: the photo, stamped or not.
  ///   - original: the photo before it was stamped, to be compared block by block, or pixel by pixel;
  ///     nil for no comparison.
  /// - Returns: what the stamp records, and what does not hold.
  /// - Throws: ``StampError`` where one of them cannot be read, or the stamp is damaged.
  package func verify(
    _ source: PhotoSource, original: PhotoSource?
  ) throws(StampError) -> Verification {
    // As unstamping does, which should give back what this promises.
    if PhotoFormat.detect(source.bytes) == .jpeg {
      return try verifyJPEG(source, original: original)
    }
    let photo = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    let format = photo.header.format
    if format == .bmp { return try verifyBMP(photo, original: original) }
    guard let decoder, format.carriesStampBlock else { return Verification(mark: nil) }
    if let stamp = try StampedTIFF(photo) {
      return try verify(photo, stamp, original: original, decoder)
    }
    return try verify(photo, original: original, decoder)
  }

  /// Checks the stamp of a photo with re-encoded pixels.
  private func verify(
    _ photo: PhotoFile, original source: PhotoSource?, _ decoder: () -> any PictureDecoder
  ) throws(StampError) -> Verification {
    if let verification = try verifyAnimation(photo, original: source, decoder) {
      return verification
    }
    guard let stamp = try PixelStamp(photo) else { return Verification(mark: nil) }
    var original: PhotoFile?
    if let source {
      original = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    }
    try PhotoMemory(verifying: photo, stamp, with: original).check()
    let decoder = decoder()
    let canvas = try Canvas(decoding: photo, inSamples: stamp.isOfSamples, by: decoder)
    let isUnchanged = try stamp.isUnchanged(canvas)
    let problems: [VerificationProblem] = isUnchanged ? [] : [.editedSinceStamping]
    guard let original else { return Verification(mark: stamp.mark, problems: problems) }
    var unstamped = try Canvas(
      decoding: original,
      inSamples: stamp.isOfSamples && original.header.format.hasSampleCodec, by: decoder)
    if canvas.orientation == .topLeft { unstamped = try unstamped.upright() }
    let before = PixelColours(of: unstamped.pixels, stamp.precision)
    // The file itself, or one that has its pixels, such as one that was unstamped.
    guard
      StampMark.hash(original.bytes) == stamp.mark.originalHash
        || before.hash == stamp.originalPixels
    else { return Verification(mark: stamp.mark, problems: problems + [.notThisOriginal]) }
    return Verification(
      mark: stamp.mark, problems: problems,
      comparison: PixelColours(of: canvas.pixels, stamp.precision)
        .comparison(with: before, outside: stamp.mark.areas))
  }

  /// Checks the stamp of a BMP; of an original the pixels outside the labels are compared.
  private func verifyBMP(
    _ photo: PhotoFile, original source: PhotoSource?
  ) throws(StampError) -> Verification {
    guard let stamped = try photo.inPlaceStamp() else { return Verification(mark: nil) }
    let mark = stamped.mark
    var problems: [VerificationProblem] = stamped.isUnchanged ? [] : [.editedSinceStamping]
    guard let source else { return Verification(mark: mark, problems: problems) }
    guard StampMark.hash(source.bytes) == mark.originalHash else {
      return Verification(mark: mark, problems: problems + [.notThisOriginal])
    }
    guard let decoder = decoder?() else { return Verification(mark: mark, problems: problems) }
    let original = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    try PhotoMemory(verifying: photo, with: original).check()
    let (after, before) = (
      PixelColours(of: try Canvas(decoding: photo, by: decoder).pixels, .seen),
      PixelColours(of: try Canvas(decoding: original, by: decoder).pixels, .seen)
    )
    let comparison = after.comparison(with: before, outside: mark.areas)
    if comparison?.compared == 0, !mark.isReversible { problems.append(.nothingCompared) }
    return Verification(mark: mark, problems: problems, comparison: comparison)
  }

  /// Checks the stamp of a TIFF that was stamped in its own samples.
  private func verify(
    _ photo: PhotoFile, _ stamp: StampedTIFF, original source: PhotoSource?,
    _ decoder: () -> any PictureDecoder
  ) throws(StampError) -> Verification {
    var problems: [VerificationProblem] = stamp.isUnchanged ? [] : [.editedSinceStamping]
    guard let source else { return Verification(mark: stamp.mark, problems: problems) }
    let original = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    guard StampMark.hash(source.bytes) == stamp.mark.originalHash,
      case .tiff(let before) = original.structure, case .tiff(let after) = photo.structure
    else { return Verification(mark: stamp.mark, problems: problems + [.notThisOriginal]) }
    let (old, new) = (before.pages, after.pages)
    var comparison = TIFFComparison()
    var isSame = old.count == new.count
    for index in 0..<min(stamp.pageCount, old.count, new.count) {
      let pages = (
        try rethrowing(TIFFPage(new[index], of: after), as: StampError.tiff),
        try rethrowing(TIFFPage(old[index], of: before), as: StampError.tiff)
      )
      let cell = pages.0.grid.partBytes * pages.0.grid.planes
      try PhotoMemory(drawing: original, largestCell: cell).check()
      let isCompared = try comparison.add(
        pages.0, pages.1, outside: stamp.areas(ofPage: index),
        of: (photo.bytes, original.bytes), decodingBy: decoder())
      if !isCompared { isSame = false }
    }
    if !isSame { problems.append(.differentFrame) }
    if comparison.differentPixels > 0 {
      problems.append(.differentPixels(comparison.differentPixels))
    }
    for (component, blocks) in comparison.differentBlocks.sorted(by: { $0.key < $1.key }) {
      problems.append(.differs(component: component, blocks: blocks))
    }
    return Verification(
      mark: stamp.mark, problems: problems, comparedPixels: comparison.comparedPixels)
  }

  private func verifyJPEG(
    _ source: PhotoSource, original: PhotoSource?
  ) throws(StampError) -> Verification {
    let structure = try rethrowing(JPEGStructure(source.bytes), as: StampError.photo)
    guard let stamped = try StampedFile(structure) else {
      return Verification(mark: nil)
    }
    var problems: [VerificationProblem] = []
    if !stamped.isUnchanged {
      let hasPicture = (try? stamped.originalPicture()) != nil
      problems.append(hasPicture ? .metadataChangedSinceStamping : .editedSinceStamping)
    }
    guard let original else {
      return Verification(mark: stamped.mark, problems: problems)
    }
    guard StampMark.hash(original.bytes) == stamped.mark.originalHash else {
      problems.append(.notThisOriginal)
      return Verification(mark: stamped.mark, problems: problems)
    }
    if stamped.mark.isReencoded {
      return Verification(mark: stamped.mark, problems: problems + [.reencoded])
    }
    try PhotoMemory(comparing: structure, with: original.bytes.count).check()
    let comparison = try rethrowing(
      JPEGPicture(structure).comparison(
        with: JPEGPicture(
          ending: rethrowing(JPEGStructure(original.bytes), as: JPEGError.header)),
        outside: stamped.mark.areas), as: StampError.jpeg)
    guard let comparison else {
      return Verification(mark: stamped.mark, problems: problems + [.differentFrame])
    }
    if comparison.compared == 0, !stamped.mark.isReversible { problems.append(.nothingCompared) }
    for (component, count) in comparison.different.enumerated() where count > 0 {
      problems.append(.differs(component: component, blocks: count))
    }
    return Verification(
      mark: stamped.mark, problems: problems, comparedBlocks: comparison.compared)
  }
}

/// A photo with the check of its stamp.
package struct VerifiedPhoto: Sendable {
  package let path: FilePath
  package let verification: Verification

  /// Whether the photo is stamped and everything that was checked holds.
  package var holds: Bool { verification.mark != nil && verification.problems.isEmpty }

  /// Reads a photo and checks its stamp.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - original: what it should be without its stamp; nil where that is not given.
  ///   - verifier: what checks the stamp.
  /// - Throws: ``StampError``.
  package init(
    _ photo: InputPhoto, original: PhotoSource?, verifier: Verifier
  ) throws(StampError) {
    path = photo.path
    let reader = try rethrowing(PhotoReader(photo), as: StampError.file)
    guard verifier.checks(try reader.format()) else {
      verification = Verification(mark: nil)
      return
    }
    let source = try rethrowing(reader.whole(), as: StampError.file)
    verification = try verifier.verify(source, original: original)
  }

  /// Checks the stamp of a photo that the caller read.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - source: the photo.
  ///   - original: what it should be without its stamp; nil if that is unknown.
  ///   - verifier: what checks the stamp.
  /// - Throws: ``StampError``.
  package init(
    _ path: FilePath, _ source: PhotoSource, original: PhotoSource?, verifier: Verifier
  ) throws(StampError) {
    self.path = path
    let isChecked = PhotoFormat.detect(source.bytes).map(verifier.checks) ?? false
    verification =
      isChecked
      ? try verifier.verify(source, original: original) : Verification(mark: nil)
  }
}
