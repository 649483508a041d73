import CaptureTime
import Formats
package import Stamping
package import SystemPackage

/// Posts photos: stamps each, and stores file and row together or not at all.
package struct Posting: Sendable {
  package struct Settings: Sendable {
    /// Puts the labels on; it must draw `look`.
    package var stamper: Stamper
    package var look: LabelLook
    /// The time zone and the start of the day by which posts get their days.
    package var rule: DayRule
    package var details: PostDetails
    /// Whether a photo may be posted that has a post already.
    package var allowsAgain: Bool
    /// A folder of the person's own that gets a copy of every stamped photo.
    package var exportFolder: FilePath?
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
  /// as long as a stamp. A run that is ended before its end has stored what it has told of.
  ///
  /// - Parameters:
  ///   - walk: the photos.
  ///   - jobs: how many photos are worked on at the same time, at least 1.
  ///   - report: called with each photo's record, one call at a time.
  package func run(_ walk: PhotoWalk, jobs: Int, report: (PostRecord) -> Void) async {
    let group = ArrivalGroup(self, jobs: jobs)
    await ConcurrentWalk(walk, jobs: jobs).run { element, index in
      post(element, index, with: group)
    } report: { records in
      records.forEach(report)
    }
    group.storeRest().forEach(report)
  }

  /// - Returns: the records that are known now; others come with those of later photos.
  private func post(
    _ element: PhotoWalk.Element, _ index: Int, with group: ArrivalGroup
  ) -> [PostRecord] {
    switch element {
    case .problem(let path, let error):
      return [PostRecord(input: path, result: .failed(JournalError.file(error)))]
    case .photo(let photo):
      do {
        return group.add(try arrive(photo, index))
      } catch {
        return [failure(of: photo, error)]
      }
    }
  }

  /// Stamps a photo and writes its files, nameless as yet.
  private func arrive(_ input: InputPhoto, _ index: Int) throws -> Arrival {
    // Before the work, which would be in vain behind a closed door, and is a use of an open one.
    try journal.checkDoor()
    let original = try OriginalPhoto(reading: input)
    return try arrive(original, input, index, uid: .random(count: Post.uidSize))
  }

  /// Stamps a photo that was read and writes its files, nameless as yet.
  func arrive(
    _ original: OriginalPhoto, _ input: InputPhoto, _ index: Int, uid: [UInt8]
  ) throws -> Arrival {
    if !settings.allowsAgain { try journal.checkIsNew(original.hash) }
    guard let found = try settings.stamper.captureTime(of: original, name: input.nameBytes) else {
      throw JournalError.noTime
    }
    let time = try PostTime(found, rule: settings.rule)
    let stamped = try settings.stamper.stamp(original, at: time, in: settings.rule.zone)
    return Arrival(
      input: input, index: index, uid: uid, time: time, look: settings.look,
      details: settings.details, stamped: stamped.withoutBytes,
      staged: try StagedPhoto(
        stamped, original, originalName: input.nameForReaders, time: time, uid: uid,
        in: journal.store))
  }

  /// What an error makes of a photo: one that is there already is no failure of those in a folder.
  func failure(of photo: InputPhoto, _ error: any Error) -> PostRecord {
    if photo.isFound, case JournalError.postedBefore(let number, _) = error {
      return PostRecord(input: photo.path, result: .skipped(number: number))
    }
    return PostRecord(input: photo.path, result: .failed(error))
  }
}

extension InputPhoto {
  /// The file's name; empty for standard input.
  fileprivate var nameForReaders: String {
    isStandardInput ? "" : relativePath.lastComponent.map { String(decoding: $0) } ?? ""
  }
}
