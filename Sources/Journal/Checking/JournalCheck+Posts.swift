import Stamping
import SystemPackage

/// A post with what is wrong with it.
struct BrokenPost {
  let journal: OwnerJournal
  let post: Post
  let problems: [PostProblem]
}

extension JournalCheck {
  /// Posts that are looked at between two looks at the database.
  private static let pageSize = 64

  /// Looks at the posts of each owner, as far as their door is open.
  ///
  /// - Returns: the posts with problems that may be mended; others are reported.
  /// - Throws: ``JournalError/locked(_:)`` where somebody locks the journal meanwhile.
  func checkPosts(_ progress: Progress, _ report: Report) throws -> [BrokenPost] {
    var broken: [BrokenPost] = []
    do {
      let journals = try openJournals(report)
      let total = journals.reduce(0) { $0 + $1.size }
      var done = 0
      for (journal, _) in journals {
        do {
          try checkPosts(of: journal, &broken, report) {
            done += 1
            progress(done, max(done, total))
          }
        } catch {
          try pass(error)
          report(JournalFinding(problem: .owner(journal.owner, error), outcome: .found))
        }
      }
    } catch {
      try pass(error)
      report(JournalFinding(problem: .unreadable(error), outcome: .found))
    }
    return broken
  }

  /// Ends the check where a door is closed; what else cannot be read is told of, and passed over.
  private func pass(_ error: any Error) throws {
    if case JournalError.locked = error { throw error }
  }

  /// The journals that can be read, each with the number of its posts.
  private func openJournals(_ report: Report) throws -> [(journal: OwnerJournal, size: Int)] {
    try (owners ?? journals.owners()).compactMap { owner in
      do {
        let journal = try journals.journal(of: owner)
        let size = try journal.size()
        return (journal, size.posts + size.inTrash)
      } catch {
        try pass(error)
        report(JournalFinding(problem: .owner(owner, error), outcome: .found))
        return nil
      }
    }
  }

  private func checkPosts(
    of journal: OwnerJournal, _ broken: inout [BrokenPost], _ report: Report,
    _ progress: () -> Void
  ) throws {
    var page = try journal.page(after: 0, size: Self.pageSize)
    while let last = page.last {
      for (number, failure) in page.broken {
        report(
          JournalFinding(
            problem: .post(journal.owner, number: number, .row(failure)),
            outcome: repairs ? .beyondRepair : .found))
      }
      for post in page.posts {
        let (post, problems) = try journal.confirmedProblems(of: post)
        if !problems.isEmpty {
          broken.append(BrokenPost(journal: journal, post: post, problems: problems))
        }
        progress()
      }
      page = try journal.page(after: last, size: Self.pageSize)
    }
  }

  /// Mends posts, with files that no post names, what was set aside earlier and what lies in the place
  /// of another file.
  func mend(
    _ broken: [BrokenPost], _ strays: [FilePath], _ stamper: (LabelLook) throws -> Stamper,
    _ report: Report
  ) throws {
    guard !broken.isEmpty else { return }
    let setAside = try StrayFiles(store: store).files(below: FileMoves.setAsideFolder)
    let misplaced = broken.flatMap { $0.problems.compactMap(\.path) }
    var finds = Finds(
      among: misplaced + setAside + strays, for: broken.map(\.post), in: store)
    for post in broken {
      let outcomes = withoutActuallyEscaping(stamper) { stamper in
        PostRepair(journal: post.journal, stamper: stamper)
          .mend(post.post, post.problems, &finds)
      }
      tell(of: post, outcomes, report)
    }
  }

  func tell(
    of broken: BrokenPost, _ outcomes: [(PostProblem, JournalFinding.Outcome)], _ report: Report
  ) {
    for (problem, outcome) in outcomes {
      report(
        JournalFinding(
          problem: .post(broken.journal.owner, number: broken.post.number, problem),
          outcome: outcome))
    }
  }
}
