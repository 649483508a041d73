import Foundation
import Places
import TestSupport
import Testing

@testable import PhotoFacts

@Suite("Gazetteer")
struct GazetteerTests {
  @Test("The nearest place is found, with its country and how far it is")
  func nearest() throws {
    let gazetteer = try GazetteerLines.gazetteer(
      GazetteerLines.line(1, "Seoul", 37.566, 126.9784, country: "KR"),
      GazetteerLines.line(2, "Incheon", 37.45646, 126.70515, country: "KR"))
    let place = try place(gazetteer, 37.5665, 126.978)
    #expect(place == Place(name: "Seoul", asciiName: "Ascii 1", countryCode: "KR", distance: 66))
    #expect(try self.place(gazetteer, 37.46, 126.7)?.name == "Incheon")
    #expect(try self.place(gazetteer, 36, 126.7) == nil)
  }

  @Test("30 km are near and 31 km are not, in every direction and at every latitude")
  func radius() throws {
    // A degree of a great circle is 111,195 m.
    for latitude in [0, 45.25, -45.25, 80, 89, 89.9, -89.9] {
      let gazetteer = try GazetteerLines.gazetteer(GazetteerLines.line(1, "A", latitude, 20))
      for metres in [29_990.0, 31_000.0] {
        let isNear = metres < 30_000
        for bearing in stride(from: 0.0, to: 360, by: 15) {
          let position = try #require(Self.position(latitude, 20, metres: metres, bearing))
          #expect((gazetteer.place(near: position) != nil) == isNear, "\(position)")
        }
      }
    }
  }

  @Test("Places beyond the date line are near")
  func dateLine() throws {
    let gazetteer = try GazetteerLines.gazetteer(
      GazetteerLines.line(1, "East", 0, -179.95), GazetteerLines.line(2, "West", 0, 179.9),
      GazetteerLines.line(3, "Line", 10, 180), GazetteerLines.line(4, "Other", 20, -180))
    #expect(try place(gazetteer, 0, 179.99)?.name == "East")
    #expect(try place(gazetteer, 0, -179.99)?.name == "East")
    #expect(try place(gazetteer, 0, 179.93)?.name == "West")
    for longitude in [180, -180, 179.9, -179.9] {
      #expect(try place(gazetteer, 10, longitude)?.name == "Line")
      #expect(try place(gazetteer, 20, longitude)?.name == "Other")
    }
  }

  @Test("At the poles every meridian is near")
  func poles() throws {
    let gazetteer = try GazetteerLines.gazetteer(
      GazetteerLines.line(1, "North", 89.9, 100), GazetteerLines.line(2, "South", -90, -30))
    for longitude in stride(from: -180.0, through: 180, by: 30) {
      #expect(try place(gazetteer, 90, longitude)?.distance == 11_120)
      #expect(try place(gazetteer, 89.95, longitude)?.name == "North")
      #expect(try place(gazetteer, -90, longitude)?.distance == 0)
      #expect(try place(gazetteer, -89.9, longitude)?.distance == 11_120)
    }
  }

  @Test("At the same distance more people go first, then the lower number")
  func ties() throws {
    let same = [(7, 500), (3, 900), (5, 900), (1, 20)].map { identifier, population in
      GazetteerLines.line(identifier, "\(identifier)", 10, 20, population: population)
    }
    for lines in [same, same.reversed()] {
      let gazetteer = try GazetteerLines.gazetteer(of: Array(lines.joined(separator: "\n").utf8))
      #expect(try place(gazetteer, 10.01, 20)?.name == "3")
    }
    let sides = try GazetteerLines.gazetteer(
      GazetteerLines.line(1, "west", 0, -0.1, population: 5),
      GazetteerLines.line(2, "east", 0, 0.1, population: 6))
    #expect(try place(sides, 0, 0)?.name == "east")
  }

