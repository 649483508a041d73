import Shell

/// How many photos ended how.
struct Tally: Sendable {
  /// What has been done to the photos that neither failed nor were left alone.
  let deed: Deed
  private(set) var done = 0
  /// Skipped because what was to be made of them is there already.
  private(set) var there = 0
  /// Skipped because they carry no stamp.
  private(set) var withoutStamp = 0
  private(set) var failed = 0

  /// The word for it, in JSON as to people.
  enum Deed: String {
    case stamped, unstamped, posted, exported, imported, checked
  }

  /// How one photo ended.
  enum Outcome {
    case done, there, withoutStamp, failed
  }

  init(_ deed: Deed) { self.deed = deed }

  var skipped: Int { there + withoutStamp }
  var total: Int { done + skipped + failed }

  mutating func count(_ outcome: Outcome) {
    switch outcome {
    case .done: done += 1
    case .there: there += 1
    case .withoutStamp: withoutStamp += 1
    case .failed: failed += 1
    }
  }
}
