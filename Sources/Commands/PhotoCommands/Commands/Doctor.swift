import ArgumentParser
import CaptureTime
import Files
import Foundation
import PhotoFacts
import Places
import Shell
import Stamping
import SystemPackage
import Wording

/// `daystamp doctor`: what cannot be right in the times of photos.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find photos with times that cannot be right.",
    discussion: """
      Looks at all photos in folders and lists, by camera, what cannot be right. It finds clocks that \
      were never set, and photos of another year than their neighbours by number. It compares clocks \
      with the satellites' time, and offsets with positions. It finds cameras that missed a change of \
      clocks. Each comes with the command that mends it. Doctor changes nothing. Decide which clock was \
      right before you run a command.

      Exits with 0, also if it finds something, and with 1 if a photo cannot be read.

      EXAMPLES
        daystamp doctor Photos
        daystamp doctor Photos --json | jq -r 'select(.command) | .command'
        The photos of one finding:
          daystamp doctor Photos --finding 3fa9c1
      """)

  @OptionGroup var photos: ReadPhotos

  @Option(
    help: ArgumentHelp(
      "Where the cameras' clocks are changed, such as Europe/Paris. Default: this machine's zone.",
      valueName: "zone"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "Print only the names of this finding's photos, for another program.", valueName: "id"))
  var finding: String?

  @Flag(
    name: [.customShort("0"), .customLong("null")], help: "End names of --finding with NUL.")
  var isNullSeparated = false

  @OptionGroup(title: "Running") var memory: MemoryOption

  @Flag(help: "Print one JSON object per finding, then a summary.")
  var json = false

  @OptionGroup var defaults: DefaultsOption

  func validate() throws {
    if isNullSeparated, finding == nil { throw ValidationError("-0 needs --finding.") }
    if json, finding != nil {
      throw ValidationError("--json and --finding cannot be used together.")
    }
    _ = try zone()
  }

  func run() throws {
    memory.setForThisProcess()
    let zone = try zone()
    let reader = CaptureTimeReader.ofThisMachine(zone: zone, places: nil)
    let companions = CompanionFolders()
    var clocks: [PhotoClock] = []
    let (count, status) = photos.each(
      passesOverStamped: true, raw: .found, failed: json ? { FailedInfoJSON($0, $1) } : nil
    ) { photo throws(StampError) in
      let clock = try PhotoClock.read(
        photo, reader: reader, places: .ofThisProgram, companions: companions)
      if let clock, clocks.count <= ClockDoctor.photoLimit { clocks.append(clock) }
      return true
    }
    guard clocks.count <= ClockDoctor.photoLimit else {
      throw ValidationError(
        "There are more than \(ClockDoctor.photoLimit) photos: give some of the folders.")
    }
    let findings = ClockDoctor(zone: zone).findings(in: clocks)
    if let finding {
      try printPhotos(of: finding, findings)
    } else {
      tell(findings, clocks, count: count)
    }
    throw status.exitCode
  }

  private func zone() throws -> CaptureZone {
    try timeZone.map { try Wording.checking("--time-zone", $0, CaptureZone.parse) }
      ?? CaptureZone(TimeZone.current)
  }

  private func printPhotos(of identifier: String, _ findings: [ClockFinding]) throws {
    guard let found = findings.first(where: { $0.identifier == identifier }) else {
      throw ValidationError(
        "There is no finding \(Wording.escaped(identifier)) now; daystamp doctor shows those "
          + "that there are.")
    }
    for photo in found.photos {
      Console.print(photo, end: isNullSeparated ? 0 : UInt8(ascii: "\n"))
    }
  }

  private func tell(_ findings: [ClockFinding], _ clocks: [PhotoClock], count: Int) {
    let command = FindingCommand(folders: photos.files, zone: timeZone)
    if json {
      for finding in findings {
        Console.print(FindingJSON(finding, command: command.text(for: finding)).jsonLine())
      }
      let cameras = Set(clocks.map(\.camera)).count
      Console.print(
        DoctorSummaryJSON(
          summary: .init(
            photos: count, dated: clocks.count, cameras: cameras, findings: findings.count)
        ).jsonLine())
      return
    }
    let cameras = Array(Set(clocks.map(\.camera)))
    var last: CameraIdentity?
    for finding in findings {
      if finding.camera != last {
        if last != nil { Console.print("") }
        Console.print(Wording.camera(finding.camera, among: cameras))
      }
      last = finding.camera
      Console.print("  " + Wording.finding(finding))
      Console.print("    " + command.text(for: finding))
    }
    Console.say(Wording.doctorSummary(findings, photos: count, dated: clocks.count))
  }
}
