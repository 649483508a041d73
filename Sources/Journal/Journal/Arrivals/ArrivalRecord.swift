package import Arrivals
package import CaptureTime

/// What became of an entry of a source, or would become of it.
package struct ArrivalRecord: Sendable {
  package let place: ArrivalPlace
  /// Nil of an entry that cannot be read.
  package let day: CivilDate?
  package var notes: [ArrivalNote] = []
  package let result: Result

  package enum Result: Sendable {
    /// It is in the journal now, as these posts; none in a preview.
    case posted([Int])
    /// The post that an earlier arrival brought, which was taken back, is out of the trash again.
    case restored(Int)
    /// It came before, or the source has it twice.
    case known
    /// It came before, and the source says something else now; nil where the post was deleted.
    case changed(number: Int?)
    /// All its photos have posts already, and there is nothing else in it; the first of these.
    case photosThere(number: Int)
    /// A part of it is left out, and the rest comes with another record.
    case incomplete(ArrivalFault)
    /// ``ArrivalFault``, ``JournalError``, `WordsError`.
    case failed(any Error)
  }

  init(
    _ place: ArrivalPlace, day: CivilDate?, notes: [ArrivalNote] = [], _ result: Result
  ) {
    (self.place, self.day, self.notes, self.result) = (place, day, notes, result)
  }
}

/// What a source has, before anything of it is stored.
package struct ArrivalSurvey: Sendable {
  /// Entries that would come.
  package internal(set) var new = 0
  /// Posts that these become, and how many of them have photos.
  package internal(set) var posts = 0
  package internal(set) var withPhotos = 0
  package internal(set) var photos = 0
  /// Whether an entry has photos, one that came before too.
  var hasPhotos = false
  /// Entries that came before.
  package internal(set) var known = 0
  package internal(set) var changed = 0
  /// Parts of entries that are missing or cannot be read.
  package internal(set) var missing = 0
  /// Entries that cannot come.
  package internal(set) var failed = 0
  package internal(set) var firstDay: CivilDate?
  package internal(set) var lastDay: CivilDate?
  package internal(set) var days = 0
  /// How many different tags the new entries have, and how many names of people, with an example of each.
  package internal(set) var tags = Count()
  package internal(set) var people = Count()
  /// What has no place here, in the order in which it was found.
  package internal(set) var leftOut: [LeftOut] = []
  /// Where the source cannot be read any further; what is before it comes.
  package internal(set) var end: ArrivalError?

  /// How many entries are reported while they come.
  package var total: Int { new + known + changed + failed }

  package struct Count: Sendable {
    package internal(set) var count = 0
    package internal(set) var example: String?
  }

  package struct LeftOut: Sendable {
    package let kind: ArrivedItem.LeftOut
    package internal(set) var count: Int
    package let place: ArrivalPlace
    package let example: String
  }

  mutating func leave(_ kind: ArrivedItem.LeftOut, _ place: ArrivalPlace, _ example: String) {
    if let index = leftOut.firstIndex(where: { $0.kind == kind }) {
      leftOut[index].count += 1
    } else {
      leftOut.append(
        LeftOut(kind: kind, count: 1, place: place, example: String(example.prefix(200))))
    }
  }
}
