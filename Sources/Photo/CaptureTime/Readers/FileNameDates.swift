import Formats

/// Finds the dates in a photo's name, and leaves other numbers alone.
///
/// 1. A date is 8 digits, or 4, 2 and 2 with `-`, `_`, `.` or a blank twice between them.
/// 2. Its time is 6 digits and up to three, six or nine more of the second's fraction, or 2, 2 and 2
///    with `-`, `_`, `.`, `:` or a blank between them. Before it stand up to three separators, and
///    perhaps "at", or the "T" of ISO 8601; after it perhaps "Z" or "+09:00". "23h59m58s" is a time
///    too, and after a date that is set off also "23.59". Other numbers of digits
///    are a counter's, and a date's are the date's: then only the day is known.
/// 3. Date and time may also be one run of 14 digits, or 17 with milliseconds.
/// 4. Both are set off from other digits. What follows one or two digits and a separator is no date,
///    nor what follows "+" (a phone) or "1." (a fraction).
/// 5. Eight digits without a time are weak: they are a day only where they have a year and a month,
///    touch no letter or are the name's only digits, follow no area code, and share the name with no
///    other eight or more digits or hexadecimal digits, as in those of numbers, hashes and UUIDs. Those
///    before WhatsApp's "-WA0001" are a day in any case.
/// 6. Hexadecimal strings of 16 and more letters and digits hold no date. Nintendo Switch puts date and time
///    in 16 digits before one.
///
/// With a meaning of their own: `PXL_` is followed by UTC; `FB_IMG_`, `mmexport` and `wx_camera_` by
/// 13 digits of Unix milliseconds; `received_` by a number; AM and PM make a clock of 2, 2 and 2 one of
/// twelve hours, whose first number may be one digit. Dates that have the day or the month first, or
/// name their parts, are read by ``FileNameWordedDates``.
///
/// Takes time in proportion to the name's length.
struct FileNameDates {
  /// When names were made of 14 digits and more; with other years they are numbers.
  private static let joinedYears = 1990...2099
  private static let unixPrefixes = ["fb_img_", "mmexport", "wx_camera_"].map { Array($0.utf8) }
  private static let utcPrefix = Array("pxl_".utf8)
  private static let numberPrefix = Array("received_".utf8)

  private let name: [UInt8]
  /// The runs of digits.
  private let numbers: [Range<Int>]
  /// How many runs of hexadecimal digits have eight or more.
  private let longRuns: Int
  /// Where the last date that was found ends.
  private var end = 0

  /// The dates in the order in which they stand.
  static func all(in name: [UInt8]) -> [FileNameDate] {
    var dates = FileNameDates(name)
    var found: [FileNameDate] = []
    for number in dates.numbers where number.lowerBound >= dates.end {
      var reader = dates.reader(at: number.lowerBound)
      guard let date = dates.date(number, &reader) else { continue }
      found.append(date)
      dates.end = reader.index
    }
    return found
  }

  private init(_ name: [UInt8]) {
    self.name = name
    numbers = name.runs(of: \.isDigit)
    longRuns = name.runs(of: \.isHexDigit).count { $0.count >= 8 }
  }

  private func reader(at index: Int) -> ByteReader { ByteReader(text: name[index...]) }

  /// The date that a run of digits begins; moves the reader past it.
  private func date(_ number: Range<Int>, _ reader: inout ByteReader) -> FileNameDate? {
    let start = number.lowerBound
    guard !isInHash(number), !isInLargerNumber(start) else { return nil }
    switch number.count {
    case 13:
      guard Self.unixPrefixes.contains(where: { follows($0, start) }),
        let milliseconds = reader.number(digits: 13), !reader.isAtLetter
      else { return nil }
      return .unixMilliseconds(milliseconds)
    case 16 where isOfSwitch(number):
      guard var fields = Self.day(&reader), FileNameClock.joined(&reader, &fields) else {
        return nil
      }
      // The last two digits are a counter's.
      fields.subsecond = nil
      return .wall(fields)
    case 14, 17:
      guard !follows(Self.numberPrefix, start), var fields = Self.day(&reader),
        Self.joinedYears ~= fields.year, FileNameClock.joined(&reader, &fields)
      else { return nil }
      return instant(fields, start, &reader)
    case 8:
      guard var fields = Self.day(&reader) else { return nil }
      if !isOfAlbum, FileNameClock.read(&reader, into: &fields) {
        return instant(fields, start, &reader)
      }
      return isDay(fields, number) ? day(fields, start) : nil
    case 1, 2:
      let isFirst = digits(before: start, across: "-._,/") == 0
      return isFirst
        ? FileNameWordedDates.dayFirst(&reader, after: name[end..<start]) : nil
    case 4:
      if let date = FileNameWordedDates.named(&reader) { return date }
      guard !followsMonth(start) else { return nil }
      var ahead = reader
      guard var fields = Self.day(&ahead), !ahead.isAtDigit else {
        return FileNameWordedDates.yearFirst(&reader)
      }
      reader = ahead
      if FileNameClock.read(&reader, into: &fields) { return instant(fields, start, &reader) }
      _ = FileNameClock.readMinute(&reader, into: &fields)
      return day(fields, start)
    default: return nil
    }
  }

