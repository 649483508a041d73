import CaptureTime

/// Reads chats of Signal as signal-export writes them (carderne/signal-export): a folder a chat, with `data.json`,
/// which has a message a line, `chat.md` with the same for people, and a folder `media`.
///
/// One's own messages are from "Me". Times are the computer's clock, without a zone.
package struct SignalReader: ArrivalReader {
  private let options: ArrivalOptions

  package init(_ options: ArrivalOptions) { self.options = options }

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try files.files.contains { try isChat($0, files) }
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let visible = files.files
    let named = NamedFiles(visible)
    let chats = try visible.filter { try Self.isChat($0, files) }
    let withData = Set(chats.filter { $0.ending == "json" }.map(\.folder))
    // The text has nothing that the lines of JSON do not have.
    let read = chats.filter { $0.ending == "json" || !withData.contains($0.folder) }
    var authors = ChatAuthors()
    for file in read {
      try Self.messages(of: file, files) { message, _ in
        if let message { authors.add(message.author) }
      }
    }
    let author = try authors.author(
      options.author ?? authors.names.first { $0 == "Me" })
    for file in read {
      var days = ChatDays()
      try Self.messages(of: file, files) { message, place in
        guard let message else {
          return try found(.fault(.syntax(detail: "not a message"), at: place))
        }
        guard message.author == author else {
          let example = "\(message.author): \(message.words.prefix(60))".withSingleBlanks
          return try found(.leftOut(.message, at: place, example: example))
        }
        try days.add(Self.own(message, named, file.folder, at: place, found), found)
      }
      try days.end(found)
    }
  }

  private static func isChat(_ file: ArrivalFile, _ files: any ArrivalFiles) throws -> Bool {
    guard file.name == "data.json" || file.name == "chat.md" else { return false }
    let head = String(decoding: try files.head(of: file, count: 1 << 13), as: UTF8.self)
    guard file.ending == "json" else {
      return head.split(whereSeparator: \.isNewline).first.map { SignalLine($0) != nil } ?? false
    }
    return head.hasPrefix("{\"date\"") && head.contains("\"sender\"") && head.contains("\"body\"")
  }

  /// Calls with each message, or nil for what is none.
  private static func messages(
    of file: ArrivalFile, _ files: any ArrivalFiles,
    _ take: (SignalMessage?, ArrivalPlace) throws -> Void
  ) throws {
    let path = files.shownPath(of: file)
    guard file.ending == "md" else {
      return try files.readLines(of: file) { line, number in
        if line?.trimmed.isEmpty == true { return true }
        let json = line.flatMap { JSONObject(Array($0.utf8)) }
        try take(json.flatMap { SignalMessage($0) }, ArrivalPlace(path, .line(number)))
        return true
      }
    }
    var message: (message: SignalMessage, place: ArrivalPlace)?
    try files.readLines(of: file) { line, number in
      if let line, let start = SignalLine(line[...]) {
        if let message { try take(message.message.withoutAdditions, message.place) }
        message = (SignalMessage(start), ArrivalPlace(path, .line(number)))
      } else if let line, (message?.message.words.utf8.count ?? 0) < 1 << 20 {
        message?.message.words += "\n" + line
      }
      return true
    }
    if let message { try take(message.message.withoutAdditions, message.place) }
  }

  private static func own(
    _ message: SignalMessage, _ files: NamedFiles, _ folder: String, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws -> ChatMessage {
    var own = ChatMessage(place: place, time: message.time, author: message.author)
    own.chat = folder
    own.words = message.words.trimmedLines.asMarkdown
    for path in message.paths {
      let path = path.percentDecoded ?? path
      guard let file = files.find(path, from: folder) else {
        try found(.fault(.missingFile(path), at: place))
        continue
      }
      if file.isMedia {
        own.photos.append(ArrivedPhoto(file, time: own.time))
      } else {
        try found(.leftOut(file.leftOutKind, at: place, example: file.name))
      }
    }
    return own
  }
}

/// A message as signal-export has it.
private struct SignalMessage {
  let time: CaptureTime
  let author: String
  /// Plain text.
  var words: String
  var paths: [String] = []

  /// A line of `data.json`; what was deleted has no words.
  init?(_ json: JSONObject) {
    guard let time = json.text("date").flatMap({ try? GivenTime.parse($0) }),
      let author = json.text("sender")
    else { return nil }
    (self.time, self.author) = (time, author)
    let isOwn = !json.isTrue("deleted") && !json.isTrue("call")
    words = isOwn ? json.text("body") ?? "" : ""
    paths = json.objects("attachments").compactMap { $0.text("path") }
  }

  init(_ line: SignalLine) { (time, author, words) = (line.time, line.author, String(line.text)) }

  /// A message of `chat.md` without what signal-export adds: reactions, the message that it answers, and links to
  /// its files, which become ``paths``.
  var withoutAdditions: SignalMessage {
    var message = self
    let lines = words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var text = lines.filter { line in
      !line.hasPrefix("> ") && !(line.hasPrefix("(- ") && line.trimmed.hasSuffix(" -)"))
    }.joined(separator: "\n")
    let links = text.matches(of: /!?\[[^\]\n]*\]\((?:\.\/)?(media\/[^)\n]+)\)/)
    message.paths = links.map { String($0.1) }
    for link in links.reversed() { text.removeSubrange(link.range) }
    message.words = text
    return message
  }
}

/// The beginning of a message in `chat.md`: `[2024-01-31 23:59:58] Me: `, before 2023 `[2024-01-31, 23:59] Me: `.
private struct SignalLine {
  let time: CaptureTime
  let author: String
  let text: Substring

  init?(_ line: Substring) {
    guard line.first == "[", let end = line.prefix(24).firstIndex(of: "]") else { return nil }
    let written = line[line.index(after: line.startIndex)..<end].replacing(",", with: "")
    let rest = line[line.index(after: end)...].drop { $0 == " " }
    guard let time = try? GivenTime.parse(String(written)), time.precision != .day,
      let colon = rest.prefix(120).firstRange(of: ": "), colon.lowerBound > rest.startIndex
    else { return nil }
    (self.time, author, text) = (time, String(rest[..<colon.lowerBound]), rest[colon.upperBound...])
  }
}
