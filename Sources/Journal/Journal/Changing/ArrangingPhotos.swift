import CaptureTime
import GRDB
import Markup
package import Store

/// Another order of a post's photos, or fewer; places are counted from 1, as they are before.
package struct PhotoArrangement: Sendable, Hashable {
  /// Photos to remove, each into a post of its own in the trash.
  package var removed: Set<Int> = []
  /// Photos that go to other places, one after the other.
  package var moves: [Move] = []
  /// The post's new cover.
  package var cover: Int?

  package struct Move: Sendable, Hashable {
    let from: Int
    let to: Int

    package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
  }

  package init() {}

  package var isEmpty: Bool { self == PhotoArrangement() }

  /// The order that a post's photos get.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - added: how many photos it gets first, after those that it has.
  /// - Returns: the places of the photos that stay, in their new order.
  /// - Throws: ``JournalError/unknownPhoto(_:number:)``.
  package func order(of post: Post, adding added: Int = 0) throws(JournalError) -> [Int] {
    let count = post.photos.count + added
    let places = removed.sorted() + (cover.map { [$0] } ?? []) + moves.flatMap { [$0.from, $0.to] }
    if let place = places.first(where: { !(1...max(1, count)).contains($0) }) {
      throw .unknownPhoto(place, number: post.number)
    }
    if !places.isEmpty, count == 0 { throw .noPhoto(number: post.number) }
    var order = Array(1...max(1, count))
    for move in moves { order.insert(order.remove(at: move.from - 1), at: move.to - 1) }
    return order.filter { !removed.contains($0) }
  }

  /// How words refer to a post's photos after it.
  ///
  /// - Parameters:
  ///   - order: as ``order(of:adding:)`` gives it.
  ///   - numbers: of the posts that get the photos taken out, by their places.
  /// - Returns: the new ones by the old.
  fileprivate func references(
    _ order: [Int], removedTo numbers: [Int]
  ) -> PhotoMoves {
    var new: PhotoMoves = [:]
    for (index, place) in order.enumerated() { new[.own(place)] = .own(index + 1) }
    for (place, number) in zip(removed.sorted(), numbers) { new[.own(place)] = .post(number) }
    return new
  }
}

/// The references that words have from now on, by those that they have.
typealias PhotoMoves = [Markup.PhotoReference: Markup.PhotoReference]

/// Words with updated references to photos, made before the transaction that stores them: long
/// words take seconds, and nobody else should wait.
struct MovedWords {
  private let words: String
  private let references: PhotoMoves
  private let moved: String

  /// What an arrangement will make of a post's words, if nobody changes it meanwhile; nil where it will not be
  /// arranged so, or has no words.
  init?(
    of number: Int, _ arrangement: PhotoArrangement, adding added: Int = 0,
    also further: PhotoMoves = [:], in journal: OwnerJournal
  ) {
    guard !arrangement.isEmpty else { return nil }
    let found = try? journal.read { db in
      let rows = PostRows(of: journal, db)
      return (try rows.livePost(number), try rows.lastNumber())
    }
    guard let (post, last) = found, !post.words.isEmpty,
      let order = try? arrangement.order(of: post, adding: added)
    else { return nil }
    let numbers = (0..<arrangement.removed.count).map { last + 1 + $0 }
    let all = arrangement.references(order, removedTo: numbers).merging(further) { own, _ in own }
    (words, references) = (post.words, all)
    moved = Markup.movingPhotos(in: post.words) { all[$0] }.words
  }

  /// The words for these references, if they are what was made.
  fileprivate func moved(
    _ words: String, by references: PhotoMoves
  ) -> String? {
    words == self.words && references == self.references ? moved : nil
  }
}

extension Posts {
  /// A post that is not in the trash.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)``, ``JournalError/postInTrash(number:)``.
  package func livePost(_ number: Int) throws -> Post {
    try journal.read { db in try PostRows(of: journal, db).livePost(number) }
  }

