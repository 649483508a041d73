import Files
import Store

/// A highlight as one object of JSON.
package struct HighlightDescription: Encodable {
  let id: Int64
  let key: String
  /// Its name; of one that is gone as names are compared.
  let collection: String
  /// Missing where no collection has the text now.
  let reference: String?
  /// Its first character, counted from 0, and the first one after it.
  let from: Int
  let to: Int
  let quote: String
  let before: String
  let after: String
  let colour: String
  /// Whether the text says the quote there.
  let placed: Bool
  /// In seconds since 1970 in UTC.
  let made: Int

  /// - Parameters:
  ///   - highlight: the highlight.
  ///   - text: its own; nil where no collection has it now.
  package init(_ highlight: Highlight, of text: StoredText?) {
    (id, key) = (highlight.id, highlight.key)
    (collection, reference) = (text?.collection.text ?? highlight.collection, text?.reference)
    let passage = highlight.passage
    (from, to) = (passage.range.lowerBound, passage.range.upperBound)
    (quote, before, after) = (passage.quote, passage.before, passage.after)
    (colour, made) = (highlight.colour.rawValue, highlight.made)
    placed = highlight.isPlaced && highlight.text != nil
  }

  package init(_ annotated: Annotated<Highlight>) {
    self.init(annotated.mark, of: annotated.text)
  }
}

/// A note as one object of JSON.
package struct NoteDescription: Encodable {
  let key: String
  /// As for a highlight.
  let collection: String
  let reference: String?
  let words: String
  /// SHA-256 of the words.
  let sha256: String
  /// In seconds since 1970 in UTC.
  let made: Int
  let written: Int

  /// - Parameters:
  ///   - note: the note.
  ///   - text: its own; nil where no collection has it now.
  package init(_ note: Note, of text: StoredText?) {
    (key, words, sha256) = (note.key, note.words, note.hash.hexadecimal)
    (collection, reference) = (text?.collection.text ?? note.collection, text?.reference)
    (made, written) = (note.made, note.written)
  }

  package init(_ annotated: Annotated<Note>) { self.init(annotated.mark, of: annotated.text) }
}

/// A version of a note as one object of JSON.
package struct NoteVersionDescription: Encodable {
  let number: Int
  let words: String
  /// In seconds since 1970 in UTC.
  let written: Int
  let replaced: Int

  package init(_ version: NoteVersion) {
    (number, words) = (version.number, version.words)
    (written, replaced) = (version.written, version.replaced)
  }
}
