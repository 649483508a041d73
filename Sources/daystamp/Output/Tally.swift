import Stamping

/// How many photos ended how.
struct Tally: Sendable {
  private(set) var stamped = 0
  private(set) var skipped = 0
  private(set) var failed = 0

  var done: Int { stamped + skipped + failed }

  mutating func count(_ result: StampRecord.Result) {
    switch result {
    case .stamped: stamped += 1
    case .skipped: skipped += 1
    case .failed: failed += 1
    }
  }
}
