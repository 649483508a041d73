/// The most that a text can cost libcmark-gfm, found in one pass over its bytes.
///
/// Version 0.29.0.gfm.6, which Debian 12 has, is not linear for texts that are made for it: of what was
/// found later it holds CVE-2023-22483 and -22486 (brackets and emphasis of one paragraph), -22484 (raw
/// HTML that does not end), -24824 (lines under deep nesting), -37463 (rows of tables), and the texts of
/// references that are used often. Nothing can stop it once it runs. So each of these costs is bounded
/// from above here, and a text that may cost more is not given to it. A text that people write is a
/// hundredth of each bound or less. (CVE-2022-39209 is mended there; this, CVE-2023-22483 and -22485, a
/// read before the text, concern its extension for addresses, for which ``Autolink`` stands.)
struct MarkupCost {
  /// As long as words may be.
  static let byteLimit = 1_000_000
  /// Brackets times marks of a paragraph: each link may go through the marks before it. (1 ns each.)
  private static let bracketLimit = 500_000_000
  /// Beginnings of raw HTML times bytes of a paragraph: each may be looked for to the end. (0.5 ns.)
  private static let htmlLimit = 1_000_000_000
  /// Lines without a bar, and the most bars of a line, times bytes of a paragraph. (0.7 ns.)
  private static let tableLimit = 1_000_000_000
  /// Cells of a table, which a row of one cell has as many of as the table's head.
  private static let cellLimit = 200_000
  /// How deep quotes and lists may lie in each other.
  private static let depthLimit = 1_000
  /// Lines times the depth that they may be at. (30 ns.)
  private static let levelLimit = 20_000_000
  /// Brackets times the bytes of a paragraph with definitions, which each may repeat.
  private static let referenceLimit = 30_000_000

  /// Marks of a text that others wait for. (2 µs each.)
  private static let markLimit = 4_000
  /// Such a text costs a hundredth of each other bound at most, some milliseconds.
  private static let shareOfWaiting = 100

  private(set) var isTooMuch = false
  /// Whether it is too much where tables are looked for.
  private(set) var isTooMuchWithTables = false
  /// Whether something may be struck through, and costs so little that other texts can wait for it.
  private(set) var mayBeStruckThrough = false

  /// Sums over the paragraphs, which blank lines end at the latest.
  private var brackets = 0
  private var html = 0
  private var tables = 0
  private var cells = 0
  private var levels = 0
  private var allBrackets = 0
  private var marks = 0
  private var tildes = 0
  private var longestDefinitions = 0
  /// The depth that the next line may be at.
  private var depth = 0
  private var isAfterBlank = true

  init(_ text: some Collection<UInt8>) {
    guard text.count <= Self.byteLimit else {
      isTooMuch = true
      return
    }
    var paragraph = Paragraph()
    for line in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == newline || $0 == return_ })
    {
      if !paragraph.add(line) {
        close(paragraph)
        paragraph = Paragraph()
        isAfterBlank = true
      } else {
        descend(line)
        isAfterBlank = false
      }
      levels += depth
    }
    close(paragraph)
    let costs = [
      (brackets, Self.bracketLimit), (html, Self.htmlLimit), (levels, Self.levelLimit),
      (longestDefinitions * allBrackets, Self.referenceLimit),
    ]
    let costsOfTables = [(tables, Self.tableLimit), (cells, Self.cellLimit)]
    isTooMuch = isTooMuch || costs.contains { $0 > $1 }
    isTooMuchWithTables = costsOfTables.contains { $0 > $1 }
    mayBeStruckThrough =
      tildes > 1 && marks <= Self.markLimit
      && (costs + costsOfTables).allSatisfy { $0 <= $1 / Self.shareOfWaiting }
  }

  private mutating func close(_ paragraph: Paragraph) {
    brackets += paragraph.brackets * paragraph.marks
    html += paragraph.beginnings * paragraph.bytes
    tables += (paragraph.barless + paragraph.mostBars) * paragraph.bytes
    if paragraph.mostBars > 0 { cells += (paragraph.mostBars + 1) * paragraph.lines }
    allBrackets += paragraph.brackets
    marks += paragraph.marks
    tildes += paragraph.tildes
    if paragraph.hasDefinitions { longestDefinitions = max(longestDefinitions, paragraph.bytes) }
  }

  /// Adds what a line may open: one level for each mark of a quote or list before its text, and for two
  /// columns of blanks one of those that were opened before.
  private mutating func descend(_ line: some Collection<UInt8>) {
    var (opened, columns) = (0, 0)
    scan: for byte in line {
      switch byte {
      case UInt8(ascii: " "): columns += 1
      case UInt8(ascii: "\t"): columns += 4
      case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
        UInt8(ascii: "."), UInt8(ascii: ")"):
        opened += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      default: break scan
      }
    }
    // A line without blanks or marks after an empty one continues nothing.
    if isAfterBlank, opened == 0, columns == 0 { depth = 0 }
    // "-----" is one level or none: each mark of a list has a blank after it.
    let levels = min(opened, line.prefix { $0 == UInt8(ascii: ">") }.count + columns + 1)
    depth = max(depth, levels + columns / 2)
    if depth > Self.depthLimit { isTooMuch = true }
  }

  private struct Paragraph {
    var (bytes, lines) = (0, 0)
    var (marks, tildes, brackets, beginnings) = (0, 0, 0, 0)
    var (barless, mostBars) = (0, 0)
    var hasDefinitions = false

    /// Adds a line; false where it is blank.
    mutating func add(_ line: some Collection<UInt8>) -> Bool {
      var (last, bars, isBlank) = (newline, 0, true)
      for byte in line {
        bytes += 1
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"): break
        default: isBlank = false
        }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "]"): (marks, brackets) = (marks + 1, brackets + 1)
        case UInt8(ascii: "|"): bars += 1
        case UInt8(ascii: "?") where last == UInt8(ascii: "<"): beginnings += 1
        case UInt8(ascii: "!"):
          marks += 1
          if last == UInt8(ascii: "<") { beginnings += 1 }
        case UInt8(ascii: ":") where last == UInt8(ascii: "]"): hasDefinitions = true
        case UInt8(ascii: "~"): (marks, tildes) = (marks + 1, tildes + 1)
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"),
          UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\\"):
          marks += 1
        default: break
        }
        last = byte
      }
      mostBars = max(mostBars, bars)
      if bars == 0 { barless += 1 }
      (bytes, lines) = (bytes + 1, lines + 1)
      return !isBlank
    }
  }
}

private let newline = UInt8(ascii: "\n")
private let return_ = UInt8(ascii: "\r")
