import Wording

/// The message that refuses the value of an option or an argument.
///
/// ArgumentParser repeats the value, lists what it takes a line each, and adds the option's help and
/// the command's usage: up to a screen. Here it is one line, perhaps one of help, and where there is more.
enum RefusedValue {
  private static let list = " Please provide one of the following:"

  /// Shortens a message that refuses a value.
  ///
  /// - Parameters:
  ///   - message: ArgumentParser's.
  ///   - values: those of the command line, with what takes them.
  /// - Returns: at most three lines, with the nearest of few values; any other message as it is.
  static func shortened(
    _ message: String, _ values: [(entry: ArgumentTable.Entry, value: String)]
  ) -> String {
    for (entry, value) in values {
      for name in entry.typedNames + [""] {
        let synopsis = [name, entry.valueName.map { "<\($0)>" } ?? ""].filter { !$0.isEmpty }
          .joined(separator: " ")
        let start = "Error: The value '\(value)' is invalid for '\(synopsis)'"
        guard message.hasPrefix(start) else { continue }
        let near = NearestName.of(value, among: entry.valueNames)
        return shortened(
          message, start, value, name.isEmpty ? synopsis : name, nearest: near)
      }
    }
    return message
  }

  private static func shortened(
    _ message: String, _ start: String, _ value: String, _ name: String, nearest: String?
  ) -> String {
    let lines = message.split(separator: "\n").map(String.init)
    let rest = (lines.first ?? "").dropFirst(start.count)
    let choices = lines.filter { $0.hasPrefix("  - ") }.map { $0.dropFirst(4) }
    let help = lines.first { $0.hasPrefix("Help:  ") }
    let more = lines.last { $0.hasPrefix("  See '") }
    var told: [String]
    if rest.hasPrefix(": ") {
      // What the value's own reader says of it, which repeats it.
      let why = rest.dropFirst(2)
      told = ["Error: \(name)" + (why.contains(value) ? "" : " '\(value)'") + ": \(why)"]
    } else if !choices.isEmpty {
      told = ["\(start): give one of \(choices.joined(separator: ", "))."]
    } else {
      told = ["\(start)."] + (help.map { [$0] } ?? [])
    }
    if let nearest { told[0] += " \(Wording.didYouMean(nearest))" }
    return (told + (more.map { [$0] } ?? [])).joined(separator: "\n")
  }
}
