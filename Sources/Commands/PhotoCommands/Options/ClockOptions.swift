import ArgumentParser
import CaptureTime
import Shell
package import Stamping
import SystemPackage
import Wording

/// How the clocks of cameras are put right, and read.
package struct ClockOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Show times in this zone, such as Asia/Seoul or +09:00; a time without an offset counts as \
      that zone's own.
      """, valueName: "zone"))
  var timeZone: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Correct the camera's clock: +1h30m, -2d or +1y2mo; y and mo are calendar years and months, \
      m is minutes.
      """, valueName: "duration"))
  var shift: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Correct the clock of the camera that took a photo by the time it was taken, or by another photo \
      of that moment: clock.jpg='2024-01-31 23:59:58' or a.jpg=b.jpg. May be repeated.
      """, valueName: "photo=time"))
  var sync: [String] = []

  @Flag(help: "Do not read times from files beside photos (XMP, Google Takeout's JSON).")
  var noCompanions = false

  package init() {}

  package func validate() throws {
    if shift != nil, !sync.isEmpty {
      throw ValidationError("--shift and --sync cannot be used together.")
    }
    for text in sync where !text.contains("=") {
      throw ValidationError(
        "--sync \(Wording.escaped(text)): give a photo, = and a time or another photo.")
    }
  }

  /// The zone that was asked for.
  ///
  /// - Throws: `ValidationError`.
  func zone() throws -> CaptureZone? {
    try timeZone.map { try Wording.checking("--time-zone", $0, CaptureZone.parse) }
  }

  /// The shift for all photos.
  ///
  /// - Throws: `ValidationError`.
  func timeShift() throws -> TimeShift? {
    try shift.map { try Wording.checking("--shift", $0, TimeShift.parse) }
  }

  /// Reads the photos that --sync names, and adds the corrections of their cameras' clocks to the settings.
  ///
  /// - Throws: `ValidationError`; then nothing was done.
  func synchronized(_ settings: TimeSettings) throws -> TimeSettings {
    if sync.isEmpty { return settings }
    let evidence = try sync.map(evidence)
    do {
      return try settings.correcting(evidence)
    } catch let error as CameraClockError {
      throw ValidationError("--sync: \(error.wording.commandLine).")
    } catch let error as ClockPhotoError {
      throw ValidationError("--sync: \(Wording.failure(error.path, error.error)).")
    }
  }

  /// What one --sync says. Names may have = in them: the photo is the first part that is a file.
  private func evidence(_ text: String) throws -> CameraClocks.Evidence {
    var parts: [(photo: String, right: String)] = []
    for index in text.indices where text[index] == "=" {
      parts.append((String(text[..<index]), String(text[text.index(after: index)...])))
    }
    guard let first = parts.first else { throw ValidationError(Wording.noInput) }
    let (photo, right) = parts.first { isFile(RawArguments.path($0.photo)) } ?? first
    let path = RawArguments.path(photo)
    guard isFile(path) else {
      throw ValidationError("--sync: \(Wording.name(path)) is not a photo that is there.")
    }
    let other = RawArguments.path(right)
    if isFile(other) { return .init(photo: path, right: .photo(other)) }
    return .init(
      photo: path, right: .time(try Wording.checking("--sync", right) { try GivenTime.parse($0) }))
  }

  private func isFile(_ path: FilePath) -> Bool {
    (try? path.stat().type) == .regular
  }
}

extension TimeSettings {
  /// Says by camera how far its clock was off, and how many photos it took.
  package func tellOfClocks() {
    for line in Wording.clocks(clocks?.clocks ?? []) { Console.say(line) }
  }
}
