import Formats

/// How a photo was exposed; each part nil where it is unknown, but not all of them.
package struct Exposure: Sendable, Hashable {
  /// Seconds.
  package let time: Double?
  /// The f-number.
  package let aperture: Double?
  /// By ISO 12232.
  package let sensitivity: Int?
  /// Millimetres, as it is and not as for 35 mm film.
  package let focalLength: Double?

  /// What cameras do, with room: from a millionth of a second to a day.
  private static let times = 0.000_001...86_400.0
  private static let apertures = 0.1...1000.0
  private static let sensitivities = 1...10_000_000
  private static let focalLengths = 0.1...100_000.0

  /// Reads ExposureTime, FNumber, the sensitivity and FocalLength (Exif 3.0, section 4.6.6.7).
  ///
  /// - Returns: nil where none is known: missing, with a denominator of zero, or out of range.
  init?(_ exif: ExifDirectories) {
    func number(_ tag: TIFFTag, in range: ClosedRange<Double>) -> Double? {
      exif[tag]?.number(at: 0).flatMap { range.contains($0) ? $0 : nil }
    }
    time = number(.exposureTime, in: Self.times)
    aperture = number(.fNumber, in: Self.apertures)
    sensitivity = Self.sensitivity(exif).flatMap { Self.sensitivities.contains($0) ? $0 : nil }
    focalLength = number(.focalLength, in: Self.focalLengths)
    if parts.isEmpty { return nil }
  }

  /// PhotographicSensitivity; where that is 65535, the most it can say, or missing, the tag of 32 bits
  /// that SensitivityType names, else any of the three (Exif 3.0, section 4.6.6.7 and Annex G).
  private static func sensitivity(_ exif: ExifDirectories) -> Int? {
    let short = exif[.photographicSensitivity]?.unsignedValues.first { $0 != 0 }
    if let short, short != escape { return Int(short) }
    let named: [UInt32: TIFFTag] = [
      1: .standardOutputSensitivity, 2: .recommendedExposureIndex, 3: .isoSpeed,
      4: .standardOutputSensitivity, 5: .standardOutputSensitivity, 6: .recommendedExposureIndex,
      7: .standardOutputSensitivity,
    ]
    let type = exif[.sensitivityType]?.unsigned(at: 0).flatMap { named[$0] }
    let tags = [type, .standardOutputSensitivity, .recommendedExposureIndex, .isoSpeed]
    return tags.lazy.compactMap(\.self)
      .compactMap { exif[$0]?.unsigned(at: 0) }.first { $0 != 0 }.map(Int.init)
  }

  private static let escape: UInt32 = 65_535

  /// The parts that are known: `1/250 s · f/2.8 · ISO 100 · 35 mm`.
  package var text: String { parts.joined(separator: " · ") }

  private var parts: [String] {
    [
      time.map(Self.text(ofTime:)), aperture.map(Self.text(ofAperture:)),
      sensitivity.map { "ISO \($0)" }, focalLength.map(Self.text(ofFocalLength:)),
    ].compactMap(\.self)
  }

  /// As cameras show it: up to a quarter of a second as a fraction of one, else in tenths.
  private static func text(ofTime seconds: Double) -> String {
    // A quarter that was rounded when it was written is one still.
    if seconds < 0.250_01 { return "1/\((1 / seconds).decimal(0)) s" }
    return "\(seconds.decimal(upTo: 1)) s"
  }

  static func text(ofAperture number: Double) -> String {
    "f/\(number.decimal(upTo: number < 1 ? 2 : 1))"
  }

  private static func text(ofFocalLength millimetres: Double) -> String {
    "\(millimetres.decimal(upTo: 1)) mm"
  }
}
