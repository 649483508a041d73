import Store

/// Joins the notes of a file, with an empty line between them, as far as there is room.
///
/// Each is looked at once, so that thousands of them cost no more than their bytes.
struct JoinedNotes {
  private var texts: [String] = []
  private var characters = 0
  private var bytes = 0

  private static let separator = "\n\n"

  /// Adds a note; one that is empty says nothing.
  ///
  /// - Throws: ``LeftOut/Reason/words(_:)``; then it is not there.
  mutating func add(_ text: String) throws(LeftOut.Reason) {
    let note = try Words(read: text).text
    if note.isEmpty { return }
    let between = texts.isEmpty ? 0 : Self.separator.utf8.count
    // Line breaks are characters of their own, whatever is beside them.
    let characters = self.characters + between + note.count
    let bytes = self.bytes + between + note.utf8.count
    if characters > Words.limit {
      throw .words(.tooLong(observed: characters, limit: Words.limit))
    }
    if bytes > Words.byteLimit {
      throw .words(.tooManyBytes(observed: bytes, limit: Words.byteLimit))
    }
    texts.append(note)
    (self.characters, self.bytes) = (characters, bytes)
  }

  /// All of them; nil where there are none.
  var words: Words? {
    if texts.isEmpty { return nil }
    return try? Words(texts.joined(separator: Self.separator))
  }
}
