import CaptureTime

/// Reads a chat that WhatsApp exports: `_chat.txt` of an iPhone, `WhatsApp Chat with NAME.txt` of Android, and the
/// photos and videos beside it.
///
/// WhatsApp describes neither. A message begins with `[31.01.24, 23:59:58] Name: ` or `31/01/2024, 23:59 - Name: `,
/// in the phone's own way to write times, and goes on over further lines; without a name and a colon it is
/// WhatsApp's own. What WhatsApp writes into messages of an iPhone begins with U+200E. Files are
/// `<attached: NAME>` or `NAME (file attached)`, in the phone's language, so that only their names tell them
/// (rwhatsapp and whatstk, README; public reports at mrmelon54/WhatsAppExportViewer-v0 and timelinize).
package struct WhatsAppReader: ArrivalReader {
  /// Bytes of a message.
  static let messageLimit = 1 << 20

  private let options: ArrivalOptions

  package init(_ options: ArrivalOptions) { self.options = options }

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try files.files.contains { try isChat($0, files) }
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let visible = files.files
    var used: Set<String> = []
    for file in visible where try Self.isChat(file, files) {
      try read(file, files, used: &used, found)
    }
    for file in visible where !used.contains(file.path) && file.ending != "txt" {
      guard !file.isMedia else { continue }
      try found(.leftOut(file.leftOutKind, at: ArrivalPlace(file.path), example: file.name))
    }
  }

  /// By its name, or by lines that no other program writes so.
  private static func isChat(_ file: ArrivalFile, _ files: any ArrivalFiles) throws -> Bool {
    guard file.ending == "txt" else { return false }
    let head = String(decoding: try files.head(of: file, count: 1 << 14), as: UTF8.self)
    let starts = head.split(whereSeparator: \.isNewline).prefix(64).compactMap { WhatsAppLine($0) }
    guard !starts.isEmpty else { return false }
    if file.name == "_chat.txt" || file.name.lowercased().contains("whatsapp") { return true }
    // A journal has a time in brackets too, but hardly a second there and names with a colon.
    let named = starts.filter { $0.author != nil && (!$0.isBracketed || $0.time.second != nil) }
    return named.count * 2 >= starts.count
  }

  private func read(
    _ file: ArrivalFile, _ files: any ArrivalFiles, used: inout Set<String>,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    var (order, authors) = (ChatOrder(), ChatAuthors())
    try files.readLines(of: file, limit: Self.messageLimit) { line, _ in
      guard let start = line.flatMap({ WhatsAppLine($0[...]) }) else { return true }
      order.add(start.time, start.timeText)
      if let author = start.author { authors.add(author) }
      return true
    }
    let author = try authors.author(options.author)
    let days = try order.settled(options.isDayFirst)
    let beside = files.files.filter { $0.folder == file.folder && $0 != file }
    var chat = WhatsAppChat(
      author: author, order: days,
      media: Dictionary(beside.map { ($0.name, $0) }) { first, _ in first })
    let path = files.shownPath(of: file)
    try files.readLines(of: file, limit: Self.messageLimit) { line, number in
      try chat.take(line, at: ArrivalPlace(path, .line(number)), found)
      return true
    }
    try chat.end(found)
    used.formUnion(chat.used)
    used.insert(file.path)
  }
}

/// The beginning of a message.
struct WhatsAppLine {
  let time: ChatTime
  let timeText: Substring
  let isBracketed: Bool
  /// Nil where WhatsApp says something itself.
  let author: String?
  let text: Substring

  init?(_ line: Substring) {
    var rest = line.withoutMarks
    let timeText: Substring
    if rest.first == "[" {
      guard let end = rest.prefix(80).firstIndex(of: "]") else { return nil }
      timeText = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      isBracketed = true
    } else {
      guard rest.first?.isNumber == true, let dash = rest.prefix(60).firstRange(of: " - ") else {
        return nil
      }
      timeText = rest[..<dash.lowerBound]
      rest = rest[dash.upperBound...]
      isBracketed = false
    }
    guard let time = ChatTime(timeText) else { return nil }
    (self.time, self.timeText) = (time, timeText)
    rest = rest.drop { $0 == " " }
    guard let colon = rest.prefix(120).firstIndex(of: ":") else {
      (author, text) = (nil, rest)
      return
    }
    let name = rest[..<colon].withoutMarks
    // "~" stands before the name of somebody who is not in the phone's contacts.
    let own = name.first == "~" ? name.dropFirst().trimmed : name.trimmed
    let after = rest[rest.index(after: colon)...]
    guard !own.isEmpty, after.isEmpty || after.first?.isWhitespace == true else {
      (author, text) = (nil, rest)
      return
    }
    author = String(own)
    text = after.dropFirst()
  }
}

extension Substring {
  /// Without marks of direction at both ends.
  var withoutMarks: Substring {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, ChatTime.isMark(first) { scalars.removeFirst() }
    while let last = scalars.last, ChatTime.isMark(last) { scalars.removeLast() }
    return Substring(scalars)
  }
}
