package import GRDB
import Store

/// People whom words name as `@Mina`, by name or nickname.
///
/// The longest name counts, in letters of any case, where it does not end within a word. In Hangul a
/// particle may follow it. A name that two people have names nobody.
package struct NamedPeople: Sendable {
  /// The people by their names in small letters; none where several have one.
  private let people: [String: Int64?]
  /// Characters of the longest name.
  private let longest: Int

  /// Signs that are looked at in one text: more than anybody writes.
  private static let mostSigns = 1_000

  init(_ called: [CalledPerson]) {
    var people: [String: Int64?] = [:]
    for person in called where !person.isDeleted {
      for name in Set(person.names.map { $0.lowercased() }) {
        // Two people, or one.
        people.updateValue(people[name] == nil ? person.id : nil, forKey: name)
      }
    }
    self.people = people
    longest = people.keys.map(\.count).max() ?? 0
  }

  /// The numbers of the people whom a text names.
  ///
  /// - Parameter text: in normal form C, without what names nobody, such as code.
  /// - Returns: them, each once.
  /// - Complexity: O(*n*) in its characters.
  package func named(in text: String) -> Set<Int64> {
    guard !people.isEmpty, text.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let letters = text.map { $0 }
    var (found, signs): (Set<Int64>, Int) = ([], 0)
    for (index, letter) in letters.enumerated() where letter == "@" {
      if index > 0, letters[index - 1].isOfWord || "@/".contains(letters[index - 1]) { continue }
      signs += 1
      if signs > Self.mostSigns { break }
      if let person = person(at: letters[(index + 1)...]) { found.insert(person) }
    }
    return found
  }

  /// The person whose name a text begins with.
  private func person(at text: ArraySlice<Character>) -> Int64? {
    let beginning = text.prefix(longest).map { $0.lowercased() }
    for length in stride(from: beginning.count, to: 0, by: -1) {
      guard let person = people[beginning[..<length].joined()],
        Self.isWhole(text.prefix(length), before: text.dropFirst(length))
      else { continue }
      return person
    }
    return nil
  }

  /// Whether a name ends where a word does.
  private static func isWhole(
    _ name: ArraySlice<Character>, before rest: ArraySlice<Character>
  ) -> Bool {
    guard let next = rest.first, next.isOfWord, let last = name.last else { return true }
    if last.isHanOrKana { return true }
    guard last.unicodeScalars.contains(where: \.isHangul) else { return false }
    var particle = String(rest.prefix(while: \.isOfWord).prefix(longestParticle))
    if particle.count == longestParticle { return false }
    if let address = addresses.first(where: particle.hasPrefix) {
      particle.removeFirst(address.count)
    }
    return particle.isEmpty || particles.contains(particle)
  }

  /// What follows the name of whom one speaks of, before any particle.
  private static let addresses = ["씨", "님", "네", "이"]
  private static let particles: Set<String> = [
    "가", "는", "은", "를", "을", "와", "과", "랑", "의", "도", "만", "야", "아", "께", "로", "나", "라",
    "에게", "한테", "하고", "으로", "께서", "처럼", "보다", "까지", "부터", "마저", "조차", "에게서", "한테서",
    "에게는", "한테는", "하고는", "와는", "과는", "랑은", "도요", "만은", "이나",
  ]
  /// One more than the longest address and particle together.
  private static let longestParticle = 5
}

extension Character {
  /// Whether a name before or after it would be within a word.
  fileprivate var isOfWord: Bool { isLetter || isNumber || self == "_" }

  fileprivate var isHanOrKana: Bool {
    unicodeScalars.contains {
      switch $0.value {
      case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF: true
      default: false
      }
    }
  }
}

extension People {
  /// Those of the owner whom words can name.
  package func named(_ db: Database) throws -> NamedPeople { NamedPeople(try called(db)) }
}
