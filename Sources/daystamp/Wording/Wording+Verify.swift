import Files
import Shell
import Stamping

extension Wording {
  /// What `daystamp verify` says of one photo.
  static func verification(_ photo: VerifiedPhoto) -> String {
    let verification = photo.verification
    guard let mark = verification.mark else {
      return "\(name(photo.path)): \(message(for: StampError.notStamped))"
    }
    var parts = ["stamped “\(escaped(mark.label))”"]
    if verification.isReversible { parts.append("reversible") }
    if !mark.isReversible { parts.append("not reversible (--no-undo)") }
    parts.append("original SHA-256 \(mark.originalHash.hexadecimal)")
    if let blocks = verification.comparedBlocks {
      parts.append("\(blocks) blocks outside the label compared")
    }
    let problems = verification.problems.map { "; \(message(for: $0))" }
    return "\(name(photo.path)): \(parts.joined(separator: ", "))\(problems.joined())"
  }

  static func message(for problem: VerificationProblem) -> String {
    switch problem {
    case .editedSinceStamping:
      "it was changed by another program since it was stamped: its SHA-256 is another"
    case .notThisOriginal: "it was not stamped from this original, which has another SHA-256"
    case .differs(let component, let blocks):
      "outside the label \(blocks) block\(blocks == 1 ? " differs" : "s differ") from the "
        + "original's, of component \(component)"
    case .differentFrame:
      "its size, sampling or quantisation is not the original's, so nothing can be compared"
    }
  }
}
