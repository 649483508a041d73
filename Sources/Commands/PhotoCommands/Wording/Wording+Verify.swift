import Files
package import Stamping
package import Wording

extension Wording {
  /// What `daystamp verify` says of one photo.
  package static func verification(_ photo: VerifiedPhoto) -> String {
    let verification = photo.verification
    guard let mark = verification.mark else {
      return "\(name(photo.path)): \(StampError.notStamped.wording.commandLine)"
    }
    var parts = stamp(mark, restores: verification.restores)
    parts.append("original SHA-256 \(mark.originalHash.hexadecimal)")
    if let blocks = verification.comparedBlocks {
      parts.append("\(counted(blocks, "block")) outside the label compared")
    }
    if let pixels = verification.comparedPixels {
      parts.append("\(counted(pixels, "pixel")) outside the label compared")
    }
    let problems = verification.problems.map { "; \($0.wording.commandLine)" }
    return "\(name(photo.path)): \(parts.joined(separator: ", "))\(problems.joined())"
  }

  /// The result for a photo of a delivery, to follow the names.
  static func result(_ photo: VerifiedPhoto, hasOriginal: Bool) -> String {
    let verification = photo.verification
    guard let mark = verification.mark else { return StampError.notStamped.wording.commandLine }
    var parts = [stamp(mark, restores: verification.restores)[0]]
    if let blocks = verification.comparedBlocks {
      parts.append("\(counted(blocks, "block")) equal")
    }
    if let pixels = verification.comparedPixels {
      parts.append("\(counted(pixels, "pixel")) equal")
    }
    let problems = verification.problems.map(\.wording.commandLine)
    return (problems + (hasOriginal ? [] : [noOriginal])).first ?? parts.joined(separator: ", ")
  }

  static let noOriginal = "no original has the SHA-256 or the name"

  /// The totals of a delivery.
  static func delivery(proved: Int, failed: Int, originals: Int, missing: Int) -> String {
    var parts = ["\(counted(proved, "photo")) proved"]
    if failed > 0 { parts.append("\(failed) failed") }
    parts.append(counted(originals, "original"))
    if missing > 0 { parts.append("\(missing) without a photo") }
    return parts.joined(separator: ", ") + "."
  }
}
