import CaptureTime
import Foundation
import Places
import TestSupport
import Testing

@testable import Tracks

@Suite("Places by tracks")
struct TrackTests {
  /// A track of points at minutes after 2024-01-31 12:00 UTC, in degrees.
  private func track(_ points: [(minute: Double, latitude: Double, longitude: Double)]) -> Track {
    Track(
      points.compactMap { point in
        TrackPoint(
          time: Self.noon * 1_000 + Int64(point.minute * 60_000),
          latitude: Int64(point.latitude * 1e7), longitude: Int64(point.longitude * 1e7))
      })
  }

  private static let noon: Int64 = 1_706_702_400

  private func latitude(_ track: Track, _ minute: Double) -> Double? {
    track.position(at: Self.noon * 1_000 + Int64(minute * 60_000))
      .map { ($0.latitude * 1e6).rounded() / 1e6 }
  }

  @Test(
    "A place between two points is by their times, and none is further away than ten minutes",
    arguments: [
      (-11.0, nil), (-10.0, 10), (0.0, 10), (5.0, 15), (10.0, 20), (20.0, 20), (21.0, nil),
      (49.0, nil), (50.0, 40), (60.0, 40), (70.0, 40), (70.1, nil),
    ] as [(Double, Double?)])
  func between(minute: Double, latitude: Double?) {
    let track = track([(60, 40, 0), (0, 10, 0), (10, 20, 0)])
    #expect(self.latitude(track, minute) == latitude)
  }

  @Test("An empty track, one point, and points at one instant")
  func few() {
    #expect(latitude(track([]), 0) == nil)
    #expect(latitude(track([(0, 10, 0)]), 9) == 10)
    #expect(latitude(track([(0, 10, 0), (0, 10, 0)]), 0) == 10)
  }

  @Test("The way across the 180th meridian is the short one")
  func dateLine() throws {
    let track = track([(0, 0, 179), (10, 0, -179)])
    let east = try #require(track.position(at: Self.noon * 1_000 + 150_000))
    #expect(abs(east.longitude - 179.5) < 1e-6)
    let west = try #require(track.position(at: Self.noon * 1_000 + 450_000))
    #expect(abs(west.longitude + 179.5) < 1e-6)
  }

  private static let zones = ZoneFinder(
    folders: [Checkout.folder.appending(path: "Sources/Photo/Places/Zones").path])

  /// Seoul from 12:00 to 12:10 UTC, Paris a day later.
  private var travel: TrackPlaces {
    TrackPlaces(
      track([(0, 37.5, 127), (10, 37.5, 127), (1_440, 48.85, 2.35), (1_450, 48.85, 2.35)]),
      zones: Self.zones)
  }

  @Test("An offset, the zone that is given, or the zone of the track tells the instant")
  func clocks() throws {
    let offset = try #require(
      travel.place(of: GivenTime.parse("2024-01-31 21:05+09:00"), in: nil))
    #expect(offset.clock == .offset)
    #expect(offset.instant == Int(Self.noon) + 300)
    let given = try #require(
      travel.place(of: GivenTime.parse("2024-01-31 12:05"), in: CaptureZone.parse("UTC")))
    #expect(given.clock == .given("UTC"))
    #expect(given.instant == Int(Self.noon) + 300)
    let seoul = try #require(travel.place(of: GivenTime.parse("2024-01-31 21:05"), in: nil))
    #expect(seoul.instant == Int(Self.noon) + 300)
    let paris = try #require(travel.place(of: GivenTime.parse("2024-02-01 13:05"), in: nil))
    #expect(paris.instant == Int(Self.noon) + 86_700)
    guard case .track(let zone) = paris.clock else {
      Issue.record("\(paris.clock)")
      return
    }
    #expect(zone.text == "Europe/Paris")
    // Where the clocks never showed that time, there is no place.
    #expect(try travel.place(of: GivenTime.parse("2024-01-31 12:05"), in: nil) == nil)
    #expect(try travel.place(of: GivenTime.parse("2024-01-31"), in: nil) == nil)
  }

  @Test("Of two times when clocks are put back, the first counts")
  func twice() throws {
    // Paris, 2024-10-27: 02:30 is 00:30 and 01:30 UTC.
    let start: Int64 = 1_729_987_200
    let points = (0...6).compactMap {
      TrackPoint(time: (start + $0 * 1_200) * 1_000, latitude: 488_500_000, longitude: 23_500_000)
    }
    let places = TrackPlaces(Track(points), zones: Self.zones)
    let place = try places.place(of: GivenTime.parse("2024-10-27 02:30"), in: nil)
    #expect(place?.instant == Int(start) + 1_800)
  }
}
