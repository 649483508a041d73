import Arrivals
import CaptureTime
import Files
import Formats
import GRDB
import Stamping
import Store
import Synchronization

/// Entries with photos.
extension ArrivalImport {
  /// Posts entries, as many at a time as there are jobs. The source is read by one of them alone.
  ///
  /// - Throws: ``JournalError``, `FileError` of the source; what was reported is stored.
  func post(
    _ entries: [Entry], in journal: OwnerJournal, _ ending: BatchEnding,
    _ report: (ArrivalRecord) -> Void
  ) throws {
    var rest = entries[...]
    while !rest.isEmpty {
      var photos = 0
      let group = Array(
        rest.prefix { entry in
          defer { photos += entry.arriving.photos.count }
          return photos < options.jobs
        })
      rest = rest.dropFirst(group.count)
      try options.check()
      ending.enter()
      defer { ending.leave() }
      let (done, new) = try write(in: journal) { db in try sorted(group, journal, db) }
      done.forEach(report)
      let received = try new.map { try receive($0, journal) }
      // Of two entries with one photo, the first has it, however long each takes.
      let contents = received.flatMap(\.contents)
      let jobs = Set(contents).count < contents.count ? 1 : options.jobs
      let results = BlockingWalk(received, jobs: jobs).results { [options] received in
        PhotoPosting(options: options, journal: journal).post(received)
      }
      try note(zip(new, results), journal).forEach(report)
    }
  }

  /// Those that are here already, and the others.
  private func sorted(
    _ entries: [Entry], _ journal: OwnerJournal, _ db: Database
  ) throws -> (done: [ArrivalRecord], new: [Entry]) {
    let (rows, arrivals) = (PostRows(of: journal, db), ArrivalRows(of: journal, db))
    var (done, new) = ([ArrivalRecord](), [Entry]())
    for (entry, fate) in try entries.flatMap({ try fates(of: $0, rows, arrivals) }) {
      switch fate {
      case .known: done.append(entry.record(.known))
      case .changed(let number): done.append(entry.record(.changed(number: number)))
      case .takenBack(let number, let came):
        done.append(try restore(entry, number, came, rows, arrivals))
        try restoreFurther(of: entry, came, rows, arrivals)
      // Its further posts may be missing.
      case .unnoted(let post) where entry.arriving.photos.count <= Post.photoLimit:
        try arrivals.note(post, of: entry.identity.entry, by: arrivalRow(arrivals))
        done.append(entry.record(.known))
      case .new, .unnoted: new.append(entry)
      }
    }
    return (done, new)
  }

  private func restoreFurther(
    of entry: Entry, _ came: [UInt8], _ rows: PostRows, _ arrivals: ArrivalRows
  ) throws {
    for group in entry.arriving.groups.indices.dropFirst() {
      let uid = entry.identity.key(part: group).uid(of: rows.owner)
      guard let post = try rows.post(uid: uid), post.trashed != nil else { continue }
      _ = try restore(entry, post.number, came, rows, arrivals)
    }
  }

  /// Copies the photos of an entry below the journal's folder, without names as yet.
  private func receive(_ entry: Entry, _ journal: OwnerJournal) throws -> ReceivedEntry {
    let limit = try max(
      Int(Int32.max), Posting(options.posting, into: journal).videoLimit())
    var contents: Set<[UInt8]> = []
    let photos = try entry.arriving.photos.map { photo, _ -> Result<ReceivedFile, any Error> in
      do {
        let file = try ReceivedFile(named: photo.file.name, in: journal.store.folder)
        var count = 0
        try files.read(photo.file) { piece in
          count += piece.count
          guard count <= limit else { throw ArrivalFault.tooLarge(limit: limit) }
          try file.append(Array(piece))
          return true
        }
        if options.jobs > 1 { contents.insert(try PhotoReader(file.photo).hash()) }
        return .success(file)
      } catch  where error.isDiskFull {
        throw JournalError.roomUsedUp
      } catch {
        return .failure(error)
      }
    }
    return ReceivedEntry(entry: entry, photos: photos, contents: contents)
  }

  /// Writes down which posts came.
  private func note(
    _ results: Zip2Sequence<[Entry], [PhotoPosting.Result]>, _ journal: OwnerJournal
  ) throws -> [ArrivalRecord] {
    try write(in: journal) { db in
      let arrivals = ArrivalRows(of: journal, db)
      return try results.map { entry, result in
        for post in result.posts {
          try arrivals.note(post, of: entry.identity.entry, by: arrivalRow(arrivals))
        }
        return entry.record(result.outcome, result.notes)
      }
    }
  }
}

extension ArrivingPost {
  /// Its photos, as many together as a post can have; one empty group of an entry without photos.
  var groups: [ArraySlice<(photo: ArrivedPhoto, caption: Caption)>] {
    stride(from: 0, to: max(1, photos.count), by: Post.photoLimit).map { start in
      photos[start..<min(start + Post.photoLimit, photos.count)]
    }
  }
}

/// An entry with its photos, or why one could not be read.
struct ReceivedEntry: Sendable {
  let entry: ArrivalImport.Entry
  let photos: [Result<ReceivedFile, any Error>]
  /// The SHA-256 of each file, 32 bytes; empty where entries come one after another.
  let contents: Set<[UInt8]>
}

/// Posts the photos of one entry.
private struct PhotoPosting: Sendable {
  let options: ArrivalImport.Options
  let journal: OwnerJournal

