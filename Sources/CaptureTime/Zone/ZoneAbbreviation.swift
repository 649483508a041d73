/// The letters by which a zone's time is known, as "KST" or "CEST".
///
/// CLDR gives most of them only in the language of the place ("GMT+9" for Seoul in English), and the
/// zone files that have them need not be installed, so they are listed here.
enum ZoneAbbreviation {
  /// The letters of `zone` while it is `offset` seconds east of UTC; nil where it has none.
  static func text(zone: String, offset: Int) -> String? {
    byZone[zone]?.first { $0.offset == offset }?.letters
  }

  /// The zones that use `abbreviation` at some time of the year, in the order of the alphabet.
  static func zones(abbreviation: String) -> [String] {
    byZone.filter { $0.value.contains { $0.letters == abbreviation } }.keys.sorted()
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
