package import GRDB
import Store

/// The people that words can name as `@Mina`, by name or nickname.
///
/// The longest name counts, in letters of any case, where it does not end within a word. In Hangul a
/// particle may follow it. A name that two people have names nobody.
package struct NamedPeople: Sendable {
  /// The people by the first letter of a name, in small letters.
  private let people: [String: [(name: String, person: Int64)]]

  /// Signs that are looked at in one text: more than anybody writes.
  private static let mostSigns = 1_000

  init(_ called: [CalledPerson]) {
    var people: [String: [(name: String, person: Int64)]] = [:]
    for person in called where !person.isDeleted {
      for name in Set(person.names.map { $0.lowercased() }) {
        if let first = name.first { people[String(first), default: []].append((name, person.id)) }
      }
    }
    self.people = people
  }

  /// The numbers of the people named in a text.
  ///
  /// - Parameter text: in normal form C, without what names nobody, such as code.
  /// - Returns: them, each once.
  /// - Complexity: O(*n*) in its characters, and in those of the names that begin as what follows a sign.
  package func named(in text: String) -> Set<Int64> { Set(places(in: text).map(\.person)) }

  /// Where a text names people, each with the sign before it, in order. Parameters and complexity
  /// as in ``named(in:)``.
  package func places(in text: String) -> [(range: Range<String.Index>, person: Int64)] {
    guard !people.isEmpty, text.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let (letters, indices) = (text.map { $0 }, Array(text.indices) + [text.endIndex])
    var (signs, names): (Int, [String: Beginning]) = (0, [:])
    var found: [(range: Range<String.Index>, person: Int64)] = []
    for (index, letter) in letters.enumerated() where letter == "@" {
      if index > 0, letters[index - 1].isOfWord || "@/".contains(letters[index - 1]) { continue }
      signs += 1
      if signs > Self.mostSigns { break }
      guard let first = letters[(index + 1)...].first?.lowercased(), let meant = people[first]
      else { continue }
      let beginning = names[first] ?? Beginning(of: meant)
      names[first] = beginning
      if let (person, end) = beginning.person(at: letters[(index + 1)...]) {
        found.append((indices[index]..<indices[end], person))
      }
    }
    return found
  }

  /// A tree of the letters of names: finding the longest name in a text takes one step per letter.
  private final class Beginning {
    private var further: [String: Beginning] = [:]
    /// Whose name this is; several people's is nobody's.
    private var people: Set<Int64> = []

    private init() {}

    init(of names: [(name: String, person: Int64)]) {
      for (name, person) in names {
        var end = self
        for letter in name.map(String.init) {
          let next = end.further[letter] ?? Beginning()
          end.further[letter] = next
          end = next
        }
        end.people.insert(person)
      }
    }

    /// The person whose name a text begins with, and where that ends.
    func person(at text: ArraySlice<Character>) -> (person: Int64, end: Int)? {
      var (place, found): (Beginning, (Int64, Int)?) = (self, nil)
      for index in text.indices {
        guard let next = place.further[text[index].lowercased()] else { break }
        place = next
        let name = text[...index]
        if !next.people.isEmpty, NamedPeople.isWhole(name, before: text[(index + 1)...]) {
          found = next.people.count == 1 ? next.people.first.map { ($0, index + 1) } : nil
        }
      }
      return found
    }
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
  /// The owner's people that words can name.
  package func named(_ db: Database) throws -> NamedPeople { NamedPeople(try called(db)) }

  /// As ``named(_:)``, in a transaction of its own.
  package func named() throws -> NamedPeople { try journal.read { db in try named(db) } }
}
