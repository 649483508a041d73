import ArgumentParser
import Decoding
import Files
import Shell
import Stamping
import SystemPackage
import Wording

/// `daystamp verify`: whether what stamps say is true.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that stamped photos are unchanged except for their labels.",
    discussion: """
      Takes each stamp off in memory, and compares the result with the original's SHA-256 in the \
      stamp: the file for JPEG, BMP and TIFF, the pixels for other formats. With --original, also \
      compares the picture outside the label, block by block or pixel by pixel. A photo stamped with \
      --no-undo is compared with its own SHA-256 after stamping; a re-encoded JPEG, only by its coded \
      picture. Exits with 0 only if every photo is stamped and passes.

      EXAMPLES
        daystamp verify photo.stamped.jpg && echo "It holds its original."
        daystamp verify photo.stamped.jpg --original photo.jpg
        daystamp verify Stamped --original Photos
        daystamp verify Stamped --json | jq -r 'select(.holds | not) | .input'
      """)

  @OptionGroup var photos: ReadPhotos

  @Option(
    help: ArgumentHelp(
      """
      The original of the one photo, or the folder with the originals of all: each is found by its \
      SHA-256 or name, and one without a photo fails too.
      """, valueName: "file|folder"),
    completion: .file(), transform: RawArguments.path)
  var original: FilePath?

  @OptionGroup(title: "Running") var memory: MemoryOption

  @Flag(help: "Print one JSON object per photo.")
  var json = false

  @OptionGroup var defaults: DefaultsOption

  func validate() throws {
    guard let original, (try? original.stat().type) != .directory else { return }
    guard photos.files.count == 1, (try? photos.files[0].stat().type) != .directory else {
      throw ValidationError("--original needs exactly one photo, or a folder of originals.")
    }
  }

  func run() throws {
    memory.setForThisProcess()
    if let original, (try? original.stat().type) == .directory {
      throw check(against: original).exitCode
    }
    let original = try readOriginal()
    let verifier = Verifier(decoder: DecoderProcesses.ofThisProgram)
    let (count, status) = photos.each(
      passesOverStamped: false, failed: json ? { VerifiedPhotoJSON($0, $1) } : nil
    ) { photo throws(StampError) in
      let photo = try VerifiedPhoto(photo, original: original, verifier: verifier)
      Console.print(json ? VerifiedPhotoJSON(photo).jsonLine() : Wording.verification(photo))
      return photo.holds
    }
    if count == 0 { Console.say(Wording.noPhotos) }
    throw count == 0 ? ExitStatus.failure.exitCode : status.exitCode
  }

  /// Checks a delivery against the folder of its originals.
  private func check(against folder: FilePath) -> ExitStatus {
    var delivery = DeliveryCheck(
      verifier: Verifier(decoder: DecoderProcesses.ofThisProgram), originals: folder, asJSON: json)
    let (count, status) = photos.each(
      passesOverStamped: false, failed: json ? { VerifiedPhotoJSON($0, $1) } : nil
    ) { photo throws(StampError) in
      do throws(StampError) {
        return try delivery.check(photo)
      } catch {
        delivery.countUnreadable()
        throw error
      }
    }
    if count == 0 { Console.say(Wording.noPhotos) }
    return delivery.finish() && count > 0 ? status : .failure
  }

  /// The original that the photo is compared with, where one is given.
  private func readOriginal() throws -> PhotoSource? {
    guard let original else { return nil }
    do throws(FileError) {
      return try PhotoReader(InputPhoto(named: original)).whole()
    } catch {
      Console.say(Wording.failure(original, .file(error)))
      throw ExitStatus.failure.exitCode
    }
  }
}
