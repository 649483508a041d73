import Formats

/// A timestamp as any metadata field may have it, whatever its standard says: the numbers in order,
/// from the year on.
///
/// Standards differ in the separators (EXIF `2024:01:31 23:59:58`, XMP `2024-01-31T23:59:58`, IPTC
/// `20240131` and `235958`), and programs write the one's form into the other's field. exiftool reads
/// the numbers, whatever stands between them, where the year comes first; so does this. What has the
/// day first is not read, for it may be the month.
struct TimestampText {
  var fields: TimestampFields
  /// The way it is written, as "YYYY:MM:DD hh:mm:ss", without fraction and offset.
  let form: String
  /// What stood in the offset's place and is not used.
  let dropped: (text: String, why: DroppedOffset)?

  /// Reads a text without padding; nil where it is none.
  ///
  /// Digits that are blank are zeros, and parts that are left blank are unknown (EXIF 2.32, 4.6.4 D).
  init?(_ text: ArraySlice<UInt8>) {
    var scan = Scan(Array(text).withASCIIDigits?[...] ?? text)
    guard let date = scan.date() else { return nil }
    fields = date
    guard !scan.isBlank else {
      (form, dropped) = (scan.form, nil)
      return
    }
    guard scan.time(&fields), scan.half(&fields) else { return nil }
    form = scan.form
    if scan.isBlank {
      dropped = nil
      return
    }
    let rest = scan.rest
    do throws(DroppedOffset) {
      fields.offset = try OffsetText.parse(rest)
      dropped = nil
    } catch {
      guard Self.isLikeAnOffset(rest) else { return nil }
      dropped = (String(decoding: rest, as: UTF8.self), error)
    }
  }

  /// The reading that it is.
  ///
  /// - Parameters:
  ///   - usual: the form that the field's standard names, or begins with.
  ///   - dropped: what stood in an offset's place elsewhere, and is not used.
  /// - Returns: the numbers, with a note about how they are written.
  func read(usual: String, dropped: (text: String, why: DroppedOffset)? = nil) -> ReadTimestamp {
    var notes: [CaptureTimeNote] = []
    if !usual.hasPrefix(form) { notes.append(.form(form)) }
    for dropped in [self.dropped, dropped].compactMap(\.self) {
      notes.append(.droppedOffset(dropped.text, dropped.why))
    }
    return ReadTimestamp(fields: fields, notes: notes)
  }

  /// Passes the AM or PM of a clock of twelve hours, perhaps after a blank.
  ///
  /// - Returns: whether the hour can stand with it; also without one.
  static func passHalf(_ reader: inout ByteReader, _ fields: inout TimestampFields) -> Bool {
    var ahead = reader
    ahead.skip(while: \.isSpace)
    guard let hour = fields.hour, let half = FileNameClock.passHalf(&ahead, isEnglish: true) else {
      return true
    }
    reader = ahead
    fields.hour = half.hour(hour)
    return half == .afternoon || hour <= 12
  }

  /// Whether a short word or number in the offset's place is one that is written in another way.
  private static func isLikeAnOffset(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first, rest.count <= 12 else { return false }
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { return true }
    return first.isLetter && rest.count >= 3
      && rest.allSatisfy { $0.isLetter || $0.isDigit || "+-:/_".utf8.contains($0) }
  }

  /// Reads an IPTC time of its own, `hhmmss±hhmm`; nil where it is none.
  static func time(
    _ text: ArraySlice<UInt8>, into fields: inout TimestampFields
  ) -> (form: String, dropped: (text: String, why: DroppedOffset)?)? {
    // Read as the time after a day.
    guard let whole = TimestampText(Array("2000-01-01 ".utf8) + text), whole.fields.hour != nil
    else {
      return nil
    }
    (fields.hour, fields.minute) = (whole.fields.hour, whole.fields.minute)
    (fields.second, fields.subsecond) = (whole.fields.second, whole.fields.subsecond)
    fields.offset = whole.fields.offset
    return (String(whole.form.dropFirst("YYYY-MM-DD ".count)), whole.dropped)
  }
}

extension TimestampText {
  /// Reads on in a text, and keeps how it is written.
  private struct Scan {
    private var reader: ByteReader
    private(set) var form = ""
    private var isCompact = false

    init(_ text: ArraySlice<UInt8>) { reader = ByteReader(text: text) }

    /// What comes next, without blanks.
    var rest: ArraySlice<UInt8> { reader.rest.trimmed }
    /// Whether nothing comes but blanks and separators.
    var isBlank: Bool {
      reader.rest.allSatisfy { $0.isSpace || ":-/T".utf8.contains($0) }
    }

    mutating func date() -> TimestampFields? {
      guard let year = reader.number(digits: 4) else { return nil }
      form = "YYYY"
      let first = separator(":-/. ")
      isCompact = first == nil
      guard let month = part("MM") else { return nil }
      guard (separator(":-/. ") == nil) == isCompact, let day = part("DD") else { return nil }
      return TimestampFields(year: year, month: month, day: day)
    }

    /// Passes what stands between date and time, and the time.
    mutating func time(_ fields: inout TimestampFields) -> Bool {
      let hasJoint = joint()
      guard hasJoint || isCompact else { return false }
      // "2024-01-31-05:00" is a day with an offset.
      let needsSeconds = "-/.".contains(form.last ?? " ")
      let digits = reader.rest.prefix(while: \.isDigit).count
      isCompact = digits == 6 || digits == 4
      guard digits <= 2 || isCompact, let hour = part("hh") else { return false }
      let between = isCompact ? nil : separator(":.-")
      guard isCompact || between != nil, let minute = part("mm") else { return false }
      (fields.hour, fields.minute) = (hour, minute)
      if isCompact ? digits == 6 : takesSecond(after: between) {
        guard let second = part("ss") else { return false }
        fields.second = second
        if reader.take(UInt8(ascii: "."), UInt8(ascii: ",")) != nil {
          let digits = reader.digits(keeping: 9)
          fields.subsecond = digits.isEmpty ? nil : digits
        }
      }
      return fields.second != nil || !needsSeconds
    }

    /// Passes the separator before a second, unless blanks stand for that.
    private mutating func takesSecond(after between: Character?) -> Bool {
      guard let between, !isBlank else { return false }
      var ahead = self
      guard ahead.separator(String(between)) != nil else { return false }
      // "10:20-05:00" ends at the minute.
      if between == "-", !ahead.reader.rest.prefix(2).allSatisfy(\.isDigit) { return false }
      self = ahead
      return true
    }

    /// Passes AM or PM, and says so in the form.
    mutating func half(_ fields: inout TimestampFields) -> Bool {
      let start = reader.index
      guard TimestampText.passHalf(&reader, &fields) else { return false }
      if reader.index > start { form += " AM/PM" }
      return true
    }

    private mutating func joint() -> Bool {
      let start = reader.index
      for _ in 0..<4 where separator(" Tt:-/.,_") == nil { break }
      return reader.index > start
    }

    private mutating func separator(_ choices: String) -> Character? {
      guard let next = reader.rest.first, choices.utf8.contains(next) else { return nil }
      _ = reader.next(count: 1)
      let character = Character(Unicode.Scalar(next))
      if character != " " || form.last != " " { form.append(character) }
      return character
    }

    /// Passes one or two digits, or in a run of digits two.
    private mutating func part(_ name: String) -> Int? {
      form += name
      if isCompact { return reader.number(digits: 2) }
      reader.skip { $0 == UInt8(ascii: " ") }
      return reader.number(digits: 2) ?? reader.number(digits: 1)
    }
  }
}
