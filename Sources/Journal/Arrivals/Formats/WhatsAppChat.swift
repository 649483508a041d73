import CaptureTime

/// Makes posts of the lines of a chat of WhatsApp.
struct WhatsAppChat {
  private let author: String
  private let order: ChatDayOrder
  /// The files beside the chat by their names.
  private let media: [String: ArrivalFile]
  /// The paths of the files that are posted or named as left out.
  private(set) var used: Set<String> = []
  private var days = ChatDays()
  private var message: (line: WhatsAppLine, text: String, place: ArrivalPlace)?
  private var isTooLong = false
  /// Whether lines go on with one that was too long.
  private var isSkipping = false

  init(author: String, order: ChatDayOrder, media: [String: ArrivalFile]) {
    (self.author, self.order, self.media) = (author, order, media)
  }

  /// Takes the next line.
  ///
  /// - Parameters:
  ///   - line: nil for one that is too long.
  ///   - place: for messages.
  ///   - found: gets the posts that are complete by it.
  /// - Throws: what `found` throws.
  mutating func take(
    _ line: String?, at place: ArrivalPlace, _ found: (ArrivedItem) throws -> Void
  ) throws {
    guard let line else {
      try endMessage(found)
      isSkipping = true
      return try found(.fault(.tooLarge(limit: WhatsAppReader.messageLimit), at: place))
    }
    if let start = WhatsAppLine(line[...]) {
      try endMessage(found)
      (message, isSkipping) = ((start, String(start.text), place), false)
    } else if let message {
      guard message.text.utf8.count + line.utf8.count <= WhatsAppReader.messageLimit else {
        return isTooLong = true
      }
      self.message?.text += "\n" + line
    } else if !isSkipping, !line.trimmed.isEmpty {
      try found(.fault(.time(String(line.prefix(40))), at: place))
    }
  }

  mutating func end(_ found: (ArrivedItem) throws -> Void) throws {
    try endMessage(found)
    try days.end(found)
  }

  private mutating func endMessage(_ found: (ArrivedItem) throws -> Void) throws {
    defer { (message, isTooLong) = (nil, false) }
    guard let (line, text, place) = message, let name = line.author else { return }
    guard name == author else {
      let example = "\(name): \(text.prefix(60))".withSingleBlanks
      return try found(.leftOut(.message, at: place, example: example))
    }
    if isTooLong {
      return try found(.fault(.tooLarge(limit: WhatsAppReader.messageLimit), at: place))
    }
    guard let time = order.time(line.time) else {
      return try found(.fault(.time(String(line.timeText)), at: place))
    }
    var own = ChatMessage(place: place, time: time, author: name)
    guard let words = try words(text, &own, found) else {
      return try found(
        .leftOut(.message, at: place, example: String(text.prefix(60)).withSingleBlanks))
    }
    own.words = words.trimmedLines.asMarkdown
    if !own.words.isEmpty || !own.photos.isEmpty { try days.add(own, found) }
  }

  /// The words of a message, with its files taken out; nil where it is WhatsApp's own.
  private mutating func words(
    _ text: String, _ message: inout ChatMessage, _ found: (ArrivedItem) throws -> Void
  ) throws -> String? {
    var lines: [String] = []
    var hasFile = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard let (name, before) = Self.attachment(line, isKnown: { media[$0] != nil }) else {
        let own = Self.withoutNote(line)
        if own != nil || line.trimmed.isEmpty { lines.append(String(own ?? "").withoutInnerMarks) }
        continue
      }
      hasFile = true
      if !before.isEmpty { lines.append(String(before).withoutInnerMarks) }
      guard let file = media[name] else {
        try found(.fault(.missingFile(name), at: message.place))
        continue
      }
      used.insert(file.path)
      if file.isMedia, file.ending != "webp" {
        message.photos.append(ArrivedPhoto(file, time: message.time))
      } else {
        try found(.leftOut(file.leftOutKind, at: message.place, example: name))
      }
    }
    let words = lines.joined(separator: "\n")
    return hasFile || !words.trimmed.isEmpty ? words : nil
  }

  /// The file that a line says is attached, and what stands before that.
  static func attachment(
    _ line: Substring, isKnown: (String) -> Bool
  ) -> (name: String, before: Substring)? {
    let line = line.trimmed.withoutMarks
    if line.last == ">", let open = line.lastIndex(of: "<") {
      let inner = line[line.index(after: open)...].dropLast()
      guard let colon = inner.firstIndex(of: ":") else { return nil }
      let name = String(inner[inner.index(after: colon)...].trimmed.withoutMarks.trimmed)
      guard isKnown(name) || isNamedByWhatsApp(name) else { return nil }
      let before = line[..<open].trimmed.withoutMarks
      // "Report.pdf • 5 pages" is not the person's.
      return (name, before.contains("•") ? "" : before)
    }
    guard line.last == ")", let open = line.lastIndex(of: "("), open > line.startIndex else {
      return nil
    }
    let name = String(line[..<open].trimmed.withoutMarks.trimmed)
    guard !name.isEmpty, isKnown(name) || isNamedByWhatsApp(name) else { return nil }
    return (name, "")
  }

  /// `IMG-20240131-WA0001.jpg`, `00000003-PHOTO-2024-01-31-14-17-51.jpg`.
  private static func isNamedByWhatsApp(_ name: String) -> Bool {
    guard name.utf8.count <= 80, let point = name.lastIndex(of: ".") else { return false }
    let parts = name[..<point].split(separator: "-", omittingEmptySubsequences: false)
    let areDigits = { (text: Substring) in
      !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }
    if parts.count >= 3, parts[0].utf8.count == 3, parts[1].utf8.count == 8, areDigits(parts[1]),
      parts[2].hasPrefix("WA")
    {
      return true
    }
    return parts.count >= 8 && parts[0].utf8.count == 8 && areDigits(parts[0])
      && parts[1].allSatisfy(\.isUppercase)
  }

  /// A line without what WhatsApp adds to it in angle brackets; nil for one that is WhatsApp's own.
  private static func withoutNote(_ line: Substring) -> Substring? {
    if line.unicodeScalars.first.map({ $0.value == 0x200E }) == true { return nil }
    guard line.last == ">", let open = line.lastIndex(of: "<") else { return line }
    let note = line[open...]
    let before = line[..<open]
    if before.unicodeScalars.last?.value == 0x200E { return before.withoutMarks }
    // "<Media omitted>" of Android, in whatever language; "<This message was edited>".
    let isNote = 6...64 ~= note.count && note.contains(" ") && !note.contains("://")
    guard isNote else { return line }
    return before.trimmed.isEmpty ? nil : before.hasSuffix(" ") && isEdited(note) ? before : line
  }

  private static func isEdited(_ note: Substring) -> Bool {
    let note = note.lowercased()
    return ["edited", "bearbeitet", "editad", "editó", "modifi", "수정", "編集", "编辑", "編輯"]
      .contains { note.contains($0) }
  }
}

extension String {
  /// Without marks of direction, as around the names that WhatsApp puts into messages.
  fileprivate var withoutInnerMarks: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars where !ChatTime.isMark(scalar) { scalars.append(scalar) }
    return String(scalars)
  }
}
