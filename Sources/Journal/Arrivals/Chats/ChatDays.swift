import CaptureTime

/// A message of a chat.
struct ChatMessage {
  var place: ArrivalPlace
  /// As the chat's clock showed it; with its offset where that is known.
  var time: CaptureTime
  /// The source's own id.
  var id: String?
  var author: String
  /// Markdown.
  var words = ""
  var photos: [ArrivedPhoto] = []
}

/// Makes posts of one person's messages in a chat: one a day, or several where a day has more than a post holds.
///
/// Each message is a paragraph; photos follow, with their message's words as caption.
struct ChatDays {
  /// Bytes of words, and photos, after which a further message begins another post.
  static let wordsLimit = 50_000
  static let photoLimit = 50

  private var post: ArrivedPost?

  /// Adds the next message; those of a day come one after another.
  ///
  /// - Parameters:
  ///   - message: of the person.
  ///   - found: gets the post that is complete by it.
  /// - Throws: what `found` throws.
  mutating func add(_ message: ChatMessage, _ found: (ArrivedItem) throws -> Void) throws {
    if let post, !Self.fits(message, in: post) { try end(found) }
    var post = self.post ?? ArrivedPost(id: message.id, at: message.place, time: message.time)
    if !message.words.isEmpty, message.photos.count != 1 {
      post.words += (post.words.isEmpty ? "" : "\n\n") + message.words
    }
    for var photo in message.photos {
      if message.photos.count == 1, photo.caption.isEmpty { photo.caption = message.words }
      if photo.time == nil { photo.time = message.time }
      post.photos.append(photo)
    }
    self.post = post
  }

  /// Gives the last post.
  mutating func end(_ found: (ArrivedItem) throws -> Void) throws {
    guard let post else { return }
    self.post = nil
    if !post.words.isEmpty || !post.photos.isEmpty { try found(.post(post)) }
  }

  private static func fits(_ message: ChatMessage, in post: ArrivedPost) -> Bool {
    message.time.date == post.time.date
      && post.words.utf8.count + message.words.utf8.count <= wordsLimit
      && post.photos.count + message.photos.count <= photoLimit
  }
}

/// The people who write in a chat.
struct ChatAuthors {
  /// Names that are kept.
  static let limit = 1_000

  private var counts: [String: Int] = [:]

  mutating func add(_ name: String) {
    if counts.count < Self.limit || counts[name] != nil { counts[name, default: 0] += 1 }
  }

  /// The names, whoever wrote most first.
  var names: [String] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// The name of the person to whom the journal belongs, as the chat has it.
  ///
  /// - Parameter given: in small or capital letters.
  /// - Returns: one of ``names``.
  /// - Throws: ``ArrivalError/needsAuthor(_:)`` where nobody is given, or nobody in the chat is called so.
  func author(_ given: String?) throws(ArrivalError) -> String {
    let names = names
    guard let given,
      let name = names.first(where: { $0 == given })
        ?? names.first(where: { $0.lowercased() == given.lowercased() })
    else { throw .needsAuthor(Array(names.prefix(50))) }
    return name
  }
}
