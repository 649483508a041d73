import CaptureTime

/// Reads what Diarium exports as JSON: a ZIP, or its folder, with one file `Diarium_….json` and the folder `media`.
///
/// The file is a list of entries with `date` on the clock of the place, without an offset, `heading`, `html`,
/// `rating` from 1 to 5, `tags`, `people`, `location` (latitude and longitude), `weather`, `tracker`, `sun` and
/// `lunar`. The photos of an entry are in a folder in `media` that begins with its date, as `2010-10-26_154753488`
/// (public converters of it, as "Diarium to Day One Converter" and "Diarium Import Script für CompACT Diary").
package struct DiariumReader: ArrivalReader {
  private static let entryLimit = 1 << 22

  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    guard let list = try list(files) else { return false }
    let head = try files.head(of: list)
    let has = { (name: String) in head.contains(Array("\"\(name)\"".utf8)) }
    return has("date") && has("html")
      && ["heading", "rating", "tracker", "lunar"].contains(where: has)
  }

  /// The file with a list, beside `media`.
  private static func list(_ files: any ArrivalFiles) throws -> ArrivalFile? {
    try files.files.lazy.filter { file in
      file.ending == "json" && !file.path.split(separator: "/").contains("media")
    }.prefix(8).first { file in
      let head = try files.head(of: file, count: 64)[...].withoutByteOrderMark
      return head.first { $0 > 0x20 } == UInt8(ascii: "[")
    }
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let list = try Self.list(files) else {
      throw ArrivalError.damaged(ArrivalPlace(""), detail: "no list of entries in JSON")
    }
    var media = DiariumMedia(files.files)
    let path = files.shownPath(of: list)
    try files.readObjects(of: list, in: [], elementLimit: Self.entryLimit) { entry, line in
      let place = ArrivalPlace(path, .line(line))
      guard let entry else { return try found(.fault(.syntax(detail: "not JSON"), at: place)) }
      let written = entry.text("date") ?? ""
      guard let time = try? GivenTime.parse(written) else {
        return try found(.fault(.time(written), at: place))
      }
      var post = ArrivedPost(at: place, time: time)
      post.title = HTMLNode.parse(entry.text("heading") ?? "").text(without: [])
      post.words = HTMLMarkdown.words(of: entry.text("html") ?? "")
      if let rating = entry.integer("rating"), rating != 0 {
        post.mood = 1...5 ~= rating ? rating : nil
        if post.mood == nil { try found(.fault(.mood(String(rating)), at: place)) }
      }
      post.tags = entry.texts("tags")
      post.people = entry.texts("people")
      post.words.addFieldLine(Self.fields(entry))
      for file in media.take(time) {
        if file.isMedia {
          post.photos.append(ArrivedPhoto(file))
        } else {
          try found(.leftOut(file.leftOutKind, at: place, example: file.name))
        }
      }
      for name in ["sun", "lunar"] {
        guard let text = entry.text(name), !text.isEmpty else { continue }
        try found(.leftOut(.weather, at: place, example: text))
      }
      try found(.post(post))
    }
    for file in media.rest {
      try found(.leftOut(file.leftOutKind, at: ArrivalPlace(file.path), example: file.name))
    }
  }

  private static func fields(_ entry: JSONObject) -> [String] {
    let place = entry.numbers("location")
    let location = place.count == 2 ? SaidAround.coordinates(place) : ""
    let trackers = entry.texts("tracker") + entry.texts("trackers")
    return [location, entry.text("weather") ?? ""] + trackers
  }
}

/// The photos of Diarium's entries, by the digits that their folders' names begin with.
private struct DiariumMedia {
  /// By day, as "20101026"; those of one folder come after each other.
  private var days: [Substring: [(digits: Substring, file: ArrivalFile)]] = [:]

  init(_ files: some Collection<ArrivalFile>) {
    for file in files {
      let parts = file.path.split(separator: "/")
      guard let media = parts.firstIndex(of: "media"), media + 2 < parts.count else { continue }
      let digits = Substring(parts[media + 1].filter { $0.isASCII && $0.isNumber })
      days[digits.prefix(8), default: []].append((digits, file))
    }
  }

  /// The photos of an entry: those in folders that begin with its second, else those with its day alone, which
  /// the day's first entry has.
  mutating func take(_ time: CaptureTime) -> [ArrivalFile] {
    let all = time.description.filter { $0.isASCII && $0.isNumber }
    let (day, second) = (all.prefix(8), all.prefix(14))
    guard let found = days[day] else { return [] }
    let taken = found.filter { $0.digits.hasPrefix(second) || $0.digits.count == 8 }
    days[day] = found.filter { one in !taken.contains { $0.file == one.file } }
    return taken.map(\.file)
  }

  /// Those that no entry has.
  var rest: [ArrivalFile] { days.values.joined().map(\.file).sorted { $0.path < $1.path } }
}
