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

extension String {
  /// A plain text as Markdown that shows it as it is: marks are escaped, line breaks kept, addresses left alone.
  var asMarkdown: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { Self.markdownLine($0) }
      .reduce(into: "") { text, line in
        if text.isEmpty { return text = line }
        // A line break, but no second one beside an empty line.
        text += line.isEmpty || text.hasSuffix("\n") || text.isEmpty ? "\n" : "\\\n"
        text += line
      }
  }

  private static func markdownLine(_ line: Substring) -> String {
    let line = line.trimmed
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains("://") || word.hasPrefix("www.") ? String(word) : escapedMarks(word)
    }
    if let first = words.first { words[0] = escapedStart(first, isOnly: words.count == 1) }
    return words.joined(separator: " ")
  }

  private static func escapedMarks(_ word: Substring) -> String {
    guard word.utf8.contains(where: { "\\`*_[<~".utf8.contains($0) }) else { return String(word) }
    var escaped = ""
    for index in word.indices {
      let letter = word[index]
      let isMark =
        switch letter {
        case "\\", "`", "*", "[", "<": true
        case "_": !isWithin(word, index)
        case "~": word.contains("~~")
        default: false
        }
      escaped += isMark ? "\\\(letter)" : String(letter)
    }
    return escaped
  }

  /// Whether letters or digits stand on both sides, so that "_" marks nothing.
  private static func isWithin(_ word: Substring, _ index: Index) -> Bool {
    guard index > word.startIndex else { return false }
    let next = word.index(after: index)
    guard next < word.endIndex else { return false }
    let (before, after) = (word[word.index(before: index)], word[next])
    return (before.isLetter || before.isNumber) && (after.isLetter || after.isNumber)
  }

  /// The first word of a line, where it would begin a heading, a list, a quotation or a rule.
  private static func escapedStart(_ word: String, isOnly: Bool) -> String {
    guard let first = word.first else { return word }
    if first == ">" { return "\\" + word }
    if first == "#", word.allSatisfy({ $0 == "#" }) { return "\\" + word }
    if ["-", "+"].contains(word) { return "\\" + word }
    if isOnly, word.count > 1, word.allSatisfy({ $0 == "-" }) || word.allSatisfy({ $0 == "=" }) {
      return "\\" + word
    }
    guard let last = word.last, last == "." || last == ")", word.count <= 10,
      word.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }), word.count > 1
    else { return word }
    return "\(word.dropLast())\\\(last)"
  }
}
