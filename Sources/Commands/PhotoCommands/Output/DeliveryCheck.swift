import Shell
import Stamping
import SystemPackage
import Wording

/// Checks a folder of stamped photos against the folder of their originals: each photo is its original but
/// for the label, and none is missing.
struct DeliveryCheck {
  let verifier: Verifier
  let originals: Originals
  let asJSON: Bool
  private var rows: [[String]] = []
  private var (proved, failed) = (0, 0)

  init(verifier: Verifier, originals: FilePath, asJSON: Bool) {
    self.verifier = verifier
    self.originals = Originals(in: originals)
    self.asJSON = asJSON
  }

  /// Checks one photo.
  ///
  /// - Returns: whether it is stamped, and equals its original but for the label.
  /// - Throws: `StampError` if it cannot be read.
  mutating func check(_ photo: InputPhoto) throws(StampError) -> Bool {
    let source = try PhotoSource(reading: photo)
    let found = try originals.original(of: photo, StampMark(of: source.bytes))
    let verified = try VerifiedPhoto(
      photo.path, source, original: found?.source, verifier: verifier)
    let holds = verified.holds && found != nil
    if holds { proved += 1 } else { failed += 1 }
    if asJSON {
      Console.print(VerifiedPhotoJSON(verified, original: found?.path, holds: holds).jsonLine())
    } else {
      rows.append([
        holds ? "ok" : "FAILED", Wording.name(photo.path),
        found.map { Wording.name($0.path) } ?? "–",
        Wording.result(verified, hasOriginal: found != nil),
      ])
    }
    return holds
  }

  /// Counts a photo that could not be read; the caller reports it.
  mutating func countUnreadable() { failed += 1 }

  /// Reports originals without a photo, and the totals.
  ///
  /// - Returns: whether every original has its photo.
  func finish() -> Bool {
    let missing = originals.withoutPhoto
    for (path, error) in originals.problems { Console.say(Wording.failure(path, .file(error))) }
    if asJSON {
      for path in missing { Console.print(MissingPhotoJSON(path).jsonLine()) }
      Console.print(
        DeliveryJSON(
          summary: .init(
            proved: proved, failed: failed, originals: originals.count, missing: missing.count)
        ).jsonLine())
    } else {
      let all =
        rows + missing.map { ["MISSING", "–", Wording.name($0), "no photo was stamped from it"] }
      let table = TextTable(fitting: all, alignments: [.left, .left, .left, .left])
      for row in all { Console.print(table.line(row)) }
      Console.print(
        Wording.delivery(
          proved: proved, failed: failed, originals: originals.count, missing: missing.count))
    }
    return missing.isEmpty && originals.problems.isEmpty
  }
}

/// An original that no photo was stamped from.
private struct MissingPhotoJSON: Encodable {
  let original: String
  let originalBase64: String?
  let holds = false
  let problems = ["no photo was stamped from it"]

  init(_ path: FilePath) { (original, originalBase64) = path.forJSON }

  private enum CodingKeys: CodingKey { case original, originalBase64, holds, problems }
}

/// The last line of the JSON of a delivery.
private struct DeliveryJSON: Encodable {
  let summary: Summary

  struct Summary: Encodable {
    /// Photos that equal their originals but for the label.
    let proved: Int
    let failed: Int
    let originals: Int
    /// Originals without a photo.
    let missing: Int
  }
}
