import CaptureTime

/// Reads the archive that Journiv exports: `data.json` with `journals`, each with its `entries`, and the media
/// beside it (journiv-app, `app/schemas/dto.py`, versions 1.0 to 1.4).
///
/// An entry has its instant and its zone. Since 1.1 its words are a delta of Quill besides plain text. Moods are
/// names: `mood_definitions` says whether each is positive, neutral or negative, and perhaps its score.
package struct JournivReader: ArrivalReader {
  private let options: ArrivalOptions

  package init(_ options: ArrivalOptions) { self.options = options }

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try data(of: files) != nil
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let file = try Self.data(of: files) else { return }
    var moods: [String: Int] = [:]
    try files.readObjects(of: file, in: ["mood_definitions"]) { mood, _ in
      guard let mood, let name = mood.text("name")?.lowercased() else { return }
      moods[name] = Self.mood(mood)
    }
    moods.merge(options.moods) { $1 }
    let named = NamedFiles(files.files)
    let path = files.shownPath(of: file)
    try files.readObjects(of: file, in: ["entries"], nameDepth: 3) { entry, line in
      let place = ArrivalPlace(path, .line(line))
      guard let entry else { return try found(.fault(.syntax(detail: "not JSON"), at: place)) }
      try Self.read(entry, moods, named, from: file.folder, at: place, found)
    }
  }

  private static func data(of files: any ArrivalFiles) throws -> ArrivalFile? {
    let isOnlyJSON = files.onlyFile?.ending == "json"
    return try files.files.lazy.filter { isOnlyJSON || $0.name == "data.json" }.first {
      let head = String(decoding: try files.head(of: $0, count: 1 << 12), as: UTF8.self)
      return head.contains("\"export_version\"") && head.contains("\"app_version\"")
        && head.contains("\"journals\"")
    }
  }

  private static func mood(_ mood: JSONObject) -> Int? {
    if let score = mood.integer("score"), 1...5 ~= score { return score }
    return ["positive": 4, "neutral": 3, "negative": 2][mood.text("category") ?? ""]
  }

  private static func read(
    _ entry: JSONObject, _ moods: [String: Int], _ files: NamedFiles, from folder: String,
    at place: ArrivalPlace, _ found: (ArrivedItem) throws -> Void
  ) throws {
    guard let time = time(entry) else {
      let written = entry.text("entry_datetime_utc") ?? entry.text("entry_date") ?? ""
      return try found(.fault(.time(written), at: place))
    }
    var post = ArrivedPost(id: entry.id("external_id"), at: place, time: time)
    post.zone = entry.text("entry_timezone").flatMap { try? CaptureZone.parse($0) }
    post.title = entry.text("title") ?? ""
    post.isStarred = entry.isTrue("is_pinned")
    post.tags = entry.texts("tags")
    if let mood = entry.object("mood_log")?.text("mood_name") {
      post.mood = moods[mood.lowercased()]
      if post.mood == nil { try found(.fault(.mood(mood), at: place)) }
    }
    post.words = words(entry)
    for media in entry.objects("media") { try add(media, files, from: folder, to: &post, found) }
    let location = entry.object("location_json")
    post.words.addFieldLine(
      [location?.text("name") ?? location?.text("locality"), entry.text("weather_summary")]
        .compactMap(\.self))
    try found(.post(post))
  }

  /// The instant; or the day alone.
  private static func time(_ entry: JSONObject) -> CaptureTime? {
    guard let written = entry.text("entry_datetime_utc"), let time = try? GivenTime.parse(written)
    else { return entry.text("entry_date").flatMap { try? GivenTime.parse($0) } }
    guard time.offset == nil, time.precision != .day else { return time }
    return CaptureTime(
      wallSeconds: time.wallSeconds, subsecond: time.subsecond, offset: 0,
      precision: time.precision, source: .given)
  }

  private static func words(_ entry: JSONObject) -> String {
    if let words = entry.text("content") { return words.trimmedLines }
    if let delta = entry.object("content_delta")
      ?? entry.text("content_delta").flatMap({
        JSONObject(Array($0.utf8))
      })
    {
      let words = QuillDelta.markdown(delta)
      if !words.isEmpty { return words }
    }
    return (entry.text("content_plain_text") ?? "").trimmedLines.asMarkdown
  }

  private static func add(
    _ media: JSONObject, _ files: NamedFiles, from folder: String, to post: inout ArrivedPost,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    let name = media.text("filename") ?? ""
    let paths = [media.text("file_path"), name].compactMap(\.self).filter { !$0.isEmpty }
    guard let file = paths.lazy.compactMap({ files.find($0, from: folder) }).first else {
      return try found(.fault(.missingFile(paths.first ?? name), at: post.place))
    }
    guard file.isMedia else {
      return try found(.leftOut(file.leftOutKind, at: post.place, example: name))
    }
    let caption = media.text("alt_text") ?? media.text("caption") ?? ""
    post.photos.append(ArrivedPhoto(file, caption: String(caption.trimmed)))
  }
}

/// Words of the editor Quill (quilljs.com, "Delta").
enum QuillDelta {
  /// - Returns: what is text in it, as Markdown; photos and the like are passed over.
  static func markdown(_ delta: JSONObject) -> String {
    var (lines, line) = ([String](), "")
    for operation in delta.objects("ops") {
      guard let text = operation.text("insert") else { continue }
      let attributes = operation.object("attributes")
      let pieces = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, piece) in pieces.enumerated() {
        if index > 0 {
          // The end of a line has what is of the line.
          lines.append(block(line, attributes))
          line = ""
        }
        line += inline(String(piece), attributes)
      }
    }
    lines.append(line)
    return lines.joined(separator: "\n").trimmedLines
  }

  private static func inline(_ text: String, _ attributes: JSONObject?) -> String {
    let inner = text.trimmed
    guard !inner.isEmpty else { return text }
    var marked = String(inner).escapedMarks
    if let link = attributes?.text("link") { marked = "[\(marked)](\(link.asTarget))" }
    for (name, mark) in [("strike", "~~"), ("italic", "*"), ("bold", "**")] {
      if attributes?.isTrue(name) == true { marked = mark + marked + mark }
    }
    return text[..<inner.startIndex] + marked + text[inner.endIndex...]
  }

  private static func block(_ line: String, _ attributes: JSONObject?) -> String {
    guard !line.trimmed.isEmpty else { return "" }
    let indent = String(repeating: "  ", count: min(max(attributes?.integer("indent") ?? 0, 0), 8))
    if let level = attributes?.integer("header"), 1...6 ~= level {
      return "\n\(String(repeating: "#", count: level)) \(line)\n"
    }
    if attributes?.isTrue("blockquote") == true { return "> \(line)" }
    switch attributes?.text("list") {
    case "ordered": return "\(indent)1. \(line)"
    case "bullet": return "\(indent)- \(line)"
    case "checked": return "\(indent)- [x] \(line)"
    case "unchecked": return "\(indent)- [ ] \(line)"
    default: return line.withLineBreaks + "\n"
    }
  }
}
