import GRDB
import Formats
import Stamping
import SystemPackage

extension JournalImport {
  /// Stores posts whose files were found good, together.
  ///
  /// - Returns: the numbers that they have now, in the same order.
  func store(
    _ posts: [Result<CheckedPost, any Error>], _ rules: EarlierPosts, in journal: OwnerJournal
  ) -> [Result<Int, any Error>] {
    let arrivals = posts.compactMap { post in
      if case .success(let post) = post { post } else { nil }
    }
    let stored: [Result<Post, any Error>]
    do {
      stored = try journal.bring(arrivals) { arrival, db in
        try arrival.placed(in: journal, db)
      } row: { arrival, photo, db in
        try insert(arrival.post, photo, rules, into: journal, db)
      }
    } catch {
      return posts.map { $0.flatMap { _ in .failure(error) } }
    }
    var next = stored.makeIterator()
    return posts.map { post in
      post.flatMap { arrival in
        next.next()?.map(\.number) ?? .success(arrival.post.number)
      }
    }
  }

  private func insert(
    _ post: ImportedPost, _ photo: PostPhoto, _ rules: EarlierPosts, into journal: OwnerJournal,
    _ db: Database
  ) throws -> Post {
    // Another process may have imported it since it was looked for.
    if let earlier = try rules.earlier(than: post, in: journal, db) { throw earlier }
    let isFree = try !journal.hasPost(post.number, db)
    return try journal.insert(
      Post(
        number: isFree
          ? journal.keepNumber(post.number, db)
          : journal.newNumber(above: export.lastNumberEver, db),
        time: post.time, caption: post.caption.text, isStarred: post.isStarred,
        tags: post.tags.map(\.text), photo: photo, posted: post.posted, trashed: post.trashed,
        id: 0,
        uid: journal.uid(for: post.uid, db), look: journal.lookID(post.look, db)),
      db)
  }
}

/// What a preview needs to know of numbers, which are only given when posts are stored.
struct PreviewedNumbers {
  private let floor: Int
  private var given: Set<Int> = []
  private var largestGiven = 0

  /// Numbers that are new are larger than the floor.
  init(above floor: Int) { self.floor = floor }

  /// The numbers that posts would get, in a journal that is still to be made where there is none.
  mutating func numbers(
    of posts: [Result<CheckedPost, any Error>], in journal: OwnerJournal?
  ) -> [Result<Int, any Error>] {
    do {
      guard let journal else { return try numbers(of: posts, last: 0) { _ in false } }
      return try journal.read { db in
        try numbers(of: posts, last: journal.lastNumber(db)) { try journal.hasPost($0, db) }
      }
    } catch {
      return posts.map { $0.flatMap { _ in .failure(error) } }
    }
  }

  private mutating func numbers(
    of posts: [Result<CheckedPost, any Error>], last: Int, isTaken: (Int) throws -> Bool
  ) throws -> [Result<Int, any Error>] {
    try posts.map { post in
      guard case .success(let post) = post else { return post.map(\.post.number) }
      var number = post.post.number
      if try given.contains(number) || isTaken(number) {
        number = max(largestGiven, last, floor) + 1
      }
      given.insert(number)
      largestGiven = max(largestGiven, number)
      return .success(number)
    }
  }
}
