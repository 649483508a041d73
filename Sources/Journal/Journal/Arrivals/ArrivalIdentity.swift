import Arrivals
import CaptureTime
import Files
import Store

/// What tells an entry from all others of its source, whenever it is brought: the source's own id, else its
/// content and how many of the same were before it. Never its time alone.
struct ArrivalIdentity: Sendable {
  /// SHA-256 of the entry.
  let entry: [UInt8]
  private let hash: [UInt8]

  /// That of the post of its photos from a number of posts on: an entry with more photos than a post can have is
  /// several.
  func key(part: Int = 0) -> PostKey {
    guard let key = PostKey("arrival \(hash.hexadecimal) \(part)") else {
      preconditionFailure("hexadecimal digits are a key")
    }
    return key
  }

  /// How many entries before it in the source begin with the same message without an id.
  private let before: Int

  fileprivate init(entry: [UInt8], hash: [UInt8], before: Int = 0) {
    (self.entry, self.hash, self.before) = (entry, hash, before)
  }

  /// That of the messages of a chat from one of them on.
  fileprivate init(of first: ChatMessage, _ format: ArrivalFormat, entry: [UInt8], before: Int) {
    var hash = FieldHash()
    hash.add(format.rawValue)
    if let id = first.id {
      hash.add("id")
      hash.add(id)
    } else {
      hash.add("message")
      hash.add(first.contentHash)
      hash.add("\(before)")
    }
    self.init(entry: entry, hash: hash.finish(), before: before)
  }

  /// Parts the messages of a chat's day into those that came and the further ones.
  ///
  /// - Parameters:
  ///   - post: the entry.
  ///   - came: SHA-256 of the entry that came with the same first message.
  ///   - format: the source's.
  /// - Returns: nil where what came is no beginning of the entry.
  func parted(
    _ post: ArrivedPost, after came: [UInt8], _ format: ArrivalFormat
  ) -> (first: Part, rest: Part)? {
    let messages = post.messages
    guard let end = messages[...].hashes.dropLast().lastIndex(of: came),
      let first = ArrivedPost(of: messages[...end]),
      let rest = ArrivedPost(of: messages[(end + 1)...])
    else { return nil }
    let identity = ArrivalIdentity(
      of: messages[end + 1], format, entry: rest.contentHash, before: before)
    let same = ArrivalIdentity(entry: came, hash: hash, before: before)
    return (Part(first, same), Part(rest, identity))
  }

  /// Some of an entry's messages as an entry.
  struct Part {
    let post: ArrivedPost
    let identity: ArrivalIdentity

    fileprivate init(_ post: ArrivedPost, _ identity: ArrivalIdentity) {
      (self.post, self.identity) = (post, identity)
    }
  }
}

/// Tells the entries of a source apart while it is read from its beginning.
struct ArrivalIdentities {
  private let format: ArrivalFormat
  /// What the entry of each id says, and how many there were of each content, in little memory.
  private var contents: [PostUID: PostUID] = [:]
  private var counts: [PostUID: Int] = [:]

  init(_ format: ArrivalFormat) { self.format = format }

  enum Told {
    case new(ArrivalIdentity)
    /// The source has it twice.
    case again
    /// The source has another with its id.
    case otherContent(id: String)
  }

  mutating func identity(of post: ArrivedPost) -> Told {
    let said = post.saidHash
    let entry = post.contentHash(said)
    if let first = post.messages.first, first.id == nil {
      let message = Self.short(first.contentHash)
      defer { counts[message, default: 0] += 1 }
      return .new(
        ArrivalIdentity(of: first, format, entry: entry, before: counts[message] ?? 0))
    }
    let content = Self.short(entry)
    var hash = FieldHash()
    hash.add(format.rawValue)
    if let id = post.id {
      hash.add("id")
      hash.add(id)
      let bytes = hash.finish()
      let short = Self.short(bytes)
      if let earlier = contents[short] {
        return earlier == content ? .again : .otherContent(id: id)
      }
      contents[short] = content
      return .new(ArrivalIdentity(entry: entry, hash: bytes))
    }
    let before = Self.short(said)
    counts[before, default: 0] += 1
    hash.add("content")
    hash.add(said)
    hash.add("\(counts[before] ?? 0)")
    return .new(ArrivalIdentity(entry: entry, hash: hash.finish()))
  }

  private static func short(_ hash: [UInt8]) -> PostUID {
    guard let short = PostUID(Array(hash.prefix(Post.uidSize))) else {
      preconditionFailure("a hash has 32 bytes")
    }
    return short
  }
}

extension ArrivedPost {
  /// SHA-256 of what it says, 32 bytes.
  fileprivate var contentHash: [UInt8] { contentHash(saidHash) }

  /// - Parameter said: ``saidHash``.
  /// - Returns: SHA-256 of what it says, 32 bytes.
  fileprivate func contentHash(_ said: [UInt8]) -> [UInt8] {
    if let hash = messages[...].hashes.last { return hash }
    var hash = FieldHash()
    hash.add(said)
    hash.add("\(mood ?? 0)")
    return hash.finish()
  }

  /// SHA-256 of all but the mood, which depends on what a person says of its name. Of a photo it is the name and
  /// the size: where it lies may differ each time.
  fileprivate var saidHash: [UInt8] {
    var hash = FieldHash()
    hash.add("\(time) \(zone?.name ?? "")")
    hash.add(title)
    hash.add(words)
    hash.add("\(isStarred)")
    hash.add("\(tags.count)")
    tags.forEach { hash.add($0) }
    for photo in photos {
      hash.add(photo.file.name)
      hash.add("\(photo.file.size ?? -1) \(photo.time.map { "\($0)" } ?? "")")
      hash.add(photo.caption)
    }
    return hash.finish()
  }
}

extension ArraySlice<ChatMessage> {
  /// SHA-256 of the first message, of the first two, and so on: what begins another slice is among its hashes.
  fileprivate var hashes: [[UInt8]] {
    var hashes: [[UInt8]] = []
    for message in self {
      var hash = FieldHash()
      if let last = hashes.last { hash.add(last) }
      hash.add(message.contentHash)
      hashes.append(hash.finish())
    }
    return hashes
  }
}

extension ChatMessage {
  /// SHA-256 of the message, 32 bytes. Whether its files are there may differ each time, so only their names count.
  fileprivate var contentHash: [UInt8] {
    var hash = FieldHash()
    hash.add(chat)
    hash.add("\(time) \(repetition)")
    hash.add(words)
    photos.forEach { hash.add($0.file.name) }
    return hash.finish()
  }
}
