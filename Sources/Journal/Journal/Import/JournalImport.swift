import GRDB
package import Stamping
package import Store

/// Imports an export into an owner's journal, or only reports what that would do.
///
/// What is there already is passed over, so that a run that was ended can be repeated.
package struct JournalImport: Sendable {
  package enum Mode: Sendable {
    case storing(in: OwnerJournal)
    /// Nothing is written. Nil stands for a journal that is still to be made.
    case preview(of: OwnerJournal?)
  }

  let export: ExportFolder
  let mode: Mode
  /// Whether a photo may come that has a post already.
  let allowsAgain: Bool
  /// Seconds since 1970 in UTC.
  let now: Int

  package init(of export: ExportFolder, mode: Mode, allowsAgain: Bool, now: Int) {
    self.export = export
    self.mode = mode
    self.allowsAgain = allowsAgain
    self.now = now
  }

  var journal: OwnerJournal? {
    switch mode {
    case .storing(let journal): journal
    case .preview(let journal): journal
    }
  }

  /// Imports the posts in the order of the export, each on its own: an invalid one stops no other.
  /// Then it updates references to photos of posts that have other numbers here.
  ///
  /// - Parameters:
  ///   - jobs: how many posts' files are looked at at the same time, at least 1.
  ///   - ending: between whose `enter()` and `leave()` each group is stored and reported.
  ///   - report: called with each post's record, in the order of the export, as its group is done.
  ///   - stray: called at the end with each reference that shows another photo here.
  /// - Returns: the numbers here of the posts that are here, or would be, by those that they have in the
  ///   export.
  /// - Throws: ``ImportError`` where the export is no longer the one that was opened; then no further
  ///   post is imported. ``JournalError`` where references cannot be changed, which another run does.
  @discardableResult
  package func run(
    jobs: Int, ending: BatchEnding = BatchEnding(), report: (ImportRecord) -> Void,
    stray: (StrayReference) -> Void = { _ in }
  ) async throws -> [Int: Int] {
    let rules = EarlierPosts(of: export, in: journal, allowsAgain: allowsAgain)
    var preview = PreviewedNumbers(above: export.lastNumberEver)
    let groupSize = PostGroup.size(jobs: jobs)
    var room = RoomLeft()
    var references = MovedReferences()
    var reading = try export.posts.reading()
    while true {
      let entries = try reading.next(photos: groupSize)
      if entries.isEmpty { break }
      let posts = leaveOutEarlier(entries.map(\.post), rules)
      let checked =
        room.isNone
        ? posts.map { $0.flatMap { _ in .failure(JournalError.noRoomLeft) } }
        : await checkFiles(of: posts, jobs: jobs)
      checked.forEach { room.note($0) }
      ending.enter()
      let imported =
        switch mode {
        case .storing(let journal): store(checked, rules, in: journal, &room)
        case .preview(let journal): preview.numbers(of: checked, in: journal)
        }
      for (entry, post) in zip(entries, imported) {
        let record = record(of: entry, post)
        references.note(entry, record.result)
        report(record)
      }
      ending.leave()
    }
    guard case .storing(let journal) = mode, references.areAny else { return references.numbers }
    reading = try export.posts.reading()
    while true {
      let entries = try reading.next(photos: groupSize)
      if entries.isEmpty { return references.numbers }
      ending.enter()
      defer { ending.leave() }
      try references.move(in: entries, of: journal).forEach(stray)
    }
  }

  /// Sorts out what the journal has already, before any photo is read.
  private func leaveOutEarlier(
    _ posts: [Result<ImportedPost, any Error>], _ rules: EarlierPosts
  ) -> [Result<ImportedPost, any Error>] {
    guard let journal else { return posts }
    do {
      return try journal.read { db in
        try posts.map { result in
          guard case .success(let post) = result,
            let earlier = try rules.earlier(than: post, in: PostRows(of: journal, db))
          else { return result }
          return .failure(earlier)
        }
      }
    } catch {
      return posts.map { $0.flatMap { _ in .failure(error) } }
    }
  }

  /// Reads the posts' files and, where they are to be stored, writes them without names as yet.
  private func checkFiles(
    of posts: [Result<ImportedPost, any Error>], jobs: Int
  ) async -> [Result<CheckedPost, any Error>] {
    let store: JournalStore? =
      switch mode {
      case .storing(let journal): journal.store
      case .preview: nil
      }
    var checked: [Int: Result<CheckedPost, any Error>] = [:]
    await ConcurrentWalk(posts, jobs: jobs).run { post, index in
      (index, Result { try CheckedPost(post.get(), from: export, stagedIn: store) })
    } report: { index, result in
      checked[index] = result
    }
    // A large post takes room from those written beside it until it fails: each may fit by itself.
    for (index, post) in posts.enumerated() {
      guard case .failure(let error)? = checked[index], error.isDiskFull else { continue }
      store?.shortenLog()
      checked[index] = Result { try CheckedPost(post.get(), from: export, stagedIn: store) }
    }
    return posts.indices.compactMap { checked[$0] }
  }

  private func record(
    of entry: ImportEntry, _ imported: Result<ImportedAs, any Error>
  ) -> ImportRecord {
    let result: ImportRecord.Result
    var isSecondMorning = false
    var versionsLeftOut: [ImportProblem] = []
    switch imported {
    case .success(let post):
      result = .imported(number: post.number)
      (isSecondMorning, versionsLeftOut) = (post.isSecondMorning, post.versionsLeftOut)
    case .failure(let earlier as EarlierPost): result = .passedOver(earlier)
    case .failure(let error): result = .failed(error)
    }
    let post: ImportedPost? = if case .success(let post) = entry.post { post } else { nil }
    return ImportRecord(
      place: entry.place, isLine: entry.isLine, exportedNumber: entry.number, day: post?.time.day,
      caption: post?.caption,
      doubts: post.map {
        TimeDoubt.doubts(of: $0, dayStart: export.settings.dayStart, now: now)
      } ?? [], fontLeftOut: post?.photos.lazy.compactMap(\.fontLeftOut).first,
      isSecondMorning: isSecondMorning,
      versionsLeftOut: versionsLeftOut, result: result)
  }
}

