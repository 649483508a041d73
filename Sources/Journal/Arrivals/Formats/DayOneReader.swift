import CaptureTime

/// Reads what Day One exports as JSON: a ZIP, or its folder, with a file for each journal and the folders `photos`,
/// `videos`, `audios` and `pdfs` beside them.
///
/// Each `*.json` at the top is `{"metadata": {"version": "1.0"}, "entries": […]}`. An entry has `uuid`,
/// `creationDate` in UTC, `timeZone`, `isAllDay`, `text` in Markdown with much of its punctuation escaped, `starred`,
/// `isPinned`, `tags`, `location`, `weather`, and lists of `photos`, `videos`, `audios` and `pdfAttachments`. The text
/// shows those as `![](dayone-moment://ID)`, `dayone-moment:/video/ID`, `/audio/ID` and `/pdfAttachment/ID`, with the
/// `identifier`; their file is called by `md5` and `type` (dayoneapp.com, "Exporting entries"; exports in public
/// repositories, as gokuvinoth/Cairns; and what others read of it, as quantumgardener/dayone-to-obsidian). The md5 is
/// that of the photo as it was taken in, not always that of the file. `richText` says the same as `text` once more,
/// and is read only where there is no `text`.
package struct DayOneReader: ArrivalReader {
  /// Bytes of an entry; `richText` can be several times the text.
  static let entryLimit = 1 << 23

  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try journals(files).contains { file in
      let head = try files.head(of: file, count: 1 << 17)
      let names = ["\"entries\"", "\"creationDate\"", "\"uuid\""].map { Array($0.utf8) }
      return head[...].withoutByteOrderMark.first { $0 > 0x20 } == UInt8(ascii: "{")
        && (names.allSatisfy(head.contains)
          // One without entries, or with a first entry that is longer.
          || head.contains(names[0]) && head.prefix(200).contains(Array("\"metadata\"".utf8)))
    }
  }

  /// Beside each other, in the folder that holds all.
  private static func journals(_ files: any ArrivalFiles) -> [ArrivalFile] {
    let found = files.files.lazy.filter { $0.ending == "json" && $0.depth < 2 }
    let top = found.contains { $0.depth == 0 }
    return found.filter { !top || $0.depth == 0 }
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let media = DayOneMedia(files.files)
    var seen = SeenIDs()
    for file in Self.journals(files) {
      let path = files.shownPath(of: file)
      try files.readObjects(of: file, in: ["entries"], elementLimit: Self.entryLimit) {
        entry, line in
        let place = ArrivalPlace(path, .line(line))
        guard let entry else { return try found(.fault(.syntax(detail: "not JSON"), at: place)) }
        guard let post = try Self.post(entry, media, at: place, found) else { return }
        guard try seen.take(post, found) else { return }
        try found(.post(post))
      }
    }
  }

  private static func post(
    _ entry: JSONObject, _ media: DayOneMedia, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws -> ArrivedPost? {
    let zone = entry.text("timeZone").flatMap { try? CaptureZone.parse($0) }
    let written = entry.text("creationDate") ?? ""
    guard var time = CaptureTime(utc: written, in: zone) else {
      try found(.fault(.time(written), at: place))
      return nil
    }
    if entry.isTrue("isAllDay") {
      time = CaptureTime(date: time.date, precision: .day, source: .given)
    }
    var post = ArrivedPost(id: entry.id("uuid"), at: place, time: time)
    post.zone = zone
    post.isStarred = entry.isTrue("starred") || entry.isTrue("isPinned")
    post.tags = entry.texts("tags")
    let text = entry.text("text") ?? DayOneRichText.markdown(entry.text("richText") ?? "")
    try media.place(entry, text, in: &post, found)
    DayOneText.takeTitle(of: &post)
    post.words.addFieldLine(SaidAround.fields(entry))
    return post
  }
}

/// The words of Day One.
enum DayOneText {
  /// The text without the escapes that Day One writes and nobody needs: of what is no mark of Markdown, as "." and
  /// "!", and of brackets.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var made: [UInt8] = []
    let letters = Array(text.utf8)
    for (index, letter) in letters.enumerated() {
      if letter == UInt8(ascii: "\\"), index + 1 < letters.count,
        needless.contains(letters[index + 1]), !isNumberOfList(made, letters[index + 1])
      {
        continue
      }
      made.append(letter)
    }
    // The sign stands where a picture was.
    return String(decoding: made, as: UTF8.self).replacing("\u{FFFC}", with: "")
  }

  private static let needless = Set(".!?,;:'\"()-+{}/=%&$@^".utf8)

  /// Whether a line so far is only a number, which a dot or a bracket would make an item of a list, or is empty, so
  /// that a hyphen or a plus would.
  private static func isNumberOfList(_ made: [UInt8], _ sign: UInt8) -> Bool {
    let line = made.reversed().prefix { $0 != UInt8(ascii: "\n") }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    switch sign {
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      let digits = line.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      return !digits.isEmpty && line.dropFirst(digits.count).allSatisfy(isBlank)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): return line.allSatisfy(isBlank)
    default: return false
    }
  }

  /// Takes a heading in the first line as the title.
  static func takeTitle(of post: inout ArrivedPost) {
    let line = post.words.prefix { !$0.isNewline }
    let sharps = line.prefix { $0 == "#" }
    let title = line.dropFirst(sharps.count)
    guard 1...6 ~= sharps.count, title.first == " ", !title.contains("![") else { return }
    post.title = String(title.trimmed)
    post.words = String(post.words[line.endIndex...]).trimmedLines
  }
}

/// The rich text of an entry without a text: a JSON text with `contents`, each a `text` with `attributes`, or
/// `embeddedObjects` with an `identifier` and a `type`.
enum DayOneRichText {
  static func markdown(_ rich: String) -> String {
    guard let object = JSONObject(Array(rich.utf8)) else { return "" }
    var text = ""
    for content in object.objects("contents") {
      for embedded in content.objects("embeddedObjects") {
        guard let id = embedded.id("identifier") else { continue }
        let type = embedded.text("type") ?? "photo"
        text += "\n\n![](dayone-moment:/\(type == "photo" ? "" : type)/\(id))\n\n"
      }
      guard let plain = content.text("text") else { continue }
      let mark = content.object("attributes")?.object("line").map(mark) ?? ""
      let escaped = HTMLMarkdown.lineEscaped(HTMLMarkdown.escaped(plain))
      text += (text.isEmpty || text.hasSuffix("\n") ? mark : "") + escaped
    }
    return text
  }

  /// What begins a line of Markdown for one that is a heading or in a list.
  private static func mark(_ line: JSONObject) -> String {
    if let level = line.integer("header"), 1...6 ~= level {
      return String(repeating: "#", count: level) + " "
    }
    switch line.text("listStyle") {
    case "bulleted": return "- "
    case "numbered": return "1. "
    case "checkbox": return line.isTrue("checked") ? "- [x] " : "- [ ] "
    default: return ""
    }
  }
}
