package import CaptureTime
package import Files
package import Formats
import Glibc
import PhotoFacts
import Places
import Tracks
package import SystemPackage

/// Writes capture times into the EXIF of photos, and into the times of their files.
package struct PhotoDating: PhotoWork {
  private let settings: Settings

  package init(_ settings: Settings) { self.settings = settings }

  package struct Settings: Sendable {
    /// How times are found, and shifted.
    let time: TimeSettings
    let way: Way
    /// Whether the file's modification time is set too.
    let setsModified: Bool
    /// Whose clock a time without an offset is from, for the file's modification time.
    let zone: CaptureZone
    /// Whether the place that a track tells is written, too.
    package var writesPosition = false
    /// Keeps what gives photos back that are replaced; nil where nothing is kept.
    let record: RunRecordFile?

    package init(
      time: TimeSettings, way: Way, setsModified: Bool, zone: CaptureZone, record: RunRecordFile?
    ) {
      (self.time, self.way, self.setsModified) = (time, way, setsModified)
      (self.zone, self.record) = (zone, record)
    }
  }

  /// Which time is written, into which of the three dates.
  package enum Way: Sendable, Hashable {
    /// The one that was given, into all.
    case given
    /// That of the file's name, into all.
    case fileName
    /// The photo's own, put right, into the capture time; the other dates are put right by themselves.
    case shifted
    /// The photo's own, where EXIF has none.
    case lacking
    /// None: only the file's modification time is set.
    case modifiedOnly
  }

  /// Refuses what has no EXIF, and what an earlier run made.
  package func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError) {
    if [.gif, .bmp].contains(format), settings.way != .modifiedOnly {
      throw .date(.exif(.formatWithoutExif(format)))
    }
    if let original = OutputNaming.original(ofDated: reader.path), (try? original.stat()) != nil {
      throw .notDated(.earlierOutput)
    }
  }

  package func hasMade(_ output: PhotoSource, of source: PhotoSource) -> Bool { false }

  package func keep(
    _ source: PhotoSource, replacedBy finished: FinishedPhoto, at path: FilePath
  ) throws(StampError) {
    try settings.record?.keep(source, replacedBy: finished, at: path)
  }

  package func perform(
    on source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto {
    let photo = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    try PhotoMemory(of: .dating, on: photo).check()
    let times = settings.time.times(
      of: photo.metadata, source.attributes, name: context.name, file: context.file)
    let report = times.report
    let position = settings.writesPosition ? times.place?.position : nil
    let (found, adjustment, time) = try correct(report, photo.metadata, context)
    let dates = try dates(time, report, adjustment, with: position)
    var bytes = source.bytes
    if let dates { bytes = try photo.datedKeepingStamp(dates) }
    let modified = settings.setsModified ? try instant(time) : nil
    let isInExif = bytes != source.bytes
    let isChecked = isInExif && dates?.original != nil
    let hasAll = isChecked ? try hasParts(of: time, bytes) : true
    let isNewTime = modified != nil && modified != source.attributes?.modifiedSeconds
    guard isInExif || isNewTime else { throw .notDated(.isThere) }
    var warnings = times.warnings + report.unusedCompanions.map(StampWarning.companion)
    if let doubt = report.doubt, found == report.chosen { warnings.append(.doubtfulTime(doubt)) }
    if let end = adjustment.monthsEnd(for: found) {
      warnings.append(.monthsEnd(end, insteadOf: found.day))
    }
    if !hasAll { warnings.append(.offsetNotWritten) }
    if isInExif { warnings += contradictions(to: time, of: photo, report) }
    return FinishedPhoto(
      bytes: bytes,
      result: .dated(
        DatedPhoto(
          time: time, earlier: report.withoutGiven, isInExif: isInExif, modified: modified)),
      warnings: warnings, modified: modified.map { timespec(tv_sec: $0, tv_nsec: 0) })
  }

  package func companion(
    of raw: RawPhoto, _ companion: RawCompanion, _ attributes: FileAttributes?,
    _ context: PhotoContext
  ) throws(StampError) -> FinishedPhoto? {
    // The time of a raw file's last change stays, too.
    if settings.setsModified || settings.way == .modifiedOnly { return nil }
    let report = settings.time.times(
      of: raw.metadata, attributes, name: context.name, file: context.file, isRaw: true
    ).report
    let (found, adjustment, time) = try correct(report, raw.metadata, context)
    if settings.way == .lacking, found.source == .companion { throw .notDated(.isThere) }
    guard let dates = try dates(time, report, adjustment), let original = dates.original else {
      return nil
    }
    // What the raw photo says of it is older than the XMP: an earlier run may have corrected that.
    let digitized = found.source == .companion ? nil : dates.digitized
    let bytes = try companion.dated(original, digitized: digitized ?? original)
    if bytes == companion.source.bytes { throw .notDated(.isThere) }
    return FinishedPhoto(
      bytes: bytes,
      result: .dated(
        DatedPhoto(time: time, earlier: report.withoutGiven, isInExif: true, modified: nil)),
      warnings: report.doubt.map { [.doubtfulTime($0)] } ?? [])
  }

  /// Reads the written file.
  ///
  /// - Returns: whether it has the offset and fraction too, for which EXIF may have no room.
  /// - Throws: ``StampError/failedCheck`` where it is another time.
  private func hasParts(of time: CaptureTime, _ bytes: [UInt8]) throws(StampError) -> Bool {
    let photo = try rethrowing(PhotoFile(bytes), as: StampError.photo)
    let report = settings.time.withoutGiven.times(
      of: photo.metadata, nil, name: nil, file: nil
    ).report
    let date = time.exifDate
    let text = date.text.prefix { $0 != " " } + (time.precision == .day ? "" : date.text.suffix(9))
    // Also of a year that is taken only where it is given.
    let read = report.candidates.first { $0.source == .exifDateTimeOriginal }?.rawText
    guard let read, read.hasPrefix(text) else { throw .failedCheck }
    return time.precision == .day
      || read == text + (date.subsecond.map { ".\($0)" } ?? "") + (date.offset ?? "")
  }

  /// Finds the time to write: as the photo has it, its correction, and the corrected time.
  private func correct(
    _ report: CaptureTimeReport, _ metadata: EmbeddedMetadata, _ context: PhotoContext
  ) throws(StampError) -> (
    found: CaptureTime, adjustment: CaptureTimeAdjustment, time: CaptureTime
  ) {
    let found = try time(report)
    let adjustment = settings.time.adjustment(of: found, in: metadata, file: context.file)
    if settings.time.clocks != nil, settings.way != .given, adjustment.shift == nil {
      throw .notDated(.otherCamera)
    }
    return (found, adjustment, try adjusted(found, adjustment))
  }

  /// The time to be written, as it was found.
  private func time(_ report: CaptureTimeReport) throws(StampError) -> CaptureTime {
    if settings.way == .fileName {
      let named = report.candidates.first { $0.source == .fileName }
      if let time = named?.time { return time }
      if case .rejected(let rejection)? = named?.outcome { throw .date(.name(rejection)) }
      throw .date(.name(.noDate))
    }
    guard let chosen = report.chosen else { throw .noCaptureTime(report) }
    if chosen.source == .fileModified { throw .date(.onlyFileModified(chosen)) }
    return chosen
  }

  private func adjusted(
    _ time: CaptureTime, _ adjustment: CaptureTimeAdjustment
  ) throws(StampError) -> CaptureTime {
    do throws(TimeShiftError) {
      return try adjustment.apply(to: time)
    } catch {
      throw .shift(time, error)
    }
  }

  /// The same with a position, also of a photo with dates that stay.
  private func dates(
    _ time: CaptureTime, _ report: CaptureTimeReport, _ adjustment: CaptureTimeAdjustment,
    with position: GeoPosition?
  ) throws(StampError) -> ExifDates? {
    guard let position else { return try dates(time, report, adjustment) }
    var written = ExifDates(original: nil, digitized: nil, changed: nil)
    do throws(StampError) {
      if let dates = try dates(time, report, adjustment) { written = dates }
    } catch .notDated(.isThere) {
      // Only the position is new.
    } catch {
      throw error
    }
    written.position = ExifPosition(latitude: position.latitude, longitude: position.longitude)
    return written
  }

  /// The dates to be written; nil where none is.
  private func dates(
    _ time: CaptureTime, _ report: CaptureTimeReport, _ adjustment: CaptureTimeAdjustment
  ) throws(StampError) -> ExifDates? {
    func valid(_ source: CaptureTimeSource) -> CaptureTime? {
      report.candidates.first { $0.source == source && $0.time != nil }?.time
    }
    let date = time.exifDate
    switch settings.way {
    case .modifiedOnly: return nil
    case .given, .fileName: return ExifDates(original: date, digitized: date, changed: date)
    case .shifted:
      func shifted(_ source: CaptureTimeSource) throws(StampError) -> ExifDate? {
        try valid(source).map { own throws(StampError) in try adjusted(own, adjustment).exifDate }
      }
      return ExifDates(
        original: date, digitized: try shifted(.exifDateTimeDigitized),
        changed: try shifted(.exifDateTime))
    case .lacking:
      if time.source == .exifDateTimeOriginal {
        // Its offset may follow from the position, or be given, where EXIF has none.
        let isNew = time.place != nil || settings.time.adjustment.zone != nil
        guard isNew, valid(.exifDateTimeOriginal)?.wallSeconds == time.wallSeconds else {
          throw .notDated(.isThere)
        }
        return ExifDates(original: date, digitized: nil, changed: nil)
      }
      return ExifDates(
        original: date, digitized: valid(.exifDateTimeDigitized) == nil ? date : nil,
        changed: valid(.exifDateTime) == nil ? date : nil)
    }
  }

  /// When that was, in seconds since 1970 in UTC.
  private func instant(_ time: CaptureTime) throws(StampError) -> Int {
    guard time.precision != .day else { throw .date(.onlyDay(time)) }
    return time.instant ?? time.wallSeconds - settings.zone.offset(atWall: time.wallSeconds)
  }

  /// What in the photo says another time than its EXIF now.
  private func contradictions(
    to time: CaptureTime, of photo: PhotoFile, _ report: CaptureTimeReport
  ) -> [StampWarning] {
    var warnings: [StampWarning] = []
    if let label = StampMark(of: photo), let shown = label.time, shown != time.description {
      warnings.append(.labelShowsOther(shown))
    }
    let others: Set<CaptureTimeSource> = [
      .xmpDateTimeOriginal, .xmpDateCreated, .xmpCreateDate, .iptcDateCreated, .pngCreationTime,
    ]
    let other = report.candidates.first {
      guard others.contains($0.source), let other = $0.time else { return false }
      return other.date != time.date
        || other.precision != .day && time.precision != .day
          && other.wallSeconds != time.wallSeconds
    }
    if let other { warnings.append(.otherTimeStays(other.source)) }
    return warnings
  }
}

extension CaptureTimeReport {
  /// The time that wins where none is given.
  fileprivate var withoutGiven: CaptureTime? {
    if let chosen, chosen.source != .given { return chosen }
    return candidates.first { $0.source != .given && $0.time != nil }?.time
  }
}

extension OutputNaming {
  /// The photo that a dated one beside it was made of, whether it is there or not; nil for other names.
  static func original(ofDated path: FilePath) -> FilePath? {
    guard let name = path.lastComponent, name.stem.hasSuffix(datedInfix),
      let suffix = name.extension
    else { return nil }
    let stem = String(name.stem.dropLast(datedInfix.count))
    guard !stem.isEmpty, let original = FilePath.Component("\(stem).\(suffix)") else { return nil }
    return path.removingLastComponent().appending(original)
  }
}
