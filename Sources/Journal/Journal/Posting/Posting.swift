package import CaptureTime
import Files
import GRDB
package import Stamping
package import Store
package import SystemPackage

/// Posts photos: stamps each, and stores file and row together or not at all.
package struct Posting: Sendable {
  package struct Settings: Sendable {
    /// Puts the labels on; it must draw `look`.
    package var stamper: Stamper
    package var look: LabelLook
    /// The time zone and the start of the day that decide a post's day.
    package var rule: DayRule
    package var details: PostDetails
    /// The text that the photos are cards of; nil of other photos.
    package var text: TextReference?
    /// The edit of the photos before stamping, in addition to the stamper's.
    package var edit = PhotoEdit()
    /// Whether a photo may be posted that has a post already.
    package var allowsAgain: Bool
    /// Whether a raw photo, or the raw file beside a photo, is kept too.
    package var keepsRaw = false
    /// The time, or only the day, of a post with several photos, and the time of photos without
    /// one; nil for the first photo's.
    package var time: CaptureTime?
    /// Whether the post's day may be any in the future, and not tomorrow at most.
    package var allowsFuture = false
    /// Whether words were written on the post's day, as those of another program's journal.
    package var wasWrittenThen = false
    /// A folder of the person's own that gets a copy of every stamped photo.
    package var exportFolder: FilePath?
    /// Whether that folder is the one that the owner has set, so that a copy which cannot be made is made
    /// up for later.
    package var isAlbum = false
    /// Seconds since 1970 in UTC.
    package var now: @Sendable () -> Int

    package init(
      stamper: Stamper, look: LabelLook, rule: DayRule, details: PostDetails, allowsAgain: Bool,
      exportFolder: FilePath?, now: @escaping @Sendable () -> Int
    ) {
      self.stamper = stamper
      self.look = look
      self.rule = rule
      self.details = details
      self.allowsAgain = allowsAgain
      self.exportFolder = exportFolder
      self.now = now
    }
  }

  let journal: OwnerJournal
  let settings: Settings

  package init(_ settings: Settings, into journal: OwnerJournal) {
    self.journal = journal
    self.settings = settings
  }

  /// Posts the photos of a walk, several at a time, each on its own: one that fails stops no other.
  ///
  /// They are stored in groups, because each time that something is put on the disk for good takes
  /// as long as a stamp; and beside the stamping, which goes on meanwhile. A run that is ended before its
  /// end has stored what it has reported.
  ///
  /// - Parameters:
  ///   - walk: the photos.
  ///   - jobs: how many photos are worked on at the same time, at least 1.
  ///   - ending: between whose `enter()` and `leave()` each group is stored and reported.
  ///   - report: called with each photo's record, one call at a time.
  package func run(
    _ walk: PhotoWalk, jobs: Int, ending: BatchEnding = BatchEnding(),
    report: (PostRecord) -> Void
  ) async {
    let gathered = GatheredPosts(self, jobs: jobs, ending: ending)
    async let staged: Void = stage(PairedWalk(walk), jobs: jobs, into: gathered)
    for await records in gathered.records {
      records.all.forEach(report)
      if records.isGroup {
        ending.leave()
        gathered.makeRoom(for: records.all.count)
      }
    }
    await staged
  }

  /// Stamps the photos of a walk.
  private func stage(_ walk: PairedWalk, jobs: Int, into gathered: GatheredPosts) async {
    var withoutRoom: [(photo: InputPhoto, index: Int)] = []
    await ConcurrentWalk(walk, jobs: jobs).run { element, index -> (InputPhoto, Int)? in
      switch element {
      case .problem(let path, let error):
        gathered.tell(PostRecord(input: path, result: .failed(JournalError.file(error))))
        return nil
      case .photo(let photo):
        do {
          try gathered.add { try stage(photo, index) }
          return nil
        } catch  where error.isDiskFull {
          return (photo, index)
        } catch {
          gathered.tell(failure(of: photo, error))
          return nil
        }
      }
    } report: { photo in
      if let photo { withoutRoom.append(photo) }
    }
    // A large photo takes room from those written beside it until it fails: each may fit by itself.
    gathered.beginAgain()
    await ConcurrentWalk(withoutRoom, jobs: 1).run { element, _ in
      do {
        try gathered.add { try stage(element.photo, element.index) }
      } catch {
        gathered.tell(failure(of: element.photo, error))
      }
    } report: { _ in
    }
    gathered.end()
  }

  /// Stamps a photo and writes its files, nameless as yet.
  private func stage(_ input: InputPhoto, _ index: Int) throws -> StagedPost {
    try stage(
      read(input, isFirst: index == 0), input, index, uid: .random(count: Post.uidSize))
  }

  /// The record of a photo that threw an error. One that a folder has and the journal too has not failed; its post
  /// gets the files beside it that it lacks.
  func failure(of photo: InputPhoto, _ error: any Error) -> PostRecord {
    if case JournalError.postedBefore(let number, _) = error {
      do {
        if let (files, post) = try addFiles(beside: photo, to: number) {
          return PostRecord(input: photo.path, result: .added(files, post))
        }
      } catch {
        return PostRecord(input: photo.path, result: .failed(error))
      }
    }
    if photo.isFound, case JournalError.postedBefore(let number, _) = error {
      return PostRecord(input: photo.path, result: .skipped(number: number))
    }
    return PostRecord(input: photo.path, result: .failed(error))
  }
}

