import CaptureTime
import Journal
import Store
import Texts

/// The days on which the owner gave hearts, latest first.
struct HeartDaysPage {
  let journal: OwnerJournal
  /// In seconds since 1970 in UTC.
  let now: Int
  let words: Words

  /// Days that a page shows, and texts of each of them.
  private static let (mostDays, mostTexts) = (30, 60)

  /// For the template `text-hearts`.
  ///
  /// - Parameter end: the day before which they are; nil for all.
  /// - Returns: a page of them.
  /// - Throws: `JournalError`.
  func content(before end: CivilDate?) throws -> PageContent {
    let rule = try journal.settings.current().rule
    // One more than is shown, so that it is known whether there are more.
    let found = try journal.texts.heartDays(
      rule, before: end, atMost: Self.mostDays + 1, textsEach: Self.mostTexts)
    let shown = found.prefix(Self.mostDays)
    let languages = CollectionLanguages(of: try journal.collections.all())
    return [
      "days": shown.map { day in
        [
          "day": "\(day.day)", "title": words.title(day.day), "path": "/days/\(day.day)",
          "count": words.count(day.count, "heartCount"),
          "texts": day.texts.map { text in
            TextOnPage(
              text: text, language: languages[text.collection], now: now, words: words
            ).content
          },
        ] as PageContent
      },
      "isEmpty": shown.isEmpty,
      "next": (found.count > shown.count ? shown.last : nil)
        .map { "/texts/hearts?before=\($0.day)" }.once,
    ]
  }
}
