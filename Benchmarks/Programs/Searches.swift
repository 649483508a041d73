import Journal
import Store

/// What is searched for in a journal of posts with words, drawn from some of these.
struct Searches {
  /// Words of the posts, by how many have them: half of them, one in a hundred, one.
  private let (common, usual, rare): ([String], [String], [String])
  private let texts: [[Substring]]
  private let korean: [[Substring]]
  private let tags: [String]

  init(_ journal: OwnerJournal, sample: Int = 3_000) throws {
    let posts = try journal.posts.all(PostFilter(), order: .newestFirst, latest: sample)
    let texts = posts.map { $0.words.split(whereSeparator: \.isWhitespace) }
    korean = texts.filter(Self.isKorean)
    self.texts = texts.filter { $0.count > 3 && !Self.isKorean($0) }
    tags = Set(posts.flatMap(\.tags)).sorted()
    var counts: [String: Int] = [:]
    for text in self.texts { for word in Set(text) { counts[String(word), default: 0] += 1 } }
    let posted = self.texts.count
    func words(_ range: Range<Int>) -> [String] {
      counts.filter { range.contains($0.value) && $0.key.count > 3 }.map(\.key).sorted()
    }
    common = words(posted / 10..<posted)
    usual = words(posted / 300..<posted / 30)
    rare = words(1..<2)
  }

  /// The kinds of searches, and what draws one.
  var kinds: [(name: String, text: () -> String)] {
    [
      ("a common word", { one(of: common) }), ("a usual word", { one(of: usual) }),
      ("a rare word", { one(of: rare) }),
      ("an absent word", { String(one(of: rare).shuffled()) }),
      (
        "an absent word of common parts",
        { "\(one(of: common).prefix(3))\(one(of: common).suffix(3))" }
      ),
      ("two letters", { part(of: one(of: texts.flatMap { $0 }.map(String.init)), 2) }),
      ("one letter", { part(of: one(of: texts.flatMap { $0 }.map(String.init)), 1) }),
      ("two words", { one(of: common) + " " + one(of: rare) }),
      ("two usual words", { one(of: usual) + " " + one(of: usual) }),
      ("a phrase of two words", { phrase(2) }), ("a phrase of three words", { phrase(3) }),
      (
        "an absent phrase",
        { "\"" + [one(of: usual), one(of: common), one(of: common)].joined(separator: " ") + "\"" }
      ),
      ("two syllables", { part(of: one(of: korean.flatMap { $0 }.map(String.init)), 2) }),
      ("a phrase of syllables", { phrase(2, of: korean) }),
      ("a tag and a usual word", { "#" + one(of: tags) + " " + one(of: usual) }),
      ("a tag and a common word", { "#" + one(of: tags) + " " + one(of: common) }),
      ("a tag", { "#" + one(of: tags) }),
    ]
  }

  private static func isKorean(_ words: [Substring]) -> Bool {
    words.first?.unicodeScalars.first.map { $0.value >= 0xAC00 } ?? false
  }

  private func one(of some: [String]) -> String { some.randomElement() ?? "" }

  private func part(of word: String, _ length: Int) -> String {
    String(word.dropFirst(Int.random(in: 0...max(0, word.count - length))).prefix(length))
  }

  private func phrase(_ count: Int, of texts: [[Substring]]? = nil) -> String {
    let text = (texts ?? self.texts).randomElement() ?? []
    let start = Int.random(in: 0...max(0, text.count - count))
    return "\"" + text.dropFirst(start).prefix(count).joined(separator: " ") + "\""
  }
}
