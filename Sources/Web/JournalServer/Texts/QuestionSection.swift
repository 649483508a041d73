import Journal
import Store
import Texts
import Wording

/// The question of the day, until the morning page is written.
struct QuestionSection: TodaySection {
  let order = TodayOrder.question
  let template = "today-question"

  /// How many questions may be passed over: more than anybody does.
  static let most = 9_999

  func content(of today: Today) throws -> PageContent? {
    let journal = today.visit.journal
    guard let collection = today.questions, !today.isJournalEmpty,
      try journal.posts.morningPage(of: today.day) == nil
    else { return nil }
    do {
      let question = try journal.texts.question(
        of: today.day, from: collection, skipping: today.skippedQuestions,
        adds: today.visit.mayNote, now: today.now)
      guard let (question, passed) = question else { return nil }
      let isKorean = today.words.language == .korean
      let text = TextOnPage.parameters(of: question.key, in: question.collection.text)
      return [
        "text": question.question(inKorean: isKorean),
        "answer": "/new?\(text)&ask=1&morning=1&day=\(today.day)",
        "another": "/?question=\(passed % Self.most)#question",
      ]
    } catch let error as JournalError where error.letsReadersOn {
      return nil
    }
  }
}
