/// Every time that a photo offers, in the order in which they are tried, and which one won.
package struct CaptureTimeReport: Sendable, Hashable {
  package let candidates: [CaptureTimeCandidate]
  /// Metadata that could not be searched.
  package let problems: [CaptureTimeProblem]

  /// The first valid candidate's time; nil where there is none.
  package var chosen: CaptureTime? {
    candidates.first { $0.outcome == .chosen }?.time
  }
}

/// One time that a photo offers.
package struct CaptureTimeCandidate: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case chosen
    /// Valid, but a candidate before it was too.
    case notNeeded
    case rejected(CaptureTimeRejection)
  }

  package let source: CaptureTimeSource
  /// The text as found, without padding; at most ``CaptureTimeReader/rawTextLimit`` bytes of it.
  package let rawText: String
  /// Nil where the candidate is rejected.
  package let time: CaptureTime?
  package let outcome: Outcome
}
