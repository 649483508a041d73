import Arrivals
import CaptureTime
import GRDB
import Markup
import Store

/// Entries of words alone.
extension ArrivalImport {
  /// Writes entries in as many short transactions as that takes.
  ///
  /// - Throws: ``JournalError``; then those before it are written.
  func write(_ entries: [Entry], in journal: OwnerJournal) throws -> [ArrivalRecord] {
    // Long words take a tenth of a second, in which nobody else could write.
    let prose = entries.map { NamingProse(of: $0.arriving.words.text) }
    return try WritePieces.all(of: Array(zip(entries, prose))) { entries in
      try write(in: journal) { db in
        let search = PostRows.WaitingForSearch()
        let rows = PostRows(of: journal, db, addingTo: search)
        let arrivals = ArrivalRows(of: journal, db)
        let records = try WritePieces.work(on: entries) { entry, prose in
          try fates(of: entry, rows, arrivals).map { part, fate in
            let isWhole = part.post.words.utf8.count == entry.post.words.utf8.count
            let prose = isWhole ? prose : NamingProse(of: part.arriving.words.text)
            return try write(part, fate, prose, rows, arrivals)
          }
        }
        try search.store(db)
        return records
      }
    }.flatMap(\.self)
  }

  private func write(
    _ entry: Entry, _ fate: Fate, _ prose: NamingProse, _ rows: PostRows, _ arrivals: ArrivalRows
  ) throws -> ArrivalRecord {
    switch fate {
    case .known: return entry.record(.known)
    case .changed(let number): return entry.record(.changed(number: number))
    case .unnoted(let post):
      try arrivals.note(post, of: entry.identity.entry, by: arrivalRow(arrivals))
      return entry.record(.known)
    case .takenBack(let number, let came): return try restore(entry, number, came, rows, arrivals)
    case .new:
      let post = try rows.insert(
        entry.arriving.post(
          number: rows.newNumber(), uid: entry.identity.key().uid(of: rows.owner), now: now))
      try rows.notePeople(named: post, prose)
      try arrivals.note(post, of: entry.identity.entry, by: arrivalRow(arrivals))
      return entry.record(.posted([post.number]))
    }
  }

  /// Restores the post of an entry that was taken back with its arrival, as it came: what the source says now may
  /// be something else, which the next run finds by the SHA-256 of the entry as it came.
  func restore(
    _ entry: Entry, _ number: Int, _ came: [UInt8], _ rows: PostRows, _ arrivals: ArrivalRows
  ) throws -> ArrivalRecord {
    let post = try rows.restore(number)
    try arrivals.note(post, of: came, by: arrivalRow(arrivals))
    return entry.record(.restored(number))
  }
}

extension ArrivingPost {
  /// The post of words, which were written at its time.
  func post(number: Int, uid: [UInt8], words: Words? = nil, now: Int) -> Post {
    Post(
      number: number, time: time, title: title.text, words: (words ?? self.words).text,
      written: min(time.instant, now), mood: mood, isStarred: isStarred, tags: tags.map(\.text),
      posted: now, trashed: nil, id: 0, uid: uid)
  }

  /// The details of the post of a group of its photos, counted from 0; only the first has words.
  func details(group: Int, of count: Int, words: Words) -> PostDetails {
    var details = PostDetails(caption: .empty, isStarred: isStarred, tags: tags)
    details.title = title
    if count > 1, let numbered = try? Title("\(title.text) (\(group + 1)/\(count))") {
      details.title = numbered
    }
    if group == 0 { (details.words, details.mood) = (words, mood) }
    return details
  }
}

/// The words of a post of which some photos are not where the source has them.
enum MovedPhotos {
  /// Where a photo of the source is now.
  enum Place: Sendable {
    /// At this place of the post, counted from 1.
    case own(Int)
    /// In another post.
    case post(Int)
    /// Nowhere.
    case gone
  }

  /// - Parameters:
  ///   - words: those of the source.
  ///   - places: where its photos are, in their order there.
  /// - Returns: the words; each photo of another post is shown in them.
  static func words(_ words: Words, _ places: [Place]) -> Words {
    guard !words.isEmpty else { return words }
    var shown: Set<Int> = []
    var text = Markup.movingPhotos(in: words.text) { reference in
      guard case .own(let place) = reference, places.indices.contains(place - 1) else { return nil }
      switch places[place - 1] {
      case .own(let place): return .own(place)
      case .post(let number):
        shown.insert(number)
        return .post(number)
      // No post has so many.
      case .gone: return .own(Post.photoLimit + place)
      }
    }.words
    for case .post(let number) in places where shown.insert(number).inserted {
      text += "\n\n![](post:\(number))"
    }
    return (try? Words(text)) ?? words
  }
}
