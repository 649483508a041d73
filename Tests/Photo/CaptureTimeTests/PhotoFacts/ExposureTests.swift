import Formats
import Testing

@testable import PhotoFacts

@Suite("Exposure")
struct ExposureTests {
  @Test(
    "Times are told as cameras show them",
    arguments: [
      ((1, 250), "1/250 s"), ((10, 2500), "1/250 s"), ((1, 8000), "1/8000 s"), ((1, 4), "1/4 s"),
      ((250_002, 1_000_000), "1/4 s"), ((1, 3), "0.3 s"), ((1, 2), "0.5 s"), ((1, 1), "1 s"),
      ((25, 10), "2.5 s"), ((30, 1), "30 s"), ((86_400, 1), "86400 s"),
    ] as [((UInt32, UInt32), String)])
  func times(time: (UInt32, UInt32), text: String) {
    #expect(exposure([(.exposureTime, .rational([time]))])?.text == text)
  }

  @Test(
    "Apertures and focal lengths have no more places than they need",
    arguments: [
      ((28, 10), "f/2.8"), ((8, 1), "f/8"), ((95, 100), "f/0.95"), ((178, 100), "f/1.8"),
      ((11, 1), "f/11"),
    ] as [((UInt32, UInt32), String)])
  func apertures(aperture: (UInt32, UInt32), text: String) {
    #expect(exposure([(.fNumber, .rational([aperture]))])?.text == text)
    #expect(exposure([(.fNumber, .signedRational([(28, 10)]))])?.text == "f/2.8")
    #expect(exposure([(.focalLength, .rational([(4_250, 1_000)]))])?.text == "4.3 mm")
    #expect(exposure([(.focalLength, .rational([(35, 1)]))])?.text == "35 mm")
  }

  @Test(
    "What is unknown, endless or out of range is left out",
    arguments: [(0, 0), (1, 0), (0, 1), (UInt32.max, 1), (1, UInt32.max)] as [(UInt32, UInt32)])
  func unknown(number: (UInt32, UInt32)) {
    let tags: [TIFFTag] = [.exposureTime, .fNumber, .focalLength]
    #expect(exposure(tags.map { ($0, .rational([number])) }) == nil)
    let known = exposure(
      [(.photographicSensitivity, .short([100]))] + tags.map { ($0, .rational([number])) })
    #expect(known?.text == "ISO 100")
    #expect(exposure([(.fNumber, .signedRational([(-28, 10)]))]) == nil)
  }

  @Test(
    "A sensitivity of more than 16 bits is in the tag that its type names, else in any",
    arguments: [
      ([65_535], 1, "ISO 100001"), ([65_535], 2, "ISO 100002"), ([65_535], 3, "ISO 100003"),
      ([65_535], 4, "ISO 100001"), ([65_535], 6, "ISO 100002"), ([65_535], 0, "ISO 100001"),
      ([65_535], 9, "ISO 100001"), ([], 3, "ISO 100003"), ([0], 2, "ISO 100002"),
      ([65_534], 2, "ISO 65534"), ([0, 200], 2, "ISO 200"),
    ] as [([UInt16], UInt16, String)])
  func sensitivity(short: [UInt16], type: UInt16, text: String) {
    let fields: [(TIFFTag, ExifBlock.Value)] = [
      (.photographicSensitivity, .short(short)), (.sensitivityType, .short([type])),
      (.standardOutputSensitivity, .long([100_001])),
      (.recommendedExposureIndex, .long([100_002])), (.isoSpeed, .long([100_003])),
    ]
    #expect(exposure(fields)?.text == text)
  }

  @Test("A sensitivity of 65535 alone is unknown, and so is one beyond all cameras")
  func unknownSensitivity() {
    #expect(exposure([(.photographicSensitivity, .short([65_535]))]) == nil)
    #expect(exposure([(.isoSpeed, .long([.max]))]) == nil)
    #expect(
      exposure([(.photographicSensitivity, .short([65_535])), (.isoSpeed, .long([70_000]))])?.text
        == "ISO 70000")
  }

  private func exposure(_ fields: [(TIFFTag, ExifBlock.Value)]) -> Exposure? {
    ExifBlock(exif: fields).facts.exposure
  }
}
