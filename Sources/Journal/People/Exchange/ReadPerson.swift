package import CaptureTime
package import Store

/// A person in a file.
package struct ReadPerson: Sendable, Hashable {
  /// The person's first line in the file; nil in JSON.
  package let line: Int?
  /// Identifies the person in later imports; nil if the file has none.
  package var uid: String?
  package var said: SaidOfPerson
  package var isArchived = false
  package var contacts: [ReadContact] = []
  package var leftOut = LeftOutList()
}

/// A contact in a file.
package struct ReadContact: Sendable, Hashable {
  package let day: CivilDate
  package let facts: ContactFacts
}

/// A file's details of a person; nil and empty for missing ones.
package struct SaidOfPerson: Sendable, Hashable {
  package var name: PersonName
  package var nickname: PersonName?
  package var cadence: Cadence?
  package var start: CivilDate?
  package var birthday: YearlyDate?
  package var days: [PersonDay] = []
  package var phone: PersonLine?
  package var email: PersonLine?
  package var reminder: TimeOfDay?
  package var note: Words?
  package var categories: [PersonName] = []

  init(_ name: PersonName) { self.name = name }

  /// The facts of a new person.
  ///
  /// - Parameters:
  ///   - cadence: where the file says none.
  ///   - start: the same.
  /// - Returns: the facts.
  package func facts(cadence: Cadence, start: CivilDate) -> PersonFacts {
    var facts = PersonFacts(name, cadence: cadence, start: start)
    change(&facts)
    return facts
  }

  /// Applies these details to existing ones; all else stays.
  package func change(_ facts: inout PersonFacts) {
    facts.name = name
    facts.nickname = nickname ?? facts.nickname
    facts.cadence = cadence ?? facts.cadence
    facts.start = start ?? facts.start
    facts.birthday = birthday ?? facts.birthday
    facts.phone = phone ?? facts.phone
    facts.email = email ?? facts.email
    facts.reminder = reminder ?? facts.reminder
    facts.note = note ?? facts.note
    if !categories.isEmpty { facts.categories = categories }
    let names = Set(days.map(\.name))
    let all = facts.days.filter { !names.contains($0.name) } + days
    facts.days = all.prefix(PersonFacts.dayLimit).sorted { $0.name.text < $1.name.text }
  }

  /// Adds a day unless there is one of that name, or there are as many as may be.
  mutating func add(_ day: PersonDay) throws(LeftOut.Reason) {
    if days.contains(where: { $0.name == day.name }) { throw .oneOnly }
    if days.count >= PersonFacts.dayLimit { throw .tooMany(limit: PersonFacts.dayLimit) }
    days.append(day)
  }

  /// Adds a category unless it is there; one that is empty says nothing.
  mutating func add(category text: String) throws(LeftOut.Reason) {
    if text.kept.isEmpty { return }
    let name = try PersonName(read: text)
    if categories.contains(name) { return }
    let room = PersonFacts.room(for: categories + [name])
    if categories.count >= room { throw .tooMany(limit: room) }
    categories.append(name)
  }
}

extension PersonName {
  /// A whole name made of its parts, as its script writes it: family name first and without a blank
  /// where it is in Hangul, Han or kana.
  static func joined(
    family: String, given: String, before: [String] = [], between: [String] = [],
    after: [String] = []
  ) -> String {
    let (family, given) = (family.kept, given.kept)
    let all = (before + between + after).map(\.kept).filter { !$0.isEmpty }
    if all.isEmpty, !family.isEmpty, !given.isEmpty,
      (family + given).unicodeScalars.allSatisfy(\.isOfEastAsia)
    {
      return family + given
    }
    return (before + [given] + between + [family] + after).map(\.kept).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// Whether it is a syllable of Hangul, a Han character or kana.
  fileprivate var isOfEastAsia: Bool {
    switch value {
    case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFF: true
    default: false
    }
  }
}

/// Values of a file, with the reason if a journal cannot hold them.
extension PersonName {
  init(read text: String) throws(LeftOut.Reason) {
    do throws(NameError) { self = try PersonName(text) } catch { throw .name(error) }
  }
}

extension PersonLine {
  init(read text: String) throws(LeftOut.Reason) {
    do throws(NameError) { self = try PersonLine(text) } catch { throw .name(error) }
  }
}

extension Words {
  init(read text: String) throws(LeftOut.Reason) {
    do throws(WordsError) { self = try Words(text) } catch { throw .words(error) }
  }
}

extension Cadence {
  init(read days: Int) throws(LeftOut.Reason) {
    do throws(PersonError) { self = try Cadence(days: days) } catch { throw .cadence(error) }
  }
}

extension YearlyDate {
  static func read(month: Int, day: Int, year: Int?) throws(LeftOut.Reason) -> YearlyDate {
    do throws(YearlyDateError) {
      return try YearlyDate(month: month, day: day, year: year)
    } catch {
      throw .date(error)
    }
  }
}
