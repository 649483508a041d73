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

  package init(_ text: StoredText, now: Int) {
    (key, collection, section) = (text.key, text.collection.text, text.section)
    (self.text, translation, author, source) = (
      text.body, text.translation, text.author, text.source
    )
    (hearted, opened) = (text.mark.hearted, text.mark.opened)
    (used, uses) = (text.mark.used, text.mark.uses)
    new = text.isNew(at: now)
  }
}
