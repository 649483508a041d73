import CaptureTime

/// Reads `result.json` of Telegram Desktop, of one chat or of all data (telegram.org, "Chat Export Tool"; Telegram
/// Desktop, `export/output/export_output_json.cpp`).
///
/// A message has `from`, `date` as the computer's clock showed it, since 2021 also `date_unixtime`, and `text`: a
/// text, or a list of texts and of objects with a `type`. What somebody else wrote and one forwarded is not one's
/// own.
package struct TelegramReader: ArrivalReader {
  private let options: ArrivalOptions

  package init(_ options: ArrivalOptions) { self.options = options }

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try chat(of: files) != nil
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let (file, chat) = try Self.chat(of: files) else { return }
    var authors = ChatAuthors()
    try files.readObjects(of: file, in: ["messages"], nameDepth: chat.depth) { message, _ in
      if let message, let author = Self.author(message) { authors.add(author) }
    }
    let author = try authors.author(options.author)
    let path = files.shownPath(of: file)
    var days = ChatDays()
    let reading = TelegramMessages(
      files: NamedFiles(files.files), folder: file.folder, chat: chat.id)
    try files.readObjects(of: file, in: ["messages"], nameDepth: chat.depth) { message, line in
      let place = ArrivalPlace(path, .line(line))
      guard let message else { return try found(.fault(.syntax(detail: "not JSON"), at: place)) }
      guard let name = Self.author(message) else { return }
      guard name == author, !message.has("forwarded_from") else {
        let text = TelegramText.markdown(message).prefix(60).description
        return try found(
          .leftOut(.message, at: place, example: "\(name): \(text)".withSingleBlanks))
      }
      if let own = try reading.read(message, by: name, at: place, found) {
        try days.add(own, found)
      }
    }
    try days.end(found)
  }

  private static func author(_ message: JSONObject) -> String? {
    guard message.text("type") == "message" else { return nil }
    return message.text("from") ?? message.id("from_id")
  }

  /// The chat's file, its id and the depth of its object.
  private static func chat(
    of files: any ArrivalFiles
  ) throws -> (file: ArrivalFile, chat: (id: String, depth: Int))? {
    let isOnlyFile = files.onlyFile != nil
    for file in files.files where file.ending == "json" {
      guard file.name == "result.json" || isOnlyFile else { continue }
      let head = String(decoding: try files.head(of: file, count: 1 << 14), as: UTF8.self)
      let isOfAll = head.contains("\"chats\"") && head.contains("\"about\"")
      guard isOfAll || ["\"messages\"", "\"type\"", "\"id\""].allSatisfy({ head.contains($0) }),
        isOfAll || head.contains("_chat\"") || head.contains("group\"")
          || head.contains("channel\"")
          || head.contains("\"saved_messages\"")
      else { continue }
      let top = head.prefix(
        upTo: head.firstRange(of: "\"messages\"")?.lowerBound ?? head.startIndex)
      let id = top.firstMatch(of: /"id"\s*:\s*(-?[0-9]+)/).map { String($0.1) } ?? ""
      return (file, (isOfAll ? "" : id, isOfAll ? 4 : 1))
    }
    return nil
  }
}

/// Makes messages of one's own of those of an export.
private struct TelegramMessages {
  let files: NamedFiles
  let folder: String
  /// Empty where it has several.
  let chat: String

  func read(
    _ message: JSONObject, by name: String, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws -> ChatMessage? {
    guard let time = Self.time(message) else {
      try found(.fault(.time(message.text("date") ?? ""), at: place))
      return nil
    }
    var own = ChatMessage(place: place, time: time, author: name)
    own.id = chat.isEmpty ? nil : message.id("id").map { "\(chat)/\($0)" }
    own.words = TelegramText.markdown(message)
    for member in ["photo", "file"] {
      guard let path = message.text(member) else { continue }
      try add(path, message, to: &own, found)
    }
    let others: [(String, ArrivedItem.LeftOut)] = [
      ("location_information", .location), ("poll", .unknown), ("contact_information", .unknown),
    ]
    for (member, kind) in others where message.has(member) {
      try found(.leftOut(kind, at: place, example: message.text("place_name") ?? member))
    }
    return own.words.isEmpty && own.photos.isEmpty ? nil : own
  }

  private func add(
    _ path: String, _ message: JSONObject, to own: inout ChatMessage,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    let kind = message.text("media_type") ?? ""
    let named = ArrivalFile(path: path)
    let isMedia = named.isMedia && kind != "sticker" && !kind.hasPrefix("voice")
    // "(File not included. Change data exporting settings to download.)"
    guard let file = files.find(path, from: folder) else {
      return try found(
        path.hasPrefix("(")
          ? .leftOut(.document, at: own.place, example: path)
          : .fault(.missingFile(path), at: own.place))
    }
    guard isMedia else {
      return try found(.leftOut(file.leftOutKind, at: own.place, example: file.name))
    }
    own.photos.append(ArrivedPhoto(file, time: own.time))
  }

  /// The clock's time, with its offset where the instant is known.
  private static func time(_ message: JSONObject) -> CaptureTime? {
    guard let written = message.text("date"), let time = try? GivenTime.parse(written) else {
      return message.integer("date_unixtime").flatMap { CaptureTime(unixSeconds: $0) }
    }
    guard time.offset == nil, let instant = message.integer("date_unixtime"),
      abs(time.wallSeconds - instant) <= 14 * 3_600
    else { return time }
    return CaptureTime(
      wallSeconds: time.wallSeconds, offset: time.wallSeconds - instant, source: .given)
  }
}

/// The text of a message.
enum TelegramText {
  static func markdown(_ message: JSONObject) -> String {
    let items =
      message.items("text_entities").isEmpty
      ? message.items("text") : message.items("text_entities")
    guard !items.isEmpty else { return (message.text("text") ?? "").trimmedLines.asMarkdown }
    return items.map { item in
      switch item {
      case .text(let text): text.escapedMarks
      case .object(let part): markdown(part.text("type") ?? "", part.text("text") ?? "", part)
      }
    }.joined().trimmedLines.withLineBreaks
  }

  private static func markdown(_ type: String, _ text: String, _ part: JSONObject) -> String {
    switch type {
    case "bold": marked(text, "**")
    case "italic": marked(text, "*")
    case "strikethrough": marked(text, "~~")
    case "code": text.contains("`") ? text.escapedMarks : "`\(text)`"
    case "pre": text.contains("```") ? text.escapedMarks : "\n```\n\(text)\n```\n"
    case "link", "email", "phone": text
    case "text_link":
      part.text("href").map { "[\(text.withSingleBlanks.escapedInline)](\($0.asTarget))" }
        ?? text.escapedMarks
    default: text.escapedMarks
    }
  }

  /// Marks stand at letters, or they mark nothing.
  private static func marked(_ text: String, _ mark: String) -> String {
    let inner = text.trimmed
    guard !inner.isEmpty, !inner.contains(where: \.isNewline) else { return text.escapedMarks }
    return text[..<inner.startIndex] + mark + String(inner).escapedMarks + mark
      + text[inner.endIndex...]
  }
}

extension String {
  /// An address as the target of a link.
  var asTarget: String {
    let address = filter { !$0.isNewline }
    return address.contains(where: { $0.isWhitespace || "()<>".contains($0) })
      ? "<\(address.filter { !"<>".contains($0) })>" : address
  }
}
