import Files
import Shell
import Wording

/// What an import says of things that it only counts: reminders, templates.
struct CountGainLines {
  /// Lines on standard error.
  let people: [String]
  /// A line on standard output; nil where nothing came.
  let json: String?

  /// - Parameters:
  ///   - count: how many came, or would come.
  ///   - noun: what one of them is called, which takes an "s" for several.
  ///   - notTaken: names of those that differ from the journal's own of that name.
  ///   - isDryRun: whether nothing was written.
  init(_ count: Int, of noun: String, notTaken: [String] = [], isDryRun: Bool) {
    var lines = notTaken.map {
      "The \(noun) “\(Wording.escaped($0))” differs from yours, which stays as it is."
    }
    if count > 0 {
      lines.append("\(isDryRun ? "Would import" : "Imported") \(Wording.counted(count, noun)).")
    }
    people = lines
    let counts = Counts(count: count, notTaken: notTaken.isEmpty ? nil : notTaken, noun: noun)
    json = lines.isEmpty ? nil : ["\(noun)s": counts].jsonLine()
  }

  private struct Counts: Encodable {
    let count: Int
    let notTaken: [String]?
    let noun: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(count, forKey: AnyKey(stringValue: "\(noun)s"))
      try container.encodeIfPresent(notTaken, forKey: AnyKey(stringValue: "notTaken"))
    }
  }
}
