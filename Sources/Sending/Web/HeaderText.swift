import Foundation

/// Text in a header field.
enum HeaderText {
  /// Bytes of an encoded word at most (RFC 2047, section 2).
  private static let longest = 75
  private static let (start, end) = ("=?UTF-8?B?", "?=")

  /// The text itself where it is visible ASCII and spaces, else encoded words (RFC 2047, sections 2 and 4.1)
  /// with a space between them, which a reader leaves out; no character is split between two.
  static func encoded(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { (" "..."~").contains($0) }
    // What looks like an encoded word already would be read as one.
    if isPlain, !text.contains("=?") { return text }
    let room = (longest - start.utf8.count - end.utf8.count) / 4 * 3
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(Character(scalar)).utf8)
      if words[words.count - 1].count + bytes.count > room { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { start + Data($0).base64EncodedString() + end }.joined(separator: " ")
  }
}
