package import Arrivals
import CaptureTime
import GRDB
package import Stamping
package import Store

/// Brings another program's journal into an owner's: what it has is surveyed first, then the words come, then the
/// photos. Whatever ends it, another run goes on from there.
package final class ArrivalImport {
  package let files: any ArrivalFiles
  package let format: ArrivalFormat
  private let reader: any ArrivalReader
  /// Nil in a preview of a journal that is still to be made.
  let journal: OwnerJournal?
  let options: Options
  /// The row of the arrival, once something came.
  var arrival: Int64?

  package struct Options: Sendable {
    /// Whether the names of people on photos come, as tags.
    package var takesPeople = false
    /// How photos are posted; details and time are those of the entries.
    package var posting: Posting.Settings
    /// How many photos are worked on at the same time.
    package var jobs = 1
    /// Called again and again between entries; throws to end the import there.
    package var check: @Sendable () throws -> Void = {}
    /// Stamps a photo when it is the turn of this import.
    package var turn: Turn = { _, work in try work() }

    /// Does the work on a photo once, on any thread, and throws what it throws. Where it takes long, work that
    /// threw may be done again.
    package typealias Turn =
      @Sendable (
        _ photo: ReceivedFile, _ work: @escaping @Sendable () throws -> Void
      ) throws -> Void

    package init(posting: Posting.Settings) { self.posting = posting }
  }

  package init(
    of files: any ArrivalFiles, as format: ArrivalFormat, by reader: any ArrivalReader,
    into journal: OwnerJournal?, _ options: Options
  ) {
    (self.files, self.format, self.reader) = (files, format, reader)
    (self.journal, self.options) = (journal, options)
  }

  var now: Int { options.posting.now() }

  /// An entry that could be a post.
  struct Entry: Sendable {
    let post: ArrivedPost
    let identity: ArrivalIdentity
    let arriving: ArrivingPost
    var place: ArrivalPlace { post.place }

    func record(_ result: ArrivalRecord.Result, _ further: [ArrivalNote] = []) -> ArrivalRecord {
      ArrivalRecord(place, day: arriving.time.day, notes: arriving.notes + further, result)
    }
  }

  /// What is known here of an entry.
  enum Fate {
    case new
    /// It was taken back with its arrival, and is in the trash as this post, with the entry as it came.
    case takenBack(Int, entry: [UInt8])
    /// It has a post, of which no arrival is known, as after a run that was killed.
    case unnoted(Post)
    case known
    case changed(number: Int?)
  }

  /// What is known of an entry, in a transaction.
  ///
  /// - Returns: the entry; where it is a day of a chat that goes on, first what of it came, then the rest.
  func fates(
    of entry: Entry, _ rows: PostRows, _ arrivals: ArrivalRows
  ) throws -> [(entry: Entry, fate: Fate)] {
    var (fates, rest) = ([(entry: Entry, fate: Fate)](), entry)
    while true {
      let uid = rest.identity.key().uid(of: rows.owner)
      let came = try arrivals.came(uid)
      guard let came, came.entry != rest.identity.entry,
        let parts = rest.identity.parted(rest.post, after: came.entry, format),
        let first = try? self.entry(parts.first), let further = try? self.entry(parts.rest)
      else { return fates + [(rest, try fate(of: rest, uid, came, rows))] }
      fates.append((first, try fate(of: first, uid, came, rows)))
      rest = further
    }
  }

  private func entry(_ part: ArrivalIdentity.Part) throws -> Entry {
    let arriving = try ArrivingPost(
      part.post, options.posting.rule, takesPeople: options.takesPeople, now: now)
    return Entry(post: part.post, identity: part.identity, arriving: arriving)
  }

  private func fate(
    of entry: Entry, _ uid: [UInt8], _ came: ArrivalRows.Came?, _ rows: PostRows
  ) throws -> Fate {
    let post = try rows.post(uid: uid)
    guard let came else { return post.map { .unnoted($0) } ?? .new }
    if came.isUndone {
      guard let post else { return .new }
      if post.trashed != nil { return .takenBack(post.number, entry: came.entry) }
    }
    return came.entry == entry.identity.entry ? .known : .changed(number: post?.number)
  }

  /// How many entries are looked up together, and how many bytes of words they have at most.
  private static let (mostTogether, mostBytes) = (256, 1 << 20)

  /// Goes through the entries in the order of the source, some at a time.
  ///
  /// - Parameters:
  ///   - wanted: whether an entry is, as the source has it; the others are read for their identity alone.
  ///   - other: called with what is no entry, and with why one cannot be a post.
  ///   - work: called with entries.
  /// - Throws: what `work` throws, `FileError`.
  /// - Returns: where the source ends before its end.
  func forEach(
    where wanted: (ArrivedPost) -> Bool = { _ in true }, other: (Other) -> Void = { _ in },
    _ work: ([Entry]) throws -> Void
  ) throws -> ArrivalError? {
    let rule = options.posting.rule
    var identities = ArrivalIdentities(format)
    var (waiting, bytes) = ([Entry](), 0)
    var end: ArrivalError?
    do {
      try reader.read(files) { item in
        switch item {
        case .leftOut(let kind, let place, let example): other(.leftOut(kind, place, example))
        case .fault(let fault, let place):
          let result: ArrivalRecord.Result = fault.isOfPart ? .incomplete(fault) : .failed(fault)
          other(.record(ArrivalRecord(place, day: nil, result)))
        case .post(let post):
          switch identities.identity(of: post) {
          case .again: other(.record(ArrivalRecord(post.place, day: nil, .known)))
          case .otherContent(let id):
            other(.record(ArrivalRecord(post.place, day: nil, .failed(ArrivalFault.sameID(id)))))
          case .new(let identity):
            guard wanted(post) else { return }
            do {
              let arriving = try ArrivingPost(
                post, rule, takesPeople: options.takesPeople, now: now)
              waiting.append(Entry(post: post, identity: identity, arriving: arriving))
              bytes += post.words.utf8.count
            } catch {
              other(.record(ArrivalRecord(post.place, day: nil, .failed(error))))
            }
          }
          guard waiting.count >= Self.mostTogether || bytes >= Self.mostBytes else { return }
          try options.check()
          try work(waiting)
          (waiting, bytes) = ([], 0)
        }
      }
    } catch let error as ArrivalError {
      end = error
    }
    if !waiting.isEmpty {
      try options.check()
      try work(waiting)
    }
    return end
  }

  /// What is found beside entries that can be posts.
  enum Other {
    case leftOut(ArrivedItem.LeftOut, ArrivalPlace, String)
    case record(ArrivalRecord)
  }

  /// Looks at all of the source, and stores nothing.
  ///
  /// - Parameter report: called with each entry that cannot come, is different here, or changed since it came;
  ///   in a preview of a dry run with each that would come, too.
  /// - Returns: what there is.
  /// - Throws: ``ArrivalError`` where nothing can be read, ``JournalError``, `FileError`.
  package func survey(_ report: (ArrivalRecord) -> Void) throws -> ArrivalSurvey {
    var survey = ArrivalSurvey()
    var (days, tags, people) = (Set<CivilDate>(), Set<String>(), Set<String>())
    func other(_ other: Other) {
      switch other {
      case .leftOut(let kind, let place, let example): survey.leave(kind, place, example)
      case .record(let record):
        switch record.result {
        case .known: survey.known += 1
        case .incomplete: survey.missing += 1
        default: survey.failed += 1
        }
        report(record)
      }
    }
    survey.end = try forEach(other: other) { entries in
      for (entry, fate) in try fates(of: entries) {
        if !entry.arriving.photos.isEmpty { survey.hasPhotos = true }
        switch fate {
        case .known, .unnoted: survey.known += 1
        case .changed(let number):
          survey.changed += 1
          report(entry.record(.changed(number: number)))
        case .new, .takenBack:
          survey.count(entry, &days)
          for tag in entry.arriving.tags where tags.insert(tag.folded).inserted {
            survey.tags.add(tag.text)
          }
          for name in entry.post.people where people.insert(name).inserted {
            survey.people.add(name)
          }
          report(entry.record(.posted([])))
        }
      }
    }
    survey.days = days.count
    if let end = survey.end, survey.isNothing { throw end }
    return survey
  }

  private func fates(of entries: [Entry]) throws -> [(Entry, Fate)] {
    guard let journal else { return entries.map { ($0, .new) } }
    return try journal.read { db in
      let (rows, arrivals) = (PostRows(of: journal, db), ArrivalRows(of: journal, db))
      return try entries.flatMap { try fates(of: $0, rows, arrivals) }
    }
  }

  /// Brings what is new: words first, then photos.
  ///
  /// - Parameters:
  ///   - survey: of this source.
  ///   - ending: between whose `enter()` and `leave()` entries are stored and reported.
  ///   - report: called with each entry that came or came before, and with those that failed now.
  /// - Returns: the number of the arrival; nil where nothing came.
  /// - Throws: ``JournalError``, `FileError`; what was reported stays, and another run goes on.
  package func run(
    _ survey: ArrivalSurvey, ending: BatchEnding = BatchEnding(),
    report: (ArrivalRecord) -> Void
  ) throws -> Int? {
    guard let journal else { return nil }
    _ = try forEach(where: \.photos.isEmpty) { entries in
      ending.enter()
      defer { ending.leave() }
      try write(entries, in: journal).forEach(report)
    }
    if survey.hasPhotos {
      _ = try forEach(where: { !$0.photos.isEmpty }) { entries in
        try post(entries, in: journal, ending, report)
      }
    }
    guard let arrival else { return nil }
    return try journal.writeMakingRoom { db in
      try ArrivalRows(of: journal, db).finish(arrival, now: now)
    }
  }

  /// Writes in one transaction. What an attempt that failed found out of the arrival is forgotten: on a full disk
  /// the store makes room and tries again, and the arrival that was just made is gone.
  func write<Result>(
    in journal: OwnerJournal, _ work: (Database) throws -> Result
  ) throws -> Result {
    let before = arrival
    do {
      return try journal.writeMakingRoom { db in
        arrival = before
        return try work(db)
      }
    } catch {
      arrival = before
      throw error
    }
  }

  /// The row of the arrival, made when the first entry comes.
  func arrivalRow(_ arrivals: ArrivalRows) throws -> Int64 {
    if let arrival { return arrival }
    // A character may have any number of marks.
    var name = String(files.name.prefix(200))
    while name.utf8.count > 1_000 { name.removeLast() }
    let row = try arrivals.begin(format, name.isEmpty ? "?" : name, now: now)
    arrival = row
    return row
  }
}

extension ArrivalSurvey {
  fileprivate var isNothing: Bool { new + known + changed + missing + failed == 0 }

  fileprivate mutating func count(_ entry: ArrivalImport.Entry, _ days: inout Set<CivilDate>) {
    let (day, photos) = (entry.arriving.time.day, entry.arriving.photos.count)
    new += 1
    posts += max(1, (photos + Post.photoLimit - 1) / Post.photoLimit)
    withPhotos += photos > 0 ? 1 : 0
    self.photos += photos
    days.insert(day)
    firstDay = firstDay.map { min($0, day) } ?? day
    lastDay = lastDay.map { max($0, day) } ?? day
  }
}

extension ArrivalSurvey.Count {
  fileprivate mutating func add(_ name: String) {
    count += 1
    if example == nil { example = name }
  }
}

extension ArrivalFault {
  /// Whether the rest of an entry comes.
  fileprivate var isOfPart: Bool {
    switch self {
    case .mood, .missingFile: true
    case .syntax, .time, .tooLarge, .expandsTooMuch, .sameID: false
    }
  }
}
