import CaptureTime
import Files
import PhotoFacts
import SystemPackage
import Testing

@testable import Stamping

@Suite("What cannot be right in the times of photos")
struct ClockDoctorTests {
  private static let canon = CameraIdentity(
    make: "Canon", model: "Canon EOS R5", serial: "012", owner: "", name: "Canon EOS R5")
  private static let phone = CameraIdentity(
    make: "Apple", model: "iPhone 15", serial: "", owner: "", name: "Apple iPhone 15")
  private static let seoul = try? CaptureZone.parse("Asia/Seoul")
  private static let paris = try? CaptureZone.parse("Europe/Paris")

  private func photo(
    _ name: String, _ time: String, camera: CameraIdentity = canon, isNeverSet: Bool = false,
    gps: String? = nil, zone: CaptureZone? = nil, named: String? = nil, modified: String? = nil
  ) throws -> PhotoClock {
    PhotoClock(
      path: FilePath(name), camera: camera, time: try GivenTime.parse(time),
      isNeverSet: isNeverSet, gps: try gps.map { try instant($0) }, zone: zone,
      named: try named.map { try GivenTime.parse($0) },
      modified: try modified.map { try instant($0) })
  }

  private func instant(_ text: String) throws -> Int {
    try #require(try GivenTime.parse(text + "Z").instant)
  }

  /// Photos with numbers from 1 on, some seconds apart.
  private func series(
    _ count: Int, from time: String, every seconds: Int, number: Int = 1, prefix: String = "IMG_",
    camera: CameraIdentity = canon
  ) throws -> [PhotoClock] {
    let start = try GivenTime.parse(time)
    return try (0..<count).map { index in
      let digits = String(10_000 + number + index).dropFirst()
      let shown = CaptureTime(
        wallSeconds: start.wallSeconds + index * seconds, offset: start.offset, source: .given)
      return try photo("\(prefix)\(digits).JPG", shown.description, camera: camera)
    }
  }

  private func findings(_ photos: [PhotoClock], zone: CaptureZone? = paris) throws -> [ClockFinding]
  {
    ClockDoctor(zone: try #require(zone)).findings(in: photos)
  }

  @Test("Nothing is found where nothing is wrong")
  func nothing() throws {
    #expect(try findings([]).isEmpty)
    #expect(try findings([photo("a.jpg", "2024-01-31 23:59:58")]).isEmpty)
    let years = try series(50, from: "2019-01-01 12:00:00", every: 40 * 86_400)
    #expect(try findings(years).isEmpty)
    // The counter begins again after 9999, years later.
    let again = try series(3, from: "2024-01-01 12:00:00", every: 60, number: 1)
    let before = try series(3, from: "2022-01-01 12:00:00", every: 60, number: 9_997)
    #expect(try findings(again + before).isEmpty)
  }

  @Test("A clock that began anew is put right by the neighbour by number")
  func neverSet() throws {
    let right = try series(4, from: "2024-05-01 10:00:00", every: 60)
    let wrong = try series(3, from: "2002-12-08 12:03:00", every: 60, number: 5)
    let found = try findings(right + wrong)
    #expect(found.count == 1)
    #expect(found.first?.kind == .neverSet(try GivenTime.parse("2002-12-08 12:03:00")))
    #expect(found.first?.photos == ["IMG_0005.JPG", "IMG_0006.JPG", "IMG_0007.JPG"])
    #expect(found.first?.remedy == .sync("IMG_0005.JPG", "IMG_0004.JPG"))
  }

  @Test("Satellites and names of files are better witnesses, and the last change is the last")
  func witnesses() throws {
    let byGPS = try photo(
      "a1.jpg", "1980-01-01 00:10:00", gps: "2024-05-01 08:10:00", zone: Self.paris)
    let zone = try findings([byGPS])
    #expect(
      zone.first?.remedy
        == .shift(
          try GivenTime.parse("2024-05-01 10:10:00").wallSeconds
            - GivenTime.parse("1980-01-01 00:10:00").wallSeconds))
    let byName = try photo("b.jpg", "1970-01-01 01:00:00", named: "2024-05-01 10:00:00")
    #expect(try findings([byName]).first?.remedy == .fromName)
    let byChange = try photo("c.jpg", "1904-01-01 00:00:09", modified: "2024-05-01 08:00:00")
    guard case .modified(let path, let time) = try findings([byChange]).first?.remedy else {
      Issue.record("not by the last change")
      return
    }
    #expect(path == "c.jpg")
    #expect(time.description == "2024-05-01T10:00:00")
  }

