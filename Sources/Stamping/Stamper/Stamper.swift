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
    /// Whether a stamped JPEG holds what its label covers, so that the stamp can be taken off.
    package var keepsUndo: Bool
    /// The most pixels that are decoded.
    package var maxPixels: Int

    package init(
      style: LabelStyle, text: LabelText, fonts: LabelFonts, time: TimeSettings, quality: Int?,
      allowsLoss: Bool, keepsUndo: Bool = true, maxPixels: Int
    ) {
      self.style = style
      self.text = text
      self.fonts = fonts
      self.time = time
      self.quality = quality
      self.allowsLoss = allowsLoss
      self.keepsUndo = keepsUndo
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
    let photo = try PhotoFile.withoutStamp(source.bytes)
    try checkSize(photo.header)
    let route = try StampRoute(
      for: photo, as: output, quality: settings.quality, allowsLoss: settings.allowsLoss)

    let time = try captureTime(of: photo, source: source, name: name)
    let words = try StampError.wrapping { () throws(LabelError) in
      try settings.text.string(for: time)
    }
    let label = try PhotoLabel(
      words, fonts: settings.fonts, style: settings.style, frame: Frame(photo.header))

    let result: StampRoute.Result
    switch route {
    case .splicing(let stamping):
      let layer = stamping.layer(try label.drawing())
      result = try stamping.stamp(
        layer, text: label.text, time: time?.description, keepsUndo: settings.keepsUndo)
    case .recoding(let recoding): result = try recoding.stamp(label.drawing())
    }

    var warnings = result.warnings
    warnings += photo.metadata.problems.map(StampWarning.unreadableMetadata)
    if time?.source == .fileModified { warnings.append(.timeOfFileModification) }
    if label.geometry.shrink < 1 { warnings.append(.shrunk(factor: label.geometry.shrink)) }
    return StampedPhoto(
      bytes: result.bytes, time: time, label: label.text, box: label.geometry.box,
      fidelity: result.fidelity, warnings: warnings)
  }

  private func checkSize(_ header: PhotoHeader) throws(StampError) {
    let (pixels, overflows) = header.width.multipliedReportingOverflow(by: header.height)
    guard !overflows, pixels <= settings.maxPixels else {
      throw .tooManyPixels(width: header.width, height: header.height, limit: settings.maxPixels)
    }
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
