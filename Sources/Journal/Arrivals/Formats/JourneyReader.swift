import CaptureTime

/// Reads what Journey (journey.cloud) exports: a ZIP, or its folder, with a JSON file an entry and the entry's photos
/// beside it.
///
/// An entry has `id`, `date_journal` in milliseconds, `timezone`, `text` in HTML or, with `type` "markdown", in
/// Markdown, `photos` (names of files, also of videos and sound), `tags`, `favourite`, `sentiment`, `address`,
/// `label`, `lat`, `lon` and `weather` (`degree_c`, `description`, `place`); numbers that are not known are huge. Newer
/// exports have `dateOfJournal`, `location` and `attachments` instead (k-robertson/journey-to-evernote,
/// `journey_reader.py`, and other public converters; none describes the newer one whole). A sentiment goes from 0.25,
/// the worst, to 1.75; 0 is none.
package struct JourneyReader: ArrivalReader {
  private static let marks = ["\"date_journal\"", "\"dateOfJournal\""].map { Array($0.utf8) }

  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    guard let first = files.files.first(where: { $0.ending == "json" }) else { return false }
    let head = try files.head(of: first)
    return marks.contains { head.contains($0) }
  }

  private static func entries(_ files: any ArrivalFiles) -> [ArrivalFile] {
    files.files.filter { $0.ending == "json" }
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let named = NamedFiles(files.files)
    var seen = SeenIDs()
    for file in Self.entries(files) {
      guard let bytes = try files.entry(file, found) else { continue }
      let place = ArrivalPlace(files.shownPath(of: file))
      guard let entry = JSONObject(Array(bytes[...].withoutByteOrderMark)) else {
        try found(.fault(.syntax(detail: "not JSON"), at: place))
        continue
      }
      guard entry.has("date_journal") || entry.has("dateOfJournal") else {
        try found(.leftOut(.unknown, at: place, example: file.name))
        continue
      }
      guard let post = try Self.post(entry, named, of: file, at: place, found),
        try seen.take(post, found)
      else { continue }
      try found(.post(post))
    }
  }

  private static func post(
    _ entry: JSONObject, _ named: NamedFiles, of file: ArrivalFile, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws -> ArrivedPost? {
    let zone = entry.text("timezone").flatMap { try? CaptureZone.parse($0) }
    let written = entry.id("date_journal") ?? entry.id("dateOfJournal") ?? ""
    guard let time = Self.time(written, in: zone) else {
      try found(.fault(.time(written), at: place))
      return nil
    }
    var post = ArrivedPost(id: entry.id("id"), at: place, time: time)
    post.zone = zone
    post.title = String((entry.text("title") ?? "").trimmed)
    let text = entry.text("text") ?? ""
    post.words =
      entry.text("type")?.lowercased() == "markdown"
      ? text.trimmedLines : HTMLMarkdown.words(of: text)
    post.isStarred = entry.isTrue("favourite") || entry.isTrue("favorite")
    post.tags = entry.texts("tags")
    post.mood = entry.number("sentiment").flatMap(Self.mood)
    post.words.addFieldLine(Self.fields(entry))
    let attachments = entry.objects("attachments").compactMap {
      $0.text("name") ?? $0.text("filename") ?? $0.text("path") ?? $0.id("id")
    }
    for name in entry.texts("photos") + attachments {
      guard let photo = named.find(name, from: file.folder) else {
        try found(.fault(.missingFile(name), at: place))
        continue
      }
      if photo.isMedia {
        post.photos.append(ArrivedPhoto(photo))
      } else {
        try found(.leftOut(photo.leftOutKind, at: place, example: photo.name))
      }
    }
    return post
  }

  private static func time(_ written: String, in zone: CaptureZone?) -> CaptureTime? {
    guard let milliseconds = Int(written) else { return CaptureTime(utc: written, in: zone) }
    return CaptureTime(unixMilliseconds: milliseconds)?.shown(in: zone)
  }

  private static func mood(_ sentiment: Double) -> Int? {
    switch sentiment {
    case ..<0.01: nil
    case ..<0.5: 1
    case ..<1: 2
    case ..<1.01: 3
    case ..<1.5: 4
    case ...2: 5
    default: nil
    }
  }

  private static func fields(_ entry: JSONObject) -> [String] {
    var fields: [String] = []
    func add(_ field: String?) {
      guard let field, !field.isEmpty, !fields.contains(where: { $0.contains(field) }) else {
        return
      }
      fields.append(field)
    }
    add(entry.text("label"))
    add(entry.text("address"))
    if let location = entry.object("location") {
      add(location.text("name"))
      SaidAround.place(location).forEach { add($0) }
    }
    if let weather = entry.object("weather") {
      add(weather.text("place"))
      if let degrees = weather.number("degree_c") ?? weather.number("degreeC") {
        add(SaidAround.degrees(degrees))
      }
      add(weather.text("description"))
    }
    if let music = entry.text("music_title"), !music.isEmpty {
      add(
        [music, entry.text("music_artist") ?? ""].filter { !$0.isEmpty }.joined(separator: " – "))
    }
    return fields
  }
}
