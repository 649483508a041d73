import Stamping
import SystemPackage
package import Wording

/// The last lines of a batch.
extension Wording {
  static func thereAlready(_ tally: Tally) -> String {
    let count = tally.there
    let photos = counted(count, "photo was", "photos were")
    let them = agreeing(count, "it", "them")
    switch tally.deed {
    case .posted:
      return "\(photos) skipped: \(agreeing(count, "it is", "they are")) already posted; "
        + "--again posts \(them) again."
    case .imported:
      return "\(counted(count, "post was", "posts were")) skipped: "
        + agreeing(
          count, "it or its photo is already there.", "they or their photos are already there.")
    case .stamped, .unstamped, .dated, .restored, .removed, .exported, .checked:
      return "\(photos) skipped: \(agreeing(count, "the output", "their outputs")) already "
        + "\(agreeing(count, "exists", "exist")); --force overwrites \(them)."
    }
  }

  package static func summary(
    _ tally: Tally, _ place: String? = nil, seconds: Double
  ) -> String {
    "\(counts(tally, at: place)) in \((seconds * 10).rounded() / 10) s."
  }

  /// The last line of a run that nobody watched, with the place of its outputs.
  static func counts(_ tally: Tally, _ place: String) -> String {
    // A path at the end, which people copy, gets no full stop.
    counts(tally, at: place) + (tally.total > tally.done ? "." : "")
  }

  /// The place of the outputs, to follow their number; nil if they went through a pipe, or to several places.
  static func place(
    _ destination: OutputPlan.Destination, of count: Int, last: FilePath?
  ) -> String? {
    switch destination {
    case .standardOutput: nil
    case .inPlace: " in place"
    case .folder(let folder):
      " into \(name(folder))" + (folder.string.hasSuffix("/") ? "" : "/")
    case .besideInput, .file, .ofJobs:
      if count == 1 {
        last.map { " → \(name($0))" }
      } else {
        destination == .besideInput ? " beside the originals" : nil
      }
    }
  }

  /// How many labels show when the file was last changed, for want of a capture time.
  static func fileTimes(_ count: Int, isDryRun: Bool) -> String {
    let labels = counted(count, "label", "labels")
    let shows = isDryRun ? "would show" : agreeing(count, "shows", "show")
    let photos = agreeing(count, "the photo has", "these photos have")
    return "\(labels) \(shows) when the file was last changed: \(photos) no capture time."
  }

  /// The last line of a run that nobody watched.
  package static func counts(_ tally: Tally, isDryRun: Bool) -> String {
    "\(counts(tally, would: isDryRun))."
  }

  package static func interrupted(_ tally: Tally, isResumable: Bool) -> String {
    "Interrupted: \(counts(tally))."
      + (isResumable ? " Run the same command again to continue." : "")
  }

  private static func counts(
    _ tally: Tally, would isDryRun: Bool = false, at place: String? = nil
  ) -> String {
    var parts = [
      "\(tally.done) \(isDryRun ? "would be " : "")\(tally.deed.rawValue)\(place ?? "")"
    ]
    if tally.already > 0 { parts.append("\(tally.already) already done") }
    if tally.there > 0 { parts.append("\(tally.there) skipped (already there)") }
    if tally.asItWas > 0 { parts.append("\(tally.asItWas) skipped (nothing to write)") }
    if tally.withoutStamp > 0 { parts.append("\(tally.withoutStamp) skipped (no stamp)") }
    if tally.inTheWay > 0 { parts.append("\(tally.inTheWay) skipped (same output as another)") }
    if tally.failed > 0 { parts.append("\(tally.failed) failed") }
    return parts.joined(separator: ", ")
  }
}
