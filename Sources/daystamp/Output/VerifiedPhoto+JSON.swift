import Files
import Shell
import Stamping
import SystemPackage

/// What `daystamp verify --json` says of one photo.
struct VerifiedPhotoJSON: Encodable {
  let input: String
  let inputBase64: String?
  /// Absent where the photo could not be read.
  var stamped: Bool?
  var label: String?
  var time: String?
  var reversible: Bool?
  var sha256: String?
  /// Blocks outside the label that were compared with the original's.
  var comparedBlocks: Int?
  /// Whether the photo is stamped and all that was looked at is true.
  let holds: Bool
  let problems: [String]

  init(_ photo: VerifiedPhoto) {
    (input, inputBase64) = photo.path.forJSON
    let mark = photo.verification.mark
    stamped = mark != nil
    label = mark?.label
    time = mark?.time
    reversible = mark.map { _ in photo.verification.isReversible }
    sha256 = mark?.originalHash.hexadecimal
    comparedBlocks = photo.verification.comparedBlocks
    holds = photo.holds
    problems = photo.verification.problems.map(Wording.message(for:))
  }

  /// A photo that could not be checked.
  init(_ path: FilePath, _ error: StampError) {
    (input, inputBase64) = path.forJSON
    holds = false
    problems = [Wording.message(for: error)]
  }
}
