import Shell
import Wording

/// What an import says of templates.
struct TemplateGainLines {
  /// Lines on standard error.
  let people: [String]
  /// A line on standard output; nil where nothing came.
  let json: String?

  private struct JSON: Encodable {
    let templates: Gain

    struct Gain: Encodable { let templates: Int }
  }

  /// - Parameters:
  ///   - count: how many came, or would come.
  ///   - isDryRun: whether nothing was written.
  init(_ count: Int, isDryRun: Bool) {
    guard count > 0 else {
      (people, json) = ([], nil)
      return
    }
    people = ["\(isDryRun ? "Would take" : "Took") \(Wording.counted(count, "template"))."]
    json = JSON(templates: .init(templates: count)).jsonLine()
  }
}
