import CaptureTime
import Files
import Store
import Texts

/// A collection as one object of JSON.
struct CollectionJSON: Encodable {
  let name: String
  let texts: Int
  /// Missing where its owner is gone.
  let owner: String?
  let licence: String
  let language: String
  let source: String
  let format: String
  let sha256: String
  /// In seconds since 1970 in UTC.
  let added: Int
  let updated: Int
  /// Of what came in, how many texts are new, changed and gone, and records that are no texts; missing
  /// where nothing was read.
  var came: Came?
  var sections: [SectionJSON]?

  struct Came: Encodable {
    let added: Int
    let changed: Int
    let removed: Int
    let problems: Int
    /// The keys of marks whose texts are not in it.
    let lost: [String]
  }

  struct SectionJSON: Encodable {
    let key: String
    let title: String
    let texts: Int
  }

  init(_ collection: TextCollection) {
    (name, texts) = (collection.name.text, collection.texts)
    (owner, licence, language) = (
      collection.owner?.text, collection.licence, collection.language
    )
    (source, format) = (collection.source, collection.format.rawValue)
    sha256 = collection.hash.hexadecimal
    (added, updated) = (collection.added, collection.updated)
  }

  init(_ change: CollectionChange) {
    self.init(change.collection)
    came = Came(
      added: change.added, changed: change.changed, removed: change.removed,
      problems: change.problems, lost: change.lost)
  }

  init(_ collection: TextCollection, sections: [(section: TextSection, texts: Int)]) {
    self.init(collection)
    self.sections = sections.map {
      SectionJSON(key: $0.section.key, title: $0.section.title, texts: $0.texts)
    }
  }
}

/// A text as one object of JSON.
struct TextJSON: Encodable {
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

  init(_ text: StoredText, now: Int) {
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
struct HeartDayJSON: Encodable {
  let day: String
  let hearts: Int
  let texts: [TextJSON]

  init(_ day: HeartDay, now: Int) {
    self.day = day.day.description
    hearts = day.count
    texts = day.texts.map { TextJSON($0, now: now) }
  }
}

/// What was looked for, as one object of JSON.
struct SearchJSON: Encodable {
  let search: String
}
