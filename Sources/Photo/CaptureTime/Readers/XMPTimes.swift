import Formats

extension CaptureTime {
  /// The first capture time in a packet of XMP; nil if it has none, or is not XMP.
  package init?(xmp packet: ArraySlice<UInt8>) {
    let times = XMPTimes.read([packet]).readings.lazy.compactMap { try? $0.result.get() }
    guard let time = times.first else { return nil }
    self = time.of(.given)
  }
}

/// The dates of XMP packets (XMP Part 2: Exif, Photoshop and XMP basic schemas).
enum XMPTimes {
  static let syntax = "YYYY-MM-DDThh:mm:ss±hh:mm"

  /// The properties that hold a capture time.
  private static let properties: [(CaptureTimeSource, XMPProperty)] = [
    (.xmpDateTimeOriginal, XMPProperty(.exif, "DateTimeOriginal")),
    (.xmpDateCreated, XMPProperty(.photoshop, "DateCreated")),
    (.xmpCreateDate, XMPProperty(.xmp, "CreateDate")),
    (.xmpDateTimeDigitized, XMPProperty(.exif, "DateTimeDigitized")),
  ]

  /// Reads each property from the first packet that has it.
  static func read(
    _ packets: [ArraySlice<UInt8>]
  ) -> (readings: [CaptureTimeReading], problems: [CaptureTimeProblem]) {
    var found: [XMPProperty: [UInt8]] = [:]
    var problems: [CaptureTimeProblem] = []
    for (index, packet) in packets.enumerated() {
      let scanner = XMPScanner(packet, wanted: Set(properties.map(\.1)))
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

  /// A time that is written as XMP has it, or in another form, see ``TimestampText``.
  static func reading(
    _ source: CaptureTimeSource, _ value: ArraySlice<UInt8>
  ) -> CaptureTimeReading {
    CaptureTimeReading(source, rawText: value) { () throws(CaptureTimeRejection) in
      try parse(value.trimmed).read(usual: syntax)
    }
  }

  /// XMP allows dates that know only the year or the month; they are no capture time.
  private static func parse(
    _ text: ArraySlice<UInt8>
  ) throws(CaptureTimeRejection) -> TimestampText {
    if text.isEmpty { throw .blank }
    if let parsed = TimestampText(text) { return parsed }
    let digits = text.filter(\.isDigit)
    switch (text.count, digits.count) {
    case (4, 4): throw .incomplete(missing: .month)
    case (7, 6) where text.prefix(4).allSatisfy(\.isDigit): throw .incomplete(missing: .day)
    default:
      throw .wrongSyntax(
        observed: String(decoding: text.prefix(CaptureTimeReader.rawTextLimit), as: UTF8.self),
        expected: syntax)
    }
  }
}
