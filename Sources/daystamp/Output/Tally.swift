import Stamping

/// How many photos ended how.
struct Tally: Sendable {
  /// What has been done to the photos that neither failed nor were left alone.
  let deed: Deed
  private(set) var done = 0
  /// Skipped because their output is there already.
  private(set) var there = 0
  /// Skipped because they carry no stamp.
  private(set) var withoutStamp = 0
  private(set) var failed = 0

  /// The word for it, in JSON as to people.
  enum Deed: String {
    case stamped, unstamped
  }

  init(_ deed: Deed) { self.deed = deed }

  var skipped: Int { there + withoutStamp }
  var total: Int { done + skipped + failed }

  mutating func count(_ result: PhotoRecord.Result) {
    switch result {
    case .stamped, .unstamped: done += 1
    case .skipped(.outputExists): there += 1
    case .skipped(.notStamped), .skipped(.formatWithoutStamp): withoutStamp += 1
    case .failed: failed += 1
    }
  }
}
