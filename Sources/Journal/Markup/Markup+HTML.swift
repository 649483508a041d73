import Wording

extension Markup {
  /// A photo of the owner's own that words show.
  package struct Photo: Sendable, Hashable {
    /// The address that the page loads it from.
    package let address: String
    /// The alternative text if the words give none: the caption, for example.
    package let alternative: String
    /// The text below it; may be empty.
    package var line = ""
    /// The page with the large photo; nil for no link.
    package var page: String?
    /// The address of the video to play in its place; nil for a photo.
    package var video: String?

    package init(address: String, alternative: String) {
      (self.address, self.alternative) = (address, alternative)
    }

    /// A photo that is not shown now; only its text in the words remains, which may be empty.
    package static let hidden = Photo(address: "", alternative: "")
  }

  /// The words as HTML for a page, which needs no further cleaning.
  ///
  /// It is what libcmark-gfm makes in its safe mode, raw HTML left out, but for this:
  /// - links lead to `http:`, `https:`, `mailto:` and places of the same page alone; others are their
  ///   texts;
  /// - nothing is loaded from elsewhere: an image with an address of the web is a link to it, one of the
  ///   form `post:12` the photo that `photo` has for the number, and any other its text;
  /// - headings begin at the level `firstHeading` and go down one level at a time, whatever levels were
  ///   typed, as an outline has it; none goes beyond 6;
  /// - a task begins with ☐ or ☑, and its item has the class `task`; where there is a form for them, that is
  ///   a button of the form, by which the task is done or not, with what it says as its name;
  /// - a person who is named is a link;
  /// - a photo leads to its own page, and a video is played, but within a link;
  /// - a cell has its alignment as `data-align`, and code no class.
  ///
  /// - Parameters:
  ///   - firstHeading: 1 to 6.
  ///   - tasks: the id of the form that takes ticks; its buttons have the name `tick`, and say the task and
  ///     whether it is to be done: `2 1`.
  ///   - people: finds the people whom a text names, in order, with the addresses of their pages.
  ///   - photo: the photo of a post's number; nil where the owner has none, which leaves its text.
  /// - Returns: blocks, each with a line end.
  package func html(
    firstHeading: Int = 3, tasks: String? = nil,
    people: (String) -> [(range: Range<String.Index>, address: String)] = { _ in [] },
    photo: (PhotoReference) -> Photo?
  ) -> String {
    var renderer = HTMLRenderer(firstHeading: firstHeading)
    for (index, event) in events.enumerated() {
      if let tasks, case .enter(.item(let isDone?)) = event {
        renderer.enterTask(isDone, text(ofTask: index), in: tasks)
      } else if case .leaf(.text(let text)) = event, renderer.mayLink {
        renderer.render(text, people(text))
      } else {
        renderer.render(event, photo)
      }
    }
    return renderer.html
  }

  /// Whether the words have tasks.
  package var hasTasks: Bool {
    events.contains { if case .enter(.item(.some)) = $0 { true } else { false } }
  }
}

struct HTMLRenderer {
  let firstHeading: Int
  private(set) var html = ""
  /// Of a page of our own: what its headings are called in addresses, the last one first. Such a page may
  /// lead to other pages of the site.
  private var headingNames: [String]?
  /// Tables of such a page so far. Each is a region, so that one that is too wide scrolls by keys, too.
  private var tables = 0
  /// The ends of the links that are open: none of a link that is not shown.
  private var linkEnds: [String] = []
  /// The image whose text is being collected, and how many images are open in each other.
  private var image: (address: String, title: String, text: String)?
  private var images = 0
  private var isInBody = false
  /// How many tasks were begun.
  private var tasks = 0
  /// The levels, as typed, of the headings that the present place is below.
  private var outline: [Int] = []

  init(firstHeading: Int, headingNames: [String]? = nil) {
    (self.firstHeading, self.headingNames) = (firstHeading, headingNames.map { $0.reversed() })
  }

  mutating func render(_ event: MarkupEvent, _ photo: (Markup.PhotoReference) -> Markup.Photo?) {
    if image != nil { return collect(event, photo) }
    switch event {
    case .enter(let element): enter(element)
    case .exit(let element): exit(element)
    case .leaf(let leaf): render(leaf)
    }
  }

