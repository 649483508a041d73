import GRDB

/// The keys that a page of a b-tree can have: those after one and up to another, as the pages above it say.
struct KeyRange {
  private var first: [DatabaseValue]?
  private var last: [DatabaseValue]?

  /// All keys.
  init() {}

  func upTo(_ key: [DatabaseValue]) -> KeyRange {
    var range = self
    range.last = key
    return range
  }

  func after(_ key: [DatabaseValue]) -> KeyRange {
    var range = self
    range.first = key
    return range
  }

  func holds(_ key: [DatabaseValue]) -> Bool {
    first.map { Self.isBefore($0, key) } ?? true && last.map { !Self.isBefore($0, key) } ?? true
  }

  /// Whether at least half of the cells of a page are in it; true where there are none.
  func holdMost(of cells: [StoredCell]) -> Bool {
    cells.count { holds($0.key) } * 2 >= cells.count
  }

  /// Whether all cells of a page are in it and in order.
  func hold(inOrder cells: [StoredCell]) -> Bool {
    cells.allSatisfy { holds($0.key) }
      && zip(cells, cells.dropFirst()).allSatisfy { Self.isBefore($0.key, $1.key) }
  }

  private static func isBefore(_ one: [DatabaseValue], _ other: [DatabaseValue]) -> Bool {
    for (one, other) in zip(one, other) {
      if one.storage.isBefore(other.storage) { return true }
      if other.storage.isBefore(one.storage) { return false }
    }
    return one.count < other.count
  }
}

extension DatabaseValue.Storage {
  /// As SQLite orders values without a collation (SQLite, "Datatypes", section 4.1).
  fileprivate func isBefore(_ other: Self) -> Bool {
    switch (self, other) {
    case (.int64(let one), .int64(let other)): one < other
    case (.string(let one), .string(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.blob(let one), .blob(let other)): one.lexicographicallyPrecedes(other)
    default: rank < other.rank
    }
  }

  /// Where values of its type come among all.
  private var rank: Int {
    switch self {
    case .null: 0
    case .int64, .double: 1
    case .string: 2
    case .blob: 3
    }
  }
}
