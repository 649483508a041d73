import CaptureTime
import Journal
import Stamping
import Store
import Wording

/// The fields of a post's form: a post's values, or those that a person typed.
struct PostFields: Sendable {
  var title = ""
  var words = ""
  /// 1 to 5, or nothing.
  var mood = ""
  var isMorning = false
  /// What the form says where it is a morning page.
  var morning = "1"
  var caption = ""
  /// A day, and a time of it where one is given, for a post that is not there yet.
  var day = ""
  var clock = ""
  /// The day that the page has where a person chooses none; empty where one is chosen, nil where that is not
  /// known.
  var defaultDay: String?
  /// As ``PostCard/machineText(_:)``, for one that is.
  var dateTime = ""
  var tags = ""
  var isStarred = false

  /// Of a post that is its day's morning page if words and a mood come to it, and else an ordinary one.
  static let morningIfWritten = "if-written"

  init(day: CivilDate, isMorning: Bool) { (self.day, self.isMorning) = ("\(day)", isMorning) }

  /// - Parameters:
  ///   - post: the post.
  ///   - photo: whose caption is meant; nil of a post without one.
  init(_ post: Post, _ photo: PostPhoto?) {
    (title, words, caption) = (post.title, post.words, photo?.caption ?? "")
    mood = post.mood.map { "\($0.rawValue)" } ?? ""
    (isMorning, isStarred) = (post.isMorning, post.isStarred)
    dateTime = PostCard.machineText(post.time.captureTime)
    tags = post.tags.joined(separator: ", ")
  }

  init(_ form: Form) {
    (title, words) = (form["title"] ?? "", form["words"] ?? "")
    (mood, caption) = (form["mood"] ?? "", form["caption"] ?? "")
    (day, clock, dateTime) = (form["day"] ?? "", form["clock"] ?? "", form["time"] ?? "")
    defaultDay = form["default-day"]
    (tags, isMorning) = (form["tags"] ?? "", form["morning"] != nil)
    morning = form["morning"] ?? "1"
    isStarred = form["starred"] != nil
    // Of a post that is gone: for a new one.
    if day.isEmpty {
      (day, clock) = (String(dateTime.prefix(10)), String(dateTime.dropFirst(11).prefix(5)))
    }
  }

  /// For templates.
  func content(_ texts: Words) -> PageContent {
    [
      "titleText": title, "wordsText": words, "isMorning": isMorning, "morning": morning,
      "caption": caption, "tagLine": (tags.isEmpty ? nil : tags).once,
      "chosenMood": Mood(rawValue: Int(mood) ?? 0).map { PostCard.content(of: $0, texts) }.once,
      "day": day, "defaultDay": defaultDay ?? "", "clock": clock, "dateTime": dateTime,
      "tagText": tags, "isStarred": isStarred,
      "hasWords": !(title + words + mood).isEmpty, "isMoodless": mood.isEmpty,
      "moods": Mood.allCases.map { each in
        PostCard.content(of: each, texts).merging(
          ["value": each.rawValue, "isChosen": mood == "\(each.rawValue)"]
        ) { $1 }
      },
    ]
  }

  /// What was wrong, for the field that it was wrong with.
  static func wrong(_ problem: Problem, _ texts: Words) -> PageContent {
    let field: String? =
      switch problem.name {
      case "words", "empty-post": "words"
      case "title": "title"
      case "mood": "mood"
      case "incomplete-morning", "morning-exists": "morning"
      case "future-day", "time", "time-zone": "time"
      case "caption": "caption"
      case "name": "tags"
      case "setting", "label": "label"
      default: nil
      }
    return field.map { [$0: texts.problem(problem)] } ?? [:]
  }
}

extension Mood {
  /// Nil where none was chosen.
  ///
  /// - Throws: ``Problem`` where it is no mood.
  static func typed(_ text: String) throws -> Mood? {
    if text.isEmpty { return nil }
    guard let mood = Int(text).flatMap(Mood.init), "\(mood.rawValue)" == text else {
      throw Problem("mood")
    }
    return mood
  }
}

