extension String {
  /// Adds what a source says beside its words, as place and weather, as one last line in italics.
  ///
  /// - Parameter fields: plain texts; empty ones are passed over.
  package mutating func addFieldLine(_ fields: [String]) {
    let line = fields.map { $0.withSingleBlanks }.filter { !$0.isEmpty }.joined(separator: ", ")
    guard !line.isEmpty else { return }
    if !isEmpty { self += "\n\n" }
    self += "*\(line.escapedInline)*"
  }

  /// The text with what Markdown takes as marks within a line escaped.
  package var escapedInline: String {
    var escaped = ""
    for letter in self {
      if "\\`*_[]<>&~|".contains(letter) { escaped.append("\\") }
      escaped.append(letter)
    }
    return escaped
  }

  /// The text with a blank for all white space between words, and none at its ends.
  package var withSingleBlanks: String {
    split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
  }
}
