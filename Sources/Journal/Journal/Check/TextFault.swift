import GRDB
import Stamping
package import Store

/// Why nobody could have typed a text of a post: an import would refuse it.
package enum TextFault: Sendable, Hashable {
  case title(TitleError)
  case words(WordsError)
  case caption(CaptionError)
  /// It has bytes that are no UTF-8, which whoever reads it sees other characters for.
  case encoding(Field)

  package enum Field: String, Sendable {
    case title, words
  }
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

  /// Texts of which not all is read, or something else than what is there.
  ///
  /// - Parameters:
  ///   - title: as it was read.
  ///   - words: as they were read.
  ///   - states: how that compares to the database.
  /// - Returns: what is cut off or other; none of most texts.
  fileprivate static func cut(
    title: String, words: String, states: (title: StoredText, words: StoredText)?
  ) -> [TextFault] {
    guard let states else { return [] }
    var faults: [TextFault] = []
    switch states.title {
    case .asRead: break
    case .longer: faults.append(.title(.notAllowed("\0", offset: title.count)))
    case .other: faults.append(.encoding(.title))
    }
    switch states.words {
    case .asRead: break
    case .longer: faults.append(.words(.controlCharacter("\0", offset: words.count)))
    case .other: faults.append(.encoding(.words))
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
  /// What is wrong with a post's texts, those that it had before among them, with its tags and with what
  /// else an import would refuse.
  static func ofRows(of post: Post, in journal: OwnerJournal) -> [PostProblem] {
    var problems: [PostProblem] = []
    func add(_ faults: [TextFault], version: Int? = nil) {
      problems += faults.map { .text($0, version: version) }
    }
    add(TextFault.faults(title: post.title, words: post.words))
    for photo in post.photos { add(TextFault.faults(caption: photo.caption)) }
    if post.tags.count > TagName.countLimit { problems.append(.tags(observed: post.tags.count)) }
    do {
      let (states, foreignTags, hasForeignPhoto, versions, looks, numbers) = try journal.read {
        db in
        let rows = PostRows(of: journal, db)
        return (
          try rows.states(
            title: post.title, words: post.words, "post WHERE id = ?", [post.id]),
          try rows.foreignTags(of: post), try rows.hasForeignPhoto(post.number),
          try rows.versionCount(of: post),
          try post.photos.map { try rows.look($0.look) }, try rows.versionNumbers(of: post)
        )
      }
      add(TextFault.cut(title: post.title, words: post.words, states: states))
      if !foreignTags.isEmpty { problems.append(.foreignTags(foreignTags)) }
      if hasForeignPhoto { problems.append(.foreignPhoto) }
      if versions > PostVersion.limit {
        problems.append(.versions(observed: versions))
      }
      problems += refusal(of: post, looks)
      for number in numbers {
        // One at a time: fifty may be fifty megabytes.
        let (found, states) = try journal.read { db in
          let rows = PostRows(of: journal, db)
          let found = try rows.versions(of: post, number: number)
          return (
            found,
            try found.first.flatMap { version in
              try rows.states(
                title: version.title, words: version.words,
                "post_version WHERE post = ? AND number = ?", [post.id, number])
            }
          )
        }
        for version in found {
          let (title, words) = (version.title, version.words)
          add(TextFault.faults(title: title, words: words), version: number)
          add(TextFault.cut(title: title, words: words, states: states), version: number)
        }
      }
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      problems.append(.row(failure))
    } catch {
      // What cannot be read now is reported of the post itself.
    }
    return problems
  }

  /// Why an import would refuse the post, where no other problem says it; at most one reason.
  private static func refusal(of post: Post, _ looks: [LabelLook]) -> [PostProblem] {
    do {
      _ = try ImportedPost(ExportedPost(post, looks: looks))
      return []
    } catch {
      return switch error {
      case .value(.title, _), .value(.words, _), .value(.caption, _), .value(.tags, _): []
      case .otherDay where !post.time.isPossible: []
      default: [.value(error)]
      }
    }
  }
}

extension PostRows {
  /// The tags of other owners that a post has.
  fileprivate func foreignTags(of post: Post) throws -> [String] {
    try db.values(
      String.self,
      cached: """
        SELECT tag.name FROM post_tag JOIN tag ON tag.id = post_tag.tag
        WHERE post_tag.post = ? AND tag.owner <> ? ORDER BY tag.folded
        """, arguments: [post.id, owner])
  }

  /// How many versions of its words a post has.
  fileprivate func versionCount(of post: Post) throws -> Int {
    try db.value(
      Int.self, cached: "SELECT count(*) FROM post_version WHERE post = ?", arguments: [post.id])
      ?? 0
  }

  /// How a title and words in the database compare to what was read of them; nil where the row is gone.
  fileprivate func states(
    title: String, words: String, _ source: String, _ arguments: StatementArguments
  ) throws -> (title: StoredText, words: StoredText)? {
    let row = try db.row(
      cached: """
        SELECT length(CAST(title AS BLOB)), length(CAST(words AS BLOB)),
          CAST(title AS BLOB) = CAST(? AS BLOB), CAST(words AS BLOB) = CAST(? AS BLOB)
        FROM \(source)
        """, arguments: [title, words] + arguments)
    return try row.map { row in
      var values = RowDecoder(row)
      let sizes = (title: try values.next(Int.self), words: try values.next(Int.self))
      return (
        StoredText(isSame: try values.next(Int.self) == 1, size: sizes.title, read: title),
        StoredText(isSame: try values.next(Int.self) == 1, size: sizes.words, read: words)
      )
    }
  }
}

/// How a text in the database compares to the text read from it.
private enum StoredText {
  case asRead
  /// What was read ends at a NUL.
  case longer
  /// Bytes that are no UTF-8 were read as other characters, which are never fewer bytes.
  case other

  init(isSame: Bool, size: Int, read text: String) {
    self = isSame ? .asRead : size > text.utf8.count ? .longer : .other
  }
}