extension NewWords {
  /// What a form says.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - present: what words for days are about.
  /// - Throws: ``Problem``, `WordsError`, `TitleError`, `NameError`.
  init(_ form: Form, _ present: PresentDay) throws {
    self.init(try PostWords(form["words"] ?? ""))
    title = try Title(form["title"] ?? "")
    mood = try Mood.typed(form["mood"] ?? "")
    isMorning =
      form["morning"] == PostFields.morningIfWritten
      ? !words.isEmpty && mood != nil : form["morning"] != nil
    isStarred = form["starred"] != nil
    tags = try PostTexts.tags(form["tags"] ?? "")
    moment = try Self.moment(
      PostTexts.day(form["day"] ?? "", present), clock: form["clock"] ?? "")
  }

  private static func moment(_ day: CivilDate?, clock: String) throws -> Moment {
    if clock.isEmpty { return day.map { .day($0) } ?? .now }
    // Of some day: what is wrong with it is told as of every time.
    guard let time = try PostTexts.time("2000-01-01T\(clock)") else { return .now }
    return .clock(try TimeOfDay(hour: time.hour, minute: time.minute), day)
  }
}

extension PostChange {
  /// What a form says differently from the post.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - post: the post.
  ///   - look: gives how the label of a photo looks; nil where it has none.
  /// - Throws: ``Problem``, `WordsError`, `TitleError`, `CaptionError`, `NameError`, `SettingError`, `EditError`.
  init(_ form: Form, of post: Post, look: (PostPhoto) throws -> LabelLook?) throws {
    self.init()
    let meant = try post.photoOnPage(form["photo"])
    label = try meant.flatMap { try look($0.photo) }
      .flatMap { try LabelChange.said({ form[$0] }, of: $0) }
    try setChoices(form, of: post, but: meant?.place, look: look)
    photo = post.photos.count > 1 ? meant?.place : nil
    edit = try meant.flatMap { try EditFields.change({ form[$0] }, of: $0.photo.edit) }
    if let typed = form["words"] {
      let typed = try PostWords(typed)
      if typed.text != post.words { words = typed }
      let isMorning = form["morning"] != nil
      if isMorning != post.isMorning { self.isMorning = isMorning }
    }
    if let typed = try form["title"].map({ try Title($0) }), typed.text != post.title {
      title = typed
    }
    if let typed = form["mood"] {
      let typed = try Mood.typed(typed)
      if typed != post.mood { mood = .some(typed) }
    }
    for (index, photo) in post.photos.enumerated() {
      let typed = try form["caption.\(index + 1)"].map { try Caption($0) }
      if let typed, typed.text != photo.caption { captions[index + 1] = typed }
    }
    let current = meant?.photo.caption ?? ""
    let typed = try Caption(form["caption"] ?? current)
    if typed.text != current { caption = typed }
    let isStarred = form["starred"] != nil
    if isStarred != post.isStarred { self.isStarred = isStarred }
    time = try PostTexts.time(form["time"] ?? "", otherThan: post.time)
    let had = try post.tags.map { try TagName($0) }
    let wanted = try PostTexts.tags(form["tags"] ?? "")
    tags = wanted.filter { tag in !had.contains { $0.folded == tag.folded } }
    removedTags = had.filter { tag in !wanted.contains { $0.folded == tag.folded } }
  }
}

extension Post {
  /// The photo that a page is about, and its place, counted from 1; nil of a post without one.
  ///
  /// - Parameter text: the place, as an address or a form says it; without one it is the photo that stands
  ///   for the post.
  /// - Returns: the photo and its place.
  /// - Throws: `JournalError.unknownPhoto`.
  func photoOnPage(_ text: String?) throws -> (photo: PostPhoto, place: Int)? {
    if photos.isEmpty { return nil }
    let photo = try requirePhoto(text.flatMap { $0.isEmpty ? nil : Int($0) ?? 0 })
    return (photo, 1 + (photos.firstIndex(of: photo) ?? 0))
  }
}

extension PostTexts {
  /// The time that was typed; nil where it is the post's own, or nothing was typed.
  ///
  /// Browsers leave out seconds that are zero (HTML standard, "valid normalized local date and time
  /// string"), which the post knows all the same.
  static func time(_ text: String, otherThan time: PostTime) throws -> CaptureTime? {
    var text = text
    if time.precision == .second, text.utf8.count == "2024-01-31T23:59".utf8.count { text += ":00" }
    let typed = try PostTexts.time(text)
    return typed?.wallSeconds == time.captureTime.wallSeconds ? nil : typed
  }
}