  /// Arranges a post's photos. Its words keep showing the same ones, by their new places. A removed
  /// photo is shown by the number of its new post, that is not while that post is in the trash.
  ///
  /// - Parameters:
  ///   - number: the post's.
  ///   - arrangement: what is to be different.
  ///   - now: seconds since 1970 in UTC.
  ///   - check: looks at the post in the transaction that changes it, and throws where it is not the one
  ///     that was meant.
  /// - Returns: the post as it is now, and the posts in the trash that have the photos taken out.
  /// - Throws: ``JournalError/noPhoto(number:)``, ``JournalError/unknownPhoto(_:number:)``,
  ///   ``JournalError/emptyPost`` where nothing would be left, and what `check` throws; then nothing has
  ///   changed.
  package func arrange(
    _ number: Int, _ arrangement: PhotoArrangement, now: Int,
    checking check: (Post) throws -> Void = { _ in }
  ) throws -> (post: Post, removed: [Int]) {
    let words = MovedWords(of: number, arrangement, in: journal)
    return try journal.write { db in
      let rows = PostRows(of: journal, db)
      let post = try rows.livePost(number)
      try check(post)
      return try rows.arrange(post, arrangement, words: words, now: now)
    }
  }
}

extension Posts {
  /// Puts a photo that was taken out of a post back into it, and the post that it had in the trash is gone.
  /// The words show it again where they did.
  ///
  /// - Parameters:
  ///   - removed: the number of the post in the trash, which has nothing but the photo.
  ///   - number: the post's.
  ///   - place: where the photo is to be, counted from 1; the last place where that is beyond it.
  ///   - isCover: whether it is to stand for the post.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the post as it is now.
  /// - Throws: ``JournalError/unknownPost(number:)``, ``JournalError/postNotInTrash(number:)`` for one that
  ///   is more than such a photo too, ``JournalError/tooManyPhotos(observed:limit:)``; then nothing has
  ///   changed.
  package func putBack(
    _ removed: Int, into number: Int, at place: Int, isCover: Bool, now: Int
  ) throws -> Post {
    func change(_ count: Int) -> (PhotoArrangement, PhotoMoves) {
      var change = PhotoArrangement()
      let new = min(max(1, place), count)
      change.moves = [.init(from: count, to: new)]
      // By its place before the others move.
      if isCover { change.cover = count }
      return (change, [.post(removed): .own(new)])
    }
    let before = ((try? livePost(number).photos.count) ?? 0) + 1
    let (expected, references) = change(before)
    let words = MovedWords(of: number, expected, adding: 1, also: references, in: journal)
    return try journal.write { db in
      let rows = PostRows(of: journal, db)
      let changed = try rows.putBack(rows.post(removed), into: rows.livePost(number))
      let (arrangement, references) = change(changed.photos.count)
      return try rows.arrange(
        changed, arrangement, words: words, also: references, now: now
      ).post
    }
  }
}

extension PostRows {
  fileprivate func putBack(_ removed: Post, into post: Post) throws -> Post {
    guard removed.trashed != nil, removed.photos.count == 1, let photo = removed.photo,
      removed.words.isEmpty, removed.title.isEmpty, removed.mood == nil, removed.tags.isEmpty
    else { throw JournalError.postNotInTrash(number: removed.number) }
    try Post.checkCount(ofPhotos: post.photos.count + 1)
    try removeFromSearch(removed)
    let time = removed.time.captureTime
    let shown: CaptureTime? = time.description == post.time.captureTime.description ? nil : time
    try db.execute(
      cached: """
        UPDATE photo SET post = ?1, taken = ?2, taken_source = ?3,
          place = (SELECT coalesce(max(place), 0) + 1 FROM photo WHERE post = ?1)
        WHERE id = ?4
        """, arguments: [post.id, shown?.description, shown?.source.rawValue, photo.id])
    try db.execute(cached: "DELETE FROM post WHERE id = ?", arguments: [removed.id])
    if post.photos.isEmpty { try setCover(photo.id, of: post) }
    return try searchable(post)
  }

