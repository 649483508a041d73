import People
import Shell
import SystemPackage
import Wording

/// What is said of people that come and go as vCards.
extension Wording {
  static let nobodyToExport = "There are no people to export."

  static func exportedPeople(_ count: Int, to path: FilePath) -> String {
    "Exported \(counted(count, "person", "people")) to \(name(path))."
  }

  static func moreCards(_ count: Int, of path: FilePath) -> String {
    "\(name(path)): \(counted(count, "more card")) without a person"
  }

  /// Who was left, and why.
  static func left(_ outcome: PersonOutcome) -> String {
    let who = who(outcome)
    let number = outcome.number.map { " (\($0))" } ?? ""
    return outcome.kind == .deleted
      ? "\(who): deleted here\(number), and stays deleted"
      : "\(who): somebody here has that name\(number); --again adds both"
  }

  /// Who came, or was here.
  static func taken(_ outcome: PersonOutcome, _ isDryRun: Bool) -> String {
    let contacts = outcome.contacts > 0 ? ", with \(counted(outcome.contacts, "contact"))" : ""
    let number = outcome.number.map { " (\($0))" } ?? ""
    let what =
      switch outcome.kind {
      case .added: isDryRun ? "would be added" : "added"
      case .updated: isDryRun ? "would be changed" : "changed"
      case .here, .twin, .deleted: "already exists"
      }
    return "\(who(outcome)): \(what)\(number)\(contacts)"
  }

  static func leftOut(_ left: LeftOut) -> String { "  left out: \(left.wording.commandLine)" }

  static func moreLeftOut(_ list: LeftOutList) -> String {
    "  left out: \(counted(list.more, "other line"))"
  }

  /// What is left out of a person, in short.
  static func lacking(_ outcome: PersonOutcome) -> String {
    "\(who(outcome)): left out \(short(outcome.leftOut))"
  }

  static func lacking(_ list: LeftOutList, of path: FilePath) -> String {
    "\(name(path)): left out \(short(list))"
  }

  static func moreLacking(_ count: Int) -> String {
    "\(counted(count, "more person has", "more people have")) details left out; --verbose "
      + "lists all."
  }

  /// The summary of an import.
  static func imported(_ result: ImportedPeople, isDryRun: Bool) -> String {
    let added = result.count(.added)
    let contacts = result.outcomes.reduce(0) { $0 + $1.contacts }
    let with = contacts > 0 ? " with \(counted(contacts, "contact"))" : ""
    let parts = [
      (result.count(.updated), "changed"), (result.count(.here), "here already"),
      (result.count(.twin), "skipped with somebody's name"),
      (result.count(.deleted), "deleted here"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let rest = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return
      "\(isDryRun ? "Would import" : "Imported") \(counted(added, "person", "people"))\(with)\(rest)."
  }

  private static func who(_ outcome: PersonOutcome) -> String {
    let name = escaped(outcome.name.text)
    return outcome.line.map { "line \($0): \(name)" } ?? name
  }

  /// What is left out, each with its number where there are several.
  private static func short(_ list: LeftOutList) -> String {
    var counts: [(what: String, count: Int)] = []
    for left in list.entries {
      let what = left.what.isEmpty ? "faulty lines" : escaped(left.what)
      if let index = counts.firstIndex(where: { $0.what == what }) {
        counts[index].count += left.count
      } else {
        counts.append((what, left.count))
      }
    }
    let texts = counts.map { $0.count > 1 ? "\($0.count) \($0.what)" : $0.what }
    return (texts + (list.more > 0 ? ["\(list.more) more"] : [])).joined(separator: ", ")
  }
}
