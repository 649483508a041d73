package import ArgumentParser
package import CaptureTime
import Fonts
import Foundation
package import Places
import Shell
package import Stamping
import Wording

/// Which time the label shows.
package struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The capture time, instead of the photos' own: now, or '2024-01-31 23:59:58+09:00'; seconds, \
      time of day and offset are optional.
      """, valueName: "time"))
  package var time: String?

  @OptionGroup var clock: ClockOptions

  @Flag(help: "Fail photos with no date but the file's modification time.")
  var requireCaptureTime = false

  @OptionGroup package var tracks: TrackOptions

  package init() {}

  package func validate() throws {
    if time != nil, !clock.sync.isEmpty {
      throw ValidationError("--time and --sync cannot be used together.")
    }
  }

  var noCompanions: Bool { clock.noCompanions }

  /// The zone that was asked for.
  ///
  /// - Throws: `ValidationError`.
  package func zone() throws -> CaptureZone? { try clock.zone() }

  /// The same, with the clocks of cameras that --sync corrects; reads its photos.
  ///
  /// - Throws: `ValidationError`.
  package func synchronized(_ settings: TimeSettings) throws -> TimeSettings {
    try clock.synchronized(settings)
  }

  /// What was asked for, with the clock and the zone of this machine.
  ///
  /// - Parameter isReproducible: whether its zone, and times of change of its files, may not be asked.
  /// - Returns: how times are found and shown.
  /// - Throws: `ValidationError`.
  package func settings(isReproducible: Bool = false) throws -> TimeSettings {
    let zone = try zone()
    let usual = isReproducible ? CaptureZone.utc : CaptureZone(TimeZone.current)
    return try settings(
      in: zone ?? usual, shownIn: zone, places: zone == nil ? .ofThisProgram : nil,
      isReproducible: isReproducible)
  }

  /// The options for the journal: times known only in UTC are shown in its zone, and
  /// what a wall clock shows is left as it is.
  ///
  /// - Parameters:
  ///   - zone: the journal's, or the one that was asked for.
  ///   - places: finds the zone of a photo's position, which goes before it; nil where none is to be found.
  /// - Returns: how times are found and shown.
  /// - Throws: `ValidationError`.
  package func journalSettings(_ zone: CaptureZone, places: ZoneFinder?) throws -> TimeSettings {
    try settings(in: zone, shownIn: nil, places: places)
  }

  private func settings(
    in readersZone: CaptureZone, shownIn zone: CaptureZone?, places: ZoneFinder?,
    isReproducible: Bool = false
  ) throws -> TimeSettings {
    let adjustment = CaptureTimeAdjustment(shift: try clock.timeShift(), zone: zone)
    return TimeSettings(
      reader: .ofThisMachine(zone: readersZone, places: places),
      given: try time.map { time in
        try Wording.checking("--time", time) {
          let given = try GivenTime.parse($0, now: Clock.now(), in: readersZone)
          try adjustment.check(given)
          return given
        }
      }, adjustment: adjustment, requiresCaptureTime: requireCaptureTime,
      isReproducible: isReproducible, companions: noCompanions ? nil : CompanionFolders())
  }
}

extension CaptureTimeReader {
  /// A reader with this machine's clock, and its time zone unless another is given.
  package static func ofThisMachine(zone: CaptureZone?, places: ZoneFinder?) -> CaptureTimeReader {
    CaptureTimeReader(
      zone: zone ?? CaptureZone(TimeZone.current), now: Clock.now(), places: places)
  }
}

extension ZoneFinder {
  /// Of the table beside the program, or where `DAYSTAMP_PLACES` says.
  package static let ofThisProgram = ZoneFinder(
    override: ProcessInfo.processInfo.environment["DAYSTAMP_PLACES"],
    executableFolder: ExecutableFolder.current())
}
