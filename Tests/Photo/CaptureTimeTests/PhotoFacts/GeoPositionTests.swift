import Formats
import Places
import Testing

@testable import PhotoFacts

@Suite("Positions, heights and directions")
struct GeoPositionTests {
  @Test(
    "A position is written in decimals, and in degrees, minutes and seconds that are never 60",
    arguments: [
      (37.5665, 126.978, "37.56650, 126.97800", "37°33′59.4″N 126°58′40.8″E"),
      (-33.856784, 151.215297, "-33.85678, 151.21530", "33°51′24.4″S 151°12′55.1″E"),
      (0, 0, "0.00000, 0.00000", "0°00′00.0″N 0°00′00.0″E"),
      (-0.000001, -0.000001, "0.00000, 0.00000", "0°00′00.0″N 0°00′00.0″E"),
      (-0.5, -0.25, "-0.50000, -0.25000", "0°30′00.0″S 0°15′00.0″W"),
      (9.999999, 59.999999, "10.00000, 60.00000", "10°00′00.0″N 60°00′00.0″E"),
      (1.0166666, 1.01666, "1.01667, 1.01666", "1°01′00.0″N 1°01′00.0″E"),
      (90, 180, "90.00000, 180.00000", "90°00′00.0″N 180°00′00.0″E"),
      (-90, -180, "-90.00000, -180.00000", "90°00′00.0″S 180°00′00.0″W"),
    ])
  func texts(latitude: Double, longitude: Double, decimal: String, sexagesimal: String) throws {
    let position = try #require(GeoPosition(latitude: latitude, longitude: longitude))
    #expect(position.decimalText == decimal)
    #expect(position.sexagesimalText == sexagesimal)
  }

  @Test("No tenth of a second is written as 60 seconds or minutes")
  func neverSixty() throws {
    for step in 0..<72_000 {
      // On, just below and just above every twentieth of a second of two degrees.
      for shift in [-1e-9, 0, 1e-9] {
        let degrees = abs(Double(step) / 72_000 * 2 + shift)
        let text = try #require(GeoPosition(latitude: degrees, longitude: 0)).sexagesimalText
        if text.contains("60") { Issue.record("\(degrees) is \(text)") }
      }
    }
  }

  @Test(
    "What is out of range is no position",
    arguments: [(90.1, 0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity)])
  func outOfRange(latitude: Double, longitude: Double) {
    #expect(GeoPosition(latitude: latitude, longitude: longitude) == nil)
  }

  @Test(
    "A point of ISO 6709 has degrees alone, with minutes, or with seconds",
    arguments: [
      ("+37.5665+126.9780+021.0/", "37.56650, 126.97800"), ("-33-070/", "-33.00000, -70.00000"),
      ("+3733.99+12658.68/", "37.56650, 126.97800"),
      ("+373359.4-1265840.8/", "37.56650, -126.97800"),
      ("+37.5665+126.9780CRSWGS_84/", "37.56650, 126.97800"), ("+00.0+000.0/", nil),
      ("+91.0+000.0/", nil), ("+37.5+181.0/", nil), ("37.5+126.9/", nil), ("+37.5/", nil),
      ("+3.5+12.9/", "3.50000, 12.90000"), ("+37.5.1+126.9/", nil), ("", nil),
      ("+nan+126.9/", nil), ("+375+126.9/", nil),
    ])
  func iso6709(text: String, decimal: String?) {
    #expect(GeoPosition(iso6709: Array(text.utf8))?.decimalText == decimal)
  }

  @Test(
    "References say the hemispheres",
    arguments: [
      ("N", "E", "37.56650, 126.97800"), ("S", "W", "-37.56650, -126.97800"),
      ("s", "e", "-37.56650, 126.97800"), ("North", "W", "37.56650, -126.97800"),
      ("", "E", nil), ("E", "N", nil), ("\u{1}", "E", nil),
    ])
  func references(north: String, east: String, text: String?) {
    let block = ExifBlock(gps: ExifBlock.position((37, 33, 5940), north, (126, 58, 4080), east))
    #expect(block.facts.position?.decimalText == text)
  }

