import CaptureTime

/// Reads a folder of daily notes, or one note: Obsidian, Logseq, Dendron, and what writes the same.
///
/// A note is of the day in its name (`2024-01-31.md`, `2024_01_31.md`, `daily.2024.01.31.md`, `2024-01-31 Walk.md`),
/// or in its path (`2024/01/31.md`), else of `date` or `created` in its front matter, which also say its time.
/// Notes of no day are left out. The names are those of Obsidian's "Daily notes" and "Properties", of Logseq's
/// `:journal/file-name-format`, and of Dendron's "Daily journal note"; embeds are found as Obsidian's "Internal
/// links" say.
package struct MarkdownReader: ArrivalReader {
  /// Bytes of a note.
  static let noteLimit = 1 << 22

  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    let notes = notes(of: files)
    if notes.contains(where: { NoteDay.of($0) != nil }) { return true }
    return try notes.prefix(64).contains { note in
      let text = String(decoding: try files.head(of: note, count: 4_096), as: UTF8.self)
      var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
      return NoteDay.time(FrontMatter(takenFrom: &lines)) != nil
    }
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let visible = files.files
    var note = NoteReading(files: NamedFiles(visible))
    for file in Self.notes(of: files) {
      let place = ArrivalPlace(files.shownPath(of: file))
      do {
        let bytes = try files.bytes(of: file, limit: Self.noteLimit)
        try note.read(
          file, String(decoding: bytes[...].withoutByteOrderMark, as: UTF8.self), at: place, found)
      } catch let fault as ArrivalFault {
        try found(.fault(fault, at: place))
      }
    }
    for file in visible where !Self.isNote(file) && !note.used.contains(file.path) {
      guard !Self.isOfProgram(file) else { continue }
      try found(
        .leftOut(
          file.isMedia ? .unknown : file.leftOutKind, at: ArrivalPlace(file.path),
          example: file.name))
    }
  }

  private static func notes(of files: any ArrivalFiles) -> [ArrivalFile] {
    files.files.filter { isNote($0) && !isOfProgram($0) }
  }

  private static func isNote(_ file: ArrivalFile) -> Bool {
    ["md", "markdown", "mdown"].contains(file.ending)
  }

  /// What Logseq and Dendron keep for themselves.
  private static func isOfProgram(_ file: ArrivalFile) -> Bool {
    file.path.split(separator: "/").dropLast().contains("logseq")
      || ["dendron.yml", "dendron.code-workspace", "root.schema.yml"].contains(file.name)
  }
}

/// When a note was, by its name and front matter.
enum NoteDay {
  /// The day in a note's name, or in its path.
  static func of(_ file: ArrivalFile) -> (time: CaptureTime, title: String)? {
    let stem = file.name.split(separator: ".").dropLast().joined(separator: ".")
    if let named = named(stem) { return named }
    let folders = file.folder.split(separator: "/").map { leadingNumber($0) }
    guard let last = leadingNumber(stem[...]) else { return nil }
    for count in 1...2 where folders.count >= count {
      let parts = folders.suffix(count) + [last]
      guard parts.allSatisfy({ !$0.isEmpty }) else { continue }
      if let named = named(parts.joined(separator: "-")), named.title.isEmpty {
        return (named.time, title(stem.dropFirst(last.count)))
      }
    }
    return nil
  }

  /// The first day that is written in a name, with what else it says.
  private static func named(_ name: String) -> (time: CaptureTime, title: String)? {
    let bytes = Array(name.utf8)
    for start in bytes.indices
    where bytes[start].isDigit && (start == 0 || !bytes[start - 1].isDigit) {
      guard let (date, end) = date(bytes[start...]) else { continue }
      let before = String(decoding: bytes[..<start], as: UTF8.self)
      let after = String(decoding: bytes[end...], as: UTF8.self)
      // Dendron's notes have their kind before the day.
      let isKind = before.allSatisfy { $0.isLetter || "._-".contains($0) } && before.last == "."
      return (
        CaptureTime(date: date, precision: .day, source: .given),
        title(isKind ? after[...] : (before + after)[...])
      )
    }
    return nil
  }

  /// A day in the order of year, month and day, with the same mark between them or none.
  private static func date(_ bytes: ArraySlice<UInt8>) -> (CivilDate, end: Int)? {
    let start = bytes.startIndex
    func number(_ offset: Int, _ count: Int) -> Int? {
      let part = bytes.dropFirst(offset).prefix(count)
      guard part.count == count, part.allSatisfy(\.isDigit) else { return nil }
      return part.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
    guard let year = number(0, 4), year > 0, bytes.count >= 8 else { return nil }
    let mark = bytes[start + 4]
    let length = mark.isDigit ? 8 : 10
    if !mark.isDigit {
      guard "-_. ".utf8.contains(mark), bytes.count >= length, bytes[start + 7] == mark else {
        return nil
      }
    }
    guard let month = number(mark.isDigit ? 4 : 5, 2), let day = number(length - 2, 2),
      let date = CivilDate(year: year, month: month, day: day),
      bytes.count == length || !bytes[start + length].isDigit
    else { return nil }
    return (date, start + length)
  }

  /// What a name says beside the day; nothing where that is a weekday or a number.
  private static func title(_ text: Substring) -> String {
    let title = text.drop { !$0.isLetter && !$0.isNumber }
    let end = title.lastIndex { $0.isLetter || $0.isNumber || $0.isSymbol || ")!?".contains($0) }
    guard let end else { return "" }
    let words = String(title[...end])
    let isWeekday = weekdays.contains(words.lowercased())
    return isWeekday || !words.contains(where: \.isLetter) ? "" : words
  }

  private static let weekdays: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
    "wed", "thu", "fri", "sat", "sun", "월", "화", "수", "목", "금", "토", "일", "월요일", "화요일",
    "수요일", "목요일", "금요일", "토요일", "일요일",
  ]

  /// The digits at the beginning, and two that follow each a mark: of `01-January` 01, of `2024-01` both.
  private static func leadingNumber(_ text: Substring) -> String? {
    var end = text.startIndex
    var isDigit = false
    for index in text.indices {
      let letter = text[index]
      if letter.isASCII, letter.isNumber {
        end = text.index(after: index)
        isDigit = true
      } else if isDigit, letter == "-" || letter == "_" || letter == "." {
        isDigit = false
      } else {
        break
      }
    }
    let number = text[..<end]
    return number.isEmpty ? nil : number.map { "_.".contains($0) ? "-" : String($0) }.joined()
  }

  private static func leadingNumber(_ text: Substring) -> String { leadingNumber(text) ?? "" }

  /// The time that front matter says, and the zone that decides its day.
  static func time(_ front: FrontMatter) -> CaptureTime? {
    for name in ["date", "created", "created_at", "date created"] {
      guard let text = front.value(name) else { continue }
      let day = name == "date" ? front.value("time").map { "\(text) \($0)" } : nil
      if let time = day.flatMap({ self.time($0) }) ?? self.time(text) { return time }
    }
    return nil
  }

  /// A time as YAML and people write it, or milliseconds since 1970 as Dendron does.
  static func time(_ text: String) -> CaptureTime? {
    // Obsidian's property of a day may be a link to its note.
    let text = text.replacing("[[", with: "").replacing("]]", with: "")
    if let time = try? GivenTime.parse(text) { return time }
    if text.utf8.count >= 12, let milliseconds = Int(text) {
      return CaptureTime(unixMilliseconds: milliseconds)
    }
    return WrittenTime(text)?.time(isDayFirst: nil)
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
