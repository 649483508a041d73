import ArgumentParser
import CaptureTime
import Shell
import Stamping
import SystemPackage
import Wording

/// `daystamp info`: what a photo is, and every time in it.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show a photo's format, size, orientation and every time in it.",
    discussion: """
      Each time is shown with its source and why it is or is not the capture time.

      EXAMPLES
        daystamp info photo.jpg
        daystamp info Photos --json | jq -r 'select(.time == null) | .input'
      """)

  @Argument(
    help: ArgumentHelp("Photos, or folders of photos.", valueName: "file"), completion: .file(),
    transform: RawArguments.path)
  var files: [FilePath]

  @Option(
    help: ArgumentHelp(
      "The zone for times that are known in UTC only. Default: this machine's.", valueName: "zone"))
  var timeZone: String?

  @OptionGroup(title: "Running") var memory: MemoryOption

  @Flag(help: "One JSON object for each photo on standard output.")
  var json = false

  @OptionGroup var defaults: DefaultsOption

  func run() throws {
    memory.setForThisProcess()
    let zone = try timeZone.map { try Wording.checking("--time-zone", $0, CaptureZone.parse) }
    let reader = CaptureTimeReader.ofThisMachine(zone: zone)
    var status = ExitStatus.success
    for element in PhotoWalk(files) {
      switch element {
      case .problem(let path, let error):
        tell(of: path, .file(error))
        status = .failure
      case .photo(let photo):
        do throws(StampError) {
          try print(PhotoInfo(photo, reader: reader))
        } catch {
          tell(of: photo.path, error)
          status = .failure
        }
      }
    }
    if Console.hasLostOutput { status = .failure }
    throw status.exitCode
  }

  /// Tells of a photo of which nothing can be said.
  private func tell(of path: FilePath, _ error: StampError) {
    Console.say(Wording.failure(path, error))
    if json { Console.print(FailedInfoJSON(path, error).jsonLine()) }
  }

  private func print(_ info: PhotoInfo) {
    Console.print(json ? PhotoInfoJSON(info).jsonLine() : Wording.info(info))
  }
}
