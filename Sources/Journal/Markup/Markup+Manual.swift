extension Markup {
  /// A page of our own manual as HTML: as ``html(firstHeading:photo:)``, but that its headings have names for
  /// addresses, as GitHub gives them, and that links may lead to other pages of the site.
  ///
  /// - Parameter link: where a link leads, as a path from `/` or another address; nil leaves its text.
  /// - Returns: blocks, from `h1` on. Pictures are their texts.
  package func manual(link: (_ address: String) -> String?) -> String {
    var renderer = HTMLRenderer(firstHeading: 1, headingNames: headingNames)
    for event in events {
      guard case .enter(.link(let address, let title)) = event else {
        renderer.render(event) { _ in nil }
        continue
      }
      renderer.render(.enter(.link(address: link(address) ?? "", title: title))) { _ in nil }
    }
    return renderer.html
  }

  /// The texts of the headings in small letters, with hyphens for blanks and nothing for other signs.
  private var headingNames: [String] {
    var (names, isHeading) = ([String](), false)
    for event in events {
      switch event {
      case .enter(.heading): (isHeading, names) = (true, names + [""])
      case .exit(.heading): isHeading = false
      case .leaf(.text(let text)), .leaf(.code(let text)):
        guard isHeading else { continue }
        names[names.count - 1] += text.lowercased().compactMap { letter in
          letter == " "
            ? "-"
            : letter.isLetter || letter.isNumber || "-_".contains(letter)
              ? letter : nil
        }
      default: break
      }
    }
    return names
  }
}
