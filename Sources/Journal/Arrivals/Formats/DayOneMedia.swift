/// The photos, videos and other files of entries of Day One.
struct DayOneMedia {
  private static let lists = [
    ("photos", "photos"), ("videos", "videos"), ("audios", "audios"), ("pdfAttachments", "pdfs"),
  ]
  /// By the folder and the name without its ending, in small letters.
  private let files: [String: ArrivalFile]

  init(_ files: some Collection<ArrivalFile>) {
    var found: [String: ArrivalFile] = [:]
    for file in files {
      let folder = file.folder.split(separator: "/").last ?? ""
      found[Self.key(String(folder), file.stem)] = file
    }
    self.files = found
  }

  private static func key(_ folder: String, _ stem: String) -> String {
    (folder + "/" + stem).lowercased()
  }

  private enum Moment {
    case photo(ArrivedPhoto)
    /// Not among the files, by this name.
    case missing(String)
    case leftOut(ArrivedItem.LeftOut, String)
  }

  /// Puts an entry's photos in a post, those that its text shows in the order of the text and then the others, and
  /// its words with marks for them.
  ///
  /// - Parameters:
  ///   - entry: of the export.
  ///   - text: its Markdown, with Day One's marks and escapes.
  ///   - post: to be filled.
  ///   - found: gets what is missing or has no place.
  /// - Throws: what `found` throws.
  func place(
    _ entry: JSONObject, _ text: String, in post: inout ArrivedPost,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    var moments: [(id: String, moment: Moment)] = []
    for (list, folder) in Self.lists {
      let objects = entry.objects(list).enumerated()
        .sorted {
          ($0.element.integer("orderInEntry") ?? 0, $0.offset)
            < ($1.element.integer("orderInEntry") ?? 0, $1.offset)
        }
      for (_, object) in objects {
        let id = (object.id("identifier") ?? object.id("md5") ?? "").lowercased()
        moments.append((id, moment(object, folder)))
      }
    }
    var places: [Int: Int] = [:]
    func mark(_ index: Int) throws -> String {
      switch moments[index].moment {
      case .photo(let photo):
        if let place = places[index] { return "![](photo:\(place))" }
        post.photos.append(photo)
        places[index] = post.photos.count
        return "![](photo:\(post.photos.count))"
      case .missing(let name):
        if places.updateValue(0, forKey: index) == nil {
          try found(.fault(.missingFile(name), at: post.place))
        }
      case .leftOut(let kind, let name):
        if places.updateValue(0, forKey: index) == nil {
          try found(.leftOut(kind, at: post.place, example: name))
        }
      }
      return ""
    }
    var words = ""
    var rest = text[...]
    while let shown = rest.firstMatch(
      of:
        /!\[[^\]]*\]\(dayone-(?:moment|photo|video|audio|pdf):\/{1,2}(?:[A-Za-z]+\/)?([^)\/\s]+)\)/)
    {
      words += DayOneText.unescaped(String(rest[..<shown.range.lowerBound]))
      rest = rest[shown.range.upperBound...]
      let id = shown.1.lowercased()
      if let index = moments.firstIndex(where: { $0.id == id }) {
        words += try mark(index)
      } else {
        try found(.fault(.missingFile(String(shown.1)), at: post.place))
      }
    }
    post.words = (words + DayOneText.unescaped(String(rest))).withFewerEmptyLines
    // What no text shows comes after it, without a mark.
    for index in moments.indices { _ = try mark(index) }
  }

  private func moment(_ object: JSONObject, _ folder: String) -> Moment {
    let md5 = object.id("md5") ?? ""
    let type = object.text("type") ?? object.text("format") ?? ""
    let name = "\(folder)/\(md5).\(type)"
    if folder == "audios" { return .leftOut(.audio, object.text("title") ?? name) }
    if folder == "pdfs" { return .leftOut(.document, object.text("pdfName") ?? name) }
    let file =
      files[Self.key(folder, md5)]
      ?? object.id("identifier").flatMap { files[Self.key(folder, $0)] }
    guard let file else { return .missing(name) }
    return .photo(ArrivedPhoto(file, caption: object.text("caption") ?? ""))
  }
}
