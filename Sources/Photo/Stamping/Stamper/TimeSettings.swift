package import CaptureTime
import Files
import Formats
import PhotoFacts
package import Places
package import SystemPackage
package import Tracks

/// How a photo's time is found, and changed before it is shown.
package struct TimeSettings: Sendable {
  private let reader: CaptureTimeReader
  /// The time given for all photos, instead of their own.
  package private(set) var given: CaptureTime?
  package let adjustment: CaptureTimeAdjustment
  /// Whether the time of a file's last change is refused.
  private let requiresCaptureTime: Bool
  /// Whether nothing is asked that another machine would answer otherwise: neither the time of a file's
  /// last change nor, where none is given, the time zone.
  private let isReproducible: Bool
  /// Finds the files beside photos; nil where they are not to be read.
  private let companions: CompanionFolders?
  /// How far the clocks of cameras were off; nil where nothing says so.
  package var clocks: CameraClocks?
  /// Tell where photos were taken that do not say it; nil where there are none.
  package var tracks: TrackPlaces?

  package init(
    reader: CaptureTimeReader, given: CaptureTime?, adjustment: CaptureTimeAdjustment,
    requiresCaptureTime: Bool, isReproducible: Bool = false, companions: CompanionFolders? = nil
  ) {
    self.reader = reader
    self.given = given
    self.adjustment = adjustment
    self.requiresCaptureTime = requiresCaptureTime
    self.isReproducible = isReproducible
    self.companions = companions
  }

  /// The same, where all photos have their own times.
  package var withoutGiven: TimeSettings { giving(nil) }

  /// The same, with this time for all photos; nil for their own.
  package func giving(_ time: CaptureTime?) -> TimeSettings {
    var settings = self
    settings.given = time
    return settings
  }

  /// What is done to a time of a photo: shifted as its camera's clock was off, where that is known. A
  /// satellite's time is no clock's of a camera.
  ///
  /// - Parameters:
  ///   - time: the time.
  ///   - metadata: the photo's, which name its camera.
  ///   - file: where the photo is, so that it is counted once.
  /// - Returns: the adjustment for that photo.
  func adjustment(
    of time: CaptureTime, in metadata: EmbeddedMetadata, file: FilePath?
  ) -> CaptureTimeAdjustment {
    guard let clocks, ![.given, .gps].contains(time.source) else { return adjustment }
    let shift = clocks.shift(of: CameraIdentity(metadata), file: file)
    return CaptureTimeAdjustment(shift: shift ?? adjustment.shift, zone: adjustment.zone)
  }

  /// The same, where photos say how far the clocks of cameras were off.
  ///
  /// - Parameter evidence: these photos; at least one.
  /// - Returns: the settings with the cameras' shifts.
  /// - Throws: as ``CameraClocks/init(_:reader:companions:)``.
  package func correcting(_ evidence: [CameraClocks.Evidence]) throws -> TimeSettings {
    var settings = self
    settings.clocks = try CameraClocks(evidence, reader: reader, companions: companions)
    return settings
  }

  /// As ``times(of:name:file:)``, of a photo that was read.
  func times(
    of metadata: EmbeddedMetadata, _ attributes: FileAttributes?, name: [UInt8]?, file: FilePath?,
    isRaw: Bool = false
  ) -> TrackedTimes {
    let companions = beside(file)
    return TrackedTimes(
      of: metadata, tracks: tracks, adjustment: { adjustment(of: $0, in: metadata, file: file) }
    ) { place in
      reader.report(
        metadata: metadata, fileName: name, companions: companions,
        modified: isReproducible ? nil : attributes.map { $0.modifiedSeconds }, given: given,
        tracked: place, isRaw: isRaw)
    }
  }

  /// Whether a time is one that the machine's zone would have to make of UTC, where it may not.
  ///
  /// The reader's zone is UTC then, so that another offset is the time's own.
  func needsZone(_ time: CaptureTime) -> Bool {
    isReproducible && adjustment.zone == nil && time.offset == 0 && time.place == nil
      && [.gps, .companion, .fileName, .pngTime].contains(time.source)
  }

  /// Every time found for a photo, and which of them is its capture time.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - name: the bytes of its file's name, which may say a time; nil where it has none.
  ///   - file: beside which files may say a time; nil for none.
  /// - Returns: the times before they are adjusted.
  package func times(
    of photo: OriginalPhoto, name: [UInt8]?, file: FilePath? = nil
  ) -> TrackedTimes {
    times(
      of: photo.file.metadata, photo.attributes, name: name, file: file, isRaw: photo.raw != nil)
  }

  private func beside(_ file: FilePath?) -> Companions {
    file.flatMap { companions?.companions(of: $0) } ?? Companions()
  }

  /// Every time found for a video, and which of them is its capture time.
  func report(
    of video: VideoFile, _ attributes: FileAttributes?, name: [UInt8]?, file: FilePath?
  ) -> CaptureTimeReport {
    reader.report(
      video: video, fileName: name, companions: beside(file),
      modified: isReproducible ? nil : attributes.map { $0.modifiedSeconds }, given: given)
  }

  /// The capture time that a label shows.
  ///
  /// - Parameters:
  ///   - report: every time found for a photo or a video.
  ///   - warnings: what to say of them besides.
  ///   - needsTime: whether the label shows a time.
  ///   - adjustment: how to adjust the time that was found.
  /// - Returns: nil where there is no time, and none is needed.
  /// - Throws: ``StampError/noCaptureTime(_:)``, ``StampError/onlyFileModified(_:)``,
  ///   ``StampError/needsZone(_:)``, ``StampError/shift(_:_:)``.
  func adjusted(
    _ report: CaptureTimeReport, _ warnings: [StampWarning] = [], needsTime: Bool,
    adjustment: (CaptureTime) -> CaptureTimeAdjustment
  ) throws(StampError) -> FoundTime? {
    guard let found = report.chosen else {
      if needsTime { throw .noCaptureTime(report) }
      return nil
    }
    if needsZone(found) {
      if needsTime { throw .needsZone(found) }
      return nil
    }
    if requiresCaptureTime, found.source == .fileModified {
      throw .onlyFileModified(found)
    }
    let adjustment = adjustment(found)
    try rethrowing(adjustment.check(found), as: StampError.skipped)
    do {
      var warnings = warnings + report.unusedCompanions.map(StampWarning.companion)
      if let doubt = report.doubt { warnings.append(.doubtfulTime(doubt)) }
      if needsTime, let unused = report.passedOver { warnings.append(.unusedTime(unused)) }
      if let end = adjustment.monthsEnd(for: found) {
        warnings.append(.monthsEnd(end, insteadOf: found.day))
      }
      return FoundTime(time: try adjustment.apply(to: found), warnings: warnings)
    } catch {
      throw .shift(found, error)
    }
  }
}

/// The capture time that a photo's label shows, and what to say of how it was found.
package struct FoundTime: Sendable {
  package let time: CaptureTime
  package let warnings: [StampWarning]
  /// Where the photo was taken if only a track tells that.
  package var place: TrackedPlace?
  /// The position of that place.
  package var position: GeoPosition? { place?.position }
}

extension CaptureTimeReport {
  /// Why files beside the photo are not used that might have said a better time.
  var unusedCompanions: [CompanionProblem] {
    let order = CaptureTimeSource.allCases
    let companion = order.firstIndex(of: .companion) ?? order.endIndex
    let isDecided = chosen.flatMap { order.firstIndex(of: $0.source) }.map { $0 < companion }
    guard isDecided != true || doubt != nil else { return [] }
    return problems.compactMap { problem in
      switch problem {
      // A photo's settings in an editor, perhaps, which say no time.
      case .companion(.noTime): nil
      case .companion(let problem): problem
      default: nil
      }
    }
  }
}
