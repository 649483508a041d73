import Files
import SystemPackage
import TestSupport
import Testing

@testable import Tracks

@Suite("Files of tracks")
struct TrackFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// 2024-01-31 23:59:58 UTC, in milliseconds.
  private static let time: Int64 = 1_706_745_598_000

  private func read(_ text: String, limit: Int = Track.pointLimit) throws -> TrackPoints {
    let path = try folder.write(Array(text.utf8), to: "track")
    return try TrackPoints(reading: FilePath(path), limit: limit)
  }

  private func error(_ text: String, limit: Int = Track.pointLimit) -> TrackError? {
    #expect(throws: TrackError.self) { try read(text, limit: limit) }
  }

  private func gpx(_ points: String) -> String {
    """
    <?xml version="1.0"?>
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
    <metadata><time>2020-01-01T00:00:00Z</time></metadata>
    <trk><trkseg>
    \(points)
    </trkseg></trk></gpx>
    """
  }

  private func point(_ latitude: String, _ longitude: String, _ time: String) -> String {
    #"<trkpt lat="\#(latitude)" lon="\#(longitude)"><ele>5</ele><time>\#(time)</time></trkpt>"#
  }

  /// A sentence with its checksum.
  private func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
  }

  private static let seoul = TrackPoint(
    time: time, latitude: 375_666_650, longitude: 1_269_780_550)

  @Test("A point takes 16 bytes")
  func size() { #expect(MemoryLayout<TrackPoint>.stride == 16) }

  @Test(
    "GPX has times in UTC, with an offset, with a fraction, or without a zone",
    arguments: [
      ("2024-01-31T23:59:58Z", 0), ("2024-02-01T08:59:58+09:00", 0),
      ("2024-01-31T23:59:58.25Z", 250), (" 2024-01-31T23:59:58.2509999Z\n", 250),
      ("2024-01-31T23:59:58", 0),
    ])
  func gpxTimes(text: String, milliseconds: Int64) throws {
    let read = try read(gpx(point("37.566665", "126.978055", text)))
    let expected = TrackPoint(
      time: Self.time + milliseconds, latitude: 375_666_650, longitude: 1_269_780_550)
    #expect(read.points == [expected].compactMap(\.self))
    #expect(read.leftOut.count == 0)
  }

  @Test("A namespace with a prefix, and a time of an extension")
  func gpxNames() throws {
    let text = """
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/0"><g:trk><g:trkseg>
      <g:trkpt lat=" 37.566665 " lon="126.978055"><g:extensions><t><time>1999-01-01T00:00:00Z</time>
      </t></g:extensions><g:time>2024-01-31T23:59:58Z</g:time></g:trkpt>
      </g:trkseg></g:trk></g:gpx>
      """
    #expect(try read(text).points == [Self.seoul].compactMap(\.self))
  }

  @Test("Points without a time, with no number and beyond the poles are left out and counted")
  func leftOut() throws {
    let good = point("-90", "-180", "2024-01-31T23:59:58Z")
    let read = try read(
      gpx(
        [
          good, point("NaN", "1", "2024-01-31T23:59:58Z"), point("91", "1", "2024-01-31T23:59:58Z"),
          point("1", "180.0000001", "2024-01-31T23:59:58Z"), point("1", "1", "yesterday"),
          point("1", "1", "2024-02-30T00:00:00Z"), #"<trkpt lat="1" lon="1"/>"#,
          #"<trkpt lat="1"><time>2024-01-31T23:59:58Z</time></trkpt>"#,
          point("1e1", "1", "2024-01-31T23:59:58Z"), point("1", "1", "2024-01-31"),
        ].joined(separator: "\n")))
    #expect(read.points.count == 1)
    #expect(read.points.first?.latitude == -900_000_000)
    #expect(read.points.first?.longitude == -1_800_000_000)
    #expect(read.leftOut.nowhere == 5)
    #expect(read.leftOut.withoutTime == 4)
    #expect(read.leftOut.damaged == 0)
  }

  @Test("An entity bomb, a cut file and XML of another kind are refused, with their lines")
  func hostileGPX() {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
      <gpx><name>&b;</name></gpx>
      """
    #expect(error(bomb) == .documentType(line: 2))
    let whole = gpx(point("1", "1", "2024-01-31T23:59:58Z"))
    #expect(error(String(whole.dropLast(30))) == .cut(line: 5))
    #expect(error(String(whole.prefix(60))) == .cut(line: 2))
    #expect(error("<kml></kml>") == .otherXML(root: "kml"))
    #expect(error("<gpx>\n<trk></gpx>") == .xml(line: 2, detail: "mismatched tag"))
    #expect(error(gpx("")) == .noPoints(TrackLosses()))
    let deep = String(repeating: "<a>", count: 100)
    #expect(error("<gpx>\(deep)") == .depth(line: 1, limit: 64))
    let long = String(repeating: " ", count: 3 << 20)
    #expect(error("<gpx><a\(long)") == .markup(line: 1, limit: 1 << 20))
  }

  @Test("There are no more points than the limit, in any format")
  func limit() {
    let two = [point("1", "1", "2024-01-31T23:59:58Z"), point("1", "1", "2024-01-31T23:59:59Z")]
    #expect(
      error(gpx(two.joined(separator: "\n")), limit: 1)
        == .tooManyPoints(line: 6, limit: Track.pointLimit))
    let records = #"{"locations":[\#(Self.record),\#n\#(Self.record)]}"#
    #expect(error(records, limit: 1) == .tooManyPoints(line: 2, limit: Track.pointLimit))
    let nmea = sentence(Self.fix) + sentence(Self.fix)
    #expect(error(nmea, limit: 1) == .tooManyPoints(line: 2, limit: Track.pointLimit))
  }

  private static let fix = "GPRMC,235958.00,A,3733.9999,N,12658.6833,E,0.0,0.0,310124,,,A"

  @Test("NMEA is read from RMC, whose checksum has to be right")
  func nmea() throws {
    let text =
      "@logger 1.0\r\n" + sentence("GPGGA,235958.00,3733.9999,N,12658.6833,E,1,08,0.9,5,M,46,M,,")
      + sentence(Self.fix)
      + sentence("GNRMC,000001.500,A,3733.9999,S,12658.6833,W,0.0,0.0,010280,,,A")
      + sentence(Self.fix).replacing("3733", with: "3734")
      + "$GPRMC,235958.00,A,3733.9999,N,12658.6833,E,0.0,0.0,310124,,,A\r\n"
      + sentence("GPRMC,235958.00,V,,,,,,,310124,,,N")
      + sentence("GPRMC,236058.00,A,3733.9999,N,12658.6833,E,0.0,0.0,310124,,,A")
      + sentence("GPRMC,235958.00,A,3773.9999,N,12658.6833,E,0.0,0.0,310124,,,A")
      + "$GPRMC,2359"
    let read = try read(text)
    #expect(
      read.points
        == [
          TrackPoint(time: Self.time, latitude: 375_666_650, longitude: 1_269_780_550),
          TrackPoint(time: 318_211_201_500, latitude: -375_666_650, longitude: -1_269_780_550),
        ].compactMap(\.self))
    #expect(read.leftOut.damaged == 3)
    #expect(read.leftOut.nowhere == 2)
    #expect(read.leftOut.withoutTime == 1)
  }

  private static let record =
    #"{"latitudeE7":375666650,"longitudeE7":1269780550,"timestamp":"2024-01-31T23:59:58Z"}"#

  @Test(
    "Google's Timeline, as Takeout and phones have had it",
    arguments: [
      #"{"locations": [{"latitudeE7": 375666650, "longitudeE7": 1269780550, "accuracy": 20, "#
        + #""activity": [{"activity": [{"type": "STILL"}]}], "timestamp": "2024-01-31T23:59:58Z"}]}"#,
      #"{"locations":[{"timestampMs":"1706745598000","latitudeE7":375666650,"#
        + #""longitudeE7":1269780550}]}"#,
      #"{"semanticSegments":[{"startTime":"2024-02-01T08:00:00.000+09:00","#
        + #""endTime":"2024-02-01T09:00:00.000+09:00","timelinePath":[{"point":"37.566665°, "#
        + #"126.978055°","time":"2024-02-01T08:59:58.000+09:00"}]}],"userLocationProfile":{"a":[{}]}}"#,
      #"{"rawSignals":[{"position":{"LatLng":"37.566665°, 126.978055°","accuracyMeters":9,"#
        + #""timestamp":"2024-02-01T08:59:58+09:00"}},{"wifiScan":{"devicesRecords":[]}}]}"#,
      #"[{"startTime":"2024-01-31T23:39:58Z","endTime":"2024-02-01T00:39:58Z","timelinePath":["#
        + #"{"point":"geo:37.566665,126.978055","durationMinutesOffsetFromStartTime":"20"}]}]"#,
      #"{"note":"locations","odd":["a\\\"]}"],"locations":[\#(record)]}"#,
    ])
  func timeline(text: String) throws {
    let read = try read(text)
    #expect(read.points == [Self.seoul].compactMap(\.self))
    #expect(read.leftOut.count == 0)
  }

  @Test("Stays and ways of the Timeline are points at both ends")
  func stays() throws {
    let text = """
      [{"startTime":"2024-01-31T23:59:58Z","endTime":"2024-02-01T00:59:58Z",
        "visit":{"topCandidate":{"placeLocation":"geo:37.566665,126.978055"}}},
       {"startTime":"2024-02-01T00:59:58Z","endTime":"2024-02-01T01:59:58Z",
        "activity":{"start":{"latLng":"1.0°, 2.0°"},"end":{"latLng":"3.0°, 4.0°"}}}]
      """
    let points = try read(text).points
    #expect(points.map(\.time) == [0, 1, 1, 2].map { Self.time + $0 * 3_600_000 })
    #expect(points.map(\.latitude) == [375_666_650, 375_666_650, 10_000_000, 30_000_000])
  }

  @Test("Of the Timeline, what is cut or no JSON is refused, and what is no place left out")
  func hostileTimeline() throws {
    #expect(error(#"{"locations":[\#(Self.record),"#) == .cut(line: 1))
    #expect(error(#"{"locations":[\#n{"latitudeE7":,}]}"#) == .json(line: 2))
    #expect(error("{}}") == .json(line: 1))
    var damaged = TrackLosses()
    damaged.damaged = 1
    #expect(error(#"{"locations":[1,"{",[2]]}"#) == .noPoints(damaged))
    let nested = String(repeating: "[", count: 600)
    #expect(error(nested) == .depth(line: 1, limit: 512))
    let long = String(repeating: " ", count: 1 << 22)
    #expect(error(#"[{"a":\#(long)1}]"#) == .element(line: 1, limit: 1 << 22))
    let read = try read(
      #"{"locations":[\#(Self.record),{"latitudeE7":910000000,"longitudeE7":0,"#
        + #""timestamp":"2024-01-31T23:59:58Z"},{"latitudeE7":1,"longitudeE7":1},"#
        + #"{"latitudeE7":0,"longitudeE7":3095186746,"timestamp":"2024-01-31T23:59:58Z"}]}"#)
    #expect(read.points.map(\.longitude) == [1_269_780_550, -1_199_780_550])
    #expect(read.leftOut.nowhere == 1)
    #expect(read.leftOut.withoutTime == 1)
  }

  @Test("Other files are refused")
  func otherFiles() throws {
    #expect(error("hello") == .unknownFormat)
    #expect(error("") != nil)
    let missing = FilePath(folder.path("nothing"))
    #expect(throws: TrackError.file(.system(.open, missing, .noSuchFileOrDirectory))) {
      try TrackPoints(reading: missing)
    }
    #expect(throws: TrackError.file(.notAFile(FilePath(folder.path), .folder))) {
      try TrackPoints(reading: FilePath(folder.path))
    }
  }

  @Test("A file in pieces is read as one")
  func pieces() throws {
    let points = (0..<20_000).map { index in
      let clock = [10 + index / 3_600, index / 60 % 60, index % 60].map(two).joined(separator: ":")
      return point("37.\(1_000_000 + index)", "126.9", "2024-01-31T\(clock)Z")
    }
    let read = try read(gpx(points.joined(separator: "\n")))
    #expect(read.points.count == 20_000)
    #expect(read.points.last?.latitude == 371_019_999)
    let records = Array(repeating: Self.record, count: 20_000).joined(separator: ",\n")
    #expect(try self.read(#"{"locations":[\#(records)]}"#).points.count == 20_000)
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
