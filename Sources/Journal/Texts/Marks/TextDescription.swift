import CaptureTime
import Store

/// A text as one object of JSON.
package struct TextDescription: Encodable {
  let key: String
  let collection: String
  let section: String?
  let text: String
  let translation: String
  let author: String
  let source: String
  /// Missing where it has no heart, was not opened, not used; in seconds since 1970 in UTC.
  let hearted: Int?
  let opened: Int?
  let used: Int?
  let uses: Int
  let new: Bool
  /// Missing where they were not asked for; the note also where there is none.
  let highlights: [HighlightDescription]?
  let note: NoteDescription?

  package init(
    _ text: StoredText, now: Int, highlights: [Highlight]? = nil, note: Note? = nil
  ) {
    self.highlights = highlights?.map { HighlightDescription($0, of: text) }
    self.note = note.map { NoteDescription($0, of: text) }
    (key, collection, section) = (text.key, text.collection.text, text.section)
    (self.text, translation, author, source) = (
      text.body, text.translation, text.author, text.source
    )
    (hearted, opened) = (text.mark.hearted, text.mark.opened)
    (used, uses) = (text.mark.used, text.mark.uses)
    new = text.isNew(at: now)
  }
}

/// A day with the texts that got hearts on it, as one object of JSON.
package struct HeartDayDescription: Encodable {
  let day: String
  let hearts: Int
  let texts: [TextDescription]

  package init(_ day: HeartDay, now: Int) {
    self.day = day.day.description
    hearts = day.count
    texts = day.texts.map { TextDescription($0, now: now) }
  }
}

/// A search as a JSON object.
package struct SearchDescription: Encodable {
  let search: String

  package init(search: String) { self.search = search }
}
