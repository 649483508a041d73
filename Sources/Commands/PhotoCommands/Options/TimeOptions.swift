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

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Show times in this zone, such as Asia/Seoul or +09:00; a time without an offset counts as \
      that zone's own.
      """, valueName: "zone"))
  package var timeZone: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Correct the camera's clock: +1h30m, -2d or +1y2mo; y and mo are calendar years and months, \
      m is minutes.
      """, valueName: "duration"))
  package var shift: String?

  @Flag(help: "Fail photos with no date but the file's modification time.")
  var requireCaptureTime = false

  @Flag(help: "Do not read times from files beside photos (XMP, Google Takeout's JSON).")
  var noCompanions = false

  package init() {}

  /// The zone that was asked for.
  ///
  /// - Throws: `ValidationError`.
  package func zone() throws -> CaptureZone? {
    try timeZone.map { try Wording.checking("--time-zone", $0, CaptureZone.parse) }
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

  /// What was asked for, for the journal: times that are known in UTC only are told in its zone, and
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
    let shift = try shift.map { try Wording.checking("--shift", $0, TimeShift.parse) }
    let adjustment = CaptureTimeAdjustment(shift: shift, zone: zone)
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