  /// Reads 4, 2 and 2 digits, with the same separator between them or none.
  private static func day(_ reader: inout ByteReader) -> TimestampFields? {
    guard let year = reader.number(digits: 4) else { return nil }
    let separator = reader.take(
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "))
    guard let month = reader.number(digits: 2),
      separator == nil || reader.take(separator ?? 0) != nil,
      let day = reader.number(digits: 2)
    else { return nil }
    return TimestampFields(year: year, month: month, day: day)
  }

  /// Whether eight digits are a day of the calendar, from the years of photos.
  static func isDate(_ digits: ArraySlice<UInt8>) -> Bool {
    var reader = ByteReader(text: digits)
    guard let fields = day(&reader) else { return false }
    return CaptureTimeReader.earliestYear...2_099 ~= fields.year
      && CivilDate(year: fields.year, month: fields.month, day: fields.day) != nil
  }

  private func day(_ fields: TimestampFields, _ start: Int) -> FileNameDate {
    follows(Self.utcPrefix, start) ? .utc(fields) : .wall(fields)
  }

  private func instant(
    _ fields: TimestampFields, _ start: Int, _ reader: inout ByteReader
  ) -> FileNameDate {
    var fields = fields
    let isUTC = FileNameClock.readOffset(&reader, into: &fields)
    return isUTC || follows(Self.utcPrefix, start) ? .utc(fields) : .wall(fields)
  }
}

/// What stands around a number.
extension FileNameDates {
  /// Whether `prefix`, in small letters, comes before, itself at a word's beginning.
  private func follows(_ prefix: [UInt8], _ start: Int) -> Bool {
    var reader = reader(at: max(0, start - prefix.count))
    guard reader.take(ignoringCase: prefix), reader.index == start else { return false }
    return start == prefix.count || !name[start - prefix.count - 1].isLetterOrDigit
  }

  private func isInHash(_ number: Range<Int>) -> Bool {
    let limit = 16
    let before = name[..<number.lowerBound].suffix(limit).reversed().prefix(while: \.isHexDigit)
    let after = name[number.upperBound...].prefix(limit).prefix(while: \.isHexDigit)
    let others = before.count + after.count
    return others >= 2 && others + number.count >= limit
  }

  /// Whether it goes on from a "+", or from digits and a decimal point.
  private func isInLargerNumber(_ start: Int) -> Bool {
    guard start > 0 else { return false }
    if name[start - 1] == UInt8(ascii: "+") { return true }
    return start > 1 && name[start - 2].isDigit
      && (name[start - 1] == UInt8(ascii: ".") || name[start - 1] == UInt8(ascii: ","))
  }

  /// Whether one or two digits come before, which may be a day or a month: not where a blank sets them off
  /// from a date that has other separators.
  private func followsMonth(_ start: Int) -> Bool {
    let blank = UInt8(ascii: " ")
    if name[end..<start].suffix(3).contains(blank), start + 4 < name.count,
      name[start + 4] == UInt8(ascii: "-") || name[start + 4] == UInt8(ascii: "_")
    {
      return false
    }
    return (1...2).contains(digits(before: start, across: "-_., "))
  }

  /// Whether 16 digits and a hash are all that the name is, as of Nintendo Switch.
  private func isOfSwitch(_ number: Range<Int>) -> Bool {
    guard number.lowerBound == 0 else { return false }
    let rest = name[number.upperBound...]
    let hash = rest.dropFirst().prefix(while: \.isHexDigit)
    let end = rest.dropFirst(hash.count + 1)
    return rest.first == UInt8(ascii: "-") && hash.count == 32
      && (end.isEmpty || end.first == UInt8(ascii: "."))
  }

  /// Whether LINE saved it from an album: the album's title is followed by six digits of the day on which
  /// it was saved.
  private var isOfAlbum: Bool {
    var reader = reader(at: 0)
    return reader.take(ignoringCase: Array("line_album_".utf8))
  }

  /// Whether eight digits without a time are a day all the same, see rule 5.
  private func isDay(_ fields: TimestampFields, _ number: Range<Int>) -> Bool {
    if name[number.upperBound...].starts(with: "-WA".utf8) { return true }
    guard fields.year >= CaptureTimeReader.earliestYear, 1...12 ~= fields.month, longRuns == 1,
      digits(before: number.lowerBound, across: "-. ()") == 0
    else { return false }
    let letters =
      name[..<number.lowerBound].reversed().prefix(while: \.isLetter)
      + name[number.upperBound...].prefix(while: \.isLetter)
    return letters.isEmpty || numbers.count == 1 && !letters.allSatisfy(\.isHexDigit)
  }

  /// How many digits, counted up to three, end before one to three separators that come before; those
  /// of an earlier date do not count.
  private func digits(before start: Int, across separators: String) -> Int {
    let before = name[end..<start]
    let gap = before.suffix(3).reversed().prefix { separators.utf8.contains($0) }.count
    guard gap > 0 else { return 0 }
    return before.dropLast(gap).suffix(3).reversed().prefix(while: \.isDigit).count
  }
}

extension [UInt8] {
  /// The longest ranges of bytes that meet a condition.
  fileprivate func runs(of isMember: (UInt8) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (index, byte) in enumerated() where isMember(byte) != (start != nil) {
      if let begun = start { runs.append(begun..<index) }
      start = start == nil ? index : nil
    }
    if let start { runs.append(start..<count) }
    return runs
  }
}

extension UInt8 {
  var isHexDigit: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= lowercasedASCII
  }
  var isLetterOrDigit: Bool { isLetter || isDigit }
}

extension ByteReader {
  var isAtDigit: Bool { rest.first?.isDigit == true }
  var isAtLetter: Bool { rest.first?.isLetter == true }
}
