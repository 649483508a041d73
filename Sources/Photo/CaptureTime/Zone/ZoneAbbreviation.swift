import FoundationEssentials
import FoundationInternationalization

/// The usual letters of a zone's time, such as "KST" or "CEST".
///
/// CLDR gives most of them only in the language of the place ("GMT+9" for Seoul in English), and the
/// zone files that have them need not be installed, so they are listed here.
enum ZoneAbbreviation {
  /// The letters of `zone` while it is `offset` seconds east of UTC; nil where it has none.
  static func text(zone: String, offset: Int) -> String? {
    byZone[zone]?.first { $0.offset == offset }?.letters
  }

  /// The zones that use `abbreviation` at some time of the year, in alphabetical order.
  static func zones(abbreviation: String) -> [String] {
    byZone.filter { $0.value.contains { $0.letters == abbreviation } }.keys.sorted()
  }

  /// What `abbreviation` means in the zones that use it, in seconds east of UTC.
  static func offsets(abbreviation: String) -> Set<Int> {
    Set(byZone.values.joined().lazy.filter { $0.letters == abbreviation }.map(\.offset))
  }

  /// Every zone that has letters.
  static var zones: some Sequence<String> { byZone.keys }

  private typealias Usage = (letters: String, offset: Int)

  private static let byZone: [String: [Usage]] = {
    var byZone: [String: [Usage]] = [:]
    var usages: [Usage] = []
    for line in ZoneAbbreviationTable.text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix(" ") {
        for zone in words { byZone[String(zone)] = usages }
      } else {
        usages = words.compactMap(usage)
      }
    }
    return byZone
  }()

  /// Reads "ACST+9:30" of the table.
  private static func usage(_ word: Substring) -> Usage? {
    guard let sign = word.firstIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
    let parts = word[sign...].dropFirst().split(separator: ":").compactMap { Int($0) }
    guard let hours = parts.first else { return nil }
    let seconds = hours * 3_600 + (parts.count > 1 ? parts[1] * 60 : 0)
    return (String(word[..<sign]), word[sign] == "-" ? -seconds : seconds)
  }
}

/// Time zones that a mistyped name may mean.
enum ZoneSuggestions {
  static let limit = 3

  /// At most three identifiers: those whose abbreviation the name is ("KST"), whose place it names
  /// ("seoul", "New York"), or from which it is at most two slips away ("Asia/Soul").
  static func names(near name: String) -> [String] {
    guard (2...64).contains(name.utf8.count) else { return [] }
    let byLetters = ZoneAbbreviation.zones(abbreviation: name.uppercased())
    let wanted = key(name)
    let wantedPlace = wanted.split(separator: "/").last.map(Array.init) ?? []
    let known = Set(TimeZone.knownTimeZoneIdentifiers).union(ZoneAbbreviation.zones)
    let ranked = known.compactMap { identifier -> (Int, String)? in
      let candidate = key(identifier)
      let place = candidate.split(separator: "/").last.map(Array.init) ?? []
      if candidate == wanted { return (0, identifier) }
      if place == wantedPlace { return (1, identifier) }
      let slips = min(distance(candidate, wanted), distance(place, wantedPlace) + 1)
      return slips <= 2 && slips < wantedPlace.count / 2 + 1 ? (slips + 1, identifier) : nil
    }
    let near = ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
    return Array((byLetters + near.filter { !byLetters.contains($0) }).prefix(limit))
  }

  private static func key(_ name: String) -> [UInt8] {
    name.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0.lowercasedASCII }
  }

  /// Insertions, removals and replacements between two words (Levenshtein); 3 where more than 2.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard abs(left.count - right.count) <= 2 else { return 3 }
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let replaced = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return min(row[right.count], 3)
  }
}

extension [UInt8] {
  fileprivate func split(separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
    split(separator: UInt8(ascii: separator))
  }
}
