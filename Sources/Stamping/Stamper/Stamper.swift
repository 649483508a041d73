import CaptureTime
package import PhotoFile
import Raster

/// Puts a label on one photo: bytes in, bytes out, nothing else touched.
package struct Stamper: Sendable {
  package struct Settings: Sendable {
    package var style: LabelStyle
    package var text: LabelText
    package var fonts: LabelFonts
    package var time: TimeSettings
    /// From 1 to 100, for lossy formats; nil keeps the input's.
    package var quality: Int?
    /// Whether what the output cannot carry may go.
    package var allowsLoss: Bool
    /// The most pixels that are decoded.
    package var maxPixels: Int

    package init(
      style: LabelStyle, text: LabelText, fonts: LabelFonts, time: TimeSettings, quality: Int?,
      allowsLoss: Bool, maxPixels: Int
    ) {
      self.style = style
      self.text = text
      self.fonts = fonts
      self.time = time
      self.quality = quality
      self.allowsLoss = allowsLoss
      self.maxPixels = maxPixels
    }
  }

  private let settings: Settings

  package init(_ settings: Settings) { self.settings = settings }

  /// Stamps a photo.
  ///
  /// - Parameters:
  ///   - source: the photo's bytes and its file's times.
  ///   - name: the bytes of its file's name, which may say a time; nil where it has none.
  ///   - output: the format to write.
  /// - Returns: the stamped file, and what is to be told of it.
  /// - Throws: ``StampError``.
  package func stamp(
    _ source: PhotoSource, name: [UInt8]?, as output: PhotoFormat
  ) throws(StampError) -> StampedPhoto {
    let photo = try StampError.wrapping { () throws(PhotoFileError) in try PhotoFile(source.bytes) }
    try checkSize(photo.header)
    if photo.header.format == .webp, photo.header.isAnimated {
      throw .undecodableAnimation(.webp)
    }
    let transfer = MetadataTransfer(
      from: photo, to: output, orientation: Canvas.orientation(of: photo))
    var losses = try accept(StampLoss.losses(of: photo, into: output, dropped: transfer.dropped))

    let time = try captureTime(of: photo, source: source, name: name)
    let words = try StampError.wrapping { () throws(LabelError) in
      try settings.text.string(for: time)
    }
    let label = try PhotoLabel(
      words, fonts: settings.fonts, style: settings.style, frame: Frame(photo.header))

    let canvas = try Canvas(decoding: photo)
    if photo.header.hasAlpha {
      losses += try accept(StampLoss.losses(of: canvas.image.transparency, into: output))
    }
    canvas.draw(label.drawing)
    let encoding = Encoding(for: photo.header, as: output, quality: settings.quality)
    let encoded = try canvas.encoded(encoding, as: output)
    let bytes = try StampError.wrapping { () throws(PhotoFileError) in
      try transfer.embed(in: encoded)
    }

    let isLossless = encoding.isLossless && losses.allSatisfy(\.isOnlyNamed)
    var warnings = losses.map(StampWarning.lost)
    warnings += photo.metadata.problems.map(StampWarning.unreadableMetadata)
    if time?.source == .fileModified { warnings.append(.timeOfFileModification) }
    if label.geometry.shrink < 1 { warnings.append(.shrunk(factor: label.geometry.shrink)) }
    if canvas.image.hasApproximatedColours { warnings.append(.approximatedColours) }
    return StampedPhoto(
      bytes: bytes, time: time, label: label.text, box: label.geometry.box,
      isLossless: isLossless, warnings: warnings)
  }

  private func checkSize(_ header: PhotoHeader) throws(StampError) {
    let (pixels, overflows) = header.width.multipliedReportingOverflow(by: header.height)
    guard !overflows, pixels <= settings.maxPixels else {
      throw .tooManyPixels(width: header.width, height: header.height, limit: settings.maxPixels)
    }
  }

  /// Passes on the losses that may be, and refuses the others.
  private func accept(_ losses: [StampLoss]) throws(StampError) -> [StampLoss] {
    let refused = settings.allowsLoss ? [] : losses.filter { !$0.isOnlyNamed }
    guard refused.isEmpty else { throw .losses(refused) }
    return losses
  }

  /// The time that the label shows; nil where it shows none and the photo has none.
  private func captureTime(
    of photo: PhotoFile, source: PhotoSource, name: [UInt8]?
  ) throws(StampError) -> CaptureTime? {
    let report = settings.time.report(of: photo, source: source, name: name)
    guard let found = report.chosen else {
      if settings.text.needsTime { throw .noCaptureTime(report) }
      return nil
    }
    if settings.time.requiresCaptureTime, found.source == .fileModified {
      throw .onlyFileModified(found)
    }
    do {
      return try settings.time.adjustment.apply(to: found)
    } catch {
      throw .shift(found, error)
    }
  }
}
