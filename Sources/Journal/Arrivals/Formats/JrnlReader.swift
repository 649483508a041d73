import CaptureTime

/// Reads a journal of jrnl 4 (jrnl.sh): its file, its folder of files a day, and its JSON.
///
/// In a file, an entry begins with a line `[TIME] Title`, where the time is written as `timeformat` of jrnl's
/// configuration says, and the title may end with `*` for a star (jrnl, `journals/Journal.py`, `Entry.py`). What
/// is in brackets there but no time is text. In a folder `YYYY/MM/DD.txt`, the day is that of the path
/// (`FolderJournal.py`). `jrnl --format json` has `entries` of `title`, `body`, `date`, `time`, `tags` and
/// `starred` (`plugins/json_exporter.py`). Tags begin with `@`, the default, which stays, or `#`; jrnl takes
/// small and capital letters as the same.
package struct JrnlReader: ArrivalReader {
  /// Bytes of an entry.
  static let entryLimit = 1 << 22
  private let isDayFirst: Bool?

  package init(_ options: ArrivalOptions) { isDayFirst = options.isDayFirst }

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    let visible = files.files
    guard let first = visible.first else { return false }
    if visible.count == 1 {
      let head = try files.head(of: first)
      return Self.isJSON(head) || Self.isText(head, isChat: first.name == "_chat.txt")
    }
    guard visible.allSatisfy({ Self.day(of: $0) != nil }) else { return false }
    return try Self.startsEntry(files.head(of: first), on: Self.day(of: first))
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let visible = files.files
    if visible.count == 1, let file = visible.first, Self.day(of: file) == nil {
      if Self.isObject(try files.head(of: file, count: 4_096)) {
        return try readJSON(files, file, found)
      }
      return try readText(files, file, day: nil, found)
    }
    for file in visible {
      guard let day = Self.day(of: file) else {
        try found(.leftOut(.unknown, at: ArrivalPlace(file.path), example: file.name))
        continue
      }
      try readText(files, file, day: day, found)
    }
  }
}

// MARK: Telling it from others

extension JrnlReader {
  private static func isJSON(_ head: [UInt8]) -> Bool {
    isObject(head)
      && ["\"entries\"", "\"tags\"", "\"body\"", "\"starred\"", "\"time\""].allSatisfy {
        head.contains(Array($0.utf8))
      }
  }

  private static func isObject(_ head: [UInt8]) -> Bool {
    head[...].withoutByteOrderMark.first { $0 > 0x20 } == UInt8(ascii: "{")
  }

  /// Chats begin their lines in the same way, but have a name after the time.
  private static func isText(_ head: [UInt8], isChat: Bool) -> Bool {
    guard !isChat, startsEntry(head, on: nil) else { return false }
    let text = String(decoding: head[...].withoutByteOrderMark, as: UTF8.self)
    let starts = text.split(whereSeparator: \.isNewline).compactMap { EntryStart($0, on: nil) }
    let named = starts.count { $0.title.prefix(60).contains(": ") }
    return starts[0].isISO || named * 2 < starts.count
  }

  private static func startsEntry(_ head: [UInt8], on day: CivilDate?) -> Bool {
    let text = String(decoding: head[...].withoutByteOrderMark.prefix(4_096), as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first { !$0.trimmed.isEmpty }
    return line.map { EntryStart($0, on: day) != nil } ?? false
  }

  /// The day of a file in a folder `YYYY/MM/DD.txt`.
  private static func day(of file: ArrivalFile) -> CivilDate? {
    let parts = file.path.split(separator: "/").suffix(3)
    guard parts.count == 3, file.ending == "txt" else { return nil }
    return CivilDate(iso: parts.joined(separator: "-").dropLast(4).description)
  }
}

/// The first line of an entry.
private struct EntryStart {
  let written: WrittenTime
  /// What is in the brackets.
  let text: Substring
  let title: Substring
  /// Whether it begins as ISO 8601 has it.
  let isISO: Bool

  /// - Parameters:
  ///   - line: any line.
  ///   - day: which the path says; then the brackets may have the time alone.
  init?(_ line: some StringProtocol, on day: CivilDate?) {
    let line = Substring(line)
    guard line.first == "[", let end = line.prefix(80).firstIndex(of: "]") else { return nil }
    let text = line[line.index(after: line.startIndex)..<end]
    let rest = line[line.index(after: end)...]
    guard text.utf8.count > 6 || day != nil, rest.isEmpty || rest.first == " " else { return nil }
    let withDay = day.flatMap { WrittenTime("\($0) \(text)") }
    guard let written = withDay ?? WrittenTime(text) else { return nil }
    (self.written, self.text, title) = (written, text, rest.trimmed)
    isISO = text.utf8.count >= 10 && CivilDate(iso: String(text.prefix(10))) != nil
  }

