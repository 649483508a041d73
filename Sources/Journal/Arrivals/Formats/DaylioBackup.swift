import CaptureTime
import Foundation
import Formats

/// Reads Daylio's backup (`backup_….daylio`).
///
/// It is a ZIP with `backup.daylio`, a JSON text in base64, and photos in `assets`, called by their `checksum`
/// without an ending; before 2022 it was the base64 alone. The JSON has `dayEntries` (`year`, `month` from 0, `day`,
/// `hour` and `minute` of the phone's clock, `timeZoneOffset` in milliseconds, `mood`, `tags`, `assets`,
/// `note_title`, and `note`, which may be HTML), `customMoods` with a `mood_group_id` from 1, the best, to 5, `tags`
/// and `assets` (mbafford/daylio-markdown-export, "Data Format"; chgio/femto-hopper, "Daylio").
struct DaylioBackup: ArrivalReader {
  /// Bytes of an entry.
  private static let entryLimit = 1 << 22
  private static let backupName = "backup.daylio"

  init(_ options: ArrivalOptions) {}

  static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    guard let file = backup(files) else { return false }
    let bytes = try files.head(of: file)
    var text = Base64Pieces()
    // Most files are no base64.
    guard let head = try? bytes.withUnsafeBufferPointer({ try text.read($0) }) else { return false }
    return ["\"customMoods\"", "\"dayEntries\"", "\"daysInRowLongestChain\""].contains {
      head.contains(Array($0.utf8))
    }
  }

  private static func backup(_ files: any ArrivalFiles) -> ArrivalFile? {
    files.files.first { $0.name == backupName } ?? files.onlyFile
  }

  func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let file = Self.backup(files) else { return }
    var lists = DaylioLists(files.files)
    try Self.read(files, file, ["customMoods"]) { object, _ in
      if let object { lists.add(mood: object) }
    }
    try Self.read(files, file, ["tags"]) { object, _ in if let object { lists.add(tag: object) } }
    try Self.read(files, file, ["assets"]) { object, _ in if let object { lists.add(asset: object) }
    }
    var seen = SeenIDs()
    try Self.read(files, file, ["dayEntries"]) { object, number in
      let place = ArrivalPlace("", .entry(number))
      guard let object else {
        return try found(.fault(.syntax(detail: "not JSON"), at: place))
      }
      guard let post = try Self.post(object, lists, at: place, found),
        try seen.take(post, found)
      else { return }
      try found(.post(post))
    }
    for (list, kind) in [("goals", ArrivedItem.LeftOut.habit), ("writingTemplates", .template)] {
      try Self.read(files, file, [list]) { object, number in
        guard let object else { return }
        let name = object.text("name") ?? object.text("title") ?? list
        try found(.leftOut(kind, at: ArrivalPlace("", .entry(number)), example: name))
      }
    }
  }

  /// Finds the objects of a list; all of it is one line, so they are counted from 1.
  private static func read(
    _ files: any ArrivalFiles, _ file: ArrivalFile, _ names: Set<String>,
    _ found: (JSONObject?, Int) throws -> Void
  ) throws {
    var elements = JSONElements(of: names, elementLimit: entryLimit)
    var text = Base64Pieces()
    var count = 0
    do {
      func take(_ bytes: [UInt8]) throws {
        var read: [[UInt8]] = []
        let fault = Result { () throws(JSONElementsFault) in
          try bytes.withUnsafeBufferPointer { piece throws(JSONElementsFault) in
            try elements.read(piece) { element, _ in read.append(element) }
          }
        }
        for element in read {
          count += 1
          try found(JSONObject(element), count)
        }
        try fault.get()
      }
      try files.read(file) { piece in
        try take(text.read(piece))
        return true
      }
      try take(text.end())
      try elements.end()
    } catch let fault as JSONElementsFault {
      throw ArrivalError.damaged(ArrivalPlace(""), detail: ArrivalError.detail(of: fault))
    }
  }

  private static func post(
    _ entry: JSONObject, _ lists: DaylioLists, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws -> ArrivedPost? {
    let numbers = ["year", "month", "day", "hour", "minute"].map(entry.integer)
    guard let year = numbers[0], CivilDate.years ~= year, let month = numbers[1], 0...11 ~= month,
      let day = numbers[2], let date = CivilDate(year: year, month: month + 1, day: day),
      let hour = numbers[3], 0...23 ~= hour, let minute = numbers[4], 0...59 ~= minute
    else {
      let text = numbers.map { $0.map(String.init) ?? "?" }.joined(separator: "-")
      try found(.fault(.time(text), at: place))
      return nil
    }
    let offset = entry.integer("timeZoneOffset").map { $0 / 1_000 }
    var post = ArrivedPost(
      id: entry.id("id"), at: place,
      time: CaptureTime(
        date: date, hour: hour, minute: minute,
        offset: offset.flatMap { abs($0) <= 14 * 3_600 ? $0 : nil }, precision: .minute,
        source: .given))
    if let offset = post.time.offset { post.zone = CaptureZone(offset: offset) }
    post.title = entry.text("note_title").map { String($0.trimmed) } ?? ""
    post.words = HTMLMarkdown.words(of: entry.text("note") ?? "")
    post.tags = entry.integers("tags").compactMap { lists.tags[$0] }
    if let mood = entry.integer("mood"), mood > 0 {
      post.mood = lists.moods[mood]
      if post.mood == nil { try found(.fault(.mood(String(mood)), at: place)) }
    }
    for id in entry.integers("assets") {
      switch lists.assets[id] {
      case .photo(let file)?: post.photos.append(ArrivedPhoto(file))
      case .audio(let name)?: try found(.leftOut(.audio, at: place, example: name))
      case .missing(let name)?: try found(.fault(.missingFile(name), at: place))
      case nil: try found(.fault(.missingFile(String(id)), at: place))
      }
    }
    return post
  }
}