  @Test(
    "Parts that are unknown or out of range are no position",
    arguments: [
      ([(37, 1), (33, 1), (594, 10)], "37.56650, 126.97800"),
      ([(37, 1), (33_990, 1000)], "37.56650, 126.97800"),
      ([(375_665, 10_000)], "37.56650, 126.97800"),
      ([(37, 1), (33, 1), (60, 1)], "37.56667, 126.97800"),
      ([(37, 1), (33, 1), (0, 0)], nil), ([(0, 0), (0, 0), (0, 0)], nil),
      ([(37, 1), (61, 1), (0, 1)], nil), ([(37, 1), (0, 1), (61, 1)], nil),
      ([(90, 1), (0, 1), (1, 100)], nil), ([(181, 1)], nil), ([(.max, 1), (0, 1), (0, 1)], nil),
      ([], nil), ([(37, 1), (33, 1), (0, 1), (0, 1)], nil),
    ] as [([(UInt32, UInt32)], String?)])
  func parts(parts: [(UInt32, UInt32)], text: String?) {
    var block = ExifBlock.full
    block.gps[1].1 = .rational(parts)
    #expect(block.facts.position?.decimalText == text)
  }

  @Test("Zero degrees and zero degrees are what a camera without a fix writes, and its height too")
  func noFix() {
    var block = ExifBlock(
      gps: ExifBlock.position((0, 0, 0), "N", (0, 0, 0), "E") + [
        (.gpsAltitude, .rational([(0, 1)]))
      ])
    #expect(block.facts.position == nil && block.facts.altitude == nil)
    block.gps[1].1 = .rational([(0, 1), (0, 1), (1, 1)])
    #expect(block.facts.position?.decimalText == "0.00028, 0.00000")
    #expect(block.facts.altitude?.text == "0 m")
  }

  @Test(
    "Heights are below where the reference is odd",
    arguments: [
      ((38, 1), [0], "38 m"), ((384, 10), [1], "-38 m"), ((12, 1), [2], "12 m"),
      ((12, 1), [3], "-12 m"), ((38, 1), [], "38 m"), ((38, 1), Array("1".utf8), "-38 m"),
      ((4, 10), [1], "0 m"), ((8_848_860, 1000), [0], "8849 m"), ((0, 0), [0], nil),
      ((1, 0), [0], nil), ((12_000, 1), [1], nil), ((.max, 1), [0], nil),
    ] as [((UInt32, UInt32), [UInt8], String?)])
  func altitudes(height: (UInt32, UInt32), reference: [UInt8], text: String?) {
    let block = ExifBlock(gps: [
      (.gpsAltitudeRef, .bytes(.byte, reference)), (.gpsAltitude, .rational([height])),
    ])
    #expect(block.facts.altitude?.text == text)
  }

  @Test(
    "Directions are told with the nearest point of the compass",
    arguments: [
      (0, "0° N"), (11.4, "11° N"), (11.5, "12° NNE"), (33, "33° NNE"), (34, "34° NE"),
      (90, "90° E"), (247.3, "247° WSW"), (348, "348° NNW"), (349, "349° N"), (359.6, "0° N"),
      (360, "0° N"),
    ])
  func directions(degrees: Double, text: String) {
    #expect(ImageDirection(degrees: degrees)?.text == text)
  }

  @Test("The reference says which north, and what is no direction is none")
  func direction() {
    func direction(_ reference: String, _ number: (UInt32, UInt32)) -> ImageDirection? {
      ExifBlock(gps: [
        (.gpsImgDirectionRef, .text(reference)), (.gpsImgDirection, .rational([number])),
      ]).facts.direction
    }
    #expect(direction("T", (90, 1)) == ImageDirection(degrees: 90))
    #expect(direction("M", (90, 1)) == ImageDirection(degrees: 90, isMagnetic: true))
    for number in [(0, 0), (361, 1), (.max, 1)] as [(UInt32, UInt32)] {
      #expect(direction("T", number) == nil)
    }
  }
}
