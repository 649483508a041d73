import CaptureTime

/// Reads the text of a journal that Penzu exports.
///
/// Penzu exports a PDF, which `pdftotext` makes the text of: an entry is its title, a line `by NAME`, a line with the
/// day as `Sat. 6/5/2021`, and its words (the public converter "Penzu to Obsidian", which reads that PDF). The name is
/// the same in all entries, so that a line that happens to begin with "by" is none. Pages end with a form feed.
package struct PenzuReader: ArrivalReader {
  private static let entryLimit = 1 << 22
  private let isDayFirst: Bool?

  package init(_ options: ArrivalOptions) { isDayFirst = options.isDayFirst }

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    guard let file = files.onlyFile else { return false }
    let head = String(decoding: try files.head(of: file), as: UTF8.self)
    let lines = head.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    return zip(lines, lines.dropFirst()).contains { author($0) != nil && day($1) != nil }
  }

  private static func author(_ line: some StringProtocol) -> String? {
    let line = line.trimmed
    return line.hasPrefix("by ") && line.utf8.count < 100 ? String(line.dropFirst(3).trimmed) : nil
  }

  private static func day(_ line: some StringProtocol) -> WrittenTime? {
    let line = line.trimmed
    // "Sat. 6/5/2021"
    guard line.utf8.count < 40, let first = line.first, first.isLetter else { return nil }
    return WrittenTime(line)
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let file = files.onlyFile else {
      throw ArrivalError.damaged(ArrivalPlace(""), detail: "more than one file")
    }
    if try files.head(of: file, count: 5) == Array("%PDF-".utf8) {
      throw ArrivalError.damaged(ArrivalPlace(""), detail: "a PDF; make a text of it by pdftotext")
    }
    let (author, order) = try survey(files, file)
    var lines = PenzuLines()
    try files.readLines(of: file) { line, number in
      let text = line.map { $0.replacing("\u{C}", with: "") }
      if let text, let written = lines.isAfterAuthor ? Self.day(text) : nil {
        try lines.begin(written, text, isDayFirst: order, found)
      } else {
        let isAuthor = text.map { Self.author($0) == author } ?? false
        try lines.add(text, number, isAuthor: isAuthor, limit: Self.entryLimit, found)
      }
      return true
    }
    try lines.end(found)
  }

  /// Who writes, and the order of day and month.
  private func survey(
    _ files: any ArrivalFiles, _ file: ArrivalFile
  ) throws -> (author: String, isDayFirst: Bool?) {
    var order = WrittenOrder()
    var authors: [String: Int] = [:]
    var present: String?
    try files.readLines(of: file) { line, _ in
      guard let line, !line.trimmed.isEmpty else { return true }
      if let author = present, let day = Self.day(line) {
        order.add(day, line.trimmed)
        if authors.count < 1_000 || authors[author] != nil { authors[author, default: 0] += 1 }
      }
      present = Self.author(line)
      return true
    }
    guard let author = authors.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
      throw ArrivalError.damaged(ArrivalPlace(""), detail: "no entries of Penzu")
    }
    return (author, try order.settled(isDayFirst))
  }
}

/// The lines of the entry that is read; the last one with words before the author is the title of the next.
private struct PenzuLines {
  private(set) var isAfterAuthor = false
  private var entry: ArrivedPost?
  private var isTooLong = false
  /// Lines since the entry began, with their numbers; nil for one that is too long.
  private var lines: [(text: String, number: Int)] = []
  private var size = 0
  /// The line of the author, whose day has not come.
  private var author: (text: String, number: Int)?

  mutating func add(
    _ text: String?, _ number: Int, isAuthor: Bool, limit: Int,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    guard let text else { return isTooLong = true }
    if text.trimmed.isEmpty, isAfterAuthor { return }
    if let pending = author { keep(pending, limit) }
    (author, isAfterAuthor) = (isAuthor ? (text, number) : nil, isAuthor)
    if !isAuthor { keep((text, number), limit) }
  }

  private mutating func keep(_ line: (text: String, number: Int), _ limit: Int) {
    size += line.text.utf8.count + 1
    // The last lines are the next entry's title.
    isTooLong = isTooLong || size > limit
    if isTooLong, lines.count > 4 { lines.removeFirst() }
    lines.append(line)
  }

  /// Ends the entry before, and begins one.
  mutating func begin(
    _ written: WrittenTime, _ text: String, isDayFirst: Bool?,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    while let last = lines.last, last.text.trimmed.isEmpty { lines.removeLast() }
    let title = lines.popLast()
    try end(found)
    let place = ArrivalPlace("", .line(title?.number ?? author?.number ?? 1))
    (author, isAfterAuthor) = (nil, false)
    guard let time = written.time(isDayFirst: isDayFirst) else {
      return try found(.fault(.time(String(text.trimmed)), at: place))
    }
    entry = ArrivedPost(at: place, time: time)
    entry?.title = String((title?.text ?? "").trimmed)
  }

  mutating func end(_ found: (ArrivedItem) throws -> Void) throws {
    defer { (lines, entry, isTooLong, size) = ([], nil, false, 0) }
    guard var post = entry else { return }
    if isTooLong { return try found(.fault(.tooLarge(limit: 1 << 22), at: post.place)) }
    post.words = lines.map(\.text).joined(separator: "\n").trimmedLines
    try found(.post(post))
  }
}
