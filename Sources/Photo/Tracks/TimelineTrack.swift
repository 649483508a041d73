import Files
import Formats
import FoundationEssentials

/// Reads Google's Timeline, piece by piece: Takeout's `Records.json`, and what phones export
/// (`Timeline.json` of Android, `location-history.json` of an iPhone).
struct TimelineTrack: TrackParser {
  /// Bytes of elements that Foundation reads together.
  private static let batch = 1 << 17

  private(set) var points: TrackPoints
  private var elements = JSONElements(of: ["locations", "semanticSegments", "rawSignals"])
  private var waiting: [(bytes: [UInt8], line: Int)] = []
  private var waitingBytes = 0
  private var clock = TrackClock()

  init(_ points: TrackPoints) { self.points = points }

  mutating func read(_ piece: UnsafeBufferPointer<UInt8>) throws(TrackError) {
    var found: [(bytes: [UInt8], line: Int)] = []
    try rethrowing(
      elements.read(piece) { element, line in found.append((element, line)) },
      as: TrackError.init)
    for element in found {
      waiting.append(element)
      waitingBytes += element.bytes.count
      if waitingBytes >= Self.batch { try readWaiting() }
    }
  }

  mutating func end() throws(TrackError) {
    try readWaiting()
    try rethrowing(elements.end(), as: TrackError.init)
  }

  private mutating func readWaiting() throws(TrackError) {
    var all: [UInt8] = [UInt8(ascii: "[")]
    for element in waiting {
      if all.count > 1 { all.append(UInt8(ascii: ",")) }
      all += element.bytes
    }
    all.append(UInt8(ascii: "]"))
    if let read = try? JSONDecoder().decode([TimelineElement].self, from: Data(all)) {
      for (element, source) in zip(read, waiting) { try add(element, line: source.line) }
    } else {
      // One of them is none: which, and of what kind, they tell one by one.
      for source in waiting {
        do {
          let element = try JSONDecoder().decode(TimelineElement.self, from: Data(source.bytes))
          try add(element, line: source.line)
        } catch let error as TrackError {
          throw error
        } catch DecodingError.dataCorrupted {
          throw .json(line: source.line)
        } catch {
          points.leaveOutDamaged()
        }
      }
    }
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
  }

  private mutating func add(_ element: TimelineElement, line: Int) throws(TrackError) {
    if element.latitudeE7 != nil || element.longitudeE7 != nil {
      try add(
        element.timestamp.map { .text($0) } ?? element.timestampMs.map { .milliseconds($0) },
        latitude: element.latitudeE7.map(TimelineElement.unwrapped),
        longitude: element.longitudeE7.map(TimelineElement.unwrapped), line: line)
    }
    if let position = element.position {
      try add(position.timestamp.map { .text($0) }, position.place, line: line)
    }
    let start = element.startTime.flatMap { time($0) }
    for point in element.timelinePath ?? [] {
      let offset = point.durationMinutesOffsetFromStartTime.flatMap { Int64($0) }
      let after = offset.flatMap { minutes in
        abs(minutes) < 1 << 24 ? start.map { $0 + minutes * 60_000 } : nil
      }
      try add(
        point.time.map { .text($0) } ?? after.map { .milliseconds($0) }, point.point, line: line)
    }
    let visited = element.visit?.topCandidate?.placeLocation
    for (time, place) in [
      (element.startTime, visited ?? element.activity?.start),
      (element.endTime, visited ?? element.activity?.end),
    ] {
      if let place { try add(time.map { .text($0) }, place, line: line) }
    }
  }

  private enum Time {
    case text(String)
    case milliseconds(Int64)
  }

  private mutating func add(_ time: Time?, _ place: TimelinePlace?, line: Int) throws(TrackError) {
    try add(time, latitude: place?.latitude, longitude: place?.longitude, line: line)
  }

  private mutating func add(
    _ time: Time?, latitude: Int64?, longitude: Int64?, line: Int
  ) throws(TrackError) {
    let milliseconds: Int64? =
      switch time {
      case .text(let text): self.time(text)
      case .milliseconds(let time): time
      case nil: nil
      }
    guard points.add(time: milliseconds, latitude: latitude, longitude: longitude) else {
      throw .tooManyPoints(line: line, limit: Track.pointLimit)
    }
  }

