import CaptureTime
import Files
package import Stamping
import Store

/// Posts of several photos.
extension Posting {
  /// A photo of a post with several, with its caption.
  package struct Part: Sendable {
    let photo: InputPhoto
    let caption: Caption

    package init(_ photo: InputPhoto, caption: Caption) {
      (self.photo, self.caption) = (photo, caption)
    }
  }

  /// A photo that was stamped with its own time, or why it was not.
  private typealias Stamped = Result<(photo: StagedPost.Photo, time: PostTime), any Error>

  /// Posts some photos as one post. ``time(ofPost:)`` gives its time; each label shows its photo's own.
  ///
  /// A photo that cannot be posted keeps none of the others from it; where none can, there is no post.
  ///
  /// - Parameters:
  ///   - parts: the photos in the order that they are to have, ``Post/photoLimit`` at most.
  ///   - jobs: how many photos are worked on at the same time, at least 1.
  ///   - ending: between whose `enter()` and `leave()` the post is stored and reported.
  ///   - report: called with each photo's record, in their order.
  package func run(
    together parts: [Part], jobs: Int, ending: BatchEnding = BatchEnding(),
    report: (PostRecord) -> Void
  ) {
    let uid = [UInt8].random(count: Post.uidSize)
    let stamped = stamp(parts, jobs: jobs, uid: uid)
    ending.enter()
    defer { ending.leave() }
    for record in store(parts, stamped, uid: uid) { report(record) }
  }

  /// The result of adding photos to a post.
  package struct Added: Sendable {
    /// The changed post.
    package let post: Post
    /// The numbers of the posts in the trash that have the photos which were taken out.
    package let removed: [Int]
    /// Warnings about the photos, for the person.
    package let warnings: [StampWarning]
  }

  /// Adds photos to a post, after those that it has, and then arranges all of them.
  ///
  /// - Parameters:
  ///   - parts: the photos in the order that they are to have.
  ///   - number: the post's.
  ///   - arrangement: what is to be different once they are there.
  ///   - jobs: how many photos are worked on at the same time, at least 1.
  ///   - check: looks at the post in the transaction that changes it, and throws where it is not the one
  ///     that was meant.
  /// - Returns: what became of it.
  /// - Throws: ``JournalError``, `StampError`, and what `check` throws; then nothing has changed.
  package func add(
    _ parts: [Part], to number: Int, arranging arrangement: PhotoArrangement = PhotoArrangement(),
    jobs: Int, checking check: (Post) throws -> Void = { _ in }
  ) throws -> Added {
    let post = try journal.posts.livePost(number)
    try check(post)
    _ = try arrangement.order(of: post, adding: parts.count)
    return try add(
      stamp(parts, jobs: jobs, uid: post.uid).map { try $0.get() }, to: post,
      arranging: arrangement, checking: check)
  }

  /// Adds photos that are stamped to a post, as ``add(_:to:arranging:jobs:checking:)``.
  func add(
    _ stamped: [(photo: StagedPost.Photo, time: PostTime)], to post: Post,
    arranging arrangement: PhotoArrangement = PhotoArrangement(),
    checking check: (Post) throws -> Void
  ) throws -> Added {
    try Self.checkAreDifferent(stamped.map(\.photo))
    var taken = post.photos.flatMap(\.files)
    var photos = try placed(stamped, in: post.time, uid: post.uid, avoiding: taken)
    // Photos that were taken out of the post have their names still.
    while true {
      let there = photos.flatMap(\.staged.photo.files).filter(journal.store.hasFile)
      if there.isEmpty { break }
      taken += there
      photos = try placed(stamped, in: post.time, uid: post.uid, avoiding: taken)
    }
    let added = photos
    let words = MovedWords(of: post.number, arrangement, adding: added.count, in: journal)
    let loose = LooseFiles(journal.store)
    let (changed, removed) = try loose.working {
      try loose.store(added.flatMap(\.staged.files)) {
        try journal.write { db in
          let rows = PostRows(of: journal, db)
          let post = try rows.livePost(post.number)
          try check(post)
          let new = try added.map { try photo($0, rows) }
          var (changed, removed) = (try rows.add(new, to: post), [Int]())
          if !arrangement.isEmpty {
            (changed, removed) = try rows.arrange(
              changed, arrangement, words: words, now: settings.now())
          }
          if settings.isAlbum, settings.exportFolder != nil {
            try rows.noteCopiesDue(of: post.id)
          }
          return (changed, removed)
        }
      }
    }
    // One that cannot be made now stays due.
    if settings.isAlbum, settings.exportFolder != nil { journal.album.makeUp() }
    return Added(post: changed, removed: removed, warnings: added.flatMap(\.warnings))
  }

  private func stamp(_ parts: [Part], jobs: Int, uid: [UInt8]) -> [Stamped] {
    let numbered = Array(parts.enumerated())
    return BlockingWalk(numbered, jobs: jobs).results { index, part in
      Result {
        let file = try read(part.photo, isFirst: parts.count == 1)
        return try stagePart(file, part.photo, index, part.caption, uid: uid)
      }
    }
  }

