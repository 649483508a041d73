import Files
import GRDB
import Markup
import Store

/// References to photos, `![](post:12)`, in the words of posts that are imported: where the post that is
/// shown has another number here, the reference gets that one too.
///
/// Numbers are only known once all posts are here, so that the words are changed at the end, of a run that
/// was ended too when it is repeated: words that are still those of the export have not been changed.
struct MovedReferences {
  /// What posts of the export have as numbers here, where that is another.
  private var numbers: [Int: Int] = [:]
  /// The posts whose words, or versions of them, may have references, by their numbers in the export.
  private var referring: Set<Int> = []

  var areAny: Bool { !numbers.isEmpty && !referring.isEmpty }

  /// Takes down what became of a post, by its number in the export; of several with the same the first.
  mutating func note(_ entry: ImportEntry, _ result: ImportRecord.Result) {
    guard let exported = entry.number, case .success(let post) = entry.post else { return }
    // The words of another post of the same photo are that post's.
    let (number, isSamePost): (Int, Bool)
    switch result {
    case .imported(let here): (number, isSamePost) = (here, true)
    case .passedOver(let earlier):
      (number, isSamePost) = (earlier.number, earlier.reason == .samePost)
    case .failed: return
    }
    if number != exported, numbers[exported] == nil { numbers[exported] = number }
    if isSamePost, post.versions != nil || Markup.mayShowPhotos(post.words.text) {
      referring.insert(exported)
    }
  }

  /// Changes the words of the posts that are here now.
  ///
  /// - Parameters:
  ///   - entries: some of the export's.
  ///   - journal: where they are.
  /// - Throws: ``JournalError``; then no words of these posts have changed.
  func move(in entries: [ImportEntry], of journal: OwnerJournal) throws {
    let posts = entries.compactMap { entry -> ImportedPost? in
      guard let number = entry.number, referring.contains(number) else { return nil }
      return try? entry.post.get()
    }
    guard !posts.isEmpty else { return }
    try journal.store.makingRoom {
      try journal.write { db in
        let rows = PostRows(of: journal, db)
        for post in posts { try move(in: post, rows) }
      }
    }
  }

  private func move(in exported: ImportedPost, _ rows: PostRows) throws {
    guard let post = try rows.post(imported: exported.uid) else { return }
    if post.words == exported.words.text, post.written == exported.written,
      let words = moved(post.words)
    {
      var changed = post
      changed.words = words
      try rows.removeFromSearch(post)
      try rows.storeWords(of: changed)
      try rows.addToSearch(changed)
    }
    try exported.versions?.forEach { version in
      guard let words = moved(version.words) else { return }
      try rows.db.execute(
        cached: """
          UPDATE post_version SET words = ?
          WHERE post = ? AND number = ? AND words = ? AND written IS ? AND replaced = ?
          """,
        arguments: [
          words, post.id, version.number, version.words, version.written, version.replaced,
        ])
    }
  }

  /// Words with the new numbers; nil where they are the same, or would be longer than words can be.
  private func moved(_ words: String) -> String? {
    let moved = Markup.movingPhotos(in: words) { numbers[$0] }.words
    return moved == words ? nil : (try? Words(moved))?.text
  }
}

extension PostRows {
  /// The post that was imported under a uid, which may have got another one.
  fileprivate func post(imported uid: [UInt8]) throws -> Post? {
    try post(uid: uid) ?? post(uid: Self.uid(of: owner, for: uid))
  }
}
