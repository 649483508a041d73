import Files
import GRDB
import Markup
import Store

/// References to photos, `![](post:12)`, in the words of imported posts: they follow the shown post
/// to its new number.
///
/// Numbers are known only once all posts are here, so the words change at the end. A run that ends early, or
/// in which a post fails, leaves this to the next one: words that differ from the export's in moved numbers
/// alone count as unchanged.
struct MovedReferences {
  /// What posts of the export that are here have as numbers here.
  private(set) var numbers: [Int: Int] = [:]
  private var areAnyOthers = false
  /// The posts whose words, or versions of them, may have references, by their numbers in the export.
  private var referring: Set<Int> = []
  /// What their words show, by numbers in the export.
  private var shown: Set<Int> = []

  var areAny: Bool {
    !referring.isEmpty && (areAnyOthers || shown.contains { numbers[$0] == nil })
  }

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
    if numbers[exported] == nil { numbers[exported] = number }
    areAnyOthers = areAnyOthers || number != exported
    guard isSamePost else { return }
    let mayShow = Markup.mayShowPhotos(post.words.text)
    if mayShow { shown.formUnion(Markup(post.words.text).photoNumbers) }
    if mayShow || post.versions != nil { referring.insert(exported) }
  }

  /// Changes the words of the posts that are here now.
  ///
  /// - Parameters:
  ///   - entries: some of the export's.
  ///   - journal: where they are.
  /// - Returns: the references that show another photo than they did.
  /// - Throws: ``JournalError``; then no words of these posts have changed.
  func move(
    in entries: [ImportEntry], of journal: OwnerJournal
  ) throws -> [StrayReference] {
    let posts = entries.compactMap { entry -> ImportedPost? in
      guard let number = entry.number, referring.contains(number) else { return nil }
      return try? entry.post.get()
    }
    guard !posts.isEmpty else { return [] }
    return try journal.writeMakingRoom { db in
      let rows = PostRows(of: journal, db)
      return try posts.flatMap { try move(in: $0, rows) }
    }
  }

  private func move(in exported: ImportedPost, _ rows: PostRows) throws -> [StrayReference] {
    guard let post = try rows.post(imported: exported.uid) else { return [] }
    var strays: [StrayReference] = []
    func note(_ numbers: [Int], version: Int? = nil, _ reason: StrayReference.Reason) throws {
      strays += try numbers.filter { try reason == .notMoved || rows.hasPhoto($0) }.map {
        StrayReference(post: post.number, version: version, shown: $0, reason: reason)
      }
    }
    if post.written == exported.written, isMoved(exported.words.text, to: post.words) {
      let moved = moved(exported.words.text)
      try note(strangers(in: exported.words.text), .notImported)
      try note(moved.left, .notMoved)
      if moved.words != post.words {
        var changed = post
        changed.words = moved.words
        try rows.removeFromSearch(post)
        try rows.storeWords(of: changed, insteadOf: post)
        try rows.addToSearch(changed)
      }
    }
    try exported.versions?.forEach { version in
      let moved = moved(version.words)
      try note(moved.left, version: version.number, .notMoved)
      guard moved.words != version.words,
        let here = try rows.versions(of: post, number: version.number).first,
        here.words != moved.words, isMoved(version.words, to: here.words),
        (here.written, here.replaced) == (version.written, version.replaced)
      else { return }
      try rows.db.execute(
        cached: "UPDATE post_version SET words = ? WHERE post = ? AND number = ?",
        arguments: [moved.words, post.id, version.number])
    }
    return strays
  }

  /// Whether words are the export's, with or without some references moved to their numbers here.
  private func isMoved(_ exported: String, to words: String) -> Bool {
    if exported == words { return true }
    let (old, new) = (Markup(exported).allPhotoNumbers, Markup(words).allPhotoNumbers)
    let here = Dictionary(zip(old, new)) { first, _ in first }
    guard here.allSatisfy({ $0.value == $0.key || $0.value == numbers[$0.key] }) else {
      return false
    }
    return Markup.movingPhotos(in: exported) { here[$0] }.words == words
  }

  /// What words show of which no post of the export is here.
  private func strangers(in words: String) -> [Int] {
    guard Markup.mayShowPhotos(words) else { return [] }
    return Markup(words).photoNumbers.filter { numbers[$0] == nil }
  }

  /// Words with the new numbers; as they were where they would be longer than words can be.
  private func moved(_ words: String) -> Markup.MovedPhotos {
    let moved = Markup.movingPhotos(in: words) { numbers[$0] }
    if moved.words == words || (try? Words(moved.words))?.text == moved.words { return moved }
    let left = Markup(words).photoNumbers.filter { old in numbers[old].map { $0 != old } ?? false }
    return Markup.MovedPhotos(words: words, left: left)
  }
}

/// A reference in words that were imported which shows another photo here than in the export.
package struct StrayReference: Sendable, Hashable {
  /// The number here of the post with the reference.
  package let post: Int
  /// The version of the words; nil for the current ones.
  package let version: Int?
  /// The post of this journal that it shows.
  package let shown: Int
  package let reason: Reason

  package enum Reason: String, Sendable {
    /// No post of the export with that number is here.
    case notImported
    /// The post of the export has another number here, which the words could not get.
    case notMoved
  }
}

extension PostRows {
  /// The post that was imported under a uid, which may have got another one.
  fileprivate func post(imported uid: [UInt8]) throws -> Post? {
    try post(uid: uid) ?? post(uid: Self.uid(of: owner, for: uid))
  }

  fileprivate func hasPhoto(_ number: Int) throws -> Bool {
    try db.row(
      cached: "SELECT 1 FROM post WHERE owner = ? AND number = ? AND photo IS NOT NULL",
      arguments: [owner, number]) != nil
  }
}