  /// Stores those that could be stamped as one post.
  private func store(_ parts: [Part], _ stamped: [Stamped], uid: [UInt8]) -> [PostRecord] {
    var (found, hashes) = ([(photo: StagedPost.Photo, time: PostTime)](), Set<[UInt8]>())
    var twice: Set<Int> = []
    for case .success(let photo) in stamped {
      if settings.allowsAgain || hashes.insert(photo.photo.staged.photo.originalHash).inserted {
        found.append(photo)
      } else {
        twice.insert(photo.photo.index)
      }
    }
    var records: [PostRecord] = []
    do {
      if let time = try time(ofPost: found.map(\.time)) {
        let post = StagedPost(
          photos: try placed(found, in: time, uid: uid, avoiding: []), uid: uid, time: time,
          details: settings.details)
        records = self.records(of: [post], store([post]))
      }
    } catch {
      records = found.map { failure(of: $0.photo.input, error) }
    }
    var stored = records[...]
    return zip(parts, stamped).enumerated().compactMap { index, part in
      switch part.1 {
      case .failure(let error): failure(of: part.0.photo, error)
      case .success where twice.contains(index): again(part.0.photo, records)
      case .success: stored.popFirst()
      }
    }
  }

  /// The time of a post of photos: that of ``Settings/time``, or else of the first of them. Of a day alone it
  /// is that of the first photo of that day; where there is none, what words of that day have.
  ///
  /// - Parameter photos: their times, in their order.
  /// - Returns: the time; nil where there is neither.
  /// - Throws: as `PostTime`.
  func time(ofPost photos: [PostTime]) throws -> PostTime? {
    guard let given = settings.time else { return photos.first }
    guard given.precision == .day else { return try PostTime(given, rule: settings.rule) }
    if let own = photos.first(where: { $0.day == given.date }) { return own }
    let moment = NewWords.Moment.day(given.date)
    return try PostTime(moment.time(settings.rule, now: settings.now()), rule: settings.rule)
  }

  /// What becomes of a photo that is there twice.
  private func again(_ photo: InputPhoto, _ records: [PostRecord]) -> PostRecord {
    for case .posted(let post, _) in records.map(\.result) {
      return failure(
        of: photo, JournalError.postedBefore(number: post.number, isInTrash: false))
    }
    return failure(of: photo, records.first?.error ?? JournalError.noRoomLeft)
  }

  /// The photos with their places in the journal's folder and the times that are not their post's.
  func placed(
    _ photos: [(photo: StagedPost.Photo, time: PostTime)], in time: PostTime, uid: [UInt8],
    avoiding taken: [ContainedPath]
  ) throws -> [StagedPost.Photo] {
    var taken = taken
    return try photos.map { photo, own in
      let shown: CaptureTime? =
        own.captureTime.description == time.captureTime.description ? nil : own.captureTime
      var staged = try photo.staged.placed(
        at: PhotoPlace(time, taken: shown, uid: uid), avoiding: taken)
      staged.photo.taken = shown
      taken += staged.photo.files
      var placed = photo
      placed.staged = staged
      return placed
    }
  }

  /// A walk's photos by their days, each day's in order of time, in groups as large as a post can
  /// be.
  ///
  /// - Parameters:
  ///   - photos: the photos.
  ///   - jobs: how many photos are read at the same time, at least 1.
  /// - Returns: the groups, the earliest first; a photo that cannot be read, which is told when it is
  ///   posted, is alone.
  package func byDay(_ photos: [InputPhoto], jobs: Int) -> [[InputPhoto]] {
    let times = BlockingWalk(photos, jobs: jobs).results { photo -> PostTime? in
      let found: FoundTime?
      switch try? ReadFile(photo, developingBy: settings.stamper.decoder) {
      case .photo(let original, _, _):
        let context = PhotoContext(
          name: photo.nameBytes, file: photo.companionPath, owner: journal.owner.text, caption: "")
        found = try? settings.stamper.captureTime(of: original, context)
      case .video(let video):
        found = try? settings.stamper.captureTime(
          of: video.described, video.attributes, name: photo.nameBytes, file: photo.companionPath)
      case nil: return nil
      }
      return try? found.map { try PostTime($0.time, rule: settings.rule) }
    }
    let dated = zip(photos, times).enumerated().compactMap { index, photo in
      photo.1.map { (photo: photo.0, time: $0, index: index) }
    }.sorted {
      ($0.time.day, $0.time.instant, $0.index) < ($1.time.day, $1.time.instant, $1.index)
    }
    var groups: [[InputPhoto]] = []
    var last: CivilDate?
    for photo in dated {
      if photo.time.day == last, let count = groups.last?.count, count < Post.photoLimit {
        groups[groups.count - 1].append(photo.photo)
      } else {
        groups.append([photo.photo])
      }
      last = photo.time.day
    }
    return groups + zip(photos, times).filter { $0.1 == nil }.map { [$0.0] }
  }
}

extension PostRecord {
  fileprivate var error: (any Error)? { if case .failed(let error) = result { error } else { nil } }
}