  /// Whether a link may begin here.
  var mayLink: Bool { linkEnds.isEmpty && image == nil }

  /// Adds a text in which people are links to their pages.
  mutating func render(
    _ text: String, _ people: [(range: Range<String.Index>, address: String)]
  ) {
    var end = text.startIndex
    for (range, address) in people {
      html += String(text[end..<range.lowerBound]).escaped
      html += "<a class=\"person\" href=\"\(address.escapedAddress)\">"
      html += String(text[range]).escaped + "</a>"
      end = range.upperBound
    }
    html += end == text.startIndex ? text.escaped : String(text[end...]).escaped
  }

  /// Begins a task whose mark is a button.
  mutating func enterTask(_ isDone: Bool, _ text: String, in form: String) {
    tasks += 1
    let name = Isolation.closed(text.trimmingBlanks).escaped
    block("<li class=\"task\"><button class=\"tick\" name=\"tick\"")
    html += " value=\"\(tasks) \(isDone ? 0 : 1)\" form=\"\(form.escaped)\""
    html += " role=\"checkbox\" aria-checked=\"\(isDone)\""
    html += " aria-label=\"\(name)\">\(isDone ? "☑" : "☐")</button> "
  }

  private mutating func enter(_ element: MarkupEvent.Element) {
    switch element {
    case .quote: block("<blockquote>\n")
    case .list(let start):
      block(start.map { $0 == 1 ? "<ol>\n" : "<ol start=\"\($0)\">\n" } ?? "<ul>\n")
    case .item(let isDone):
      block(isDone.map { "<li class=\"task\">\($0 ? "☑" : "☐") " } ?? "<li>")
    case .paragraph(let isTight): if !isTight { block("<p>") }
    case .heading(let level):
      while let above = outline.last, above >= level { outline.removeLast() }
      outline.append(level)
      let name = headingNames?.popLast().map { " id=\"\($0.escaped)\"" } ?? ""
      block("<h\(headingLevel)\(name)>")
    case .table:
      isInBody = false
      if headingNames != nil {
        tables += 1
        let name = "aria-label=\"Table \(tables)\""
        block("<div class=\"scroll\" role=\"region\" \(name) tabindex=\"0\">\n")
      }
      block("<table>\n")
    case .row(let isHead):
      if isHead { block("<thead>\n") } else if !isInBody { block("<tbody>\n") }
      isInBody = !isHead
      block("<tr>\n")
    case .cell(let alignment, let isHead):
      let align = alignment.map { " data-align=\"\($0.rawValue)\"" } ?? ""
      block("<\(isHead ? "th" : "td")\(align)>")
    case .emphasis: html += "<em>"
    case .strong: html += "<strong>"
    case .strikethrough: html += "<del>"
    case .link(let address, let title): openLink(address, title)
    case .image(let address, let title): (image, images) = ((address, title, ""), 1)
    }
  }

  private mutating func exit(_ element: MarkupEvent.Element) {
    switch element {
    case .quote: block("</blockquote>\n")
    case .list(let start): block(start == nil ? "</ul>\n" : "</ol>\n")
    case .item: html += "</li>\n"
    case .paragraph(let isTight): if !isTight { html += "</p>\n" }
    case .heading: html += "</h\(headingLevel)>\n"
    case .table:
      block(isInBody ? "</tbody>\n</table>\n" : "</table>\n")
      if headingNames != nil { block("</div>\n") }
    case .row(let isHead): block(isHead ? "</tr>\n</thead>\n" : "</tr>\n")
    case .cell(_, let isHead): html += isHead ? "</th>\n" : "</td>\n"
    case .emphasis: html += "</em>"
    case .strong: html += "</strong>"
    case .strikethrough: html += "</del>"
    case .link: html += linkEnds.popLast() ?? ""
    case .image: break
    }
  }