/// What entries of Daylio refer to by numbers.
private struct DaylioLists {
  enum Asset {
    case photo(ArrivalFile)
    case audio(String)
    case missing(String)
  }

  private(set) var moods: [Int: Int] = [:]
  private(set) var tags: [Int: String] = [:]
  private(set) var assets: [Int: Asset] = [:]
  private let files: [String: ArrivalFile]

  init(_ files: some Collection<ArrivalFile>) {
    self.files = Dictionary(files.map { ($0.stem.lowercased(), $0) }) { $1 }
  }

  /// What is known already stays.
  private func isFull(_ count: Int) -> Bool { count >= 1 << 20 }

  mutating func add(mood: JSONObject) {
    guard !isFull(moods.count), let id = mood.integer("id"),
      let group = mood.integer("mood_group_id"),
      1...5 ~= group
    else { return }
    moods[id] = 6 - group
  }

  mutating func add(tag: JSONObject) {
    guard !isFull(tags.count), let id = tag.integer("id"), let name = tag.text("name") else {
      return
    }
    tags[id] = String(name.trimmed.prefix(200))
  }

  mutating func add(asset: JSONObject) {
    guard !isFull(assets.count), let id = asset.integer("id") else { return }
    let checksum = String((asset.id("checksum") ?? "").prefix(200))
    if let type = asset.integer("type"), type != 1 {
      assets[id] = .audio(checksum)
    } else {
      assets[id] = files[checksum.lowercased()].map { .photo($0) } ?? .missing(checksum)
    }
  }
}

/// Decodes base64 (RFC 4648), piece by piece; a text that begins with a bracket is taken as it is.
private struct Base64Pieces {
  private var rest: [UInt8] = []
  private var isPlain: Bool?

  /// - Throws: ``ArrivalError/damaged(_:detail:)``.
  mutating func read(_ piece: UnsafeBufferPointer<UInt8>) throws(ArrivalError) -> [UInt8] {
    if isPlain == nil, let first = piece.first(where: { $0 > 0x20 }) {
      isPlain = first == UInt8(ascii: "{")
    }
    if isPlain == true { return Array(piece) }
    rest += piece.lazy.filter { $0 > 0x20 }
    return try decode(rest.count / 4 * 4)
  }

  /// What is left.
  mutating func end() throws(ArrivalError) -> [UInt8] {
    while !rest.isEmpty, rest.count % 4 != 0 { rest.append(UInt8(ascii: "=")) }
    return try decode(rest.count)
  }

  private mutating func decode(_ count: Int) throws(ArrivalError) -> [UInt8] {
    guard count > 0 else { return [] }
    guard let data = Data(base64Encoded: Data(rest.prefix(count))) else {
      throw .damaged(ArrivalPlace(""), detail: "not base64")
    }
    rest.removeFirst(count)
    return Array(data)
  }
}
