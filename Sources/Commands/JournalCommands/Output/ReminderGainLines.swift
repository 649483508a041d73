import Shell
import Wording

/// What an import says of reminders.
struct ReminderGainLines {
  /// Lines on standard error.
  let people: [String]
  /// A line on standard output; nil where nothing came.
  let json: String?

  private struct JSON: Encodable {
    let reminders: Gain

    struct Gain: Encodable { let reminders: Int }
  }

  /// - Parameters:
  ///   - count: how many rules came, or would come.
  ///   - isDryRun: whether nothing was written.
  init(_ count: Int, isDryRun: Bool) {
    guard count > 0 else {
      (people, json) = ([], nil)
      return
    }
    people = ["\(isDryRun ? "Would take" : "Took") \(Wording.counted(count, "reminder"))."]
    json = JSON(reminders: .init(reminders: count)).jsonLine()
  }
}
