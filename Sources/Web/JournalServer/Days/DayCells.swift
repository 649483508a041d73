import CaptureTime
import Journal
import People
import Stamping
import Store
import Wording

/// The days of a calendar as its pages show them: each with a photo, a mood, how many posts it has, and
/// whether there was contact with people.
struct DayCells {
  let today: CivilDate
  /// The days that have posts.
  let covers: [CivilDate: DayCover]
  /// What is counted of them.
  let summaries: [CivilDate: DaySummary]
  /// How many contacts the days have that have any.
  let contacts: [CivilDate: Int]
  /// The pictures of posts, by their numbers, as ``Pictures`` gives them.
  let pictures: [Int: PageContent]
  let words: Words

  init(
    today: CivilDate, covers: [DayCover], summaries: [DaySummary] = [],
    contacts: [CivilDate: Int] = [:], pictures: [Int: PageContent], words: Words
  ) {
    (self.today, self.contacts, self.pictures, self.words) = (today, contacts, pictures, words)
    // A damaged index may have a day twice.
    self.covers = Dictionary(covers.map { ($0.day, $0) }) { first, _ in first }
    self.summaries = Dictionary(summaries.map { ($0.day, $0) }) { first, _ in first }
  }

  /// Reads what the days of a range have.
  ///
  /// - Throws: `JournalError`.
  init(
    _ days: DayRange, today: CivilDate, of visit: Visit, _ size: ThumbnailSize, _ words: Words
  ) throws {
    let covers = try visit.journal.days.covers(days)
    self.init(
      today: today, covers: covers, summaries: try visit.journal.days.summaries(DayBounds(days)),
      contacts: try visit.journal.contacts.counts(on: days.first...days.last),
      pictures: try visit.pictures.squares(of: covers.compactMap(\.photo), in: visit.journal, size),
      words: words)
  }

  var postCount: Int { covers.values.reduce(0) { $0 + $1.count } }

  func content(_ day: CivilDate) -> PageContent {
    let posts = covers[day]
    let count = posts?.count ?? 0
    let summary = summaries[day]
    let mood = summary?.moods.nearest
    let contactCount = contacts[day] ?? 0
    let hasWords = (summary?.written ?? 0) > 0
    let label =
      [words.title(day), words.count(count, "postCount")]
      + (hasWords ? [words("hasWords")] : [])
      + (summary?.moods.label(words)).once
      + (contactCount > 0 ? [words.count(contactCount, "contactCount")] : [])
      + (day == today ? [words("today")] : [])
    return [
      "isBlank": false, "number": day.day, "path": "/days/\(day)", "isToday": day == today,
      "isAhead": day > today, "weekday": CalendarHeading.names[day.weekday],
      "weekdayShort": words.shortWeekdays[day.weekday], "hasPosts": count > 0,
      "label": label.joined(separator: ", "),
      "pictures": (posts?.photo).flatMap { pictures[$0] }.once,
    ].merging(mark(mood, hasWords, count, contactCount)) { $1 }
  }

  /// The one thing that is shown of a day beside its photo and its number: its mood, that it has words, how
  /// many posts, or that there was contact. The label says all of it.
  private func mark(
    _ mood: Mood?, _ hasWords: Bool, _ count: Int, _ contacts: Int
  ) -> PageContent {
    let face = mood.map { MoodFace(mood: $0).svg }
    let isOne = face == nil && count <= 1
    return [
      "face": face.once, "count": (face == nil && count > 1 ? "\(count)" : nil).once,
      "hasWords": isOne && hasWords, "withContacts": isOne && !hasWords && contacts > 0,
    ]
  }
}

/// A weekday at the head of a calendar's column.
enum CalendarHeading {
  /// What style sheets call the weekdays, from Sunday.
  static let names = ["sunday", "weekday", "weekday", "weekday", "weekday", "weekday", "saturday"]

  static func all(_ weekStart: WeekStart, _ words: Words) -> [PageContent] {
    weekStart.weekdays.map {
      ["name": words.weekdays[$0], "short": words.shortWeekdays[$0], "weekday": names[$0]]
    }
  }
}

extension MoodSum {
  /// The mood nearest to the mean of a day's, the mean, and how many there are; nil where there is none.
  func label(_ words: Words) -> String? {
    guard let nearest, let text = text(words) else { return nil }
    return words(
      "dayMoodNamed", ["mood": Wording.name(nearest, in: words.language), "text": text])
  }

  /// The mean of a day's moods, with how many there are; nil where there is none.
  func content(_ words: Words) -> PageContent? {
    guard let nearest, let text = text(words) else { return nil }
    return PostCard.content(of: nearest, words).merging(["text": text]) { $1 }
  }

  private func text(_ words: Words) -> String? {
    meanText.map {
      count == 1
        ? words("dayMoodOne", ["mean": $0])
        : words("dayMood", ["mean": $0, "count": words.count(count, "postCount")])
    }
  }

  /// The mean to one decimal, without one that is zero; nil without a mood.
  var meanText: String? {
    guard let mean else { return nil }
    let tenths = Int((mean * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