extension ExportFolder {
  /// The largest number that a post of its owner ever had; 0 where none had any.
  var lastNumberEver: Int { max(lastNumber, posts.largestNumber) }
}

extension JournalImport {
  /// The result for the settings of an export, each key in its order.
  package struct SettingsFate: Sendable, Hashable {
    /// They are the journal's now, or would be; before, others were.
    package var taken: [SettingKey] = []
    /// Settings that differ from those of an owner with posts, whose journal keeps its own.
    package var leftOut: [SettingKey] = []
    /// They differ, and are never taken from an export: paths, when the lock closes, the server's address.
    package var kept: [SettingKey] = []
  }

  /// Gives a journal without posts the settings of the export, except for those that are never
  /// imported, and the last number.
  ///
  /// - Returns: what became of the settings, or would become of them.
  package func takeSettings() throws -> SettingsFate {
    switch mode {
    case .storing(let journal):
      try journal.write { db in
        let rows = PostRows(of: journal, db)
        let (settings, fate) = try settings(in: journal, db)
        if !fate.taken.isEmpty { try settings.save(SettingRows(owner: journal.id, db)) }
        if try !rows.hasPosts() { try rows.keepNumber(export.lastNumber) }
        return fate
      }
    case .preview(let journal?): try journal.read { db in try settings(in: journal, db).fate }
    case .preview(nil):
      try fate(of: JournalSettings(zone: export.settings.zone), hasPosts: false).fate
    }
  }

  private func settings(
    in journal: OwnerJournal, _ db: Database
  ) throws -> (settings: JournalSettings, fate: SettingsFate) {
    try fate(
      of: JournalSettings.load(owner: journal.id, db),
      hasPosts: PostRows(of: journal, db).hasPosts())
  }

  /// What settings become by those of the export, beside which some of the owner's own stay.
  private func fate(
    of own: JournalSettings, hasPosts: Bool
  ) throws -> (settings: JournalSettings, fate: SettingsFate) {
    let all = export.settings.texts
    let foreign = try export.settings.withoutPaths().texts.filter { key, text in !key.isKept(text) }
    let kept = own.texts.filter { key, text in
      key.isKept(text) || all[key].map(key.isPath) ?? false
    }
    let new = try JournalSettings(kept.merging(foreign) { $1 })
    let changed = SettingKey.allCases.filter { own.texts[$0] != new.texts[$0] }
    var fate = SettingsFate(
      kept: SettingKey.allCases.filter { key in
        all[key].map { key.isKept($0) && $0 != own.texts[key] } ?? false
      })
    if hasPosts { fate.leftOut = changed } else { fate.taken = changed }
    return (hasPosts ? own : new, fate)
  }
}
