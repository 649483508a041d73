import CaptureTime
import Store
import TestSupport

@testable import Texts

/// A collection of a few books, as those of the Bible are: the chapters have as many verses as said here.
enum SmallBible {
  static let books: [(key: String, title: String, verses: [Int])] = [
    ("Gen", "Genesis", [3, 2, 4]), ("Exod", "Exodus", [2, 5]), ("Matt", "Matthew", [2, 2]),
    ("Jude", "Jude", [3]),
  ]

  static let lines = books.flatMap { book in
    book.verses.enumerated().flatMap { chapter, verses in
      (1...verses).map { verse in
        """
        \(book.key).\(chapter + 1).\(verse),verse \(verse),\(book.key).\(chapter + 1),\
        \(book.title) \(chapter + 1)
        """
      }
    }
  }

  static let file = "key,text,section,section title\n" + lines.joined(separator: "\n")

  static let name = "Bible"

  /// The keys of its verses, in order.
  static let keys = lines.map { String($0.prefix { $0 != "," }) }
}

extension TextsJournal {
  /// A journal with ``SmallBible``.
  init(bible: String) throws {
    try self.init()
    try add(bible, as: SmallBible.name)
  }

  static let rule = DayRule(zone: .utc)
}
