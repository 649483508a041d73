import Store
import Texts
import Wording

/// The text of the day.
struct DayTextSection: TodaySection {
  let order = TodayOrder.text
  let template = "today-text"

  /// Characters that have room in the one line that there is until it is opened.
  private static let longestGist = 200

  func content(of today: Today) throws -> PageContent? {
    let journal = today.visit.journal
    let text: StoredText
    do {
      text = try journal.texts.text(
        of: today.day, today: today.day, from: today.textPool, draws: today.visit.mayNote,
        now: today.now)
    } catch TextError.nothingShown {
      // It is drawn when its owner opens the page.
      return nil
    } catch let error as TextError {
      return told(error, today)
    } catch let error as CollectionError {
      // That of which the day's text is to be is gone.
      return told(error, today)
    } catch let error as JournalError where error.isOfCorruptValue {
      return told(error, today)
    } catch let error as JournalError where error.letsReadersOn {
      // Nothing can be drawn now; the rest of the page is there nevertheless.
      return nil
    }
    let languages = CollectionLanguages(of: try journal.collections.all())
    var content = TextOnPage(
      text: text, language: languages[text.collection], now: today.now, words: today.words
    ).content
    content["from"] = "/#text-of-day"
    content["gist"] = text.body.prefix(Self.longestGist).map { $0.isNewline ? " " : $0 }
      .reduce(into: "") { $0.append($1) }
    return ["text": [content]]
  }

  /// Why the day has no text, with the way to the setting that says of which texts it is.
  private func told(_ error: any Worded, _ today: Today) -> PageContent {
    ["problem": [error.wording.sentence(in: today.words.language)]]
  }
}

extension JournalError {
  fileprivate var isOfCorruptValue: Bool {
    guard case .database(let error) = self else { return false }
    return error.kind == .corrupt
  }

  /// Whether nothing can be written now, and what is there can be read.
  var letsReadersOn: Bool {
    guard case .database(let error) = self else { return false }
    return [.locked, .readOnly, .diskFull].contains(error.kind)
  }
}
