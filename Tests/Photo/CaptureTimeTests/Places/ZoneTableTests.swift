import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import CaptureTime
@testable import Places

@Suite("Table of time zones")
struct ZoneTableTests {
  static let folder = Checkout.folder.appending(path: "Sources/Photo/Places/Zones").path

  private func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(Self.folder)/\(ZoneTable.fileName)")))
  }

  private func zone(_ latitude: Double, _ longitude: Double) throws -> String {
    let position = try #require(GeoPosition(latitude: latitude, longitude: longitude))
    return try ZoneTable(bytes()).zone(at: position).text
  }

  @Test("has the zones that timezonefinder has, but within two kilometres of a border")
  func points() throws {
    let table = try ZoneTable(bytes())
    let points = try String(contentsOfFile: Checkout.fixture("zones/points.txt"), encoding: .utf8)
    var count = 0
    for line in points.split(separator: "\n") {
      let fields = line.split(separator: " ")
      let position = try #require(
        Double(fields[0]).flatMap { latitude in
          Double(fields[1]).flatMap { GeoPosition(latitude: latitude, longitude: $0) }
        })
      let zone = try table.zone(at: position)
      #expect(zone.text == fields[2], "\(line)")
      #expect(zone.isAtSea == fields[2].hasPrefix("Etc/GMT"))
      count += 1
    }
    #expect(count == 2_000)
  }

  @Test("is small, and all of its zones have rules")
  func names() throws {
    let bytes = try bytes()
    #expect(bytes.count < 1_500_000)
    let names = try ZoneTable(bytes).names
    #expect(names.count > 400)
    #expect(names.filter { CaptureZone(ZoneName(text: $0, isAtSea: false)) == nil } == [])
  }

  @Test(
    "knows both sides of borders, islands, enclaves, the date line and the poles",
    arguments: [
      (37.5665, 126.978, "Asia/Seoul"), (37.96, 126.55, "Asia/Pyongyang"),
      (-29.5, 28.3, "Africa/Maseru"), (25.0, 121.5, "Asia/Taipei"),
      (43.82, 87.61, "Asia/Urumqi"), (-13.83, -171.77, "Pacific/Apia"),
      (-14.27, -170.7, "Pacific/Pago_Pago"), (-16.8, 179.99, "Pacific/Fiji"),
      (-16.8, -179.99, "Pacific/Fiji"), (65.78, -169.06, "Asia/Anadyr"),
      (65.79, -168.95, "America/Nome"), (36.1, -115.17, "America/Los_Angeles"),
      (-90, 0, "Antarctica/McMurdo"), (-90, 180, "Antarctica/McMurdo"), (90, 0, "Etc/GMT"),
      (90, 180, "Etc/GMT-12"), (0, 180, "Etc/GMT-12"), (0, -180, "Etc/GMT+12"),
      (30, -40, "Etc/GMT+3"), (0, 7.4, "Etc/GMT"), (0, -0.1, "Etc/GMT"), (-50, 100, "Etc/GMT-7"),
    ])
  func places(latitude: Double, longitude: Double, name: String) throws {
    #expect(try zone(latitude, longitude) == name)
  }

  @Test("that is cut, is none, or leads out of itself is told of")
  func damaged() throws {
    let whole = try bytes()
    #expect(throws: ZoneTableError.notATable) { try ZoneTable([]) }
    #expect(throws: ZoneTableError.notATable) { try ZoneTable(Array("<html>".utf8)) }
    for count in [8, 19, 20, 1_000, whole.count - 1] {
      #expect(throws: ZoneTableError.self, "\(count)") { try ZoneTable(Array(whole[..<count])) }
    }
    #expect(throws: ZoneTableError.cut(observed: whole.count + 1, expected: whole.count)) {
      try ZoneTable(whole + [0])
    }
    // Whatever stands behind the header, a search ends, with a zone or an error.
    var random = SplitMix64(seed: 47)
    for _ in 0..<200 {
      var damaged = whole
      for _ in 0..<2_000 { damaged[.random(in: 20..<whole.count, using: &random)] ^= 0xFF }
      guard let table = try? ZoneTable(damaged) else { continue }
      for _ in 0..<50 {
        let position = try #require(
          GeoPosition(
            latitude: .random(in: -90...90, using: &random),
            longitude: .random(in: -180...180, using: &random)))
        _ = try? table.zone(at: position)
      }
    }
  }

  @Test("is looked for in folders, and what is wrong is said each time")
  func finder() throws {
    let seoul = try #require(GeoPosition(latitude: 37.5665, longitude: 126.978))
    #expect(
      try ZoneFinder(folders: ["/nowhere", Self.folder]).zone(at: seoul).text == "Asia/Seoul")
    let missing = ZoneFinder(folders: ["/nowhere"])
    for _ in 0..<2 {
      #expect(throws: PlacesError.missing(["/nowhere/zones.table"])) {
        try missing.zone(at: seoul)
      }
    }
    let folder = try TemporaryFolder()
    try folder.write(Array(try bytes()[..<5_000]), to: ZoneTable.fileName)
    #expect(throws: PlacesError.self) {
      try ZoneFinder(override: folder.path(""), executableFolder: nil).zone(at: seoul)
    }
  }
}
