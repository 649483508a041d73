import ArgumentParser
import CaptureTime
import Places
import Shell
import Stamping
import SystemPackage
import Wording

/// `daystamp info`: what a photo or a video is, and every time in it.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show a photo's or video's format, size and every time in it.",
    discussion: """
      Shows the source of each time, and why it is or is not the capture time. Daystamp tries the \
      sources in this order: \(CaptureTimeSource.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")).

      EXAMPLES
        daystamp info photo.jpg
        daystamp info Photos --json | jq -r 'select(.time == null) | .input'
      """)

  @OptionGroup var photos: ReadPhotos

  @Option(
    help: ArgumentHelp(
      """
      The zone for times known only in UTC. Default: the zone of the photo's position, or this machine's.
      """, valueName: "zone"))
  var timeZone: String?

  @Flag(help: "Do not read times from files beside photos (XMP, Google Takeout's JSON).")
  var noCompanions = false

  @OptionGroup var tracks: TrackOptions
  @OptionGroup(title: "Running") var memory: MemoryOption

  @Flag(help: "Print one JSON object per photo.")
  var json = false

  @OptionGroup var defaults: DefaultsOption

  func run() throws {
    memory.setForThisProcess()
    let zone = try timeZone.map { try Wording.checking("--time-zone", $0, CaptureZone.parse) }
    let reader = CaptureTimeReader.ofThisMachine(
      zone: zone, places: zone == nil ? .ofThisProgram : nil)
    let companions = noCompanions ? nil : CompanionFolders()
    let tracks = try tracks.places()
    let (_, status) = photos.each(
      passesOverStamped: true, takesVideos: true, raw: .found,
      failed: json ? { FailedInfoJSON($0, $1) } : nil
    ) { photo throws(StampError) in
      if let video = try VideoInfo(photo, reader: reader, companions: companions) {
        Console.print(json ? VideoInfoJSON(video).jsonLine() : Wording.info(video))
        return true
      }
      if let raw = try RawInfo(
        photo, reader: reader, companions: companions, tracks: tracks, in: zone)
      {
        Console.print(json ? RawInfoJSON(raw).jsonLine() : Wording.info(raw))
        return true
      }
      let info = try PhotoInfo(
        photo, reader: reader, companions: companions, tracks: tracks, in: zone)
      Console.print(json ? PhotoInfoJSON(info).jsonLine() : Wording.info(info))
      return true
    }
    throw status.exitCode
  }
}
