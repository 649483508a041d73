import Glibc

/// Looks for folded texts and whole tags in one document after another.
package struct SearchMatcher {
  private let texts: [[UInt8]]
  private let tags: [String]

  /// - Parameters:
  ///   - texts: as ``SearchText/searched(_:)`` gives them.
  ///   - tags: folded names.
  package init(_ texts: [[UInt8]], tags: [String]) { (self.texts, self.tags) = (texts, tags) }

  /// Whether each of the texts is in a document, also inside a word, and each of the tags is one of its.
  package func finds(in document: SearchDocument) -> Bool {
    tags.allSatisfy { document.tags.contains($0) }
      && texts.allSatisfy { Self.isPart($0, of: document.folded) }
  }

  /// Whether a text contains a part, both in UTF-8. Only whole scalars match, because none begins
  /// with a continuation byte of another.
  package static func isPart(_ part: [UInt8], of text: [UInt8]) -> Bool {
    text.withUnsafeBytes { text in
      part.withUnsafeBytes { part in
        guard let first = part.first, let wanted = part.baseAddress else { return true }
        guard let start = text.baseAddress else { return false }
        var place = 0
        while text.count - place >= part.count {
          // No part begins after the last place where it would fit.
          let room = text.count - place - part.count + 1
          guard let found = memchr(start + place, CInt(first), room) else { return false }
          if memcmp(found, wanted, part.count) == 0 { return true }
          place = UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }
}
