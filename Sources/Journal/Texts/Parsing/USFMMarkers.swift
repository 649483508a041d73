/// The meaning of words after a USFM marker (USFM 3.1, "Markers"; `usx.rnc` of its grammar).
enum USFMMarker: Equatable {
  case book, chapter, verse
  /// A paragraph with words of verses.
  case paragraph
  /// A paragraph with other words: what files say of themselves, titles, headings, introductions.
  case heading
  /// A note, picture or sidebar, up to its end.
  case note
  /// Words within a paragraph: those of verses, or else numbers, references and categories.
  case words, notWords
  /// A place in the text, without words.
  case milestone
  case unknown

  /// - Parameter name: without the backslash, and without the plus of a marker within another.
  init(_ name: String) {
    // A level, or the columns of a cell: "q2", "tc1-2".
    let kind = String(name.prefix { !$0.isNumber })
    switch name {
    case "id": self = .book
    case "c": self = .chapter
    case "v": self = .verse
    case _ where Self.allNotes.contains(name): self = .note
    case _ where name.hasSuffix("-s") || name.hasSuffix("-e"): self = .milestone
    case _ where Self.allNotWords.contains(name): self = .notWords
    case _ where Self.allParagraphs.contains(kind): self = .paragraph
    case _ where Self.allHeadings.contains(kind): self = .heading
    case _ where Self.allWords.contains(kind): self = .words
    default: self = .unknown
    }
  }

  /// What ends a note that does not end with its own name and an asterisk.
  static let sidebar = "esb"
  static let sidebarEnd = "esbe"

  private static let allNotes: Set<String> = ["f", "fe", "ef", "efe", "x", "ex", "fig", sidebar]

  private static let allNotWords: Set<String> = [
    "ca", "va", "vp", "cat", "rq", "pro", "fm", "efm",
  ]

  /// Rows and cells of tables are paragraphs too: they part words.
  private static let allParagraphs: Set<String> = [
    "p", "m", "po", "pr", "cls", "pmo", "pm", "pmc", "pmr", "pi", "mi", "nb", "pc", "ph", "b", "q",
    "qr", "qc", "qm", "qd", "lh", "li", "lf", "lim", "pb", "tr", "th", "thr", "thc", "tc", "tcr",
    "tcc",
  ]

  private static let allHeadings: Set<String> = [
    "usfm", "ide", "sts", "rem", "h", "toc", "toca", "imt", "is", "ip", "ipi", "ipc", "im", "imi",
    "ipq", "imq", "ipr", "iq", "ib", "ili", "iot", "io", "iex", "ilit", "imte", "ie", "mt", "mte",
    "cl", "cp", "cd", "ms", "mr", "s", "sr", "r", "d", "sp", "sd", "qa", "lit", "restore", "periph",
  ]

  private static let allWords: Set<String> = [
    "add", "addpn", "bd", "bdit", "bk", "dc", "em", "it", "jmp", "k", "nd", "ndx", "no", "ord",
    "pl", "pn", "png", "qac", "qs", "qt", "rb", "ref", "sc", "sig", "sls", "sup", "ta", "tl", "w",
    "wa", "wg", "wh", "wj", "wl", "lik", "litl", "liv", "ior", "iqt", "fdc", "fk", "fl", "fp", "fq",
    "fqa", "fr", "ft", "fv", "fw", "xdc", "xk", "xnt", "xo", "xop", "xot", "xq", "xt", "xta",
  ]
}

/// Unknown markers, up to the number that is reported.
struct UnknownMarkers {
  private var names: Set<String> = []
  private var count = 0
  private var line = 0

  /// Names that are told.
  private static let limit = 10

  mutating func add(_ name: String, line: Int) {
    if count == 0 { self.line = line }
    count += 1
    if names.count < Self.limit { names.insert(name) }
  }

  /// What is told of them; nil where there are none.
  var problem: ReadProblem? {
    count == 0
      ? nil : ReadProblem(line: line, .unknownMarkers(names: names.sorted(), count: count))
  }
}
