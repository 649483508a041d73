import HTTPTypes
import Journal
import Stamping
import Store
import Wording

extension PhotoPosting.Said {
  /// What a label may be asked to be like.
  private static let labelKeys = [SettingKey.labelPosition, .labelColour]
  private static let photoFields = ["caption", "edit"] + labelKeys.map(\.rawValue)
  private static let fields =
    ["title", "words", "mood", "morning", "star", "tag", "time", "timeZone", "future"] + photoFields

  /// What a program's form says of the post that its photos are.
  ///
  /// - Throws: ``Problem``, `NameError`, `TitleError`, `WordsError`, `MoodError`.
  init(_ form: ReceivedForm) throws {
    try form.refuseUnknown(Self.fields)
    let time = try form.value("time").flatMap { try PostTexts.time($0) }
    let zone = try form.value("timeZone").flatMap { try PostTexts.zone($0) }
    var details = PostDetails(
      caption: .empty, isStarred: try Self.isTicked("star", form, or: "star"),
      tags: try form.values("tag").flatMap { try PostTexts.tags($0) })
    details.title = try Title(form.value("title") ?? "")
    details.words = try PostWords(form.value("words") ?? "")
    details.mood = try PostTexts.mood(form.value("mood") ?? "")
    details.isMorning = try Self.isTicked("morning", form, or: "star.morning")
    self.init(details: details, time: time, zone: zone)
    allowsFuture = try Self.isTicked("future", form, or: "field")
  }

  /// What a program's form says of each of the photos that a post gets.
  ///
  /// - Throws: as ``photos(_:_:count:)``.
  static func added(_ form: ReceivedForm, count: Int) throws -> [Self] {
    try form.refuseUnknown(photoFields)
    let details = PostDetails(caption: .empty, isStarred: false, tags: [])
    return try photos(form, Self(details: details), count: count)
  }

  /// What a program's form says of each of its photos, in their order: captions in theirs, labels and edits
  /// too, or one for all.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - post: what it says of the post; its time is that of an only photo.
  ///   - count: how many photos its files are.
  /// - Returns: what is said of each.
  /// - Throws: ``Problem``, `CaptionError`, `EditError`.
  static func photos(
    _ form: ReceivedForm, _ post: PhotoPosting.Said, count: Int
  ) throws -> [Self] {
    let captions = try form.values("caption", ofPhotos: count)
    let edits = try form.values("edit", ofPhotos: count, orOne: true)
    let labels = try labelKeys.map {
      ($0, try form.values($0.rawValue, ofPhotos: count, orOne: true))
    }
    return try (0..<count).map { index in
      let details = PostDetails(
        caption: try of(index, count) { try Caption(captions[index]) }, isStarred: false, tags: [])
      var said = Self(
        details: details, time: count == 1 ? post.time : nil, zone: post.zone)
      for (key, values) in labels where !values[index].isEmpty { said.label[key] = values[index] }
      said.allowsFuture = post.allowsFuture
      said.edit = try of(index, count) { try PhotoEdit(parsing: edits[index]) }
      return said
    }
  }

  /// Says which of several photos something is wrong with.
  private static func of<Value>(
    _ index: Int, _ count: Int, _ read: () throws -> Value
  ) throws -> Value {
    do {
      return try read()
    } catch {
      var problem = Problem(error)
      if count > 1 { problem.photo = index + 1 }
      throw problem
    }
  }

  /// A ticked box says `on`; one that is not ticked says nothing.
  private static func isTicked(
    _ name: String, _ form: ReceivedForm, or problem: String
  ) throws -> Bool {
    switch try form.value(name) {
    case nil, "", "false", "0": false
    case "true", "on", "1": true
    case .some: throw Problem(problem)
    }
  }
}

extension ReceivedForm {
  /// What a field says of each photo; nothing of those of which it says nothing.
  ///
  /// - Parameters:
  ///   - name: the field's.
  ///   - count: how many photos there are.
  ///   - isOneForAll: whether one value is that of all.
  /// - Returns: a value for each.
  /// - Throws: ``Problem`` where there are more, or some where there may be one or all.
  fileprivate func values(
    _ name: String, ofPhotos count: Int, orOne isOneForAll: Bool = false
  ) throws -> [String] {
    let values = values(name)
    if isOneForAll, let value = values.first, values.count == 1 {
      return Array(repeating: value, count: count)
    }
    if values.count > 1, count <= 1 { throw Problem("form.repeated", ["name": .text(name)]) }
    guard values.count <= count, !isOneForAll || values.isEmpty || values.count == count else {
      throw Problem(
        "form.by-photo", ["name": .text(name), "observed": .number(values.count)])
    }
    return values + Array(repeating: "", count: count - values.count)
  }
}

extension PhotoPosting.Said {
  /// How the fields of a form are written that come several times.
  static let encoding: [String: JSON] = [
    "photo": ["contentType": "image/*, video/*"], "tag": repeated, "caption": repeated,
    "edit": repeated,
  ]
  private static let repeated: JSON = ["style": "form", "explode": true]

  /// What a form may say of each of its photos.
  static let ofEachPhoto: [String: Schema] = [
    "caption": .array(
      of: .caption, "One per photo, in their order; missing ones are empty.",
      count: 0...Post.photoLimit),
    "label-position": .choice(
      of: LabelPosition.self,
      """
      The label's position, instead of the owner's setting. With several photos, give it once for \
      all or once for each, as with the colour.
      """),
    "label-color": .string(
      "The label's colour, instead of the owner's setting: #RRGGBB, #RRGGBBAA or a CSS name."),
    "edit": .array(
      of: .string(
        length: 0...PhotoEdit.byteLimit, examples: ["rotate=90 crop=4:5 filter=sepia"]),
      """
      The edit to apply to the photo before stamping, in the form of the post's edit. The original \
      stays whole. Give it once for all photos, or once for each.
      """, count: 0...Post.photoLimit),
  ]
}

extension Schema {
  static let photoFiles = Schema.array(
    of: .bytes("image/*"),
    """
    In their order, at most 1 GB together. Each has at most 100 MB and 200 megapixels; 64 \
    megapixels if it is not a JPEG. Its file name may tell the time it was taken. Videos (MP4, \
    MOV, WebM) are kept as they are, up to the size in the owner's settings. A Live Photo's video \
    comes with its photo and is not counted: captions, labels and edits skip it.
    """, count: 1...Post.photoLimit)

  static let newPost = Schema.object(
    "NewPost", ["photo": .photoFiles],
    optional: [
      "title": .title,
      "words": .words,
      "mood": .string("A number from 1 to 5, or awful, bad, meh, good, great.", examples: ["4"]),
      "morning": .choice(
        ["true", "false"], "Whether this is the day's morning page, which needs words and a mood."),
      "time": .string(
        """
        Instead of the photo's own time. With several photos it is the post's time, and labels \
        show their own; a day without a time gets the time of the first photo from that day.
        """
      ),
      "timeZone": .string(
        "Instead of the owner's time zone, and that of the place where the photo was taken."),
      "future": .choice(
        ["true", "false"], "Whether the time may be after tomorrow; otherwise that is refused."),
      "star": .choice(["true", "false"]),
      "tag": .array(
        of: .string().with(["minLength": 1]),
        "Separate several in one field with commas; a tag may have several words."),
    ].merging(PhotoPosting.Said.ofEachPhoto) { $1 })
}
