import Journal
import Store
import Texts

/// A section of a collection to read: all of its texts, or a part of a long one.
struct SectionPage {
  let section: OpenSection
  let journal: OwnerJournal
  let preferences: Preferences
  /// In seconds since 1970 in UTC.
  let now: Int
  let words: Words

  /// Texts of a part.
  static let size = 1_000

  /// For the template `section`.
  ///
  /// - Parameters:
  ///   - place: the text after which the part begins; nil for the first one.
  ///   - key: the text that is looked for, in whichever part it is.
  /// - Returns: the section.
  /// - Throws: `JournalError`.
  func content(after place: TextPosition?, at key: String?) throws -> PageContent {
    let (collection, section) = (section.collection, section.section)
    let (start, texts) = try part(after: place, at: key)
    let name = collection.name.text
    let isWhole = start == nil && texts.count < Self.size
    let next =
      try isWhole || texts.count < Self.size
      ? nil
      : texts.last.map { $0.position(in: .all) }.flatMap { place in
        try page(after: place, 1).isEmpty ? nil : place
      }
    return [
      "title": section.title, "section": section.key, "collection": name,
      "textLanguage": (collection.language.isEmpty ? nil : collection.language).once,
      "checklist": ReadingPaths.checklist(name),
      "here": ReadingPaths.section(section.key, in: name, after: start),
      "previous": link(self.section.previous), "next": link(self.section.next),
      "verses": try VerseOnPage.contents(texts, in: journal, words),
      "first": (start == nil ? nil : ReadingPaths.section(section.key, in: name)).once,
      "further": next.map { ReadingPaths.section(section.key, in: name, after: $0) }.once,
      "isEnd": next == nil, "read": try read.once, "colours": MarkColours.content(words),
      "sizes": choices(TextSize.allCases, preferences.textSize, "textSize-"),
      "themes": choices(Theme.allCases, preferences.theme, "theme-"),
      "spacings": choices(LineSpacing.allCases, preferences.lineSpacing, "lineSpacing-"),
      "letters": choices(ReadingFace.allCases, preferences.face, "face-"),
      "rates": Self.rates.map { Choice.content($0, $0, isChosen: $0 == "1") },
      "sleeps": Self.sleeps.map {
        Choice.content("\($0)", words.count($0, "aloudMinutes"), isChosen: false)
      },
    ]
  }

  /// How quickly a voice reads, and minutes after which it ends.
  private static let rates = ["0.5", "0.75", "1", "1.25", "1.5", "2"]
  private static let sleeps = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180]

  /// The texts of a part, and after which one it begins.
  private func part(
    after place: TextPosition?, at key: String?
  ) throws -> (start: TextPosition?, texts: [StoredText]) {
    let first = (start: place, texts: try page(after: place, Self.size))
    guard let key, place == nil else { return first }
    // Only what is longer than a part is gone through.
    var part = first
    while !part.texts.contains(where: { $0.key == key }) {
      guard part.texts.count == Self.size, let end = part.texts.last?.position(in: .all) else {
        return first
      }
      part = (end, try page(after: end, Self.size))
    }
    return part
  }

  private func page(after place: TextPosition?, _ count: Int) throws -> [StoredText] {
    var filter = Texts.Filter()
    (filter.collection, filter.section) = (section.collection.name, section.section.key)
    return try journal.texts.page(filter, after: place, atMost: count, now: now)
  }

  private func link(_ section: TextSection?) -> [PageContent] {
    section.map {
      [
        "path": ReadingPaths.section($0.key, in: self.section.collection.name.text),
        "title": $0.title,
      ]
    }.once
  }

  /// When it was read in the round that goes on.
  private var read: String? {
    get throws {
      let zone = try journal.settings.current().zone
      return section.read.map { reading in
        words(
          "sectionRead",
          [
            "day": words.short(reading.day),
            "time": words.clock(of: InstantText.text(reading.moment, in: zone)),
          ])
      }
    }
  }

  private func choices<Value: RawRepresentable & Equatable>(
    _ all: [Value], _ chosen: Value, _ texts: String
  ) -> [PageContent] where Value.RawValue == String {
    all.map { Choice.content($0.rawValue, words(texts + $0.rawValue), isChosen: $0 == chosen) }
  }
}
