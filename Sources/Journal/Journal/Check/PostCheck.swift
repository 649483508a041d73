import GRDB
package import Stamping
package import Store
import SystemPackage

extension JournalCheck {
  /// The check of a journal of posts.
  ///
  /// - Parameters:
  ///   - journals: the folder.
  ///   - owners: whose posts are looked at; nil for all. The database and the files that no post
  ///     names are everybody's.
  ///   - jobs: how many posts' files are read at the same time, at least 1.
  ///   - stamper: makes what draws a look, for photos that are to be stamped again; nil where
  ///     nothing is to be mended.
  package init(
    _ journals: Journal, owners: [OwnerName]?, jobs: Int = 1,
    repairingWith stamper: ((LabelLook) throws -> Stamper)?
  ) {
    self.init(
      journals, owners: owners, repairs: stamper != nil,
      checks: [PostCheck(of: journals.store, jobs: jobs, repairingWith: stamper)])
  }
}

/// Checks posts with their files, the search, and unused thumbnails.
final class PostCheck: AreaCheck {
  /// How many posts are read from the database at once.
  private static let pageSize = 256

  private let store: JournalStore
  /// How many posts' files are read at the same time.
  private let jobs: Int
  /// Makes what draws a look; nil where nothing is to be mended.
  private let stamper: ((LabelLook) throws -> Stamper)?
  /// Posts with problems that may be mended; none where nothing is to be mended.
  private var broken: [BrokenPost] = []

  init(
    of store: JournalStore, jobs: Int = 1,
    repairingWith stamper: ((LabelLook) throws -> Stamper)?
  ) {
    (self.store, self.jobs, self.stamper) = (store, jobs, stamper)
  }

  /// A post with its problems.
  private struct BrokenPost {
    let journal: OwnerJournal
    let post: Post
    let problems: [PostProblem]
  }

  func mendReferences() throws { try PartsCheck(store: store).mendReferences() }

  /// Checks that the search finds what the captions say, and that days have as many posts as is said.
  func checkDerived(_ report: JournalCheck.Report) {
    checkCounts(report)
    checkParts(report)
    let check = SearchTableCheck(.posts, of: store)
    check.findings(repairs: stamper != nil, altered: Self.altered) { .search(posts: $0) }
      .forEach(report)
  }

  /// The problem of a post that is not what the search has.
  private static func altered(_ post: Int64, _ db: Database) throws -> JournalProblem? {
    let row = try db.row(
      cached: """
        SELECT owner.name, number FROM post JOIN owner ON owner.id = post.owner WHERE post.id = ?
        """, arguments: [post])
    return try row.map { row in
      var values = RowDecoder(row)
      let owner = try OwnerName(values.next(String.self))
      return .post(owner, number: try values.next(), .altered)
    }
  }

  private func checkCounts(_ report: JournalCheck.Report) {
    let check = CountCheck(store: store)
    do {
      let days = try check.wrongDays()
      guard !days.isEmpty else { return }
      // More of them are likelier counted wrongly than altered.
      let doubted = days.count <= SearchTable.mostNamed ? try check.problems(of: days) : []
      report(
        JournalFinding(.area(PostsProblem.counts(days: days.count)), repair: mend(check.rebuild)))
      for problem in doubted {
        report(
          JournalFinding(.area(problem), repair: stamper == nil ? .notTried : .beyondRepair))
      }
    } catch {
      report(JournalFinding(.unreadable(error), repair: .notTried))
    }
  }

  private func checkParts(_ report: JournalCheck.Report) {
    let (check, tagCheck) = (PartsCheck(store: store), TagCheck(store: store))
    do {
      let alone = try check.photosAlone()
      if alone > 0 {
        report(
          JournalFinding(
            .area(PostsProblem.photosAlone(alone)), repair: mend(check.forgetPhotosAlone)))
      }
      let coverless = try check.postsWithoutCover()
      if coverless > 0 {
        report(
          JournalFinding(
            .area(PostsProblem.covers(posts: coverless)), repair: mend(check.mendCovers)))
      }
      if stamper != nil {
        for (owner, number) in try check.claimPhotos() {
          report(JournalFinding(.post(owner, number: number, .foreignPhoto), repair: .rebuilt))
        }
      }
      let tags = try tagCheck.misnamed()
      var staying: Set<TagCheck.TagOfOwner> = []
      let tagRepair = tags.isEmpty ? .notTried : mend { staying = try tagCheck.mendNames() }
      for tag in tags {
        report(
          JournalFinding(
            .area(PostsProblem.tag(tag.owner, name: tag.name)),
            repair: staying.contains(tag) ? .beyondRepair : tagRepair))
      }
      if stamper != nil {
        for (owner, number, names) in try tagCheck.claim() {
          report(
            JournalFinding(.post(owner, number: number, .foreignTags(names)), repair: .rebuilt))
        }
      }
      let days = try check.crowdedMornings()
      if days > 0 {
        report(
          JournalFinding(
            .area(PostsProblem.mornings(days: days)), repair: mend(check.spreadMornings)))
      }
    } catch {
      report(JournalFinding(.unreadable(error), repair: .notTried))
    }
  }

