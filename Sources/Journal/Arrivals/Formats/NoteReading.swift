import CaptureTime

/// Makes posts of notes, one at a time.
struct NoteReading {
  private let files: NamedFiles
  /// The paths of the files that notes show.
  private(set) var used: Set<String> = []

  init(files: NamedFiles) { self.files = files }

  /// Reads a note.
  ///
  /// - Parameters:
  ///   - file: where it is.
  ///   - text: all of it.
  ///   - place: for messages.
  ///   - found: gets its post, and what has no place.
  /// - Throws: what `found` throws.
  mutating func read(
    _ file: ArrivalFile, _ text: String, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    // Further marks of Unicode that end lines are a part of the words.
    var lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }[...]
    let front = FrontMatter(takenFrom: &lines)
    let named = NoteDay.of(file)
    guard let time = Self.time(front, on: named?.time) else {
      return try leaveOut(file, front, text, at: place, found)
    }
    var post = ArrivedPost(at: place, time: time)
    post.zone = front.value("zone", "timezone").flatMap { try? CaptureZone.parse($0) }
    post.title = front.value("title").flatMap { Self.isDay($0) ? nil : $0 } ?? named?.title ?? ""
    post.isStarred =
      front.value("star", "starred", "favorite", "favourite").map(Self.isTrue) ?? false
    let mood = front.value("mood")
    post.mood = mood.flatMap(Self.mood)
    if let mood, post.mood == nil { try found(.fault(.mood(mood), at: place)) }
    let words = lines.filter { !Self.isState($0) }.joined(separator: "\n").trimmedLines
    let scan = NoteScanner(words)
    post.tags = Self.tags(front, scan.tags)
    post.words = try self.words(
      words, scan.embeds, of: file, photos: &post.photos, at: place, found)
    try leaveOut(front, at: place, found)
    try found(.post(post))
  }

  /// The day of the name, with the time of the front matter where that is of the same day.
  private static func time(_ front: FrontMatter, on day: CaptureTime?) -> CaptureTime? {
    let written = NoteDay.time(front)
    guard let day else { return written }
    if let written, written.date == day.date { return written }
    // A clock alone.
    if let clock = front.value("time"), let time = NoteDay.time("\(day.date) \(clock)") {
      return time
    }
    return day
  }

  private static func isDay(_ text: String) -> Bool { NoteDay.time(text)?.precision == .day }

  private static func isTrue(_ text: String) -> Bool {
    ["true", "yes", "on", "1"].contains(text.lowercased())
  }

  private static func mood(_ text: String) -> Int? {
    let number = text.split(separator: "/")
    guard let mood = Int(number.first?.trimmed ?? ""), 1...5 ~= mood,
      number.count == 1 || number.count == 2 && number[1].trimmed == "5"
    else { return nil }
    return mood
  }

  /// Lines in which Logseq keeps how it shows a block.
  private static func isState(_ line: Substring) -> Bool {
    guard let (name, _) = FrontMatter.property(line.trimmed) else { return false }
    return name == "collapsed" || name == "id"
  }

  private static func tags(_ front: FrontMatter, _ inWords: [String]) -> [String] {
    var tags: [String] = []
    let listed = front.values("tags", "tag", "keywords")
    // A scalar may have several, parted by commas.
    let names = listed.count == 1 ? FrontMatter.commaList(listed[0]) : listed
    for name in names + inWords {
      let tag = name.replacing("[[", with: "").replacing("]]", with: "").drop { $0 == "#" }.trimmed
      if !tag.isEmpty, !tags.contains(String(tag)) { tags.append(String(tag)) }
    }
    return tags
  }
}

extension NoteReading {
  /// The words with each embedded photo as that of its number. Those that end the words are taken out of them,
  /// for a post shows its photos after its words in any case.
  private mutating func words(
    _ words: String, _ embeds: [NoteScanner.Embed], of note: ArrivalFile,
    photos: inout [ArrivedPhoto], at place: ArrivalPlace, _ found: (ArrivedItem) throws -> Void
  ) throws -> String {
    var result = ""
    var start = words.startIndex
    /// Bytes of the words without the photos that end them.
    var textCount = 0
    for embed in embeds {
      guard let index = try photo(embed, of: note, photos: &photos, at: place, found) else {
        continue
      }
      let between = words[start..<embed.range.lowerBound]
      result += between
      if !between.allSatisfy(\.isWhitespace) { textCount = result.utf8.count }
      let caption = Self.caption(embed).withSingleBlanks.escapedInline
      result += "![\(caption)](photo:\(index + 1))"
      start = embed.range.upperBound
    }
    let rest = words[start...]
    guard rest.allSatisfy(\.isWhitespace), start > words.startIndex else { return result + rest }
    return String(decoding: result.utf8.prefix(textCount), as: UTF8.self).trimmedLines
  }

  /// The index of an embedded photo among the post's; nil where the embed stays as it is.
  private mutating func photo(
    _ embed: NoteScanner.Embed, of note: ArrivalFile, photos: inout [ArrivedPhoto],
    at place: ArrivalPlace, _ found: (ArrivedItem) throws -> Void
  ) throws -> Int? {
    // An address, and an embedded note.
    if embed.path.contains("://") || embed.path.hasPrefix("data:") { return nil }
    guard let file = files.find(embed.path, from: note.folder) else {
      if ArrivalFile(path: embed.path).isMedia {
        try found(.fault(.missingFile(embed.path), at: place))
      }
      return nil
    }
    guard file.isMedia else { return nil }
    used.insert(file.path)
    if let index = photos.firstIndex(where: { $0.file == file }) { return index }
    photos.append(ArrivedPhoto(file, caption: Self.caption(embed)))
    return photos.count - 1
  }

  /// What an embed says of its photo; nothing where that is a file's name, as programs put it.
  private static func caption(_ embed: NoteScanner.Embed) -> String {
    let name = ArrivalFile(path: embed.alternative)
    return name.isMedia ? "" : embed.alternative
  }

  /// A note that is of no day.
  private func leaveOut(
    _ file: ArrivalFile, _ front: FrontMatter, _ text: String, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    if let written = front.value("date") {
      return try found(.fault(.time(written), at: place))
    }
    let isTemplate =
      text.contains("{{date") || text.contains("<% tp.")
      || file.folder.lowercased().split(separator: "/").contains { $0.hasPrefix("template") }
    try found(.leftOut(isTemplate ? .template : .document, at: place, example: file.name))
  }

  /// Members that are not read, with their values.
  private func leaveOut(
    _ front: FrontMatter, at place: ArrivalPlace, _ found: (ArrivedItem) throws -> Void
  ) throws {
    for member in front.members where !Self.known.contains(member.name) && !member.values.isEmpty {
      try found(
        .leftOut(
          .unknown, at: ArrivalPlace(place.file, .line(member.line)),
          example: "\(member.name): \(member.values.joined(separator: ", "))"))
    }
  }

  /// Members that are read, or say nothing of the day.
  private static let known: Set<String> = [
    "aliases", "created", "created_at", "cssclass", "cssclasses", "date", "date created",
    "favorite",
    "favourite", "fname", "id", "keywords", "modified", "mood", "star", "starred", "tag", "tags",
    "time", "timezone", "title", "trait", "traitids", "type", "updated", "updated_at", "zone",
  ]
}
