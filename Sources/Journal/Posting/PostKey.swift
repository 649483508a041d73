import KeyDerivation

/// What a sender gives a photo to say that it is the same one when it is sent again: 1 to 255
/// characters that can be seen, of ASCII.
package struct PostKey: Sendable, Hashable {
  package static let lengths = 1...255

  private let text: String

  /// Nil where it is no such text.
  package init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
      return nil
    }
    self.text = text
  }

  /// A key that nobody else has.
  package init() { text = AccessToken().text }

  /// The 16 bytes of the post that is made under the key: the schema has no second one of them.
  func uid(of owner: Int64) -> [UInt8] {
    let bytes = Array("daystamp post key\n\(owner)\n\(text)".utf8)
    return Array(SHA256.hash(bytes.span).prefix(Post.uidSize))
  }
}

/// Why nothing was posted under a key.
package enum PostKeyError: Error, Sendable, Hashable {
  /// Another photo was posted under it, as the post of this number.
  case otherPhoto(number: Int)
  /// Somebody else is posting under it.
  case inUse
}
