import ArgumentParser
import Shell
import Stamping
import SystemPackage
import Wording

/// The photos that a command reports on.
struct ReadPhotos: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Photos, or folders of photos.", valueName: "file"), completion: .file(),
    transform: RawArguments.path)
  var files: [FilePath]

  /// Goes through the photos, and says why those fail that cannot be read.
  ///
  /// - Parameters:
  ///   - passesOverStamped: whether stamped photos are passed over.
  ///   - takesVideos: whether videos in folders are found too.
  ///   - raw: what to do with cameras' raw files in folders.
  ///   - failed: the JSON for such a photo; nil without `--json`.
  ///   - work: reports on a photo, and returns whether it is good.
  /// - Returns: how many photos it found, and the program's exit status.
  func each(
    passesOverStamped: Bool, takesVideos: Bool = false, raw: PhotoWalk.RawFiles = .passedOver,
    failed: ((FilePath, StampError) -> any Encodable)?,
    _ work: (InputPhoto) throws(StampError) -> Bool
  ) -> (count: Int, status: ExitStatus) {
    var (count, status) = (0, ExitStatus.success)
    func tell(of path: FilePath, _ error: StampError) {
      Console.say(Wording.failure(path, error))
      if let failed { Console.print(failed(path, error).jsonLine()) }
      status = .failure
    }
    for element in PhotoWalk(
      files, passesOverStamped: passesOverStamped, takesVideos: takesVideos, raw: raw)
    {
      count += 1
      switch element {
      case .problem(let path, let error): tell(of: path, .file(error))
      case .photo(let photo):
        do throws(StampError) {
          if try !work(photo) { status = .failure }
        } catch {
          tell(of: photo.path, error)
        }
      }
    }
    return (count, Console.hasLostOutput ? .failure : status)
  }
}
