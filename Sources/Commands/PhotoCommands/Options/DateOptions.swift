import ArgumentParser
import CaptureTime
import Foundation
import Places
import Shell
import Stamping
import SystemPackage
import Wording

/// Which time is written into photos.
struct DateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write this time: '2024-01-31 23:59:58+09:00'; seconds, time of day and offset are optional.
      """, valueName: "time"))
  var set: String?

  @Flag(help: "Write the time in each file's name.")
  var fromName = false

  @Flag(
    help: """
      Also set each file's modification time to the capture time; without another way, that alone.
      """)
  var mtime = false

  @OptionGroup var clock: ClockOptions
  @OptionGroup var tracks: TrackOptions

  @Flag(help: "Write the place that --track tells into photos without a position.")
  var writeGps = false

  init() {}

  func validate() throws {
    if writeGps, tracks.track.isEmpty { throw ValidationError("--write-gps needs --track.") }
    if set != nil, fromName || clock.shift != nil || !clock.sync.isEmpty {
      let other = fromName ? "--from-name" : clock.shift != nil ? "--shift" : "--sync"
      throw ValidationError("--set and \(other) cannot be used together.")
    }
  }

  /// Which time, and into which of EXIF's dates.
  var way: PhotoDating.Way {
    if set != nil { return .given }
    if fromName { return .fileName }
    if clock.shift != nil || !clock.sync.isEmpty { return .shifted }
    return mtime ? .modifiedOnly : .lacking
  }

  /// The zone of times without an offset.
  ///
  /// - Throws: `ValidationError`.
  func zone() throws -> CaptureZone { try clock.zone() ?? CaptureZone(TimeZone.current) }

  /// How times are found and put right.
  ///
  /// - Throws: `ValidationError`.
  func settings() throws -> TimeSettings {
    let zone = try clock.zone()
    let own = try self.zone()
    let places: ZoneFinder? = zone == nil ? .ofThisProgram : nil
    let adjustment = CaptureTimeAdjustment(shift: try clock.timeShift(), zone: zone)
    return TimeSettings(
      reader: .ofThisMachine(zone: own, places: places),
      given: try set.map { text in
        try Wording.checking("--set", text) {
          let given = try GivenTime.parse($0, now: Clock.now(), in: own)
          try adjustment.check(given)
          return given
        }
      }, adjustment: adjustment, requiresCaptureTime: false,
      companions: clock.noCompanions ? nil : CompanionFolders())
  }
}
