/// A look for photos, by the name that people know it under.
///
/// What it does is in its ``recipe``; ``FilterPass`` does it to a photo's pixels.
package enum Filter: String, CaseIterable, Sendable {
  case normal, nashville, toaster
  case year1977 = "1977"
  case clarendon, chrome, fade, instant, mono, noir, process, tonal, transfer, tone, linear, sepia
  case xray

  /// The name as it is typed and kept.
  package var name: String { rawValue }

  /// - Parameter name: one of those of ``allCases``, in small letters.
  /// - Throws: ``FilterError/unknown(_:nearest:)``.
  package init(named name: String) throws(FilterError) {
    guard let filter = Filter(rawValue: name) else {
      throw .unknown(name, nearest: Self.nearest(to: name))
    }
    self = filter
  }

  /// The filter whose name takes the fewest typing errors to become this one, at most one in two
  /// letters; nil where there is none.
  private static func nearest(to name: String) -> Filter? {
    let typed = Array(name.lowercased().filter { $0.isLetter || $0.isNumber })
    // What is far longer than any name is near none.
    guard 1...32 ~= typed.count else { return nil }
    let ranked = allCases.map { (filter: $0, errors: errors(in: typed, for: Array($0.name))) }
    guard let best = ranked.min(by: { $0.errors < $1.errors }),
      2 * best.errors <= min(typed.count, best.filter.name.count)
    else { return nil }
    return best.filter
  }

  /// How many letters were added, left out or replaced (Levenshtein).
  private static func errors(in word: [Character], for name: [Character]) -> Int {
    var row = Array(0...name.count)
    for (i, letter) in word.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in name.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[name.count]
  }
}

/// Why a filter could not be had.
package enum FilterError: Error, Hashable, Sendable {
  /// None has this name; the one that may have been meant.
  case unknown(String, nearest: Filter?)
}
