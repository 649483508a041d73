import GRDB
import Store

/// Why a text of a post is none that can be typed: an import would refuse it.
package enum TextFault: Sendable, Hashable {
  case title(TitleError)
  case words(WordsError)
  case caption(CaptionError)
}

extension TextFault {
  /// What is wrong with a title and the words below it.
  static func faults(title: String, words: String) -> [TextFault] {
    var faults: [TextFault] = []
    do throws(TitleError) {
      _ = try Title(title)
    } catch {
      faults.append(.title(error))
    }
    do throws(WordsError) {
      _ = try Words(words)
    } catch {
      faults.append(.words(error))
    }
    return faults
  }

  static func faults(caption: String) -> [TextFault] {
    do throws(CaptionError) {
      _ = try Caption(caption)
      return []
    } catch {
      return [.caption(error)]
    }
  }
}

extension PostProblem {
  /// What is wrong with a post's texts, those that it had before among them, and with its tags.
  static func ofTexts(of post: Post, in journal: OwnerJournal) -> [PostProblem] {
    let faults =
      TextFault.faults(title: post.title, words: post.words)
      + TextFault.faults(caption: post.caption)
    var problems = faults.map { PostProblem.text($0, version: nil) }
    if post.tags.count > TagName.countLimit { problems.append(.tags(observed: post.tags.count)) }
    do {
      let numbers = try journal.read { db in
        try PostRows(of: journal, db).versionNumbers(of: post)
      }
      for number in numbers {
        // One at a time: fifty may be fifty megabytes.
        let found = try journal.read { db in
          try PostRows(of: journal, db).versions(of: post, number: number)
        }
        for version in found {
          problems += TextFault.faults(title: version.title, words: version.words)
            .map { .text($0, version: version.number) }
        }
      }
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      problems.append(.row(failure))
    } catch {
      // What cannot be read now is reported of the post itself.
    }
    return problems
  }
}
