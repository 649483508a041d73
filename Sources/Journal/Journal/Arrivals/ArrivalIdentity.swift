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

  fileprivate init(entry: [UInt8], hash: [UInt8]) { (self.entry, self.hash) = (entry, hash) }
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
    let entry = post.contentHash
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
    counts[content, default: 0] += 1
    hash.add("content")
    hash.add(entry)
    hash.add("\(counts[content] ?? 0)")
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
  /// SHA-256 of what it says, 32 bytes. Of a photo it is the name and the size: where it lies may differ each time.
  fileprivate var contentHash: [UInt8] {
    var hash = FieldHash()
    hash.add("\(time) \(zone?.name ?? "")")
    hash.add(title)
    hash.add(words)
    hash.add("\(mood ?? 0) \(isStarred)")
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