  @Test("No place is nearer than the one that is found, among thousands at random")
  func likeAllCompared() throws {
    var random = SplitMix64(seed: 20_240_131)
    let centres: [(latitude: Double, longitude: Double)] = [
      (0, 180), (0, -180), (90, 0), (-90, 0), (51, 7), (-33.9, 151.2),
    ]
    let places = (0..<3000).map { index in
      let centre = centres[index % centres.count]
      let width = abs(centre.latitude) == 90 ? 180 : 1.5
      return (
        latitude: Self.latitude(centre.latitude + Double.random(in: -1.5...1.5, using: &random)),
        longitude: Self.longitude(
          centre.longitude + Double.random(in: -width...width, using: &random))
      )
    }
    let lines = places.enumerated().map { index, place in
      GazetteerLines.line(index, "\(index)", place.latitude, place.longitude)
    }
    let gazetteer = try GazetteerLines.gazetteer(of: Array(lines.joined(separator: "\r\n").utf8))
    let directions = places.map { Direction($0.latitude, $0.longitude) }
    var found = 0
    for place in places.prefix(600) {
      let latitude = Self.latitude(place.latitude + Double.random(in: -0.7...0.7, using: &random))
      let longitude = Self.longitude(
        place.longitude + Double.random(in: -0.7...0.7, using: &random))
      let position = try #require(GeoPosition(latitude: latitude, longitude: longitude))
      let here = Direction(latitude, longitude)
      let least = here.metres(
        to: directions.min { here.chord(to: $0) < here.chord(to: $1) } ?? here)
      guard let place = gazetteer.place(near: position) else {
        #expect(least > 30_000, "\(position)")
        continue
      }
      found += 1
      let chosen = here.metres(to: directions[try #require(Int(place.name))])
      // Distances are compared in whole metres.
      let isNearest = chosen < least + 1 && abs(chosen - Double(place.distance)) < 0.51
      #expect(isNearest, "\(position): \(place), \(least)")
    }
    #expect(200..<600 ~= found)
  }

  @Test("Names are fit to be shown, and countries are named in a language")
  func texts() throws {
    let gazetteer = try GazetteerLines.gazetteer(
      GazetteerLines.line(1, "Bad\u{202E}\u{7}  Ems ", 50.33, 7.71, country: "DE"),
      GazetteerLines.line(2, "Nowhere", 0, 0, country: ""),
      GazetteerLines.line(3, "Else", 20, 20, country: "QQ"),
      GazetteerLines.line(4, "Unnamed", 30, 20, changing: [2: ""]),
      GazetteerLines.line(5, "Same", 40, 20, changing: [2: "Same"]))
    for (latitude, name) in [(30.0, "Unnamed"), (40, "Same")] {
      let place = try #require(try self.place(gazetteer, latitude, 20))
      #expect(place.name == name && place.asciiName == name)
    }
    let place = try #require(try place(gazetteer, 50.33, 7.71))
    #expect(place.text(CountryNames(identifier: "en_US")) == "Bad Ems, Germany")
    #expect(place.text(CountryNames(identifier: "ko_KR")) == "Bad Ems, 독일")
    #expect(place.text(CountryNames(identifier: "de")) == "Bad Ems, Deutschland")
    #expect(place.text(CountryNames(identifier: "en_US"), isASCII: true) == "Ascii 1, Germany")
    let nowhere = try #require(try self.place(gazetteer, 0, 0))
    #expect(nowhere.countryCode == nil)
    #expect(nowhere.text(CountryNames(identifier: "en_US")) == "Nowhere")
    let other = try #require(try self.place(gazetteer, 20, 20))
    #expect(other.text(CountryNames(identifier: "en_US")) == "Else, QQ")
    #expect(CountryNames(identifier: "en_US").name(of: "KR") == "South Korea")
  }

  private func place(
    _ gazetteer: Gazetteer, _ latitude: Double, _ longitude: Double
  ) throws -> Place? {
    gazetteer.place(near: try #require(GeoPosition(latitude: latitude, longitude: longitude)))
  }

  /// Of five places, so that a line has it exactly.
  private static func latitude(_ degrees: Double) -> Double {
    (min(90, max(-90, degrees)) * 100_000).rounded() / 100_000
  }

  private static func longitude(_ degrees: Double) -> Double {
    let turned = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    return (turned * 100_000).rounded() / 100_000
  }

  /// So many metres from a place towards a bearing.
  private static func position(
    _ latitude: Double, _ longitude: Double, metres: Double, _ bearing: Double
  ) -> GeoPosition? {
    let (angle, course, start) = (metres / 6_371_008.8, bearing * .pi / 180, latitude * .pi / 180)
    let end = asin(sin(start) * cos(angle) + cos(start) * sin(angle) * cos(course))
    let turn = atan2(sin(course) * sin(angle) * cos(start), cos(angle) - sin(start) * sin(end))
    return GeoPosition(
      latitude: end * 180 / .pi, longitude: Self.longitude(longitude + turn * 180 / .pi))
  }
}

/// A place as a vector of length 1, by which distances come another way than in the sources.
private struct Direction {
  let (x, y, z): (Double, Double, Double)

  init(_ latitude: Double, _ longitude: Double) {
    let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
    (x, y, z) = (
      cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)
    )
  }

  /// The square of the straight line through the Earth, in radii of it.
  func chord(to other: Direction) -> Double {
    let (x, y, z) = (x - other.x, y - other.y, z - other.z)
    return x * x + y * y + z * z
  }

  func metres(to other: Direction) -> Double {
    2 * asin(chord(to: other).squareRoot() / 2) * 6_371_008.8
  }
}