  struct Result: Sendable {
    var posts: [Post] = []
    var notes: [ArrivalNote] = []
    var outcome: ArrivalRecord.Result
  }

  func post(_ received: ReceivedEntry) -> Result {
    var tries = 3
    while true {
      tries -= 1
      do {
        return try posted(received)
      } catch JournalError.postedBefore where tries > 0 {
        // Another entry with one of the photos was stored since it was looked for: now it is found.
        continue
      } catch {
        return Result(outcome: .failed(error))
      }
    }
  }

  private func posted(_ received: ReceivedEntry) throws -> Result {
    var result = Result(outcome: .known)
    let groups = received.entry.arriving.groups
    for (index, group) in groups.enumerated() {
      try post(group, index, of: groups.count, received, &result)
    }
    if !result.posts.isEmpty { result.outcome = .posted(result.posts.map(\.number)) }
    return result
  }

  /// Posts the photos of a group as one post, and the words with the first.
  private func post(
    _ group: ArraySlice<(photo: ArrivedPhoto, caption: Caption)>, _ index: Int, of count: Int,
    _ received: ReceivedEntry, _ result: inout Result
  ) throws {
    let (entry, arriving) = (received.entry, received.entry.arriving)
    let key = entry.identity.key(part: index)
    var (staged, places) = ([StagedPart](), [MovedPhotos.Place]())
    var failure: (any Error)?
    for (place, photo) in zip(group.indices, group) {
      do {
        let part = try stage(received.photos[place].get(), photo, arriving, key)
        if let same = staged.firstIndex(where: { $0.originalHash == part.originalHash }) {
          places.append(.own(same + 1))
        } else {
          staged.append(part)
          places.append(.own(staged.count))
        }
      } catch JournalError.postedBefore(let number, let isInTrash) {
        places.append(.post(number))
        result.notes.append(
          .photoThere(photo.photo.file.path, number: number, isInTrash: isInTrash))
      } catch  where error.isDiskFull || error.isLocked {
        throw error
      } catch {
        places.append(.gone)
        failure = failure ?? error
        result.notes.append(.photoFailed(photo.photo.file.path, error))
      }
    }
    let words = index == 0 ? MovedPhotos.words(arriving.words, places) : .empty
    let details = arriving.details(group: index, of: count, words: words)
    if !staged.isEmpty {
      result.posts.append(
        try Posting(settings(arriving, nil, details), into: journal).post(staged, key: key).post)
    } else if index == 0, !words.isEmpty || arriving.mood != nil {
      result.posts.append(try write(arriving, words, key))
    } else if let failure {
      if count == 1 { throw failure }
    } else if case .post(let number)? = places.first {
      result.outcome = .photosThere(number: number)
    }
  }

  private func stage(
    _ file: ReceivedFile, _ photo: (photo: ArrivedPhoto, caption: Caption),
    _ arriving: ArrivingPost, _ key: PostKey
  ) throws -> StagedPart {
    let staged = Mutex<StagedPart?>(nil)
    try options.turn(file) {
      let part = try stageNow(file, photo, arriving, key)
      staged.withLock { $0 = part }
    }
    guard let part = staged.withLock({ $0 }) else { throw CancellationError() }
    return part
  }

  private func stageNow(
    _ file: ReceivedFile, _ photo: (photo: ArrivedPhoto, caption: Caption),
    _ arriving: ArrivingPost, _ key: PostKey
  ) throws -> StagedPart {
    let details = PostDetails(caption: photo.caption, isStarred: false, tags: [])
    var settings = settings(arriving, photo.photo.time, details)
    let read = try ReadFile(file.photo, developingBy: settings.stamper.decoder)
    let part = Posting.Part(file.photo, caption: photo.caption)
    do {
      return try Posting(settings, into: journal).stage(read, part, under: key)
    } catch  where error.isOfTime {
      // A picture without a time of its own has that of its entry.
      settings.stamper = settings.stamper.giving(arriving.given)
      return try Posting(settings, into: journal).stage(read, part, under: key)
    }
  }

  private func settings(
    _ arriving: ArrivingPost, _ own: CaptureTime?, _ details: PostDetails
  ) -> Posting.Settings {
    var settings = options.posting
    (settings.details, settings.rule, settings.time) = (details, arriving.rule, arriving.given)
    settings.wasWrittenThen = true
    if let own { settings.stamper = settings.stamper.giving(own) }
    return settings
  }

  /// Writes the words of an entry without one photo.
  private func write(_ arriving: ArrivingPost, _ words: Words, _ key: PostKey) throws -> Post {
    let prose = NamingProse(of: words.text)
    return try journal.writeMakingRoom { db in
      let rows = PostRows(of: journal, db)
      let uid = key.uid(of: journal.id)
      if let earlier = try rows.post(uid: uid) { return earlier }
      let post = try rows.insert(
        arriving.post(
          number: rows.newNumber(), uid: uid, words: words, now: options.posting.now()))
      try rows.notePeople(named: post, prose)
      return post
    }
  }
}

extension Error {
  /// Whether a photo does not say when it was taken.
  fileprivate var isOfTime: Bool {
    switch self as any Error {
    case StampError.noCaptureTime, StampError.needsZone: true
    default: false
    }
  }

  fileprivate var isLocked: Bool {
    if case JournalError.locked = self as any Error { true } else { false }
  }
}
