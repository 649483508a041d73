import CaptureTime

/// Reads photos of Google Takeout: folders of years and albums, with a JSON beside each photo.
///
/// Google describes none of it. Names of the JSON are those of ``CompanionNames``; the JSON of an album has a title
/// and no time, and its name is in the user's language, so that only its content tells it (immich-go,
/// `docs/technical.md`). A photo with its edited copy and its video, which have one JSON, is one post; so is a photo
/// that is in the folder of its year and in albums. What says nothing of its own has the time of its name, or of
/// its last change.
package struct TakeoutReader: ArrivalReader {
  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    let mark = Array("\"photoTakenTime\"".utf8)
    return try files.files.lazy.filter { $0.ending == "json" }.prefix(50).contains { file in
      try files.head(of: file, count: 1 << 13).contains(mark)
    }
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let all = files.files
    // Numbers of files in the list, which has all of them in less memory.
    var folders: [[Int32]] = []
    var indexes: [String: Int] = [:]
    for (number, file) in all.enumerated() {
      let folder = file.folder
      let index = indexes[folder] ?? folders.count
      if index == folders.count {
        indexes[folder] = index
        folders.append([])
      }
      folders[index].append(Int32(number))
    }
    func contents(_ folder: [Int32]) -> TakeoutFolder {
      TakeoutFolder(folder.map { all[Int($0)] })
    }
    var reading = TakeoutReading(files)
    for folder in folders { try reading.readAlbum(contents(folder)) }
    for folder in folders { try reading.read(contents(folder), found) }
  }
}

/// What belongs together in a folder of Takeout.
struct TakeoutFolder {
  /// Photos and videos of one JSON, or without any.
  struct Group {
    var media: [ArrivalFile]
    var json: ArrivalFile?
    /// Those that fit equally well, so that none is read.
    var candidates: [String] = []
  }

  private(set) var groups: [Group] = []
  /// JSON that belongs to no photo in the folder.
  private(set) var otherJSON: [ArrivalFile] = []
  private(set) var others: [ArrivalFile] = []

  init(_ files: some Collection<ArrivalFile>) {
    let json = files.filter { $0.ending == "json" }
    let byName = Dictionary(json.map { ($0.name, $0) }) { first, _ in first }
    let names = CompanionNames(byName.keys)
    var groupOfJSON: [String: Int] = [:]
    for file in files where file.ending != "json" {
      guard file.isMedia else {
        others.append(file)
        continue
      }
      let fitting = names.companions(of: file.name).first { $0.kind == .takeout }?.names ?? []
      if fitting.count == 1, let index = groupOfJSON[fitting[0]] {
        groups[index].media.append(file)
      } else {
        if fitting.count == 1 { groupOfJSON[fitting[0]] = groups.count }
        groups.append(
          Group(
            media: [file], json: fitting.count == 1 ? byName[fitting[0]] : nil,
            candidates: fitting.count > 1 ? fitting : []))
      }
    }
    otherJSON = json.filter { groupOfJSON[$0.name] == nil }
    for index in groups.indices { groups[index].media.sort { Self.rank($0) < Self.rank($1) } }
  }

  /// An edited copy comes before its original, a photo before its video.
  private static func rank(_ file: ArrivalFile) -> (Int, Int, String) {
    (file.isVideo ? 1 : 0, -file.name.count, file.name)
  }
}

/// Makes posts of the folders of Takeout.
struct TakeoutReading {
  /// A photo that may be in several folders.
  fileprivate struct Photo: Hashable {
    let title: String
    let taken: Int
    let size: Int?
  }

  private let files: any ArrivalFiles
  private var titles: [String] = []
  /// Numbers of albums in ``titles``, by the hash of a photo.
  private var albums: [Int: [Int]] = [:]
  /// Hashes of photos.
  private var seen: Set<Int> = []

  init(_ files: any ArrivalFiles) { self.files = files }

  /// Notes which photos are in an album; a folder without an album's JSON is none.
  mutating func readAlbum(_ folder: TakeoutFolder) throws {
    guard let title = try title(of: folder) else { return }
    let number = titles.firstIndex(of: title) ?? titles.count
    if number == titles.count { titles.append(title) }
    for group in folder.groups {
      guard let record = try? record(of: group) else { continue }
      let hash = Self.photo(group, record).hashValue
      if albums[hash]?.contains(number) != true { albums[hash, default: []].append(number) }
    }
  }

  mutating func read(_ folder: TakeoutFolder, _ found: (ArrivedItem) throws -> Void) throws {
    for group in folder.groups { try read(group, found) }
    for file in folder.others where file.ending != "html" {
      try found(.leftOut(file.leftOutKind, at: ArrivalPlace(file.path), example: file.name))
    }
    for file in folder.otherJSON where file.name == "shared_album_comments.json" {
      try found(.leftOut(.comment, at: ArrivalPlace(file.path), example: file.name))
    }
  }

