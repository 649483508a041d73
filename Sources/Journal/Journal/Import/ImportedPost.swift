import CaptureTime
import Files
import Formats
import Stamping
import Store
import SystemPackage
import Texts

/// A post of an export with valid values only; its files are not checked.
struct ImportedPost: Sendable {
  /// As it is written; nil where no post has such a number.
  let number: Int?
  let uid: [UInt8]
  let time: PostTime
  /// The zone of the time.
  let zone: CaptureZone
  let title: Title
  let words: Words
  /// When the words were written as they are; nil where there are none.
  let written: Int?
  let mood: Mood?
  let isMorning: Bool
  let isWrittenLater: Bool
  let isStarred: Bool
  let tags: [TagName]
  var photos: [ImportedPhoto]
  /// Which of them, counted from 0, stands for the post.
  let cover: Int
  let posted: Int
  let trashed: Int?
  /// Its words as they were before; nil where they never were others.
  private(set) var versions: ImportedVersions?

  /// Checks the values one by one.
  ///
  /// - Throws: ``ImportProblem``.
  init(_ post: ExportedPost) throws(ImportProblem) {
    number = Post.numbers.contains(post.number) ? post.number : nil
    uid = try Self.bytes(post.uid, .uid, count: 16)
    zone = try Self.wrapping(.zone) { try CaptureZone.parse(post.zone) }
    time = try Self.time(post)
    title = try Self.wrapping(.title) { try Title(post.title ?? "") }
    words = try Self.wrapping(.words) { try Words(post.words ?? "") }
    mood = try Self.mood(post.mood)
    isMorning = post.morning ?? false
    isWrittenLater = post.writtenLater ?? false
    isStarred = post.starred
    tags = try Self.wrapping(.tags) {
      try TagName.checkCount(post.tags.count)
      return try post.tags.map { try TagName($0) }
    }
    photos = try Self.photos(post)
    cover = try Self.checked(post.cover ?? 1, .cover, in: 1...max(1, photos.count)) - 1
    posted = try Self.checked(post.posted, .posted, in: DayRule.instants)
    let written = try Self.checked(post.written ?? posted, .written, in: DayRule.instants)
    self.written = words.isEmpty ? nil : written
    guard !photos.isEmpty || !words.isEmpty || mood != nil else {
      throw .value(.words, because: JournalError.emptyPost)
    }
    guard !isMorning || !words.isEmpty && mood != nil else {
      throw .value(.morning, because: JournalError.incompleteMorning)
    }
    trashed =
      if let trashed = post.trashed {
        try Self.checked(trashed, .trashed, in: DayRule.instants)
      } else {
        nil
      }
  }
}

/// A photo of an export with valid values only.
struct ImportedPhoto: Sendable {
  /// With paths from the export's folder.
  var photo: PostPhoto
  /// Without the path of a font.
  let look: LabelLook
  /// The font's file that the look named.
  let fontLeftOut: String?
}

extension ImportedPost {
  /// The line of its first photo; empty where it has none.
  var caption: String { photos.first?.photo.caption ?? "" }

  /// The post with its versions.
  func with(_ versions: ImportedVersions?) -> ImportedPost {
    var post = self
    post.versions = versions
    return post
  }
}

