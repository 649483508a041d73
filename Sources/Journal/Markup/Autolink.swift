/// Addresses in plain text, as the specification of GitHub Flavored Markdown has them (6.9): links that
/// begin with `http://`, `https://` or `www.`, and addresses of mail.
///
/// They are found in texts whose marks were read before, in linear time. libcmark-gfm's own extension
/// reads before the text's start and is not linear.
struct Autolink {
  /// Where the link's text lies.
  let range: Range<Int>
  /// What goes before the text for the link's address.
  let prefix: String

  /// The links of a text, in order.
  static func links(in text: ArraySlice<UInt8>) -> [Autolink] {
    var links: [Autolink] = []
    var place = text.startIndex
    var end = text.startIndex
    while place < text.endIndex {
      let link: Autolink? =
        switch text[place] {
        case UInt8(ascii: "w"), UInt8(ascii: "W"): www(text, at: place)
        case UInt8(ascii: ":"): web(text, colon: place, after: end)
        case UInt8(ascii: "@"): mail(text, at: place, after: end)
        default: nil
        }
      if let link {
        links.append(link)
        (place, end) = (link.range.upperBound, link.range.upperBound)
      } else {
        place += 1
      }
    }
    return links
  }

  private static func www(_ text: ArraySlice<UInt8>, at start: Int) -> Autolink? {
    guard matches("www.", text, at: start) else { return nil }
    if start > text.startIndex {
      let before = text[start - 1]
      guard before.isBlank || "*_~(".utf8.contains(before) else { return nil }
    }
    guard let domain = domainEnd(text, from: start), domain.hasDot else { return nil }
    let end = linkEnd(text, from: start, domain: domain.end)
    return end > start + 4 ? Autolink(range: start..<end, prefix: "http://") : nil
  }

  private static func web(_ text: ArraySlice<UInt8>, colon: Int, after: Int) -> Autolink? {
    for scheme in ["http", "https"] {
      let start = colon - scheme.utf8.count
      guard start >= after, matches(scheme, text, at: start), matches("://", text, at: colon)
      else { continue }
      if start > text.startIndex, text[start - 1].isLetter { continue }
      let host = colon + 3
      guard host < text.endIndex, text[host].isOfHost,
        let domain = domainEnd(text, from: host)
      else { continue }
      let end = linkEnd(text, from: start, domain: domain.end)
      return end > host ? Autolink(range: start..<end, prefix: "") : nil
    }
    return nil
  }

  private static func mail(_ text: ArraySlice<UInt8>, at sign: Int, after: Int) -> Autolink? {
    var start = sign
    while start > after, text[start - 1].isOfMailbox { start -= 1 }
    guard start < sign else { return nil }
    var (end, dots) = (sign + 1, 0)
    while end < text.endIndex {
      let byte = text[end]
      if byte == UInt8(ascii: ".") {
        guard end + 1 < text.endIndex, text[end + 1].isLetterOrDigit else { break }
        dots += 1
      } else if !byte.isLetterOrDigit, byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
        break
      }
      end += 1
    }
    guard dots > 0, text[end - 1].isLetterOrDigit else { return nil }
    if end < text.endIndex, text[end] == UInt8(ascii: "@") { return nil }
    return Autolink(range: start..<end, prefix: "mailto:")
  }

  /// The bytes that a domain has at most: a name of DNS has 253, and one of letters that are no ASCII
  /// more in UTF-8. What is longer is read no further, for each "www." in it would read all of it.
  private static let longestDomain = 1_024

  /// The end of a domain: letters, digits, "-", "_" and dots, with no "_" in the last two parts.
  private static func domainEnd(
    _ text: ArraySlice<UInt8>, from start: Int
  ) -> (end: Int, hasDot: Bool)? {
    var (place, dots) = (start, 0)
    var (lineBefore, line) = (false, false)
    while place < text.endIndex {
      if place - start > longestDomain { return nil }
      switch text[place] {
      case UInt8(ascii: "_"): line = true
      case UInt8(ascii: "."): (lineBefore, line, dots) = (line, false, dots + 1)
      case let byte where byte.isOfHost || byte == UInt8(ascii: "-"): break
      default: return lineBefore || line ? nil : (place, dots > 0)
      }
      place += 1
    }
    return lineBefore || line ? nil : (place, dots > 0)
  }

  /// The end of a link: a blank or "<", without the punctuation before it, and without a bracket that
  /// was opened before the link.
  private static func linkEnd(_ text: ArraySlice<UInt8>, from start: Int, domain: Int) -> Int {
    var end = domain
    while end < text.endIndex, !text[end].isBlank, text[end] != UInt8(ascii: "<") { end += 1 }
    var open = 0
    for byte in text[start..<end] {
      if byte == UInt8(ascii: "(") { open += 1 } else if byte == UInt8(ascii: ")") { open -= 1 }
    }
    while end > start {
      switch text[end - 1] {
      case UInt8(ascii: ")"):
        if open >= 0 { return end }
        open += 1
        end -= 1
      case let byte where "?!.,:*_~'\"".utf8.contains(byte): end -= 1
      case UInt8(ascii: ";"):
        // "&name;" at the end is a character's name, not the address's.
        var name = end - 1
        while name > start, text[name - 1].isLetter { name -= 1 }
        let isName = name < end - 1 && name > start && text[name - 1] == UInt8(ascii: "&")
        end = isName ? name - 1 : end - 1
      default: return end
      }
    }
    return end
  }

  private static func matches(_ word: String, _ text: ArraySlice<UInt8>, at start: Int) -> Bool {
    start >= text.startIndex && text.endIndex - start >= word.utf8.count
      && zip(word.utf8, text[start...]).allSatisfy { $0 == ($1.isLetter ? $1 | 0x20 : $1) }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
  fileprivate var isLetter: Bool { 0x61...0x7A ~= self | 0x20 }
  fileprivate var isLetterOrDigit: Bool { isLetter || 0x30...0x39 ~= self }
  /// A letter or digit of any script, by its bytes.
  fileprivate var isOfHost: Bool { isLetterOrDigit || self >= 0x80 }
  fileprivate var isOfMailbox: Bool { isLetterOrDigit || ".+-_".utf8.contains(self) }
}
