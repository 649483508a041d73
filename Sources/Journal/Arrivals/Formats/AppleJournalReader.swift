import CaptureTime

/// Reads what Apple's Journal exports as HTML: a folder `AppleJournalEntries`, or its ZIP, with an HTML file an entry
/// in `Entries` and what they show in `Resources`.
///
/// An entry is called `YYYY-MM-DD.html`, `YYYY-MM-DD_Title.html` or `YYYY-MM-DD_(1).html`, by the day in UTC. Its
/// `.pageHeader` has the day that Journal shows, in the phone's language; it wins where it can be read and is at most
/// a day away. `.assetGrid` has a `.gridItem` of a class `assetType_…` for each photo, place or state of mind, whose
/// `id` names a JSON file in `Resources`. Then come `.title` and `.bodyText`, but Cocoa's HTML writer closes elements
/// that it never opened, so that both may be empty with their text after them: what stands before the beginning of
/// `.bodyText` is the title, the rest are the words. How text looks is in a style sheet of each file, by classes
/// `span.s1` (the importers of obsidianmd/obsidian-importer and other programs, peterdev22/applejournal-to-md).
package struct AppleJournalReader: ArrivalReader {
  private static let titleSkipped: Set<Substring> = ["pageHeader", "assetGrid", "reflectionPrompt"]

  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    guard let entry = entries(files).first else { return false }
    let head = try files.head(of: entry)
    return ["pageHeader", "assetGrid", "bodyText"].contains { head.contains(Array($0.utf8)) }
  }

  private static func entries(_ files: any ArrivalFiles) -> [ArrivalFile] {
    let found = files.files.filter { file in
      file.ending == "html" && file.folder.split(separator: "/").last == "Entries"
    }
    guard found.isEmpty, let only = files.onlyFile, only.ending == "html" else { return found }
    return [only]
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let named = NamedFiles(files.files)
    for file in Self.entries(files) {
      guard let bytes = try files.entry(file, found) else { continue }
      let page = HTMLNode.parse(String(decoding: bytes, as: UTF8.self))
      let place = ArrivalPlace(file.path)
      guard let time = Self.time(page, file) else {
        try found(.fault(.time(file.name), at: place))
        continue
      }
      var post = ArrivedPost(at: place, time: time)
      Self.read(page, into: &post)
      var assets = AppleJournalAssets(files, named, of: file)
      for grid in page.all(where: { $0.has(class: "assetGrid") }) {
        for item in grid.all(where: { $0.has(class: "gridItem") }) {
          try assets.take(item, into: &post, found)
        }
      }
      for link in assets.links { post.words += (post.words.isEmpty ? "" : "\n\n") + link }
      post.words.addFieldLine(assets.fields)
      try found(.post(post))
    }
  }

  private static func time(_ page: HTMLNode, _ file: ArrivalFile) -> CaptureTime? {
    let named = CivilDate(iso: String(file.name.prefix(10)))
    let header = page.first(class: "pageHeader").flatMap {
      WrittenTime($0.allText.withSingleBlanks)?.time(isDayFirst: nil)?.date
    }
    let isNear = { (day: CivilDate) in
      named.map { abs($0.daysSinceEpoch - day.daysSinceEpoch) <= 1 } ?? true
    }
    guard let day = header.flatMap({ isNear($0) ? $0 : nil }) ?? named else { return nil }
    return CaptureTime(date: day, precision: .day, source: .given)
  }

  private static func read(_ page: HTMLNode, into post: inout ArrivedPost) {
    var markdown = HTMLMarkdown()
    markdown.looks = looks(page)
    let skipped = titleSkipped
    markdown.replacing = { $0.classes.contains(where: skipped.contains) ? "" : nil }
    if let halves = page.split(at: "bodyText") {
      post.title = halves.before.text(without: skipped)
      post.words = markdown.words(of: halves.after)
    } else {
      post.title = page.first(class: "title")?.text(without: skipped) ?? ""
      let withTitle = skipped.union(["title"])
      markdown.replacing = { $0.classes.contains(where: withTitle.contains) ? "" : nil }
      post.words = markdown.words(of: page)
    }
    if let prompt = page.first(class: "reflectionPrompt")?.allText.withSingleBlanks, !prompt.isEmpty
    {
      let quoted = "> " + HTMLMarkdown.lineEscaped(HTMLMarkdown.escaped(prompt))
      post.words = post.words.isEmpty ? quoted : quoted + "\n\n" + post.words
    }
  }

  private static func looks(_ page: HTMLNode) -> [Substring: HTMLMarkdown.Look] {
    var looks: [Substring: HTMLMarkdown.Look] = [:]
    for sheet in page.all(where: { $0.name == "style" }) {
      for rule in sheet.allText.prefix(1 << 16).matches(of: /span\.([\w-]+)\s*\{([^}]*)\}/) {
        looks[rule.1] = HTMLMarkdown.Look(style: rule.2)
      }
    }
    return looks
  }
}

