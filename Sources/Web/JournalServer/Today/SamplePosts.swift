import CaptureTime
import Journal
import Stamping
import Store
import Wording

/// The sample posts, for trying an empty journal.
///
/// Each has a key of its own, from which its post's uid follows: so they are found again among all other posts,
/// and nothing more is stored of them.
struct SamplePost: Sendable {
  /// Its photo's name in the folder `samples` of the pages; nil of one of words.
  let file: String?
  /// How many days before the one on which they are made.
  let daysAgo: Int
  /// Hour and minute; nil of one of words, which is of the moment.
  let clock: String?
  /// The text of its caption or its words.
  let text: String
  var mood: Mood?

  static let all = [
    SamplePost(file: nil, daysAgo: 0, clock: nil, text: "sample-words", mood: .good),
    SamplePost(file: "wren.jpg", daysAgo: 1, clock: "08:12", text: "sample-wren"),
    SamplePost(file: "peak.jpg", daysAgo: 3, clock: "17:40", text: "sample-peak"),
    SamplePost(file: "lake.jpg", daysAgo: 3, clock: "11:05", text: "sample-lake"),
    SamplePost(file: "rocket.jpg", daysAgo: 6, clock: "20:31", text: "sample-rocket"),
  ]

  /// What says that it is this one, sent again.
  var key: PostKey { PostKey("daystamp sample \(text)") ?? PostKey() }

  /// What is said of its photo on a day; nil of one of words.
  ///
  /// - Throws: ``Problem``, `CaptionError`.
  func said(_ words: Words, today: CivilDate) throws -> PhotoPosting.Said? {
    guard let clock else { return nil }
    let details = PostDetails(caption: try Caption(words(text)), isStarred: false, tags: [])
    return PhotoPosting.Said(
      details: details, time: try PostTexts.time("\(today.adding(days: -daysAgo)) \(clock)"))
  }

  /// Whether a post is as it was made, but for the look of its label.
  ///
  /// - Parameters:
  ///   - post: the one that was made of this.
  ///   - tables: what the pages say in each language, in one of which it was made.
  ///   - rule: the days of the owner.
  /// - Returns: false where its owner has changed it.
  func isAsMade(_ post: Post, _ tables: [[String: String]], _ rule: DayRule) -> Bool {
    let said = file == nil ? post.words : post.caption
    let isPlain = post.title.isEmpty && post.tags.isEmpty && !post.isStarred && !post.isMorning
    guard isPlain, post.mood == mood, tables.contains(where: { $0[text] == said }) else {
      return false
    }
    guard let clock else { return post.photos.isEmpty && post.time.instant == post.posted }
    let photo = post.photos.first
    return post.words.isEmpty && post.photos.count == 1 && photo?.edit.isNone == true
      && post.day == rule.day(of: post.posted).adding(days: -daysAgo)
      && PostCard.machineText(post.time.captureTime).dropFirst(11).hasPrefix(clock)
  }
}

/// The sample posts that a journal has.
struct SamplesFound: Sendable {
  /// Those as they were made, those in the trash too.
  private(set) var asMade: [Post] = []
  /// Those that their owner has changed since.
  private(set) var changed: [Post] = []

  /// - Throws: `JournalError`.
  init(in journal: OwnerJournal, _ texts: PageTexts, _ languages: [Language] = Language.allCases)
    throws
  {
    let (tables, rule) = (languages.map { texts.table($0) }, try journal.settings.current().rule)
    for sample in SamplePost.all {
      guard let post = try journal.posts.post(under: sample.key) else { continue }
      if sample.isAsMade(post, tables, rule) { asMade.append(post) } else { changed.append(post) }
    }
  }

  /// Deletes some of them straight out, with their files.
  ///
  /// - Throws: `JournalError`; then some may be in the trash.
  static func delete(_ posts: [Post], in journal: OwnerJournal, now: Int) throws {
    let live = posts.filter { $0.trashed == nil }.map(\.number)
    if !live.isEmpty { try journal.trash.move(live, now: now) }
    if !posts.isEmpty { _ = try journal.trash.delete(posts.map(\.number)) }
  }
}

/// The line that says that posts are samples, and removes them.
struct SamplesSection: TodaySection {
  let order = TodayOrder.samples
  let template = "today-samples"
  let texts: PageTexts

  func content(of today: Today) throws -> PageContent? {
    if today.isJournalEmpty { return nil }
    let found = try SamplesFound(in: today.visit.journal, texts)
    return found.asMade.contains { $0.trashed == nil } ? [:] : nil
  }
}
