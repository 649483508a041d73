import CaptureTime
import Files
import GRDB
import Store
import SystemPackage

/// The days of an export, for people to read: a file of Markdown for each day with words or a mood, with
/// all that the day has outside the trash. No import reads them.
struct DayExport {
  /// Where the files are.
  static let folder: ContainedPath = "days"

  private let journal: OwnerJournal
  private let spoolFolders: [FilePath]
  /// Days that are still to come, in the order of a stack, and the last that was read of them.
  private var days: [CivilDate] = []
  private var last = ""

  /// How many days are read at a time.
  private static let pageSize = 256

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folders: for an ``ExportSpool``.
  init(of journal: OwnerJournal, keepingLinesIn folders: [FilePath]) {
    (self.journal, spoolFolders) = (journal, folders)
  }

  /// The file of the next day; nil after the last.
  mutating func next() throws -> ExportFile? {
    while let day = try nextDay() {
      if let file = try file(of: day) { return file }
    }
    return nil
  }

  private mutating func nextDay() throws -> CivilDate? {
    if days.isEmpty {
      days = try journal.read { db in
        func days(_ condition: String) -> String {
          """
          SELECT day FROM post
          WHERE owner = ?1 AND trashed IS NULL AND \(condition) IS NOT NULL AND day > ?2
          """
        }
        return try DecodedRows(
          db, cached: "\(days("written")) UNION \(days("mood")) ORDER BY day LIMIT ?3",
          arguments: [journal.id, last, Self.pageSize]
        ).map { try $0.day() }
      }.reversed()
      last = days.first?.description ?? last
    }
    return days.popLast()
  }

  /// The file of a day; nil where its posts are gone by now.
  private func file(of day: CivilDate) throws -> ExportFile? {
    let page = ExportSpool(in: spoolFolders)
    let parts = ExportSpool(in: spoolFolders)
    try page.append(Array(DayPage.beginning(day).utf8))
    let start = page.size
    try journal.read { db in
      let rows = try PostSelection(PostFilter(DayBounds(DayRange(day))), owner: journal.id)
        .posts(.oldestFirst, latest: nil, db)
      while var row = try rows.next() {
        let post = DayPage(try Post(&row, db))
        try page.append(Array(post.frontMatter.utf8))
        try parts.append(Array(post.text.utf8))
      }
    }
    guard page.size > start else { return nil }
    try page.append(Array(DayPage.endOfFrontMatter.utf8))
    try page.append(contentsOf: parts)
    return ExportFile(path: try Self.file(of: day), lines: page)
  }
}

/// Their names.
extension DayExport {
  static func file(of day: CivilDate) throws -> ContainedPath {
    try ContainedPath("\(folder)/\(day.monthFolder)/\(day).md")
  }

  /// Goes through the files with such names in the folder of an export.
  static func forEachFile(
    in export: ContainingFolder, _ work: (ContainedPath) throws -> Void
  ) throws {
    guard export.has(folder) else { return }
    for year in try export.entries(of: folder) where year.kind == .folder {
      let year = folder.appending(year.name)
      for month in try export.entries(of: year) where month.kind == .folder {
        let month = year.appending(month.name)
        let files = try export.files(in: month) { name in
          let day = CivilDate(iso: String(name.prefix { $0 != "." }))
          return day.flatMap { try? file(of: $0) } == (try? ContainedPath("\(month)/\(name)"))
        }
        try files.forEach(work)
      }
    }
  }
}

/// A post on the page of its day: its front matter and its words.
struct DayPage {
  private let post: Post

  init(_ post: Post) { self.post = post }

  static func beginning(_ day: CivilDate) -> String {
    "---\nday: \(quoted(day.description))\nposts:\n"
  }

  static let endOfFrontMatter = "---\n"

  /// Of the post, in YAML (version 1.2, JSON being a part of it).
  var frontMatter: String {
    var lines = [
      "number: \(post.number)", "time: \(Self.quoted(post.time.captureTime.description))",
    ]
    if post.isMorning { lines.append("morning: true") }
    if let mood = post.mood { lines.append("mood: \(mood.rawValue)") }
    if post.isStarred { lines.append("starred: true") }
    if !post.title.isEmpty { lines.append("title: \(Self.quoted(post.title))") }
    if !post.tags.isEmpty {
      lines.append("tags: [\(post.tags.map(Self.quoted).joined(separator: ", "))]")
    }
    let paths = post.photos.map { Self.quoted(Self.above + String(decoding: $0.file)) }
    if paths.count == 1 { lines.append("photo: \(paths[0])") }
    if paths.count > 1 { lines.append("photos: [\(paths.joined(separator: ", "))]") }
    return "  - " + lines.joined(separator: "\n    ") + "\n"
  }

  /// From a day's folder to the export's.
  private static let above = "../../../"

  /// Its number, time and title as a heading, its photos and its words as they are.
  var text: String {
    var heading = "\(post.number)"
    if post.time.precision != .day {
      let time = post.time.captureTime
      let clock = [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
      heading += " · " + clock.joined(separator: ":")
    }
    if !post.title.isEmpty { heading += " · " + Self.plain(post.title) }
    var parts = ["## " + heading]
    for photo in post.photos {
      let path = Self.destination(Self.above + String(decoding: photo.file))
      parts.append("![\(Self.plain(photo.caption))](\(path))")
    }
    if !post.words.isEmpty { parts.append(post.words) }
    return "\n" + parts.joined(separator: "\n\n") + "\n"
  }

  /// A text in double quotes, in which everything that YAML takes for a line's end, cannot print or would
  /// show in another order is escaped (YAML 1.2, sections 5.1 and 5.7).
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        guard scalar.isEscapedInYAML else {
          quoted.unicodeScalars.append(scalar)
          continue
        }
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xFFFF ? 8 : 4
        quoted += width == 8 ? "\\U" : "\\u"
        quoted += String(repeating: "0", count: width - digits.count) + digits
      }
    }
    return quoted + "\""
  }

  /// A text of one line as Markdown that says just it: every punctuation mark of ASCII can be escaped
  /// (CommonMark 0.31, section 2.4).
  static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        plain += " "
        continue
      }
      if "\\`*_{}[]<>()#+-.!|&~:\"'".unicodeScalars.contains(scalar) { plain += "\\" }
      plain.unicodeScalars.append(scalar)
    }
    return plain
  }

  /// A path as the destination of a link, of which nothing but letters, digits and `-._~/` stays.
  private static func destination(_ path: String) -> String {
    path.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-._~/".unicodeScalars.contains(scalar)
      {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
  }
}

extension CivilDate {
  /// The folders of its year and month, as `2024/01`.
  var monthFolder: String {
    description.split(separator: "-").prefix(2).joined(separator: "/")
  }
}

extension Unicode.Scalar {
  /// Whether it is no printable character of YAML, or one without a shape of its own.
  fileprivate var isEscapedInYAML: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: true
    // Joiners make the shape of what they are between.
    case .format: value != 0x200D && value != 0x200C
    default: false
    }
  }
}
