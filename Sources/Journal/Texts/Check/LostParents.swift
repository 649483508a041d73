import CaptureTime
import Foundation
import GRDB
import Hashing
import Store

/// How a salvage makes lost collections, sections, notes, rounds, plans and runs that others refer to.
enum LostParents {
  static let all: [LostParent] = [collection, section] + StoredTable.ofOwners.compactMap(parent)

  private static let collection = LostParent(.collection) { lost in
    let name = name(of: lost)
    return [
      "name": name.text, "folded": name.folded, "licence": "", "language": "", "source": "",
      "format": CollectionFormat.csv.rawValue, "hash": Data(SHA256.hash([UInt8]().span)),
      "added": lost.now, "updated": lost.now,
      "round": 1,
    ]
  }

  /// It is in the collection that its texts are in.
  private static let section = LostParent(.section) { lost in
    var values: [String: any DatabaseValueConvertible] = ["key": lost.name, "title": lost.name]
    values["collection"] = try lost.most("collection", "text", "section")
    return values
  }

  private static func parent(_ table: StoredTable) -> LostParent? {
    values(of: table.name).map { LostParent(table, values: $0) }
  }

  private typealias Values =
    @Sendable (LostParent.Clues) throws -> [String: any DatabaseValueConvertible]

  private static func values(of table: String) -> Values? {
    switch table {
    case "text_note":
      { lost in
        [
          "collection": lost.name, "key": lost.name, "hash": Data(count: 16), "words": "",
          "made": Int.fromDatabaseValue(lost.known["written"] ?? .null) ?? lost.now,
          "written": lost.now,
        ]
      }
    case "reading_round":
      { lost in ["collection": lost.name, "number": 1, "begun": lost.now] }
    case "plan":
      { lost in
        let name = name(of: lost)
        let days = try lost.most("day", "plan_portion", "plan") ?? 1
        return [
          "name": name.text, "folded": name.folded, "collection": lost.name, "source": "",
          "days": min(max(days, Plan.dayRange.lowerBound), Plan.dayRange.upperBound),
          "added": lost.now,
        ]
      }
    case "plan_run":
      { lost in
        [
          "pace": PlanPace.own.rawValue, "begun": lost.now,
          "start": CivilDate(daysSinceEpoch: lost.now / 86_400).description, "first_day": 1,
          "stopped": lost.now,
        ]
      }
    default: nil
    }
  }

  /// The name as names are compared, where an index has it.
  private static func name(of lost: LostParent.Clues) -> (text: String, folded: String) {
    let folded = String.fromDatabaseValue(lost.known["folded"] ?? .null)
    let name = folded ?? lost.name
    return (name, SearchText.folded(name))
  }
}
