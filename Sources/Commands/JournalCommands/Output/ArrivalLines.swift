import Arrivals
import CaptureTime
import Files
import Journal
import PhotoCommands
import Shell
import Store
import Wording

extension RecordLines {
  /// The report of an entry of another program's journal.
  init(_ record: ArrivalRecord, isJSON: Bool, isQuiet: Bool, isDryRun: Bool) {
    self.init(result: .done)
    let name = Wording.name(of: record)
    switch record.result {
    case .posted, .restored:
      result = .done
      people = record.notes.map { "\(name): \($0.wording.commandLine)" }
      isIncomplete = record.notes.contains { if case .photoFailed = $0 { true } else { false } }
    case .known, .photosThere: result = .there
    case .changed(let number):
      result = .there
      people = ["\(name): \(Wording.changedThere(number))"]
    case .incomplete(let fault):
      people = ["\(name): \(Wording.message(for: fault))"]
    case .failed(let error):
      self.init(failure: error, of: name, "\(name): \(Wording.message(for: error))")
    }
    // A photo that did not come is missing, however well the rest went.
    if isIncomplete { result = .failed }
    if isJSON {
      output = ArrivalRecordJSON(record).jsonLine()
    } else if !isQuiet {
      output = Wording.line(record)
    }
  }
}

extension ArrivalRecord {
  /// Whether it is of an entry that would come.
  var isToCome: Bool { if case .posted = result { true } else { false } }

  /// Whether it is of a part of an entry, beside the entry's own record.
  var isOfPart: Bool { if case .incomplete = result { true } else { false } }

  /// Whether the survey has reported it.
  var wasSurveyed: Bool { if case .changed = result { true } else { false } }
}

/// What became of an entry, as one line of JSON.
struct ArrivalRecordJSON: Encodable {
  let file: String
  let line: Int?
  let entry: Int?
  let day: String?
  let status: String
  let posts: [Int]
  var reason: String?
  let notes: [String]

  init(_ record: ArrivalRecord) {
    file = record.place.file
    switch record.place.position {
    case .line(let number): (line, entry) = (number, nil)
    case .entry(let number): (line, entry) = (nil, number)
    case nil: (line, entry) = (nil, nil)
    }
    day = record.day?.description
    notes = record.notes.map(\.wording.commandLine)
    switch record.result {
    case .posted(let numbers): (status, posts) = (Tally.Deed.imported.rawValue, numbers)
    case .restored(let number): (status, posts) = (Tally.Deed.restored.rawValue, [number])
    case .known: (status, posts) = ("skipped", [])
    case .photosThere(let number): (status, posts) = ("skipped", [number])
    case .changed(let number):
      (status, posts) = ("changed", number.map { [$0] } ?? [])
      reason = Wording.changedThere(number)
    case .incomplete(let fault):
      (status, posts) = ("incomplete", [])
      reason = Wording.message(for: fault)
    case .failed(let error):
      (status, posts) = ("failed", [])
      reason = Wording.message(for: error)
    }
  }
}

/// What a source has, as one line of JSON.
struct ArrivalSurveyJSON: Encodable {
  private let source: Source

  private struct Source: Encodable {
    let new: Int
    let posts: Int
    let photos: Int
    let days: Int
    let firstDay: String?
    let lastDay: String?
    let tags: Int
    let people: Int
    let known: Int
    let changed: Int
    let missing: Int
    let failed: Int
    let leftOut: [String: LeftOut]
  }

  private struct LeftOut: Encodable {
    let count: Int
    let place: String
    let example: String
  }

  init(_ survey: ArrivalSurvey) {
    source = Source(
      new: survey.new, posts: survey.posts, photos: survey.photos, days: survey.days,
      firstDay: survey.firstDay?.description, lastDay: survey.lastDay?.description,
      tags: survey.tags.count, people: survey.people.count, known: survey.known,
      changed: survey.changed, missing: survey.missing, failed: survey.failed,
      leftOut: Dictionary(
        survey.leftOut.map {
          (
            $0.kind.rawValue,
            LeftOut(
              count: $0.count, place: $0.place.isNamed ? $0.place.wording.commandLine : "",
              example: $0.example)
          )
        }, uniquingKeysWith: { first, _ in first }))
  }
}

/// The number of an arrival, as one line of JSON.
struct ArrivalNumberJSON: Encodable {
  private let arrival: Int

  init(_ number: Int) { arrival = number }
}

/// An arrival, as one line of JSON.
struct ArrivalJSON: Encodable {
  let arrival: Int
  let format: String
  let source: String
  let started: String
  let finished: String?
  let undone: String?
  let posts: Int
  let postsHere: Int

  init(_ arrival: Arrival) {
    self.arrival = arrival.number
    (format, source) = (arrival.format, arrival.source)
    started = InstantText.text(arrival.started)
    finished = arrival.finished.map { InstantText.text($0) }
    undone = arrival.undone.map { InstantText.text($0) }
    (posts, postsHere) = (arrival.posts, arrival.postsHere)
  }
}

/// What became of an arrival that was taken back, as one line of JSON.
struct UndoneArrivalJSON: Encodable {
  let arrival: Int
  let trashed: [Int]
  let changed: [Int]
  let deletedBefore: Int

  init(_ number: Int, _ undone: OwnerArrivals.Undone) {
    arrival = number
    (trashed, changed, deletedBefore) = (undone.trashed, undone.changed, undone.deleted)
  }
}
