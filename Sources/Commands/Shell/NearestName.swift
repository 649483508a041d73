/// Finds the name that somebody meant who typed another.
package enum NearestName {
  /// What other programs call a thing that has another name here, or others in different commands.
  private static let habits: [String: [String]] = [
    "ls": ["list"], "dir": ["list"], "log": ["list"], "find": ["list"], "search": ["list"],
    "today": ["day", "list"], "rm": ["delete", "remove"], "del": ["delete", "remove"],
    "remove": ["delete"], "delete": ["remove"], "purge": ["empty"], "cat": ["show"],
    "view": ["show", "open"], "add": ["post"], "new": ["post", "add"],
    "undelete": ["restore", "trash"], "restore": ["trash"], "exif": ["info"],
    "settings": ["config"], "unset": ["reset"], "pin": ["lock"], "passwd": ["lock", "change"],
    "fsck": ["check"], "statistics": ["stats"], "memory": ["memories"], "mv": ["rename"],
    "man": ["help"],
    "limit": ["last"], "number": ["last"], "count": ["last"], "n": ["dry-run", "last"],
    "simulate": ["dry-run"], "threads": ["jobs"], "workers": ["jobs"], "p": ["jobs"],
    "overwrite": ["force"], "replace": ["in-place"], "overwrite_original": ["in-place"],
    "output-dir": ["output"], "outdir": ["output"], "silent": ["quiet"], "user": ["owner"],
    "lang": ["locale"], "language": ["locale"], "font-size": ["size"], "tz": ["time-zone"],
    "date": ["time"], "datetime": ["time"], "where": ["position"], "m": ["caption"],
    "message": ["caption"], "title": ["caption"], "starred": ["star"], "unstar": ["no-star"],
    "since": ["from"], "after": ["from"], "until": ["to"], "before": ["to"], "grep": ["search"],
    "fix": ["repair"], "y": ["yes"],
  ]

  /// The name for what other programs call so; nil where there is none.
  static func usual(_ word: String, among names: [String]) -> String? {
    let usual = habits[String(letters(word))] ?? []
    return usual.lazy.compactMap { name in names.first { String(letters($0)) == name } }.first
  }

  /// The name nearest to a word: the same in other letters' case, one that a few typing errors make
  /// the word of, one that other programs call so, or one that the word abbreviates.
  ///
  /// - Parameters:
  ///   - word: the typed word; dashes before it, and before names, do not count.
  ///   - names: those that there are; of equals the first is taken.
  ///   - allowsAbbreviations: false where only typing errors are looked for.
  /// - Returns: one of the names, or nil where none is near.
  package static func of(
    _ word: String, among names: [String], allowsAbbreviations: Bool = true
  ) -> String? {
    let typed = letters(word)
    // What is far longer than any name is near none.
    guard 1...100 ~= typed.count else { return nil }
    let ranked = names.map { ($0, distance(typed, letters($0))) }.min { $0.1 < $1.1 }
    if let ranked, ranked.1 == 0 { return ranked.0 }
    if allowsAbbreviations, let name = usual(word, among: names) { return name }
    if let ranked, ranked.1 <= limit(min(typed.count, letters(ranked.0).count)) { return ranked.0 }
    guard allowsAbbreviations else { return nil }
    guard typed.count > 1 else { return nil }
    return names.filter { abbreviates(typed, letters($0)) }.min { $0.count < $1.count }
  }

  /// The name that somebody meant who made one typing error in one of its long words, for a text that
  /// may well be meant as it is. Short words have too many neighbours, and a plural is a word.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - names: those that there are; the first that matches is taken.
  ///   - others: words in small letters that are near a name, and mean something else.
  /// - Returns: one of the names, or nil where none was surely meant.
  package static func surely(
    _ text: String, among names: [String], except others: Set<String>
  ) -> String? {
    func words(_ text: String) -> [String] {
      text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }
    let typed = words(text)
    return names.first { name in
      let meant = words(name)
      guard meant.count == typed.count else { return false }
      let wrong = zip(typed, meant).filter { $0 != $1 }
      guard let (word, name) = wrong.first, wrong.count == 1 else { return false }
      return name.count >= sureLength && abs(word.count - name.count) <= 1 && word != name + "s"
        && !others.contains(word) && distance(Array(word), Array(name)) == 1
    }
  }

  /// The fewest letters of a word that is still clear with one wrong letter.
  private static let sureLength = 5

  private static func letters(_ name: String) -> [Character] {
    Array(name.drop { $0 == "-" }.lowercased())
  }

  /// The most typing errors in a word of this many letters.
  private static func limit(_ count: Int) -> Int {
    switch count {
    case ...1: 0
    case 2...4: 1
    case 5...7: 2
    default: 3
    }
  }

  /// Whether all letters of the word are in the name, in this order, and both begin with the same.
  private static func abbreviates(_ word: [Character], _ name: [Character]) -> Bool {
    guard word.first == name.first else { return false }
    var rest = name[...]
    return word.allSatisfy { letter in
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  /// How many letters have to be added, left out, replaced or swapped with their neighbour (the
  /// optimal string alignment distance).
  private static func distance(_ word: [Character], _ name: [Character]) -> Int {
    var (before, last) = ([Int](), Array(0...name.count))
    for i in word.indices {
      var row = [i + 1]
      for j in name.indices {
        let isSame = word[i] == name[j]
        var least = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, word[i] == name[j - 1], word[i - 1] == name[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[name.count]
  }
}
