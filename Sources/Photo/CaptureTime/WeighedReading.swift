/// A reading that is compared with the others.
struct WeighedReading {
  let reading: CaptureTimeReading
  let result: Result<CaptureTime, CaptureTimeRejection>
  private var doubt: ClockDoubt?
  private var notes: [CaptureTimeNote]

  init(_ reading: CaptureTimeReading, result: Result<CaptureTime, CaptureTimeRejection>) {
    (self.reading, self.result, notes) = (reading, result, reading.notes)
    guard let time, time.source != .given else { return }
    if reading.isHour24 {
      doubt = .hour24
    } else if ClockDoubt.isUnset(time) {
      doubt = .neverSet
    }
  }

  var time: CaptureTime? { try? result.get() }

  /// Lets the other valid candidates raise or lay a doubt.
  mutating func compare(with others: [CaptureTime]) {
    guard let time else { return }
    if doubt == .hour24, others.contains(where: { $0.shows(nearly: time) }) {
      doubt = nil
      notes.append(.hour24)
    }
    if time.source == .gps, others.contains(where: { ClockDoubt.isRolledOver(time, against: $0) }) {
      doubt = .gpsWeeks
    }
  }

  /// The lower, the better: a doubtful reading loses to any other, and a last change to a day that is
  /// known but for one.
  var rank: Int {
    guard let doubt else { return reading.source.isLastChange ? 2 : 0 }
    return doubt.losesToLastChange ? 3 : 1
  }

  func candidate(isChosen: Bool) -> CaptureTimeCandidate {
    let outcome: CaptureTimeCandidate.Outcome =
      switch result {
      case .failure(let rejection): .rejected(rejection)
      case .success: isChosen ? .chosen : doubt == nil ? .notNeeded : .doubtful
      }
    return CaptureTimeCandidate(
      source: reading.source, rawText: reading.rawText, time: time, outcome: outcome, doubt: doubt,
      notes: notes)
  }
}

extension CaptureTime {
  /// Whether the wall clock shows the same time, but for a minute.
  fileprivate func shows(nearly other: CaptureTime) -> Bool {
    precision != .day && abs(wallSeconds - other.wallSeconds) <= 60
  }
}
