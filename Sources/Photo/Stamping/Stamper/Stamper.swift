package import CaptureTime
package import Files
package import Formats
import PhotoFacts
package import Places
package import Raster
package import SystemPackage

/// Puts a label on one photo: bytes in, bytes out.
package struct Stamper: Sendable {
  package struct Settings: Sendable {
    /// The labels, the lowest first; at least one. Where a photo has words of its own (``PhotoContext``),
    /// the first has those.
    package var labels: [LabelDesign]
    /// A picture that is drawn over them; nil for none.
    package var logo: LabelLogo?
    /// Whether a photo fails that does not say what a field shows.
    package var requiresFields: Bool
    /// Names the town nearest to a place, for labels that show it.
    package var placeName: (@Sendable (GeoPosition) -> String?)?
    package var time: TimeSettings
    /// What is done to photos first.
    package var edit = PhotoEdit()
    /// From 1 to 100, for lossy formats; nil keeps the input's.
    package var quality: Int?
    /// Whether a photo is stamped although the output cannot carry all of it.
    package var allowsLoss: Bool
    /// Whether the stamped photo replaces the original.
    package var isInPlace = false
    /// Whether a stamped photo holds what its label covers, so that the stamp can be taken off.
    package var keepsUndo: Bool
    /// Whether an earlier stamp comes off a JPEG whose metadata were changed since; the photo with those
    /// is its original then.
    package var keepsMetadata = false
    /// What stamps record of all these; nil where nothing.
    package var options: OptionsDigest?
    /// The most pixels that a photo may have.
    package var maxPixels: Int
    /// The most that it may have if it is decoded and re-encoded, which takes six bytes a pixel;
    /// `maxPixels` unless given.
    package var maxRecodedPixels: Int
    /// Decodes photos whose blocks cannot be replaced; asked for when the first of them comes, for most
    /// batches have none.
    fileprivate let decoder: @Sendable () -> any PictureDecoder

    package init(
      labels: [LabelDesign], logo: LabelLogo? = nil, requiresFields: Bool = false,
      placeName: (@Sendable (GeoPosition) -> String?)? = nil, time: TimeSettings, quality: Int?,
      allowsLoss: Bool, keepsUndo: Bool = true, maxPixels: Int, maxRecodedPixels: Int? = nil,
      decoder: @autoclosure @escaping @Sendable () -> any PictureDecoder
    ) {
      precondition(!labels.isEmpty)
      self.labels = labels
      self.logo = logo
      self.requiresFields = requiresFields
      self.placeName = placeName
      self.time = time
      self.quality = quality
      self.allowsLoss = allowsLoss
      self.keepsUndo = keepsUndo
      self.maxPixels = maxPixels
      self.maxRecodedPixels = maxRecodedPixels ?? maxPixels
      self.decoder = decoder
    }
  }

  private let settings: Settings

  package init(_ settings: Settings) { self.settings = settings }

  /// Decodes photos that are decoded whole, and develops raw ones.
  package var decoder: (any PictureDecoder)? { settings.decoder() }

  /// One that does something else to photos first.
  package func editing(_ edit: PhotoEdit) -> Stamper {
    var settings = settings
    settings.edit = edit
    return Stamper(settings)
  }

  /// One that shows this time instead of the photos' own.
  package func giving(_ time: CaptureTime) -> Stamper {
    var settings = settings
    settings.time = settings.time.giving(time)
    return Stamper(settings)
  }

  /// Stamps a photo; a stamp that it carries already is taken off first.
  ///
  /// - Parameters:
  ///   - source: the photo's bytes and its file's times.
  ///   - context: other facts about it.
  ///   - output: the format to write.
  /// - Returns: the stamped file, and what to report.
  /// - Throws: ``StampError``.
  package func stamp(
    _ source: PhotoSource, _ context: PhotoContext = PhotoContext(), as output: PhotoFormat
  ) throws(StampError) -> StampedPhoto {
    try stamp(
      OriginalPhoto(source, keepingMetadata: settings.keepsMetadata), context, as: output)
  }

  /// Stamps a photo with its own time.
  ///
  /// - Parameters:
  ///   - original: the photo.
  ///   - context: other facts about it; its name may hold a time.
  ///   - output: the format to write.
  /// - Returns: the stamped file, and what to report.
  /// - Throws: ``StampError``.
  package func stamp(
    _ original: OriginalPhoto, _ context: PhotoContext = PhotoContext(), as output: PhotoFormat
  ) throws(StampError) -> StampedPhoto {
    try original.header.checkSize(maxPixels: settings.maxPixels)
    let found = try captureTime(of: original, context)
    return try stamp(original, context.at(found?.place), at: found?.time, as: output)
      .adding(found?.warnings ?? [])
  }

  /// Stamps a photo with any time.
  ///
  /// - Parameters:
  ///   - original: the photo.
  ///   - context: other facts about it.
  ///   - time: what the label shows; nil only for a label that shows no time.
  ///   - output: the format to write.
  /// - Returns: the stamped file, and what to report.
  /// - Throws: ``StampError``.
  package func stamp(
    _ original: OriginalPhoto, _ context: PhotoContext, at time: CaptureTime?,
    as output: PhotoFormat
  ) throws(StampError) -> StampedPhoto {
    try original.header.checkSize(maxPixels: settings.maxPixels)
    let original = try original.withoutAnimationStamp(
      allowsLoss: settings.allowsLoss, decodingBy: settings.decoder
    ).coveringReencodedStamp(allowsLoss: settings.allowsLoss)
    let edited = try editing.edited(original.file, as: output)
    let photo = edited.file
    let method = try photo.stampMethod(
      as: output, quality: edited.isFinished ? nil : settings.quality,
      allowsLoss: settings.allowsLoss, edit: edited.pixels,
      maxRecodedPixels: settings.maxRecodedPixels, decodingBy: settings.decoder)
    let labels = try labels(of: original.file, edited.frame, context, at: time)
    try method.needed(on: photo).check()
    let job = StampJob(
      labels: labels,
      labelsOnPage: { frame throws(StampError) in
        try frame.checkSize(maxPixels: settings.maxPixels)
        return try self.labels(of: original.file, frame, context, at: time)
      }, time: time, options: settings.options,
      originalHash: { edited.isFinished ? StampMark.hash(photo.bytes) : original.hash },
      keepsUndo: settings.keepsUndo && !original.coversOldLabel,
      coversOldLabel: original.coversOldLabel, decoder: settings.decoder)
    var stamped = try method.stamp(job)
    stamped.fidelity = stamped.fidelity.after(edited.cause)
    try checkKeepsOriginal(stamped.fidelity)
    stamped.warnings = warnings(of: stamped, labels, edited, original, context)
    return stamped
  }

  /// Refuses to put in a photo's place what neither has its pixels nor gives them back, unless that was
  /// asked for.
  private func checkKeepsOriginal(_ fidelity: Fidelity) throws(StampError) {
    if settings.isInPlace, !settings.allowsLoss, settings.quality == nil,
      case .reencoded(because: .outputFormat(let format), restores: nil) = fidelity
    {
      throw .inPlaceLosesPixels(format)
    }
  }

  /// What a person should know, of the photo first, then of how it was stamped and of its label.
  private func warnings(
    of stamped: StampedPhoto, _ labels: PhotoLabels, _ edited: EditedPhoto,
    _ original: OriginalPhoto, _ context: PhotoContext
  ) -> [StampWarning] {
    var warnings = [original.raw?.warning].compactMap(\.self) + edited.warnings + stamped.warnings
    if original.coversOldLabel { warnings.append(.oldLabelStays) }
    if edited.file.isGrayJPEG, stamped.fidelity.isLossless,
      designs(context).contains(where: \.style.hasColour)
    {
      warnings.append(.grayPhoto)
    }
    warnings += edited.file.metadata.problems.map(StampWarning.unreadableMetadata)
    if stamped.time?.source == .fileModified,
      designs(context).contains(where: \.text.needsTime)
    {
      warnings.append(.timeOfFileModification)
    }
    return warnings + labels.warnings.filter { !warnings.contains($0) }
  }

  private var editing: PhotoEditing {
    PhotoEditing(
      edit: settings.edit, quality: settings.quality, allowsLoss: settings.allowsLoss,
      maxRecodedPixels: settings.maxRecodedPixels, decoder: settings.decoder)
  }

  /// The labels that a photo gets.
  private func labels(
    of photo: PhotoFile, _ frame: Frame, _ context: PhotoContext, at time: CaptureTime?
  ) throws(StampError) -> PhotoLabels {
    let designs = designs(context)
    let values = LabelValues(
      of: photo, context, time: time,
      fields: designs.reduce(into: []) { $0.formUnion($1.text.fields) },
      placeName: settings.placeName)
    return try PhotoLabels(
      designs, logo: settings.logo, values: values, requiresFields: settings.requiresFields,
      on: frame)
  }

  /// The labels as they are asked for a photo.
  private func designs(_ context: PhotoContext) -> [LabelDesign] {
    var designs = settings.labels
    if let own = context.text { designs[0].text = own }
    return designs
  }

  /// The capture time that a photo's label shows, adjusted as the settings say.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - context: other facts about it; its name may hold a time.
  /// - Returns: nil where the photo has none and its labels need none.
  /// - Throws: ``StampError/noCaptureTime(_:)``, ``StampError/onlyFileModified(_:)``,
  ///   ``StampError/needsZone(_:)``, ``StampError/shift(_:_:)``.
  package func captureTime(
    of photo: OriginalPhoto, _ context: PhotoContext
  ) throws(StampError) -> FoundTime? {
    let times = settings.time.times(of: photo, name: context.name, file: context.file)
    var found = try settings.time.adjusted(
      times.report, times.warnings,
      needsTime: designs(context).contains(where: \.text.needsTime)
    ) { settings.time.adjustment(of: $0, in: photo.file.metadata, file: context.file) }
    found?.place = times.place
    return found
  }

  /// As ``captureTime(of:_:)``, of a video.
  package func captureTime(
    of video: VideoFile, _ attributes: FileAttributes?, name: [UInt8]?, file: FilePath? = nil
  ) throws(StampError) -> FoundTime? {
    try settings.time.adjusted(
      settings.time.report(of: video, attributes, name: name, file: file), needsTime: false
    ) { _ in settings.time.adjustment }
  }
}