  @Test("A clock that stands still tells no time, so the photos get their day")
  func standing() throws {
    let right = try series(1, from: "2024-05-01 10:00:00", every: 60)
    let wrong = try ["IMG_0002.JPG", "IMG_0003.JPG"].map {
      try photo($0, "2002-12-08 12:00:00", isNeverSet: true)
    }
    let found = try findings(right + wrong)
    #expect(found.map(\.remedy) == [.day(try GivenTime.parse("2024-05-01").date)])
    #expect(found.first?.photos.count == 2)
  }

  @Test("New Year 2000 was a day on which people took photos")
  func millennium() throws {
    let party = try series(4, from: "2000-01-01 00:01:00", every: 60)
    #expect(try findings(party).isEmpty)
    let later = try series(4, from: "2024-05-01 00:01:00", every: 60, number: 5)
    #expect(try findings(party + later).count == 1)
  }

  @Test("Photos of another year than their neighbours by number", arguments: [1, 3])
  func otherYear(count: Int) throws {
    let before = try series(4, from: "2024-05-01 10:00:00", every: 60)
    let wrong = try series(count, from: "2023-05-01 10:04:00", every: 60, number: 5)
    let after = try series(4, from: "2024-05-01 10:10:00", every: 60, number: 5 + count)
    let found = try findings(after + wrong + before)
    #expect(found.count == 1)
    let name = FilePath("IMG_000\(5 + count).JPG")
    #expect(
      found.first?.kind == .otherYear(before: "IMG_0004.JPG", after: name, year: 2024))
    #expect(found.first?.photos == wrong.map(\.path))
    #expect(found.first?.remedy == .years(1))
    // A clock that is off by more than the year is put right by its neighbour.
    let far = try series(count, from: "2021-02-03 04:05:00", every: 60, number: 5)
    #expect(
      try findings(after + far + before).first?.remedy == .sync("IMG_0005.JPG", "IMG_0004.JPG"))
  }

  @Test("A clock that gains is found by the satellites, and put right bit by bit")
  func drift() throws {
    // Ten seconds a day, from a clock that was right.
    let photos = try (0..<30).map { day in
      let right = try instant("2024-05-01 08:00:00") + day * 86_400
      let shown = CaptureTime(wallSeconds: right + 7_200 + 10 * day, source: .given)
      let gps = CaptureTime(wallSeconds: right, source: .given).description
      return try photo(
        "IMG_\(1_001 + day).JPG", shown.description, gps: gps, zone: Self.paris)
    }
    let found = try findings(photos)
    #expect(found.count == 5)
    for finding in found {
      guard case .ahead(let seconds, let drift, _) = finding.kind else {
        Issue.record("\(finding.kind)")
        return
      }
      #expect(abs(drift - 10) < 0.1)
      #expect(finding.remedy == .shift(-seconds))
      #expect(finding.photos.count <= 6)
    }
    #expect(Set(found.flatMap(\.photos)).count == found.map(\.photos.count).reduce(0, +))
  }

  @Test("A phone whose satellites' times are minutes old is not wrong")
  func oldFixes() throws {
    let photos = try (0..<20).map { index in
      let shown = try instant("2024-05-01 08:00:00") + index * 86_400
      let age = [0, 2, 1, 290, 3, 0, 75, 1, 2, 600][index % 10]
      return try photo(
        "IMG_\(1_001 + index).JPG",
        CaptureTime(wallSeconds: shown + 7_200, source: .given).description + "+02:00",
        gps: CaptureTime(wallSeconds: shown - age, source: .given).description, zone: Self.paris)
    }
    #expect(try findings(photos).isEmpty)
  }

  @Test("A clock of another zone, and an offset that is not that of the place")
  func zones() throws {
    let home = try (0..<4).map { index in
      try photo(
        "IMG_000\(index).JPG", "2024-05-01 03:0\(index):00", gps: "2024-05-01 01:0\(index):05",
        zone: Self.seoul)
    }
    let found = try findings(home)
    #expect(found.map(\.kind) == [.otherZone("Asia/Seoul", seconds: -7 * 3_600)])
    #expect(found.map(\.remedy) == [.shift(7 * 3_600)])
    let offset = try photo("a.jpg", "2024-05-01 03:00:00+02:00", zone: Self.seoul)
    let other = try findings([offset])
    #expect(other.map(\.kind) == [.otherOffset("Asia/Seoul", offset: 7_200)])
    #expect(other.map(\.remedy) == [.zone("Asia/Seoul", shift: 0)])
    // The clock shows the place's time, but the offset of another: what is written stays as it is.
    let both = try (0..<3).map { index in
      try photo(
        "IMG_000\(index).JPG", "2024-05-01 10:0\(index):00+02:00",
        gps: "2024-05-01 01:0\(index):00",
        zone: Self.seoul)
    }
    let mended = try #require(try findings(both).first)
    #expect(mended.remedy == .zone("Asia/Seoul", shift: -7 * 3_600))
    let adjustment = CaptureTimeAdjustment(
      shift: try TimeShift.parse("-7h"), zone: Self.seoul)
    #expect(
      try adjustment.apply(to: both[0].time).description == "2024-05-01T10:00:00+09:00")
  }

  @Test("A camera whose clock was not changed is an hour off from another since")
  func changedClocks() throws {
    // Clocks in Paris were put forward on 2024-03-31.
    func walk(_ day: String, hour: Int, camera: CameraIdentity, prefix: String) throws
      -> [PhotoClock]
    {
      try (0..<8).map { index in
        let minute = String(100 + 7 * index).dropFirst()
        let clock = String(100 + hour).dropFirst()
        let offset = camera == Self.phone ? "+02:00" : ""
        return try photo(
          "\(prefix)\(day)-\(index).jpg", "\(day) \(clock):\(minute):00\(offset)", camera: camera)
      }
    }
    let right =
      try walk("2024-03-30", hour: 10, camera: Self.canon, prefix: "c")
      + walk("2024-03-30", hour: 10, camera: Self.phone, prefix: "p")
    #expect(try findings(right).isEmpty)
    let wrong =
      try walk("2024-04-02", hour: 14, camera: Self.canon, prefix: "c")
      + walk("2024-04-02", hour: 15, camera: Self.phone, prefix: "p")
    let found = try findings(right + wrong)
    #expect(found.count == 1)
    #expect(found.first?.camera == Self.canon)
    #expect(
      found.first?.kind
        == .clocksChanged(
          try GivenTime.parse("2024-03-31").date, other: Self.phone, seconds: -3_600))
    #expect(found.first?.remedy == .shift(3_600))
    #expect(found.first?.photos.count == 8)
    #expect(try findings(right + wrong, zone: Self.seoul).isEmpty)
  }

  @Test("A finding keeps its name whatever else is found")
  func identifiers() throws {
    let right = try series(4, from: "2024-05-01 10:00:00", every: 60)
    let wrong = try series(3, from: "2002-12-08 12:03:00", every: 60, number: 5)
    let other = try photo(
      "z.jpg", "2024-05-01 03:00:00+02:00", camera: Self.phone, zone: Self.seoul)
    let one = try findings(right + wrong)
    let two = try findings([other] + right + wrong)
    #expect(two.count == 2)
    #expect(two.map(\.identifier).contains(try #require(one.first).identifier))
    #expect(one.first?.identifier.count == 6)
  }
}
