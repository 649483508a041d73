import CaptureTime

/// Makes posts of one person's messages in a chat: one a day, or several where a day has more than a post holds.
struct ChatDays {
  /// Bytes of words, and photos, after which a further message begins another post.
  static let wordsLimit = 50_000
  static let photoLimit = 50

  private var messages: [ChatMessage] = []
  private var (size, photos) = (0, 0)
  /// How many of ``messages`` say the same.
  private var said: [Said: Int] = [:]

  private struct Said: Hashable {
    let time: CaptureTime
    let words: String
    let photos: [String]

    init(_ message: ChatMessage) {
      (time, words) = (message.time, message.words)
      photos = message.photos.map(\.file.name)
    }
  }

  /// Adds the next message; those of a day come one after another.
  ///
  /// - Parameters:
  ///   - message: of the person.
  ///   - found: gets the post that is complete by it.
  /// - Throws: what `found` throws.
  mutating func add(_ message: ChatMessage, _ found: (ArrivedItem) throws -> Void) throws {
    guard !message.words.isEmpty || !message.photos.isEmpty else { return }
    if let first = messages.first, !fits(message, after: first) { try end(found) }
    var message = message
    message.repetition = said[Said(message), default: 0]
    said[Said(message), default: 0] += 1
    messages.append(message)
    size += message.words.utf8.count + 2
    photos += message.photos.count
  }

  /// Gives the last post.
  mutating func end(_ found: (ArrivedItem) throws -> Void) throws {
    defer { (messages, said, size, photos) = ([], [:], 0, 0) }
    if let post = ArrivedPost(of: messages[...]) { try found(.post(post)) }
  }

  private func fits(_ message: ChatMessage, after first: ChatMessage) -> Bool {
    message.time.date == first.time.date
      && size + message.words.utf8.count <= Self.wordsLimit
      && photos + message.photos.count <= Self.photoLimit
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