extension InputPhoto {
  /// The file's name; empty for standard input.
  package var nameForReaders: String {
    isStandardInput ? "" : relativePath.lastComponent.map { String(decoding: $0) } ?? ""
  }
}

extension Posting {
  /// Stores staged posts: their files get their names and their rows in one transaction.
  ///
  /// - Returns: a result for each.
  func store(_ posts: [StagedPost]) -> [Result<Post, any Error>] {
    let prose = NamingProse(of: settings.details.words.text)
    return PostStorage(journal: journal).store(posts) { post, _ in
      post.photos.map(\.staged)
    } insert: { post, _, rows in
      try insert(post, rows, prose)
    }
  }

  /// What became of staged posts; copies of their photos are made first.
  func records(of staged: [StagedPost], _ results: [Result<Post, any Error>]) -> [PostRecord] {
    let failures = copy(results.compactMap { try? $0.get() })
    return zip(staged, results).flatMap { staged, result in
      staged.photos.map { photo in
        switch result {
        case .success(let post):
          PostRecord(
            input: photo.input.path,
            result: failures[post.number].map { .notExported(post, $0) }
              ?? .posted(post, label: photo.label),
            warnings: photo.warnings)
        case .failure(let error): failure(of: photo.input, error)
        }
      }
    }
  }

  /// Copies the photos of posts into the person's own folder; where that goes well, also those that could
  /// not be copied before.
  ///
  /// - Returns: why a copy could not be made, by the posts' numbers.
  private func copy(_ posts: [Post]) -> [Int: any Error] {
    guard let folder = settings.exportFolder else { return [:] }
    let failures = journal.album.copy(posts, into: folder, areDue: settings.isAlbum)
    if settings.isAlbum, failures.isEmpty { journal.album.makeUp() }
    return failures
  }

  /// Inserts a post's row, whose files are in their place.
  ///
  /// - Throws: ``JournalError/postedBefore(number:isInTrash:)`` where another process was faster.
  private func insert(
    _ staged: StagedPost, _ rows: PostRows, _ prose: NamingProse
  ) throws -> Post {
    let details = staged.details
    let photos = try staged.photos.map { staged in try photo(staged, rows) }
    let now = settings.now()
    try settings.checkHasCome(staged.time.day)
    let post = try rows.insert(
      Post(
        number: try rows.newNumber(), time: staged.time, title: details.title.text,
        words: details.words.text, mood: details.mood, isMorning: details.isMorning,
        isWrittenLater: try rows.isWrittenLater(
          details, on: staged.time.day, allowsFuture: settings.allowsFuture, now: now)
          && !settings.wasWrittenThen,
        isStarred: details.isStarred, tags: details.tags.map(\.text), photos: photos, posted: now,
        trashed: nil, id: 0, uid: staged.uid))
    try rows.notePeople(named: post, prose)
    if settings.isAlbum, settings.exportFolder != nil { try rows.noteCopiesDue(of: post.id) }
    return post
  }

  /// The photo that a post gets of one that was staged.
  ///
  /// - Throws: ``JournalError/postedBefore(number:isInTrash:)`` where another process was faster.
  func photo(_ staged: StagedPost.Photo, _ rows: PostRows) throws -> PostPhoto {
    var photo = staged.staged.photo
    if !staged.allowsAgain { try rows.checkIsNew(photo.originalHash) }
    (photo.caption, photo.look) = (staged.caption.text, try rows.lookID(staged.look))
    photo.text = settings.text
    return photo
  }
}

extension Posting.Settings {
  /// Checks that a post's day is tomorrow at the latest, where no later one is meant.
  ///
  /// - Throws: ``JournalError/futurePhoto(_:today:)``.
  package func checkHasCome(_ day: CivilDate) throws {
    let today = rule.day(of: now())
    guard allowsFuture || day <= today.next else {
      throw JournalError.futurePhoto(day, today: today)
    }
  }
}

extension PostRows {
  /// Checks what is written beside a photo of a day, as ``Posts/write(_:key:now:)`` does.
  ///
  /// - Returns: whether it is written on a later day.
  /// - Throws: ``JournalError``.
  fileprivate func isWrittenLater(
    _ details: PostDetails, on day: CivilDate, allowsFuture: Bool, now: Int
  ) throws -> Bool {
    guard details.isWritten else { return false }
    let rule = try JournalSettings.load(owner: owner, db).rule
    let today = rule.day(of: now)
    // Where the photo was taken, tomorrow may have begun.
    guard day <= (rule.followsPhotos ? today.next : today) || allowsFuture else {
      throw JournalError.futureDay(day, today: today)
    }
    if details.isMorning {
      if details.words.isEmpty || details.mood == nil { throw JournalError.incompleteMorning }
      try checkHasNoMorning(on: day)
    }
    return day < today
  }
}

/// The result of posting one photo.
package struct PostRecord: Sendable {
  package let input: FilePath
  package let result: Result
  package var warnings: [StampWarning] = []

  package init(input: FilePath, result: Result, warnings: [StampWarning] = []) {
    (self.input, self.result, self.warnings) = (input, result, warnings)
  }

  package enum Result: Sendable {
    case posted(Post, label: String)
    /// It was found in a folder, and is that of an earlier post.
    case skipped(number: Int)
    /// It is that of this earlier post, which got the files beside it.
    case added([AddedFile], Post)
    /// It is posted, but the copy into the person's own folder was not written.
    case notExported(Post, any Error)
    /// ``JournalError`` or `StampError`.
    case failed(any Error)
  }
}
