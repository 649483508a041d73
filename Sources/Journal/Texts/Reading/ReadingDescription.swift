package import CaptureTime
import Store

/// A section with its reading state as a JSON object.
package struct SectionDescription: Encodable {
  let collection: String
  let key: String
  let title: String
  let texts: Int
  /// The keys of the sections before and after it; missing where there are none.
  let previous: String?
  let next: String?
  /// When it was read last in the round that goes on; missing where it was not.
  let read: Read?

  struct Read: Encodable {
    let day: String
    /// In seconds since 1970 in UTC.
    let moment: Int
  }

  package init(_ section: OpenSection) {
    (collection, texts) = (section.collection.name.text, section.texts)
    (key, title) = (section.section.key, section.section.title)
    (previous, next) = (section.previous?.key, section.next?.key)
    read = section.read.map { Read(day: $0.day.description, moment: $0.moment) }
  }
}

/// The progress in a collection as a JSON object.
package struct ChecklistDescription: Encodable {
  let collection: String
  let round: Int
  let rounds: [Round]
  let read: Int
  let sections: Int
  let percent: Int
  let books: [Book]

  struct Round: Encodable {
    let round: Int
    /// In seconds since 1970 in UTC; missing of the first one before anything was read.
    let begun: Int?
  }

  struct Book: Encodable {
    let key: String
    let title: String
    let read: Int
    let sections: Int
    let percent: Int
    /// The keys of those that were read.
    let readSections: [String]
  }

  package init(_ list: Checklist) {
    (collection, round) = (list.collection.name.text, list.round.number)
    rounds = list.rounds.map { Round(round: $0.number, begun: $0.begun) }
    (read, sections, percent) = (
      list.progress.read, list.progress.count, list.progress.percent
    )
    books = list.books.map { book in
      Book(
        key: book.key, title: book.title, read: book.progress.read,
        sections: book.progress.count, percent: book.progress.percent,
        readSections: book.sections.filter(\.isRead).map(\.section.key))
    }
  }
}

/// A year of reading, as one object of JSON.
package struct ReadingYearDescription: Encodable {
  let year: Int
  /// The days with sections that were read, with their number and its level from 1 to 5.
  let days: [Day]
  let streak: Int
  let pending: Bool
  let longest: Int

  struct Day: Encodable {
    let day: String
    let sections: Int
    let level: Int
  }

  package init(_ year: Int, _ counts: [CivilDate: Int], _ streak: ReadingStreak) {
    self.year = year
    days = counts.sorted { $0.key < $1.key }.map { day, count in
      Day(day: day.description, sections: count, level: ReadingLevel(count).rawValue)
    }
    (self.streak, pending, longest) = (streak.days, streak.isPending, streak.longest)
  }
}

/// A section that was opened on a day, as one object of JSON.
package struct OpenedDescription: Encodable {
  let day: String
  /// In seconds since 1970 in UTC.
  let moment: Int
  let collection: String
  let key: String
  let title: String

  package init(_ opened: OpenedSection) {
    (day, moment, collection) = (opened.day.description, opened.moment, opened.collection)
    (key, title) = (opened.section.key, opened.section.title)
  }
}
