/// The dates of XMP packets (XMP Part 2: Exif, Photoshop and XMP basic schemas).
enum XMPTimes {
  static let syntax = "YYYY-MM-DDThh:mm:ss±hh:mm"

  /// The properties that hold a capture time.
  private static let properties: [(CaptureTimeSource, XMPProperty)] = [
    (.xmpDateTimeOriginal, XMPProperty(.exif, "DateTimeOriginal")),
    (.xmpDateCreated, XMPProperty(.photoshop, "DateCreated")),
    (.xmpCreateDate, XMPProperty(.xmp, "CreateDate")),
  ]

  /// Reads each property from the first packet that has it.
  static func read(
    _ packets: [ArraySlice<UInt8>]
  ) -> (readings: [CaptureTimeReading], problems: [CaptureTimeProblem]) {
    var found: [XMPProperty: [UInt8]] = [:]
    var problems: [CaptureTimeProblem] = []
    for (index, packet) in packets.enumerated() {
      let scanner = XMPScanner(packet, wanted: properties.map(\.1))
      do throws(XMPError) {
        try scanner.scan()
      } catch {
        problems.append(.xmp(packet: index, error))
      }
      found.merge(scanner.found) { first, _ in first }
    }
    let readings = properties.compactMap { source, property in
      found[property].map { reading(source, $0[...]) }
    }
    return (readings, problems)
  }

  private static func reading(
    _ source: CaptureTimeSource, _ value: ArraySlice<UInt8>
  ) -> CaptureTimeReading {
    CaptureTimeReading(
      source, rawText: value, time: try parse(value.trimmed).captureTime(source: source))
  }

  /// XMP allows dates that know only the year or the month; they are no capture time.
  private static func parse(
    _ text: ArraySlice<UInt8>
  ) throws(CaptureTimeRejection) -> TimestampFields {
    if text.isEmpty { throw .blank }
    do throws(TimestampSyntaxError) {
      return try ISOTimestamp.parse(text)
    } catch {
      switch (error.position, text.count) {
      case (4, 4): throw .incomplete(missing: .month)
      case (7, 7): throw .incomplete(missing: .day)
      default:
        throw .wrongSyntax(
          observed: String(decoding: text.prefix(CaptureTimeReader.rawTextLimit), as: UTF8.self),
          expected: syntax)
      }
    }
  }
}

/// How a packet's characters are coded, by expat's names, whatever an XML declaration says.
enum XMPEncoding: String {
  case utf8 = "UTF-8"
  /// What is not UTF-8; names and dates are ASCII, so any set of 8-bit characters gives the same.
  case latin1 = "ISO-8859-1"
  case utf16BigEndian = "UTF-16BE"
  case utf16LittleEndian = "UTF-16LE"

  /// Recognises it by a byte order mark or the zeros of the first character, which is a "<" or a blank.
  ///
  /// - Returns: nil for UTF-32, which expat does not read.
  init?(of packet: ArraySlice<UInt8>) {
    let first = Array(packet.prefix(4))
    if [[0, 0], [0xFF, 0xFE, 0, 0], [UInt8(ascii: "<"), 0, 0, 0]].contains(where: first.starts) {
      return nil
    }
    if first.starts(with: [0xFE, 0xFF]) || first.first == 0 {
      self = .utf16BigEndian
    } else if first.starts(with: [0xFF, 0xFE]) || first.dropFirst().first == 0 {
      self = .utf16LittleEndian
    } else {
      self = String(validating: packet, as: UTF8.self) == nil ? .latin1 : .utf8
    }
  }

  /// The packet from its first tag on, unless it is in UTF-16, and with blanks for the NULs and control
  /// characters that XML forbids and some programs write; and how many bytes were left out.
  func readable(_ packet: ArraySlice<UInt8>) -> (bytes: ArraySlice<UInt8>, skipped: Int) {
    guard self == .utf8 || self == .latin1 else { return (packet, 0) }
    let bytes = packet.drop { $0 != UInt8(ascii: "<") }
    let skipped = bytes.startIndex - packet.startIndex
    guard bytes.contains(where: \.isForbiddenInXML) else { return (bytes, skipped) }
    return (bytes.map { $0.isForbiddenInXML ? 0x20 : $0 }[...], skipped)
  }
}

extension UInt8 {
  /// A control character other than tab, line feed and carriage return (XML 1.0, production 2).
  fileprivate var isForbiddenInXML: Bool {
    self < 0x20 && self != 0x09 && self != 0x0A && self != 0x0D
  }
}