  private mutating func read(
    _ group: TakeoutFolder.Group, _ found: (ArrivedItem) throws -> Void
  ) throws {
    let file = group.media[0]
    let place = ArrivalPlace(file.path)
    if !group.candidates.isEmpty {
      let names = group.candidates.joined(separator: ", ")
      try found(.fault(.syntax(detail: "several companions: \(names)"), at: place))
    }
    var record: TakeoutRecord?
    do {
      record = try self.record(of: group)
    } catch let fault as ArrivalFault {
      try found(.fault(fault, at: ArrivalPlace(group.json?.path ?? file.path)))
    }
    if record?.isTrashed == true {
      return try found(.leftOut(.unknown, at: place, example: file.name))
    }
    guard let time = Self.time(record, file) else {
      return try found(.fault(.time(file.name), at: place))
    }
    let photo = Self.photo(group, record)
    guard record == nil || seen.insert(photo.hashValue).inserted else { return }
    var post = ArrivedPost(id: record.map { _ in photo.id }, at: place, time: time)
    post.photos = group.media.map { ArrivedPhoto($0) }
    guard let record else { return try found(.post(post)) }
    post.photos[0].caption = String(record.description.trimmed)
    post.isStarred = record.isFavorite
    post.people = record.people
    post.tags = (albums[photo.hashValue] ?? []).map { titles[$0] }
    try found(.post(post))
  }

  private static func photo(_ group: TakeoutFolder.Group, _ record: TakeoutRecord?) -> Photo {
    let file = group.media[0]
    let title = record?.title ?? ""
    return Photo(
      title: title.isEmpty ? file.name : title, taken: record?.taken ?? 0, size: file.size)
  }

  /// A photo's time is its own, see ``ArrivedPhoto/time``; this is for one that has none.
  private static func time(_ record: TakeoutRecord?, _ file: ArrivalFile) -> CaptureTime? {
    record.flatMap { CaptureTime(unixSeconds: $0.taken) } ?? CaptureTime(inFileName: file.name)
      ?? file.modified.flatMap { CaptureTime(unixSeconds: $0) }
  }

  /// - Throws: ``ArrivalFault`` where its JSON is none, and what reading it throws.
  private func record(of group: TakeoutFolder.Group) throws -> TakeoutRecord? {
    guard let json = group.json else { return nil }
    let bytes = try files.bytes(of: json, limit: Companion.byteLimit)
    do throws(CompanionProblem) {
      return try TakeoutRecord(Companion(name: json.name, kind: .takeout, bytes: bytes))
    } catch {
      switch error {
      case .noTime: throw ArrivalFault.time("")
      default: throw ArrivalFault.syntax(detail: "not JSON")
      }
    }
  }

  // MARK: Albums

  /// The title of an album; nil of a folder that is none, as those of years.
  private func title(of folder: TakeoutFolder) throws -> String? {
    for file in folder.otherJSON where file.name.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 1
    {
      guard let bytes = try? files.bytes(of: file, limit: 1 << 16), let json = JSONObject(bytes),
        !json.has("photoTakenTime"), let text = json.text("title")
      else { continue }
      let title = String(text.trimmed)
      if !title.isEmpty, !Self.isOfYear(title) { return title }
    }
    return nil
  }

  /// Whether a title says nothing but when: of a year's folder, or of a day's as they were before 2020.
  static func isOfYear(_ title: String) -> Bool {
    if CivilDate(iso: String(title.prefix(10))) != nil { return true }
    var words = title.lowercased()
    guard let year = words.firstRange(of: /(?:19|20)[0-9][0-9]/) else { return false }
    words.removeSubrange(year)
    return yearWords.contains(words.withSingleBlanks)
  }

  /// What folders of years are called beside the year.
  private static let yearWords: Set<String> = [
    "", "photos from", "fotos von", "fotos aus", "photos de", "fotos de", "foto del", "foto dal",
    "foto's uit", "foto's van", "zdjęcia z", "foton från", "bilder fra", "billeder fra",
    "фото за", "фото с", "фотографии за", "fotky z", "fotografie z", "年の写真", "년의 사진", "년 사진",
    "年的照片", "年的相片", "fotoğrafları", "ảnh từ", "foto dari", "φωτογραφίες από",
  ]
}

extension TakeoutReading.Photo {
  /// The same for whatever album it is found in.
  fileprivate var id: String { "\(taken) \(size.map { String($0) } ?? "") \(title)" }
}
