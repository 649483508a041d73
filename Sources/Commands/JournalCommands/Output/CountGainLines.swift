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
  ///   - isDryRun: whether nothing was written.
  init(_ count: Int, of noun: String, isDryRun: Bool) {
    guard count > 0 else {
      (people, json) = ([], nil)
      return
    }
    people = ["\(isDryRun ? "Would import" : "Imported") \(Wording.counted(count, noun))."]
    json = ["\(noun)s": ["\(noun)s": count]].jsonLine()
  }
}