  func time(on day: CivilDate?, isDayFirst: Bool?) -> CaptureTime? {
    guard let time = written.time(isDayFirst: isDayFirst) else { return nil }
    guard let day else { return time }
    return CaptureTime(
      date: day, hour: time.hour, minute: time.minute, second: time.second,
      precision: time.precision, source: .given)
  }
}

// MARK: Text

extension JrnlReader {
  private func readText(
    _ files: any ArrivalFiles, _ file: ArrivalFile, day: CivilDate?,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    let order = day == nil ? try self.order(files, file) : true
    let path = files.shownPath(of: file)
    var entry: ArrivedPost?
    var (size, isTooLong) = (0, false)
    func end() throws {
      guard let finished = entry else { return }
      entry = nil
      if isTooLong {
        try found(.fault(.tooLarge(limit: Self.entryLimit), at: finished.place))
      } else {
        try found(.post(Self.post(finished)))
      }
    }
    try files.readLines(of: file) { line, number in
      if let line, let start = EntryStart(line, on: day) {
        try end()
        let place = ArrivalPlace(path, .line(number))
        (size, isTooLong) = (0, false)
        if let time = start.time(on: day, isDayFirst: order) {
          entry = ArrivedPost(at: place, time: time)
          entry?.title = String(start.title)
        } else {
          try found(.fault(.time(String(start.text)), at: place))
        }
        return true
      }
      size += (line?.utf8.count ?? Self.entryLimit) + 1
      isTooLong = isTooLong || size > Self.entryLimit
      if entry == nil, number == 1, let line, !line.trimmed.isEmpty {
        try found(.fault(.time(String(line.prefix(40))), at: ArrivalPlace(path, .line(1))))
      } else if let line, !isTooLong {
        entry?.words += line + "\n"
      }
      return true
    }
    try end()
  }

  /// Reads a file for the order of day and month, where its times leave a choice.
  private func order(_ files: any ArrivalFiles, _ file: ArrivalFile) throws -> Bool? {
    var order = WrittenOrder()
    var isSettled = false
    try files.readLines(of: file) { line, _ in
      guard let line, let start = EntryStart(line, on: nil) else { return true }
      order.add(start.written, start.text)
      isSettled = start.isISO
      return !isSettled
    }
    return try order.settled(isDayFirst)
  }

  /// An entry with its words complete, and the star and tags that are in them.
  private static func post(_ entry: ArrivedPost) -> ArrivedPost {
    var post = entry
    if post.title.hasSuffix("*") {
      post.isStarred = true
      while post.title.hasSuffix("*") || post.title.last?.isWhitespace == true {
        post.title.removeLast()
      }
    }
    post.words = post.words.trimmedLines
    post.tags = tags(in: [entry.title, entry.words])
    return post
  }

  /// Words that begin with a sign of tags, in small letters, each once (`Entry.tag_regex`).
  private static func tags(in texts: [String]) -> [String] {
    var tags: [String] = []
    for text in texts {
      var rest = text[...]
      // Most words are none, so bytes are looked at before characters.
      while let index = rest.utf8.firstIndex(where: { $0 == 0x40 || $0 == 0x23 }) {
        let sign = text[index]
        rest = text[text.utf8.index(after: index)...]
        let isFirst = index == text.startIndex || text[text.index(before: index)].isWhitespace
        guard isFirst, sign == "@" || sign == "#" else { continue }
        let name = rest.prefix { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) }
        guard name.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
        let tag = (sign == "@" ? "@" : "") + name.lowercased()
        if !tags.contains(tag) { tags.append(tag) }
      }
    }
    return tags
  }
}

// MARK: JSON

extension JrnlReader {
  private func readJSON(
    _ files: any ArrivalFiles, _ file: ArrivalFile, _ found: (ArrivedItem) throws -> Void
  ) throws {
    try files.readObjects(of: file, in: ["entries"], elementLimit: Self.entryLimit) { entry, line in
      let place = ArrivalPlace("", .line(line))
      guard let entry else { return try found(.fault(.syntax(detail: "not JSON"), at: place)) }
      let written = [entry.text("date"), entry.text("time")].compactMap(\.self)
      guard let time = WrittenTime(written.joined(separator: " "))?.time(isDayFirst: nil) else {
        return try found(.fault(.time(written.joined(separator: " ")), at: place))
      }
      var post = ArrivedPost(at: place, time: time)
      post.title = String((entry.text("title") ?? "").trimmed)
      post.words = (entry.text("body") ?? "").trimmedLines
      post.isStarred = entry.isTrue("starred")
      for tag in entry.texts("tags") {
        let name = tag.hasPrefix("#") ? String(tag.dropFirst()) : tag
        if !name.isEmpty, !post.tags.contains(name) { post.tags.append(name) }
      }
      try found(.post(post))
    }
  }
}
