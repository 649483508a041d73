import CaptureTime
import Journal
import Store

/// What Daystamp is and how to start, while the journal has no post.
struct WelcomeSection: TodaySection {
  let order = TodayOrder.welcome
  let template = "today-welcome"

  func content(of today: Today) throws -> PageContent? {
    guard today.isJournalEmpty else { return nil }
    // Examples are not copied to a folder of the owner's own.
    return ["mayTry": try today.visit.journal.settings.current().exportFolder == nil]
  }
}

/// A strip of this week's days, with their photos.
struct WeekSection: TodaySection {
  let order = TodayOrder.week
  let template = "today-week"

  func content(of today: Today) throws -> PageContent? {
    let week = today.week
    guard !today.isJournalEmpty, let first = week.first, let last = week.last else { return nil }
    let cells = try DayCells(
      DayRange(first: first, last: last), today: today.day, of: today.visit, today.size,
      today.words)
    return ["days": week.map(cells.content)]
  }
}

/// The line that begins a post: how's today going? Once answered, it shows the answer, which a tap
/// changes.
struct ComposerSection: TodaySection {
  let order = TodayOrder.composer
  let template = "today-composer"

  func content(of today: Today) throws -> PageContent? {
    if let answered = try answered(today) {
      return ["answer": [answered], "path": "/new?day=\(today.day)"]
    }
    // The first words of a day with a mood are its morning page, which the day's question begins.
    var morning = ""
    if try today.visit.journal.posts.morningPage(of: today.day) == nil {
      morning = "&morning=\(PostFields.morningIfWritten)"
      if today.skippedQuestions > 0 { morning += "&question=\(today.skippedQuestions)" }
    }
    return [
      "moods": Mood.allCases.map {
        PostCard.content(of: $0, today.words).merging([
          "path": "/new?mood=\($0.rawValue)&day=\(today.day)\(morning)"
        ]) { $1 }
      },
      "path": "/new?day=\(today.day)",
    ]
  }

  /// The day's last mood, with what changes it; nil where the day has none.
  private func answered(_ today: Today) throws -> PageContent? {
    guard let post = try today.visit.journal.posts.lastWithMood(of: today.day),
      let mood = post.mood
    else { return nil }
    return PostCard.content(of: mood, today.words).merging([
      "number": post.number,
      "moods": Mood.allCases.map {
        PostCard.content(of: $0, today.words).merging([
          "mood": $0.rawValue, "isChosen": $0 == mood,
        ]) { $1 }
      },
    ]) { $1 }
  }
}

/// The drafts that are not posted yet.
struct DraftsSection: TodaySection {
  let order = TodayOrder.drafts
  let template = "today-drafts"

  func content(of today: Today) throws -> PageContent? {
    let visit = today.visit
    let drafts = try visit.journal.drafts.names(of: visit.device.id, at: "/new")
    guard let last = drafts.first else { return nil }
    return [
      "text": today.words.count(drafts.count, "today-draftCount"),
      "path": drafts.count == 1 ? Drafts.address("/new", last) : "/new?drafts=1",
    ]
  }
}

/// Today's posts, in order of time.
struct DayPostsSection: TodaySection {
  let order = TodayOrder.posts
  let template = "today-posts"

  func content(of today: Today) throws -> PageContent? {
    let posts = try PostsOfDay(today.day, in: today.visit.journal)
    guard posts.count > 0 else { return nil }
    return [
      "groups": try DayPosts(of: today.visit, today.words, today.size)
        .groups(posts.shown, firstHeading: 3),
      "morePosts": posts.rest(today.words),
      "isOfOneDay": true, "postCount": today.words.count(posts.count, "postCount"),
    ]
  }
}

/// The posts of this day in other years, as a strip.
struct OtherYearsSection: TodaySection {
  let order = TodayOrder.otherYears
  let template = "today-years"

  /// As many posts of each year, and as many in all, as a person looks through in passing.
  private static let (mostOfEachYear, most) = (3, 12)

  func content(of today: Today) throws -> PageContent? {
    let journal = today.visit.journal
    let found = try journal.memories.posts(of: today.day, ofEachYear: Self.mostOfEachYear)
    guard !found.isEmpty else { return nil }
    // The latest years first, each in its order.
    let years = Dictionary(grouping: found, by: \.day.year).sorted { $0.key > $1.key }
    let posts = Array(years.flatMap(\.value).prefix(Self.most))
    let cards = try DayPosts(of: today.visit, today.words, today.size).cards(posts)
    return [
      "posts": zip(posts, cards).map { post, card in
        card.merging(["ago": today.words.ago(post.day.year, from: today.day)]) { $1 }
      },
      "path": "/memories?day=\(today.day)",
    ]
  }
}

extension Words {
  /// "2 years ago", or the year where it lies ahead.
  func ago(_ year: Int, from day: CivilDate) -> String {
    day.year > year ? count(day.year - year, "yearsAgo") : "\(year)"
  }
}
