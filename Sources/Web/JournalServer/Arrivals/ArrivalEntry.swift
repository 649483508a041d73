import Arrivals
import Journal
import Store

extension ArrivalDesk {
  struct Entry: Sendable {
    /// Who brings it.
    let device: Device
    /// Nil once all of it was imported.
    var upload: ArrivalUpload?
    /// When it was last asked for, in seconds since 1970 in UTC.
    var asked: Int
    var choice = ArrivalChoice()
    var stage = Stage.here(refusal: nil)
    /// Whether it is to end between two entries.
    var isStopped = false

    var isRunning: Bool {
      switch stage {
      case .looking, .bringing: true
      case .here, .looked, .brought: false
      }
    }
  }

  enum Stage: Sendable {
    /// Nobody has looked at it, or it could not be read for this reason.
    case here(refusal: (any Error)?)
    case looking
    /// With why the import of it ended, if one did.
    case looked(ArrivalSight, refusal: (any Error)?)
    case bringing(ArrivalSight, done: Int)
    /// With the arrival's number, if anything came.
    case brought(Int?, ArrivalLines)
  }
}

/// What a file has that is to be imported.
struct ArrivalSight: Sendable {
  let format: ArrivalFormat
  let survey: ArrivalSurvey
  let passedOver: [PassedFiles.Kind]
  let lines: ArrivalLines
}

/// The first entries of which there is something to say, and some of the others as examples.
struct ArrivalLines: Sendable {
  private static let (mostTold, mostExamples) = (50, 3)

  private(set) var told: [ArrivalRecord] = []
  /// How many more there is something to say of.
  private(set) var more = 0
  private(set) var examples: [ArrivalRecord] = []
  /// Entries that came, and those that did not.
  private(set) var (came, failed) = (0, 0)

  mutating func add(_ record: ArrivalRecord) {
    switch record.result {
    case .posted, .restored:
      came += 1
      if examples.count < Self.mostExamples { examples.append(record) }
      if record.notes.isEmpty { return }
    case .known, .photosThere: return
    case .changed, .incomplete: break
    case .failed: failed += 1
    }
    if told.count < Self.mostTold { told.append(record) } else { more += 1 }
  }
}