  private mutating func render(_ leaf: MarkupEvent.Leaf) {
    switch leaf {
    case .text(let text): html += text.escaped
    case .code(let text): html += "<code>\(text.escaped)</code>"
    case .codeBlock(let text): block("<pre><code>\(text.escaped)</code></pre>\n")
    case .html: html += "<!-- raw HTML omitted -->"
    case .htmlBlock: block("<!-- raw HTML omitted -->\n")
    case .softBreak: html += "\n"
    case .lineBreak: html += "<br />\n"
    case .rule: block("<hr />\n")
    }
  }

  /// Adds a block, or the beginning or end of one, on a line of its own.
  private mutating func block(_ text: String) {
    if let last = html.utf8.last, last != 0x0A { html += "\n" }
    html += text
  }

  private var headingLevel: Int { min(6, firstHeading + max(1, outline.count) - 1) }

  private mutating func openLink(_ address: String, _ title: String) {
    if headingNames != nil, address.hasPrefix("/") {
      html += "<a href=\"\(address.escapedAddress)\">"
      return linkEnds.append("</a>")
    }
    guard let target = LinkTarget(address) else { return linkEnds.append("") }
    let rel = target == .samePage ? "" : " rel=\"noreferrer noopener\""
    html += "<a href=\"\(address.escapedAddress)\"\(attribute("title", title))\(rel)>"
    linkEnds.append("</a>")
  }

  /// Adds to the text of the open image; at its end, shows what stands for it.
  private mutating func collect(
    _ event: MarkupEvent, _ photo: (Markup.PhotoReference) -> Markup.Photo?
  ) {
    switch event {
    case .enter(.image): images += 1
    case .exit(.image): images -= 1
    case .leaf(.text(let text)), .leaf(.code(let text)): image?.text += text
    case .leaf(.softBreak), .leaf(.lineBreak): image?.text += " "
    default: break
    }
    guard images == 0, let (address, title, text) = image else { return }
    image = nil
    if let reference = Markup.PhotoReference(address) {
      guard let photo = photo(reference) else {
        html += (text.isEmpty ? address : text).escaped
        return
      }
      show(photo, text, title)
    } else if LinkTarget(address) == .web, linkEnds.isEmpty {
      openLink(address, title)
      html += (text.isEmpty ? address : text).escaped + (linkEnds.popLast() ?? "")
    } else {
      html += text.escaped
    }
  }

  /// Shows a photo, as a link to its own page where it is in no other, or a video.
  private mutating func show(_ photo: Markup.Photo, _ text: String, _ title: String) {
    guard photo != .hidden else { return html += text.escaped }
    let alternative = Isolation.closed(text.isEmpty ? photo.alternative : text).escaped
    let isAlone = linkEnds.isEmpty
    html += photo.line.isEmpty ? "" : "<span class=\"shown\">"
    if let video = photo.video, isAlone {
      html += "<video class=\"moving\" src=\"\(video.escaped)\" poster=\"\(photo.address.escaped)\""
      html += " aria-label=\"\(alternative)\" controls preload=\"none\" playsinline></video>"
    } else {
      let page = isAlone ? photo.page : nil
      html += page.map { "<a href=\"\($0.escapedAddress)\" data-viewer>" } ?? ""
      html += "<img src=\"\(photo.address.escaped)\" alt=\"\(alternative)\""
      html += "\(attribute("title", title)) loading=\"lazy\" />\(page == nil ? "" : "</a>")"
    }
    if !photo.line.isEmpty {
      html += "<span class=\"caption\" dir=\"auto\">\(photo.line.escaped)</span></span>"
    }
  }

  private func attribute(_ name: String, _ value: String) -> String {
    value.isEmpty ? "" : " \(name)=\"\(Isolation.closed(value).escaped)\""
  }
}

/// Where links of words may lead.
private enum LinkTarget {
  case web, mail, samePage

  /// Nil for any other place.
  init?(_ address: String) {
    let start = address.prefix(8).lowercased()
    if start.hasPrefix("http://") || start.hasPrefix("https://") {
      self = .web
    } else if start.hasPrefix("mailto:") {
      self = .mail
    } else if start.hasPrefix("#") {
      self = .samePage
    } else {
      return nil
    }
  }
}
