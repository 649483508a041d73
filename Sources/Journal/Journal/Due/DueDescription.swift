package import CaptureTime
import People
import Store
import Texts

/// A due item as a JSON object, for the command line and the interface.
package struct DueDescription: Encodable, Sendable {
  /// The day that asks for it.
  let day: String
  /// "birthday", "day" (another one of every year), "person", "morning" or "portion".
  let kind: String
  /// The number and the name of whom it is about; missing of what is about nobody.
  var number: Int64?
  var name: String?
  /// Who is due.
  var person: PersonDescription?
  /// What the day of every year is called; missing of a birthday.
  var title: String?
  /// Which one it is, from 0 on; missing where the year is not known.
  var years: Int?
  var portion: Portion?

  package struct Portion: Encodable, Sendable {
    let plan: String
    /// The plan's day, and the number of the portion on it.
    let day: Int
    let number: Int
    let title: String
    /// The key of its first section; missing where the collection does not have it now.
    let section: String?
  }

  /// - Parameters:
  ///   - item: what is asked for.
  ///   - day: the day that asks for it.
  ///   - today: the day of the moment, from which days are counted.
  package init(_ item: DueItem, on day: CivilDate, today: CivilDate) {
    self.day = day.description
    switch item {
    case .morning: kind = "morning"
    case .portion(let portion, let planDay):
      kind = "portion"
      self.portion = Portion(
        plan: planDay.plan.name.text, day: planDay.day, number: portion.number,
        title: portion.title, section: portion.section?.key)
    case .person(let known):
      kind = "person"
      (number, name) = (known.person.id, known.person.name)
      person = PersonDescription(known, today: today)
    case .yearly(let yearly):
      kind = yearly.name.isEmpty ? "birthday" : "day"
      (number, name) = (yearly.person.id, yearly.person.name)
      (title, years) = (yearly.name.isEmpty ? nil : yearly.name, yearly.years)
    }
  }
}
