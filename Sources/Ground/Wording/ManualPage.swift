/// A page of `docs`, which comes with the programs as their manual.
package struct ManualPage: Sendable {
  /// The file's name without its ending, such as `sign-in`.
  package let name: String
  /// Markdown.
  package let text: String

  package init(name: String, text: String) {
    (self.name, self.text) = (name, text)
  }

  /// The text of the first heading; the name if the page does not begin with one.
  package var title: String {
    let line = text.prefix { $0 != "\n" }
    return line.hasPrefix("# ") ? String(line.dropFirst(2)) : name
  }

  /// The first line below the title, which says what the page is for; empty if there is none.
  package var purpose: String {
    String(text.drop { $0 != "\n" }.drop { $0 == "\n" }.prefix { $0 != "\n" })
  }
}