/// What stands in the grid of an entry of Apple's Journal.
private struct AppleJournalAssets {
  /// Places, people's workouts and the like.
  private(set) var fields: [String] = []
  /// In Markdown.
  private(set) var links: [String] = []
  private let files: any ArrivalFiles
  private let named: NamedFiles
  private let folder: String

  /// Bytes of the JSON file of an item.
  private static let detailsLimit = 1 << 20
  /// What stands on the picture of an item.
  private static let overlays = [
    "activityType", "gridItemOverlayHeader", "mediaTitle", "mediaArtist", "mediaCategory",
    "gridItemOverlayText", "activityMetrics", "gridItemOverlayFooter",
  ]
  /// Apple's seven states of mind (HealthKit, `HKStateOfMind.ValenceClassification`).
  private static let moods = [
    "very unpleasant": 1, "unpleasant": 2, "slightly unpleasant": 2, "neutral": 3,
    "slightly pleasant": 4, "pleasant": 4, "very pleasant": 5,
  ]

  init(_ files: any ArrivalFiles, _ named: NamedFiles, of entry: ArrivalFile) {
    (self.files, self.named, folder) = (files, named, entry.folder)
  }

  mutating func take(
    _ item: HTMLNode, into post: inout ArrivedPost, _ found: (ArrivedItem) throws -> Void
  ) throws {
    let kind = item.classes.first { $0.hasPrefix("assetType_") }?.dropFirst(10) ?? ""
    let details = try self.details(item)
    if let name = details?.text("placeName") { add(name) }
    switch kind.lowercased() {
    case "photo", "livephoto":
      let images = item.all { $0.name == "img" }
      let image = images.first { $0.has(class: "asset_image") } ?? images.first
      try add(image?.attributes["src"], to: &post, found)
    case "video": try add(source(of: item), to: &post, found)
    case "audio":
      let name = overlay(item).first ?? source(of: item) ?? item.allText.withSingleBlanks
      try found(.leftOut(.audio, at: post.place, example: name))
    case "drawing", "sketch":
      try found(.leftOut(.drawing, at: post.place, example: source(of: item) ?? ""))
    case "stateofmind": takeMood(item, details, &post)
    case "contact": post.people += overlay(item)
    case "multipinmap", "genericmap":
      let visits = details?.objects("visits") ?? []
      for visit in visits { SaidAround.place(visit).forEach { add($0) } }
      if visits.isEmpty { overlay(item).forEach { add($0) } }
    default:
      let said = overlay(item)
      if let address = item.first(named: "a")?.attributes["href"],
        address.lowercased().hasPrefix("http")
      {
        let title = said.joined(separator: ", ")
        let html = HTMLMarkdown.escaped(title.isEmpty ? address : title)
        links.append("[\(html)](\(HTMLMarkdown.coded(address)))")
      } else {
        said.forEach { add($0) }
      }
    }
  }

  private mutating func add(_ field: String) {
    if !fields.contains(field) { fields.append(field) }
  }

  private func source(of item: HTMLNode) -> String? {
    let sources = item.all {
      $0.name == "source" || $0.name == "video" && $0.attributes["src"] != nil
    }
    return sources.first?.attributes["src"] ?? item.first(named: "source")?.attributes["src"]
      ?? item.first(named: "img")?.attributes["src"]
  }

  private func overlay(_ item: HTMLNode) -> [String] {
    Self.overlays.flatMap { name in
      item.all { $0.has(class: name) }.map { $0.allText.withSingleBlanks }
    }.filter { !$0.isEmpty }
  }

  private func add(
    _ address: String?, to post: inout ArrivedPost, _ found: (ArrivedItem) throws -> Void
  ) throws {
    let path = address.map { $0.percentDecoded ?? $0 } ?? ""
    guard !path.isEmpty, let file = named.find(path, from: folder) else {
      return try found(.fault(.missingFile(path), at: post.place))
    }
    post.photos.append(ArrivedPhoto(file))
  }

  private mutating func takeMood(
    _ item: HTMLNode, _ details: JSONObject?, _ post: inout ArrivedPost
  ) {
    let labels = ["labels", "associations"].flatMap { name in
      (details?.text(name) ?? "").split(separator: ",").map { String($0.trimmed) }
    }.filter { !$0.isEmpty }
    for label in labels.isEmpty ? overlay(item) : labels {
      if let mood = Self.moods[label.lowercased()] { post.mood = mood } else { add(label) }
    }
  }

  /// Of the JSON file beside the item's picture; nil where there is none.
  private func details(_ item: HTMLNode) throws -> JSONObject? {
    guard let id = item.attributes["id"], !id.isEmpty, !id.contains("/"),
      let file = named.find("../Resources/\(id).json", from: folder),
      (file.size ?? 0) <= Self.detailsLimit
    else { return nil }
    do {
      return JSONObject(try files.bytes(of: file, limit: Self.detailsLimit))
    } catch is ArrivalFault {
      return nil
    }
  }
}