extension Frame {
  /// Checks that a page may be drawn on.
  ///
  /// - Throws: ``StampError/tooManyPixels(width:height:limit:)``.
  fileprivate func checkSize(maxPixels: Int) throws(StampError) {
    let (pixels, overflows) = pixelWidth.multipliedReportingOverflow(by: pixelHeight)
    guard !overflows, pixels <= maxPixels else {
      throw .tooManyPixels(width: pixelWidth, height: pixelHeight, limit: maxPixels)
    }
  }
}

extension PhotoFile {
  /// Whether it is a JPEG of luminance alone, which has no room for colours.
  fileprivate var isGrayJPEG: Bool { jpegStructure != nil && header.colour == .gray }
}

extension PhotoHeader {
  /// Checks that the picture may be decoded.
  ///
  /// - Throws: ``StampError/tooManyPixels(width:height:limit:)``.
  func checkSize(maxPixels: Int) throws(StampError) {
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, pixels <= maxPixels else {
      throw .tooManyPixels(width: width, height: height, limit: maxPixels)
    }
  }
}

extension Stamper: PhotoWork {
  /// Refuses nothing: every photo can be tried.
  package func check(_ reader: PhotoReader, format: PhotoFormat) {}

  package func perform(
    on source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto {
    let photo = try stamp(source, context, as: format)
    return FinishedPhoto(
      bytes: photo.bytes, result: .stamped(photo.withoutBytes), warnings: photo.warnings)
  }

  /// A stamp records its input file and options. If it does not, or the file was stamped before
  /// or edited first, the photo is stamped again and the bytes are compared.
  package func compare(
    _ output: PhotoSource, of source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> EarlierOutput {
    if let mark = StampMark(of: output.bytes), let options = mark.options,
      mark.originalHash == source.hash, settings.edit.isNone
    {
      guard options == settings.options else { return .withOtherOptions }
      let photo = try OriginalPhoto(source)
      try photo.header.checkSize(maxPixels: settings.maxPixels)
      let found = try captureTime(of: photo, context)
      let time = found?.time
      let labels = try labels(
        of: photo.file, Frame(photo.header), context.at(found?.place), at: time)
      guard PhotoFormat.detect(output.bytes) == format, mark.label == labels.text,
        mark.time == time?.description, try isUnchanged(output)
      else { return .other }
      return .same(EarlierPhoto(time, label: labels.text, restores: mark.restores))
    }
    return try compareDoingAgain(output, of: source, context, as: format)
  }

  /// Whether a stamped file is as it was stamped.
  ///
  /// - Throws: ``StampError`` where it is too large to be checked.
  private func isUnchanged(_ output: PhotoSource) throws(StampError) -> Bool {
    do throws(StampError) {
      let verifier = Verifier(decoder: settings.decoder())
      return try verifier.verify(output, original: nil).problems.isEmpty
    } catch {
      if error.isOfSize { throw error }
      return false
    }
  }

  /// A stamped photo records its input file, if its format has a place for that.
  package func hasMade(_ output: PhotoSource, of source: PhotoSource) -> Bool {
    guard let mark = StampMark(of: output.bytes) else { return false }
    if settings.edit.isNone {
      // An earlier stamp was taken off, or could not be.
      return mark.originalHash == StampMark(of: source.bytes)?.originalHash
        || mark.originalHash == source.hash
    }
    // It says of what it was stamped, which is the edited photo.
    guard
      let original = try? OriginalPhoto(source, keepingMetadata: settings.keepsMetadata),
      (try? original.header.checkSize(maxPixels: settings.maxPixels)) != nil,
      let format = PhotoFormat.detect(output.bytes),
      let edited = try? editing.edited(original.file, as: format), edited.isFinished
    else { return false }
    return mark.originalHash == StampMark.hash(edited.file.bytes)
  }
}
