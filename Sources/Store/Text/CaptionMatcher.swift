/// Looks for folded words in one caption after another: what the index finds for
/// ``SearchText/query(of:)``.
package struct CaptionMatcher {
  private let words: [[UInt8]]
  private var folded = FoldedText(capacity: 512)
  /// How many of the captions had each word.
  package private(set) var hits: [Int]

  /// - Parameter words: as ``SearchText/words(_:)`` gives them.
  package init(_ words: [String]) {
    self.words = words.map { Array($0.utf8) }
    hits = Array(repeating: 0, count: words.count)
  }

  /// Whether each of the words is in a caption, given in UTF-8 and not folded, also inside another word.
  package mutating func finds(in caption: UnsafeBufferPointer<UInt8>) -> Bool {
    folded.clear()
    guard folded.appendPlain(caption) else {
      return finds(
        inFolded: Array(SearchText.folded(String(decoding: caption, as: UTF8.self)).utf8))
    }
    return finds(inFolded: folded.bytes)
  }

  /// Whole scalars are compared, since none begins with a byte that another continues with.
  private mutating func finds(inFolded caption: [UInt8]) -> Bool {
    var hasAll = true
    for (index, word) in words.enumerated() {
      if Self.isPart(word, of: caption) { hits[index] += 1 } else { hasAll = false }
    }
    return hasAll
  }

  private static func isPart(_ word: [UInt8], of caption: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    return word.withUnsafeBytes { word in
      caption.withUnsafeBytes { caption in
        var rest = caption[...]
        while rest.count >= word.count, let start = rest.firstIndex(of: first) {
          rest = rest[start...]
          if rest.starts(with: word) { return true }
          rest = rest.dropFirst()
        }
        return false
      }
    }
  }
}
