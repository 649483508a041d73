package import CaptureTime
import GRDB
import Store

/// A reading plan: portions of one collection for each day.
package struct Plan: Sendable, Hashable {
  package let id: Int64
  package let name: PlanName
  /// The collection's name as names are compared.
  let folded: String
  /// The collection to read; nil while none has its name.
  package let collection: TextCollection?
  /// The name of the file that it was read of; empty where Daystamp made it.
  package let source: String
  /// The number of its last day.
  package let days: Int
  /// In seconds since 1970 in UTC.
  package let added: Int

  /// Plans of an owner: today may ask for portions of all of them.
  package static let limit = 200
  /// Days of a plan: ten years of leap years.
  package static let dayRange = 1...3_660
  /// Portions of a day.
  package static let portionLimit = 100
  /// Portions of all days.
  package static let totalLimit = 20_000
  /// Texts of a collection that a plan may read.
  package static let textLimit = 200_000

  /// The collection's name.
  package var collectionName: String { collection?.name.text ?? folded }
}

/// The name of a plan, as that of a collection.
package typealias PlanName = CollectionName

/// A part of a plan's day: texts or sections from one to another.
package struct PlanPortion: Sendable, Hashable {
  /// Counted from 1 on each day.
  package let number: Int
  /// The keys of the first and the last text or section.
  package let first: String
  package let last: String
  /// As a person reads it, "Exodus 12:21-50"; the keys where the collection does not have them now.
  package let title: String
  /// Its first section; nil if the collection does not have it now.
  package let section: TextSection?
  /// The day on which it was read; nil where it was not.
  package let read: CivilDate?
}

/// A new plan's name and portions, from a file or made by Daystamp.
package struct NewPlan: Sendable {
  package let name: PlanName
  package let source: String
  /// By days, which go up.
  let days: [(number: Int, portions: [PlanSpan])]

  var lastDay: Int { days.last?.number ?? 0 }
}

/// From one place of a collection to another, both included, in the order of its sections.
struct PlanSpan: Sendable, Hashable {
  /// The keys of texts or sections.
  let first: String
  let last: String
  /// The texts, by their places in the collection, counted from 0.
  let texts: Range<Int>
}

/// Why an action on a plan failed.
package enum PlanError: Error, Sendable, Hashable {
  case exists(PlanName)
  /// The owner has as many as there can be.
  case tooMany(limit: Int)
  case unknown(PlanName, known: [PlanName])
  /// None was added.
  case noPlans
  /// These lines of the file are wrong, in their order; of very many the first thousand.
  case file([PlanProblem])
  /// It has no days.
  case empty
  /// More portions than a plan has.
  case tooManyPortions(observed: Int, limit: Int)
  /// More texts than those of a collection that a plan reads.
  case tooManyTexts(CollectionName, observed: Int, limit: Int)
  /// No collection has what the file names first.
  case noCollection(String)
  /// Several have it, and none of them was asked for.
  case severalCollections([CollectionName])
  /// Days that no plan has.
  case days(observed: Int, expected: ClosedRange<Int>)
  /// Fewer sections than days.
  case fewSections(CollectionName, observed: Int, days: Int)
  /// It has not both testaments.
  case noTestaments(CollectionName)
  /// Fewer books than portions a day.
  case fewBooks(CollectionName, observed: Int, expected: Int)
  /// It is followed already, since this day.
  case followed(PlanName, since: CivilDate)
  /// It was followed as often as it can be.
  case tooManyRuns(PlanName, limit: Int)
  /// It is not followed.
  case notFollowed(PlanName)
  /// None is.
  case noneFollowed
  /// Several are, and none of them was asked for.
  case severalFollowed([PlanName])
  /// The plan has no portion of this number on this day.
  case noPortion(Int, day: Int, portions: Int)
  /// The plan has no such day.
  case noDay(Int, days: Int)
  /// Nothing of it is left to read.
  case allRead(PlanName)
  /// The portion was not read.
  case notRead(Int, day: Int)
  /// It begins on this day.
  case notBegun(PlanName, start: CivilDate)
  /// What it reads is not in the collection now.
  case lostCollection(PlanName, collection: String)
}

/// An error in a line of a plan's file.
package struct PlanProblem: Error, Sendable, Hashable {
  /// Counted from 1.
  package let line: Int
  package let reason: Reason

  package enum Reason: Error, Sendable, Hashable {
    /// Not in UTF-8, or with a control character.
    case encoding
    case tooLong(limit: Int)
    /// Not a number, an equals sign and portions.
    case syntax
    case day(observed: Int, expected: ClosedRange<Int>)
    /// The day has a line already.
    case sameDay(Int, line: Int)
    /// The day has no portions.
    case noPortions(Int)
    case tooManyPortions(observed: Int, limit: Int)
    /// The day has the portion already.
    case samePortion(String)
    /// The collection has neither a text nor a section of this key.
    case unknown(String)
    /// The first one is after the last one.
    case backwards(first: String, last: String)
  }
}

extension Plan {
  /// What a query selects for ``init(_:_:)``.
  static let columns = "id, name, collection, source, days, added"

  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder, _ collections: [TextCollection]) throws {
    id = try values.next()
    name = try values.next { CollectionName(stored: $0) }
    let folded = try values.text(ReadingLimits.collectionBytes)
    self.folded = folded
    collection = collections.first { $0.name.folded == folded }
    source = try values.text(ReadingLimits.sourceBytes)
    days = try values.next(in: Self.dayRange)
    added = try values.next(in: DayRule.instants)
  }
}
