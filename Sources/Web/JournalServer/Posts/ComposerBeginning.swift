import CaptureTime
import Hummingbird
import Journal
import Store
import Texts
import Wording

/// The composer's first content.
extension ComposerRoutes {
  /// The form for a new post: empty, or with what could not be saved before.
  func begin(_ request: Request, _ visit: Visit) async throws -> Response {
    if let draft = try await drafts.draft(of: request, for: visit) {
      var fields = PostFields(Form(fields: draft.fields))
      if fields.day.isEmpty {
        // Photos came before anything was typed.
        fields.day = "\(try await visit.run { try $0.today(at: now()) })"
      }
      return try await page(fields, request, visit, draft: draft)
    }
    let query = Query(of: request)
    let (asked, morning) = (try query.day("day"), try query["morning"])
    let isLeftOpen = morning == PostFields.morningIfWritten
    let chosen = try query.value("template") { try TemplateName($0) }
    let text = try ChosenText(query)
    let skipped = (try? query.number("question", in: 0...QuestionSection.most)) ?? 0
    let given = (try? query["mood"]).flatMap { try? Mood.typed($0) }
    let begun = try await visit.run { journal in
      let today = try journal.today(at: now())
      let day = asked ?? today
      let written = morning == nil ? nil : try journal.posts.morningPage(of: day)?.number
      var begun = Beginning(day: day, written: written, mood: given)
      // The day says it already.
      if morning != nil, !isLeftOpen, given == nil {
        begun.mood = try journal.posts.lastWithMood(of: day)?.mood
      }
      if !text.key.isEmpty {
        begun.text = try journal.texts.text(text.key, in: text.collection)
      } else if isLeftOpen, written == nil, day == today {
        begun.question = try journal.question(of: day, skipping: skipped, now: now())
      }
      begun.template = try chosen.map { try journal.templates.template($0) }
      return begun
    }
    // The page of the morning is written once, and then written on.
    if let number = begun.written, !isLeftOpen { return .redirect(to: "/posts/\(number)") }
    var fields = PostFields(day: begun.day, isMorning: morning != nil && begun.written == nil)
    if isLeftOpen { fields.morning = PostFields.morningIfWritten }
    if asked != nil { fields.defaultDay = "" }
    fields.mood = begun.mood.map { "\($0.rawValue)" } ?? ""
    let isAsked = try query["ask"] != nil
    let isKorean = pages.words(for: request).language == .korean
    fields.words = (isAsked ? begun.text?.asked(inKorean: isKorean) : begun.text?.quoted) ?? ""
    fields.words += begun.template?.words.text ?? ""
    return try await page(fields, request, visit, asking: begun.question)
  }

  /// The known values of a new post.
  private struct Beginning: Sendable {
    let day: CivilDate
    /// The number of the day's morning page, where that is to be written.
    let written: Int?
    var mood: Mood?
    /// What is quoted.
    var text: StoredText?
    /// What the day asks.
    var question: StoredText?
    var template: PostTemplate?
  }

  /// For the template: a question above the words, and what they are with it.
  static func asked(_ question: StoredText, _ typed: PostFields, _ words: Words) -> PageContent {
    let isKorean = words.language == .korean
    let text = TextOnPage.parameters(of: question.key, in: question.collection.text)
    return [
      "text": question.question(inKorean: isKorean), "quote": question.asked(inKorean: isKorean),
      "answer": "/new?\(text)&ask=1&morning=1&day=\(typed.day)&mood=\(typed.mood)",
    ]
  }
}

extension OwnerJournal {
  /// What a day asks; nil where the owner has no questions, or they cannot be read.
  fileprivate func question(
    of day: CivilDate, skipping skipped: Int, now: Int
  ) throws -> StoredText? {
    guard let collection = try settings.current().questions else { return nil }
    do {
      return try texts.question(of: day, from: collection, skipping: skipped, now: now)?.text
    } catch let error as JournalError where error.letsReadersOn {
      return nil
    }
  }
}

extension Posts {
  /// The last post of a day that has a mood; nil where none has.
  ///
  /// - Throws: `JournalError`.
  func lastWithMood(of day: CivilDate) throws -> Post? {
    var filter = PostFilter(DayBounds(DayRange(day)))
    filter.mood = .awful ... .great
    return try first(filter, order: .newestFirst, count: 1, bytes: 1).first
  }
}
