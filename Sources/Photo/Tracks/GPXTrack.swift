import Files
import Formats
import Glibc

/// Reads the track points of GPX 1.0 and 1.1 (`trkpt` with its `time`), piece by piece, within the bounds of
/// ``XMLPieces``.
final class GPXTrack: TrackParser {
  /// The most bytes of a time.
  private static let timeLimit = 64

  private let xml = XMLPieces()
  private(set) var points: TrackPoints
  private var clock = TrackClock()
  /// The depth of the open track point; 0 where none is open.
  private var pointDepth = 0
  private var latitude: Int64?
  private var longitude: Int64?
  private var time: Int64?
  private var isInTime = false
  private var text: [UInt8] = []
  private var failure: TrackError?

  init(_ points: TrackPoints) {
    self.points = points
    text.reserveCapacity(Self.timeLimit)
  }

  func read(_ piece: UnsafeBufferPointer<UInt8>) throws(TrackError) {
    try rethrowing(xml.read(piece, to: self), as: TrackError.init)
    if let failure { throw failure }
  }

  func end() throws(TrackError) {
    try rethrowing(xml.end(to: self), as: TrackError.init)
    if let failure { throw failure }
  }
}

extension TrackError {
  fileprivate init(_ fault: XMLFault) {
    self =
      switch fault {
      case .documentType(let line): .documentType(line: line)
      case .depth(let line, let limit): .depth(line: line, limit: limit)
      case .markup(let line, let limit): .markup(line: line, limit: limit)
      case .syntax(let line, _, isCut: true): .cut(line: line)
      case .syntax(let line, let detail, isCut: false): .xml(line: line, detail: detail)
      }
  }
}

extension GPXTrack: XMLEvents {
  private func stop(_ error: TrackError) {
    failure = error
    xml.stop()
  }

  func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    if xml.depth == 1, strcmp(name, "gpx") != 0 {
      return stop(.otherXML(root: String(String(cString: name).prefix(60))))
    }
    isInTime = pointDepth > 0 && xml.depth == pointDepth + 1 && strcmp(name, "time") == 0
    text.removeAll(keepingCapacity: true)
    guard pointDepth == 0, strcmp(name, "trkpt") == 0 else { return }
    (pointDepth, latitude, longitude, time) = (xml.depth, nil, nil, nil)
    for (name, value) in attributes {
      if strcmp(name, "lat") == 0 {
        latitude = Self.degrees(value)
      } else if strcmp(name, "lon") == 0 {
        longitude = Self.degrees(value)
      }
    }
  }

  private static func degrees(_ value: UnsafePointer<CChar>) -> Int64? {
    UnsafeRawBufferPointer(start: value, count: strnlen(value, 64)).withMemoryRebound(
      to: UInt8.self
    ) { TrackDegrees.read($0) }
  }

  func end(_ name: UnsafePointer<CChar>) {
    if isInTime {
      time = text.count < Self.timeLimit ? text.withUnsafeBufferPointer { read($0) } : nil
      isInTime = false
    } else if xml.depth == pointDepth {
      pointDepth = 0
      if !points.add(time: time, latitude: latitude, longitude: longitude) {
        stop(.tooManyPoints(line: xml.line, limit: Track.pointLimit))
      }
    }
  }

  /// A time, perhaps with white space around it.
  private func read(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isBlank = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return nil }
    return clock.read(UnsafeBufferPointer(rebasing: text[first...last]))
  }

  func add(_ characters: UnsafeRawBufferPointer) {
    guard isInTime, text.count < Self.timeLimit else { return }
    text += characters.prefix(Self.timeLimit)
  }
}