  private mutating func time(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { clock.read($0) }
  }
}

extension TrackError {
  fileprivate init(_ fault: JSONElementsFault) {
    self =
      switch fault {
      case .syntax(let line): .json(line: line)
      case .depth(let line, let limit): .depth(line: line, limit: limit)
      case .element(let line, let limit): .element(line: line, limit: limit)
      case .cut(let line): .cut(line: line)
      }
  }
}

/// An element of one of Google's arrays; each kind has some of these members.
private struct TimelineElement: Decodable {
  // Of Records.json.
  let latitudeE7: Int64?
  let longitudeE7: Int64?
  let timestamp: String?
  let timestampMs: Int64?
  // Of a phone's export.
  let startTime: String?
  let endTime: String?
  let timelinePath: [PathPoint]?
  let visit: Visit?
  let activity: Activity?
  let position: Position?

  private enum CodingKeys: String, CodingKey {
    case latitudeE7, longitudeE7, timestamp, timestampMs, startTime, endTime, timelinePath, visit,
      activity, position
  }

  /// What cannot be what it should be is missing: `activity` is a list in Records.json.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    latitudeE7 = try? members.decodeIfPresent(Int64.self, forKey: .latitudeE7)
    longitudeE7 = try? members.decodeIfPresent(Int64.self, forKey: .longitudeE7)
    timestamp = try? members.decodeIfPresent(String.self, forKey: .timestamp)
    // Google writes it as text.
    timestampMs =
      timestamp == nil
      ? (try? members.decodeIfPresent(String.self, forKey: .timestampMs)).flatMap { Int64($0) }
      : nil
    guard latitudeE7 == nil else {
      (startTime, endTime, timelinePath, visit, activity, position) = (nil, nil, nil, nil, nil, nil)
      return
    }
    startTime = try? members.decodeIfPresent(String.self, forKey: .startTime)
    endTime = try? members.decodeIfPresent(String.self, forKey: .endTime)
    timelinePath = try? members.decodeIfPresent([PathPoint].self, forKey: .timelinePath)
    visit = try? members.decodeIfPresent(Visit.self, forKey: .visit)
    activity = try? members.decodeIfPresent(Activity.self, forKey: .activity)
    position = try? members.decodeIfPresent(Position.self, forKey: .position)
  }

  /// Google once wrote negative numbers of 32 bits as if they had no sign.
  static func unwrapped(_ degrees: Int64) -> Int64 {
    degrees > 180 * TrackPoint.degree ? degrees - 1 << 32 : degrees
  }

  struct PathPoint: Decodable {
    let point: TimelinePlace?
    let time: String?
    let durationMinutesOffsetFromStartTime: String?
  }

  struct Visit: Decodable {
    let topCandidate: Candidate?

    struct Candidate: Decodable {
      let placeLocation: TimelinePlace?
    }
  }

  struct Activity: Decodable {
    let start: TimelinePlace?
    let end: TimelinePlace?
  }

  struct Position: Decodable {
    let place: TimelinePlace?
    let timestamp: String?

    private enum CodingKeys: String, CodingKey {
      case place = "LatLng"
      case timestamp
    }
  }
}

/// A place as phones write it: `geo:37.1,127.2`, `37.1°, 127.2°`, or an object with that as `latLng`.
private struct TimelinePlace: Decodable {
  /// In 10,000,000ths of a degree; nil where it is no number.
  let latitude: Int64?
  let longitude: Int64?

  private struct Object: Decodable {
    let latLng: String?
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text = try (try? value.decode(String.self)) ?? value.decode(Object.self).latLng
    var parts = (text ?? "").utf8[...]
    if parts.starts(with: "geo:".utf8) { parts = parts.dropFirst(4) }
    let numbers = parts.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let degrees = Array("°".utf8)
    let values = numbers.prefix(2).map { number in
      TrackDegrees.read(number.filter { !degrees.contains($0) })
    }
    guard numbers.count >= 2 else {
      (latitude, longitude) = (nil, nil)
      return
    }
    (latitude, longitude) = (values[0], values[1])
  }
}
