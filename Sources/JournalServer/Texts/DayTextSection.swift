import Store
import Texts

/// The text of the day.
struct DayTextSection: TodaySection {
  let order = TodayOrder.text
  let template = "today-text"

  func content(of today: Today) throws -> PageContent? {
    let journal = today.visit.journal
    let text: StoredText
    do {
      text = try journal.texts.text(
        of: today.day, today: today.day, now: today.now)
    } catch is TextError {
      return nil
    } catch is CollectionError {
      // The collection of which the day's text is to be is gone.
      return nil
    } catch let error as JournalError where error.letsReadersOn {
      // Nothing can be drawn now; the rest of the page is there nevertheless.
      return nil
    }
    let languages = CollectionLanguages(of: try journal.collections.all())
    var content = TextOnPage(
      text: text, language: languages[text.collection], now: today.now, words: today.words
    ).content
    content["from"] = "/"
    return content
  }
}

extension JournalError {
  /// Whether what was to be written is no loss, and what is there can be read.
  fileprivate var letsReadersOn: Bool {
    guard case .database(let error) = self else { return false }
    return [.locked, .readOnly, .diskFull].contains(error.kind)
  }
}