/// The checks of single values.
extension ImportedPost {
  private static func time(_ post: ExportedPost) throws(ImportProblem) -> PostTime {
    guard let day = CivilDate(iso: post.day) else { throw .noDay(post.day) }
    if let digits = post.subsecond {
      guard 1...9 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw .notDigits(.subsecond, observed: digits, limit: 9)
      }
    }
    let time = PostTime(
      instant: try checked(post.instant, .instant, in: DayRule.instants),
      offset: try checked(post.offset, .offset, in: -57_600...57_600), subsecond: post.subsecond,
      precision: try named(post.precision, .precision),
      source: try named(post.source, .source), zone: post.zone,
      isOffsetAssumed: post.offsetAssumed, day: day)
    guard time.isPossible, CivilDate.years ~= time.captureTime.year else {
      throw .otherDay(post.day, instant: post.instant)
    }
    return time
  }

  private static func mood(_ number: Int?) throws(ImportProblem) -> Mood? {
    guard let number else { return nil }
    return Mood(rawValue: try checked(number, .mood, in: 1...5))
  }

  /// A value that a post with a photo has.
  private static func required<Value>(
    _ value: Value?, _ field: PostField
  ) throws(ImportProblem) -> Value {
    guard let value else { throw .missing(field: field.rawValue) }
    return value
  }

  /// The photos; none where nothing is said of one and there are words or a mood instead.
  private static func photos(_ post: ExportedPost) throws(ImportProblem) -> [ImportedPhoto] {
    let said = post.photos ?? []
    if said.isEmpty {
      guard post.words == nil, post.mood == nil else { return [] }
      throw .missing(field: PostField.photos.rawValue)
    }
    do throws(JournalError) {
      try Post.checkCount(ofPhotos: said.count)
    } catch {
      throw .value(.photos, because: error)
    }
    var photos: [ImportedPhoto] = []
    for photo in said { photos.append(try self.photo(photo)) }
    let files = photos.flatMap(\.photo.files)
    guard Set(files).count == files.count else { throw .repeated(.file) }
    return photos
  }

  static func photo(_ post: ExportedPhoto) throws(ImportProblem) -> ImportedPhoto {
    let caption = try required(post.caption, .caption)
    let file = try path(required(post.file, .file), .file)
    let original: ContainedPath? =
      if let text = post.original { try path(text, .original) } else { nil }
    guard original != file else { throw .repeated(.file) }
    let name = try required(post.originalName, .originalName)
    try checkLength(name, .originalName, limit: 1_024)
    guard !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
      throw .notAFileName(.originalName, observed: name)
    }
    var photo = PostPhoto(
      file: file, hash: try bytes(required(post.sha256, .sha256), .sha256, count: 32),
      originalFile: original,
      originalHash: try bytes(
        required(post.originalSha256, .originalSha256), .originalSha256, count: 32),
      originalName: name, caption: try wrapping(.caption) { try Caption(caption).text })
    photo.text = try text(post)
    photo.video = try video(post, photo)
    photo.raw = try raw(post, photo)
    if post.latitude != nil || post.longitude != nil {
      photo.position = TrackPosition(
        latitude: try checked(
          required(post.latitude, .latitude), .latitude, in: TrackPosition.latitudes),
        longitude: try checked(
          required(post.longitude, .longitude), .longitude, in: TrackPosition.longitudes))
    }
    // It has no label that could come off; its file tells whether this is its hash.
    if photo.isVideo { photo.originalHash = photo.hash }
    photo.taken = try taken(post)
    if let text = post.edit {
      // Unstamping gives back what is left of the original.
      _ = try required(original, .original)
      photo.edit = try wrapping(.edit) {
        guard let edit = PhotoEdit(stored: text) else { throw EditError.word(text) }
        return edit
      }
    }
    let look = try required(post.look, .look)
    try checkLook(look)
    let font: String? = if case .file(let path) = look.style.face { path } else { nil }
    return ImportedPhoto(photo: photo, look: look.withoutFontFile, fontLeftOut: font)
  }

  /// The video that a part is, or that moves in it; nil of a photo that is still.
  private static func video(
    _ post: ExportedPhoto, _ photo: PostPhoto
  ) throws(ImportProblem) -> PostVideo? {
    guard let video = post.video else { return nil }
    let bytes = try checked(video.bytes, .video, in: 1...VideoSize.mostBytes)
    var duration: Int?
    if let milliseconds = video.duration {
      duration = try checked(milliseconds, .video, in: PostVideo.numbers)
    }
    let places = ["itself", "within", "beside"]
    let place: PostVideo.Place
    switch video.place {
    case "itself":
      guard photo.originalFile == nil, post.edit == nil else { throw .editedVideo }
      place = .itself
    case "within": place = .within
    case "beside":
      let file = try path(required(video.file, .file), .file)
      guard file != photo.file, file != photo.originalFile else { throw .repeated(.file) }
      place = .beside(
        file, hash: try self.bytes(required(video.sha256, .sha256), .sha256, count: 32))
    default: throw .unknownName(.video, observed: video.place, known: places)
    }
    return PostVideo(place, byteCount: bytes, milliseconds: duration)
  }

  /// The raw file that is kept with a photo; nil where none is.
  private static func raw(
    _ post: ExportedPhoto, _ photo: PostPhoto
  ) throws(ImportProblem) -> KeptRaw? {
    guard let raw = post.raw else { return nil }
    if photo.isVideo { throw .editedVideo }
    let file = try path(raw.file, .raw)
    guard !photo.files.contains(file) else { throw .repeated(.raw) }
    return KeptRaw(
      file, hash: try bytes(raw.sha256, .raw, count: 32),
      byteCount: try checked(raw.bytes, .raw, in: KeptRaw.sizes))
  }

  /// The time that a label shows; nil where that is its post's.
  private static func taken(_ photo: ExportedPhoto) throws(ImportProblem) -> CaptureTime? {
    if photo.taken == nil, photo.takenSource == nil { return nil }
    let text = try required(photo.taken, .taken)
    try checkLength(text, .taken, limit: PostPhoto.takenByteLimit)
    let source: CaptureTimeSource = try named(
      required(photo.takenSource, .takenSource), .takenSource)
    guard let taken = CaptureTime(stored: text, from: source.rawValue) else {
      throw .noTime(text)
    }
    return taken
  }

  /// The text that a photo is the card of; nil where nothing is said of one.
  private static func text(_ post: ExportedPhoto) throws(ImportProblem) -> TextReference? {
    if post.textCollection == nil, post.textKey == nil { return nil }
    let key = try required(post.textKey, .textKey)
    try checkLength(key, .textKey, limit: ReadText.keyByteLimit)
    let typed = try required(post.textCollection, .textCollection)
    let collection = try wrapping(.textCollection) { try CollectionName(typed) }
    guard !key.isEmpty, !key.unicodeScalars.contains(where: \.isControl) else {
      throw .missing(field: PostField.textKey.rawValue)
    }
    return TextReference(collection: collection.text, key: key)
  }

  static func checkLook(_ look: LabelLook) throws(ImportProblem) {
    let style = look.style
    try checkLength(look.template, .look, limit: 16_384)
    try checkLength(style.format, .look, limit: 16_384)
    try checkLength(style.locale, .look, limit: 16_384)
    try checkLength(style.face.description, .look, limit: 16_384)
    do {
      _ = try look.journalText()
    } catch {
      throw .value(.look, because: error)
    }
  }

  /// A path that stays below `photos` wherever it is put, and is written in one way only.
  private static func path(
    _ text: String, _ field: PostField
  ) throws(ImportProblem) -> ContainedPath {
    try checkLength(text, field, limit: 1_024)
    guard let path = try? ContainedPath(text), String(decoding: path) == text,
      path.isBelow(JournalStore.photosFolder), !text.unicodeScalars.contains(where: \.isControl)
    else { throw .notAPath(field, observed: text) }
    return path
  }

  private static func named<Name: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ field: PostField
  ) throws(ImportProblem) -> Name {
    guard let name = Name(rawValue: text) else {
      throw .unknownName(field, observed: text, known: Name.allCases.map(\.rawValue))
    }
    return name
  }

  private static func checked(
    _ number: Int, _ field: PostField, in range: ClosedRange<Int>
  ) throws(ImportProblem) -> Int {
    guard range.contains(number) else {
      throw .outOfRange(field, observed: number, expected: range)
    }
    return number
  }

  private static func checkLength(
    _ text: String, _ field: PostField, limit: Int
  ) throws(ImportProblem) {
    guard text.utf8.count <= limit else {
      throw .tooLong(field, observed: text.utf8.count, limit: limit)
    }
  }

  private static func bytes(
    _ text: String, _ field: PostField, count: Int
  ) throws(ImportProblem) -> [UInt8] {
    guard text.utf8.count == 2 * count, let bytes = [UInt8](hexadecimal: text) else {
      throw .notHexadecimal(field, digits: 2 * count)
    }
    return bytes
  }

  private static func wrapping<Value>(
    _ field: PostField, _ read: () throws -> Value
  ) throws(ImportProblem) -> Value {
    do {
      return try read()
    } catch {
      throw .value(field, because: error)
    }
  }
}
