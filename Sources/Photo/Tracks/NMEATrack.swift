import CaptureTime

/// Reads the sentences RMC of NMEA 0183, which have a date with their time and position, piece by piece:
///
///     $GPRMC,235958.50,A,3733.9999,N,12658.6833,E,0.0,0.0,310124,,,A*6C
///
/// All others are passed over: they lack the date. What has a wrong checksum or none is left out.
struct NMEATrack: TrackParser {
  /// The standard has 82 bytes; loggers write more.
  private static let lineLimit = 256

  private(set) var points: TrackPoints
  private var line: [UInt8] = []
  private var number = 0
  private var isTooLong = false

  init(_ points: TrackPoints) { self.points = points }

  mutating func read(_ piece: UnsafeBufferPointer<UInt8>) throws(TrackError) {
    for byte in piece {
      if byte == UInt8(ascii: "\n") {
        try endLine()
      } else if line.count < Self.lineLimit {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
  }

  mutating func end() throws(TrackError) { try endLine() }

  private mutating func endLine() throws(TrackError) {
    number += 1
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    // A logger may put its own time before a sentence.
    guard let start = line.firstIndex(of: UInt8(ascii: "$")) else { return }
    let sentence = line[(start + 1)...]
    guard sentence.count > 6, sentence.dropFirst(2).starts(with: "RMC,".utf8) else { return }
    guard !isTooLong, let fields = Self.checkedFields(sentence) else {
      points.leaveOutDamaged()
      return
    }
    let latitude = fields.count > 4 ? Self.degrees(fields[3], fields[4], "N", "S") : nil
    let longitude = fields.count > 6 ? Self.degrees(fields[5], fields[6], "E", "W") : nil
    // Without a fix the receiver repeats the last place, or says none.
    let hasFix = fields.count > 2 && fields[2].elementsEqual("A".utf8)
    let time = fields.count > 9 ? Self.time(fields[1], fields[9]) : nil
    guard
      points.add(
        time: time, latitude: hasFix ? latitude : nil, longitude: hasFix ? longitude : nil)
    else { throw .tooManyPoints(line: number, limit: Track.pointLimit) }
  }

  /// The fields before the asterisk, where the two digits after it are the exclusive or of all bytes
  /// between `$` and `*`.
  private static func checkedFields(_ sentence: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard let end = sentence.firstIndex(of: UInt8(ascii: "*")) else { return nil }
    let digits = String(decoding: sentence[(end + 1)...].prefix(2), as: UTF8.self)
    guard digits.count == 2, let sum = UInt8(digits, radix: 16),
      sentence[..<end].reduce(0, ^) == sum
    else { return nil }
    return sentence[..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
  }

  /// `dddmm.mmmm` with its side, as 10,000,000ths of a degree.
  private static func degrees(
    _ field: ArraySlice<UInt8>, _ side: ArraySlice<UInt8>, _ positive: Unicode.Scalar,
    _ negative: Unicode.Scalar
  ) -> Int64? {
    guard let point = field.firstIndex(of: UInt8(ascii: ".")) ?? Optional(field.endIndex),
      point - field.startIndex > 2, side.count == 1,
      let letter = side.first, letter == UInt8(ascii: positive) || letter == UInt8(ascii: negative),
      let whole = TrackDegrees.read(field[..<(point - 2)]),
      let minutes = TrackDegrees.read(field[(point - 2)...]), 0..<60 * TrackPoint.degree ~= minutes
    else { return nil }
    let degrees = whole + minutes / 60
    return letter == UInt8(ascii: negative) ? -degrees : degrees
  }

  /// `hhmmss.sss` and `ddmmyy`, in UTC; years from 80 on are those of 1900.
  private static func time(_ clock: ArraySlice<UInt8>, _ date: ArraySlice<UInt8>) -> Int64? {
    let hundred: Int64 = 100
    guard date.count == 6, let day = Int64(String(decoding: date, as: UTF8.self)), day >= 0,
      clock.count >= 6, let seconds = Int64(String(decoding: clock.prefix(6), as: UTF8.self)),
      0..<240_000 ~= seconds, seconds / hundred % hundred < 60, seconds % hundred < 61
    else { return nil }
    let year = Int(day % hundred)
    guard
      let date = CivilDate(
        year: year < 80 ? 2_000 + year : 1_900 + year, month: Int(day / hundred % hundred),
        day: Int(day / 10_000))
    else { return nil }
    var fraction: Int64 = 0
    if clock.count > 6 {
      let digits = String(decoding: clock.dropFirst(7), as: UTF8.self)
      guard clock[clock.startIndex + 6] == UInt8(ascii: "."),
        let value = Int64((digits + "000").prefix(3)), value >= 0
      else { return nil }
      fraction = value
    }
    let ofDay = seconds / 10_000 * 3_600 + seconds / hundred % hundred * 60 + seconds % hundred
    return (Int64(date.daysSinceEpoch) * 86_400 + ofDay) * 1_000 + fraction
  }
}