  /// Gives a post further photos.
  ///
  /// - Returns: the post as it is now.
  /// - Throws: ``JournalError/tooManyPhotos(observed:limit:)``.
  func add(_ photos: [PostPhoto], to post: Post) throws -> Post {
    try Post.checkCount(ofPhotos: post.photos.count + photos.count)
    let first =
      try db.value(
        Int.self, cached: "SELECT coalesce(max(place), 0) + 1 FROM photo WHERE post = ?",
        arguments: [post.id]) ?? 1
    let ids = try photos.enumerated().map { try insert($1, in: post.id, at: first + $0) }
    if post.photos.isEmpty { try setCover(ids.first, of: post) }
    return try searchable(post)
  }

  /// Arranges a post's photos, as ``Posts/arrange(_:_:now:checking:)``.
  ///
  /// - Parameters:
  ///   - post: as it is stored.
  ///   - arrangement: what is to be different.
  ///   - words: what was made of its words before; nil where nothing was.
  ///   - further: references in them that become others, too.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the post as it is now, and the numbers of the posts in the trash.
  /// - Throws: ``JournalError``.
  func arrange(
    _ post: Post, _ arrangement: PhotoArrangement, words: MovedWords?,
    also further: PhotoMoves = [:], now: Int
  ) throws -> (post: Post, removed: [Int]) {
    let cover = try post.requirePhoto(arrangement.cover)
    let places = try arrangement.order(of: post)
    let order = places.map { post.photos[$0 - 1] }
    if order.isEmpty, post.words.isEmpty, post.mood == nil { throw JournalError.emptyPost }
    for (index, photo) in order.enumerated() {
      try db.execute(
        cached: "UPDATE photo SET place = ? WHERE id = ?", arguments: [index + 1, photo.id])
    }
    let stays = order.contains { $0.id == cover.id }
    try setCover(stays ? cover.id : order.first?.id, of: post)
    let removed = try arrangement.removed.sorted().map { place in
      try moveOut(post.photos[place - 1], of: post, now: now)
    }
    let new = arrangement.references(places, removedTo: removed).merging(further) { own, _ in own }
    return (try changeReferences(of: searchable(post), by: new, words), removed)
  }

  /// Has a post's words show photos by other references; they say the same, so nothing of them is kept as a
  /// version. Words that would be longer than words can be stay as they are.
  ///
  /// - Parameters:
  ///   - post: as it is stored.
  ///   - references: the new ones by the old.
  ///   - made: what was made of its words before.
  /// - Returns: the post as it is now.
  /// - Throws: ``JournalError``.
  private func changeReferences(
    of post: Post, by references: PhotoMoves,
    _ made: MovedWords?
  ) throws -> Post {
    let words =
      made?.moved(post.words, by: references)
      ?? Markup.movingPhotos(in: post.words) { references[$0] }.words
    guard words != post.words, (try? Words(words))?.text == words else { return post }
    var changed = post
    changed.words = words
    try storeWords(of: changed, insteadOf: post)
    return try searchable(post)
  }

  func setCover(_ photo: Int64?, of post: Post) throws {
    try db.execute(
      cached: "UPDATE post SET photo = ? WHERE id = ?", arguments: [photo, post.id])
  }

  /// Puts a photo into a post of its own in the trash, from where it can come back.
  ///
  /// - Returns: that post's number.
  private func moveOut(_ photo: PostPhoto, of post: Post, now: Int) throws -> Int {
    // Its label shows the time that it has, with its offset.
    let rule = DayRule(
      zone: try CaptureZone.parse(post.time.zone),
      start: try JournalSettings.load(owner: owner, db).dayStart, followsPhotos: true)
    let time = try photo.taken.map { try PostTime($0, rule: rule) } ?? post.time
    var photo = photo
    photo.taken = nil
    return try insert(
      Post(
        number: newNumber(), time: time, isStarred: false, tags: [], photos: [photo],
        posted: post.posted, trashed: now, id: 0, uid: .random(count: Post.uidSize))
    ).number
  }

  /// Takes a changed post into the search anew.
  ///
  /// - Parameter old: as it was.
  /// - Returns: the post as it is now.
  /// - Throws: ``JournalError``.
  private func searchable(_ old: Post) throws -> Post {
    let post = try self.post(old.number)
    if post.searchText != old.searchText {
      try removeFromSearch(old)
      try addToSearch(post)
    }
    return post
  }
}
