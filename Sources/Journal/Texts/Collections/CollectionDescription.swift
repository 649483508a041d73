import Files
import Store

/// A collection as one object of JSON.
package struct CollectionDescription: Encodable {
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
  var sections: [SectionDescription]?

  struct Came: Encodable {
    let added: Int
    let changed: Int
    let removed: Int
    let problems: Int
    /// The keys of marks whose texts are not in it.
    let lost: [String]
    /// Highlights whose words are not in it.
    let lostHighlights: [LostHighlightDescription]
  }

  struct LostHighlightDescription: Encodable {
    let key: String
    let quote: String
  }

  struct SectionDescription: Encodable {
    let key: String
    let title: String
    let texts: Int
  }

  package init(_ collection: TextCollection) {
    (name, texts) = (collection.name.text, collection.texts)
    (owner, licence, language) = (
      collection.owner?.text, collection.licence, collection.language
    )
    (source, format) = (collection.source, collection.format.rawValue)
    sha256 = collection.hash.hexadecimal
    (added, updated) = (collection.added, collection.updated)
  }

  package init(_ change: CollectionChange) {
    self.init(change.collection)
    came = Came(
      added: change.added, changed: change.changed, removed: change.removed,
      problems: change.problems, lost: change.lost,
      lostHighlights: change.lostHighlights.map {
        LostHighlightDescription(key: $0.key, quote: $0.quote)
      })
  }

  package init(_ collection: TextCollection, sections: [(section: TextSection, texts: Int)]) {
    self.init(collection)
    self.sections = sections.map {
      SectionDescription(key: $0.section.key, title: $0.section.title, texts: $0.texts)
    }
  }
}