  /// Makes anew what is derived, where anything is to be mended.
  private func mend(_ rebuild: () throws -> Void) -> JournalFinding.Repair {
    guard stamper != nil else { return .notTried }
    do {
      try rebuild()
      return .rebuilt
    } catch {
      return .failed(error)
    }
  }

  /// Checks the posts of each owner; problems that cannot be mended are reported.
  func checkRows(
    _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report
  ) throws {
    do {
      let journals = try check.open(report) { try $0.posts.size() }
      let total = journals.reduce(0) { $0 + $1.size.posts + $1.size.inTrash }
      var done = 0
      for (journal, _) in journals {
        do {
          try checkPosts(of: journal, report) {
            done += 1
            progress(done, max(done, total))
          }
        } catch {
          try check.passOver(error)
          report(JournalFinding(.owner(journal.owner, error), repair: .notTried))
        }
      }
    } catch {
      try check.passOver(error)
      report(JournalFinding(.unreadable(error), repair: .notTried))
    }
  }

  private func checkPosts(
    of journal: OwnerJournal, _ report: JournalCheck.Report, _ progress: () -> Void
  ) throws {
    try checkNumbers(of: journal, report)
    for error in try journal.settings.broken() {
      report(
        JournalFinding(
          .area(PostsProblem.setting(journal.owner, error)),
          repair: stamper != nil ? .beyondRepair : .notTried))
    }
    var page = try PostPage(of: journal, after: 0, size: Self.pageSize)
    while let last = page.last {
      for (number, problem) in page.broken {
        report(
          JournalFinding(
            .post(journal.owner, number: number, problem),
            repair: stamper != nil ? .beyondRepair : .notTried))
      }
      var doubtful: [Post] = []
      BlockingWalk(page.posts, jobs: jobs).run { post in
        PostProblem.current(of: post, in: journal).isEmpty
      } report: { post, isWhole in
        if !isWhole { doubtful.append(post) }
        progress()
      }
      for post in doubtful.sorted(by: { $0.number < $1.number }) {
        try confirmProblems(of: post, in: journal, report)
      }
      if stamper != nil {
        let whole = Set(page.posts).subtracting(doubtful)
        whole.flatMap(\.photos).forEach(journal.thumbnails.noteSize)
      }
      page = try PostPage(of: journal, after: last, size: Self.pageSize)
    }
  }

  /// Reports what is wrong with a post, or keeps it to be mended.
  private func confirmProblems(
    of post: Post, in journal: OwnerJournal, _ report: JournalCheck.Report
  ) throws {
    let (post, problems) = try PostProblem.confirmed(of: post, in: journal)
    guard !problems.isEmpty else { return }
    let found = BrokenPost(journal: journal, post: post, problems: problems)
    if stamper == nil {
      tell(of: found, problems.map { ($0, .notTried) }, report)
    } else {
      broken.append(found)
    }
  }

  /// Checks that posts have numbers from which can be counted on, and gives others to those that do not.
  private func checkNumbers(of journal: OwnerJournal, _ report: JournalCheck.Report) throws {
    let check = NumberCheck(journal: journal)
    var result = try check.find()
    if result.isSound { return }
    if stamper != nil { result = try check.mend() }
    for post in result.posts {
      report(
        JournalFinding(
          .post(journal.owner, number: post.old, .number),
          repair: post.new.map { .renumbered($0) } ?? .notTried))
    }
    if result.isLastNumberWrong {
      report(
        JournalFinding(
          .area(PostsProblem.lastNumber(journal.owner)),
          repair: stamper == nil ? .notTried : .rebuilt))
    }
  }

  /// Mends posts, with files that no post names, what was set aside earlier and what lies in the place
  /// of another file.
  func finish(mendingWith strays: [StrayFiles.Stray]?, _ report: JournalCheck.Report) throws {
    guard let strays, let stamper else {
      return broken.forEach { tell(of: $0, $0.problems.map { ($0, .notTried) }, report) }
    }
    guard !broken.isEmpty else { return }
    let setAside = try StrayFiles(store: store).files(below: FileMoves.setAsideFolder)
    let misplaced = broken.flatMap { $0.problems.compactMap(\.path) }
    var files = FilesByHash(
      among: misplaced + setAside + strays.map(\.file), for: broken.map(\.post), in: store)
    for post in broken {
      let repairs = PostRepair(journal: post.journal, stamper: stamper)
        .mend(post.post, post.problems, &files)
      tell(of: post, repairs, report)
    }
  }

  private func tell(
    of broken: BrokenPost, _ repairs: [(PostProblem, JournalFinding.Repair)],
    _ report: JournalCheck.Report
  ) {
    for (problem, repair) in repairs {
      report(
        JournalFinding(
          .post(broken.journal.owner, number: broken.post.number, problem),
          repair: repair))
    }
  }

  /// Removes the thumbnails of photos that are gone: those that stay show nothing to anybody who could
  /// not read the photos, and the next check tries again.
  func removeLeftovers() {
    do {
      try ThumbnailFiles(store).removeUnneeded()
    } catch {}
  }
}
