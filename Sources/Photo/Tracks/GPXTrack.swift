import CExpat
import Glibc

/// Reads the track points of GPX 1.0 and 1.1 (`trkpt` with its `time`), piece by piece.
///
/// A document type is refused at its beginning, before any entity is declared, so that none is ever
/// expanded or loaded; elements are in one another only so deep, and what expat has to keep of a tag or a
/// comment that has not ended is bounded.
///
/// Owns the parser, which lives as long as this does and calls back only while bytes are read.
final class GPXTrack: TrackParser {
  static let depthLimit = 64
  /// Bytes of a tag or a comment.
  static let markupLimit = 1 << 20
  /// Bytes of a time; what is longer is none.
  private static let timeLimit = 64

  private let parser: XML_Parser?
  private(set) var points: TrackPoints
  private var clock = TrackClock()
  private var depth = 0
  /// The depth of the open track point; 0 where none is open.
  private var pointDepth = 0
  private var latitude: Int64?
  private var longitude: Int64?
  private var time: Int64?
  private var isInTime = false
  private var text: [UInt8] = []
  private var failure: TrackError?
  /// Bytes that expat was given.
  private var size = 0

  init(_ points: TrackPoints) {
    self.points = points
    parser = XML_ParserCreate(nil)
    text.reserveCapacity(Self.timeLimit)
    setHandlers()
  }

  deinit { XML_ParserFree(parser) }

  func read(_ piece: UnsafeBufferPointer<UInt8>) throws(TrackError) {
    try parse(piece, isLast: false)
    size += piece.count
    // Where the last event began: what follows it, expat keeps.
    if size - Int(XML_GetCurrentByteIndex(parser)) > Self.markupLimit {
      throw .markup(line: line, limit: Self.markupLimit)
    }
  }

  func end() throws(TrackError) {
    try parse(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  private func parse(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(TrackError) {
    let status = UnsafeRawBufferPointer(piece).withMemoryRebound(to: CChar.self) {
      // Pieces are those of `TrackFile`, so the count fits.
      XML_Parse(parser, $0.baseAddress, Int32($0.count), isLast ? 1 : 0)
    }
    if let failure { throw failure }
    guard status == XML_STATUS_OK else {
      let code = XML_GetErrorCode(parser)
      if isLast, code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN {
        throw .cut(line: line)
      }
      throw .xml(line: line, detail: XML_ErrorString(code).map { String(cString: $0) } ?? "?")
    }
  }
}

extension GPXTrack {
  /// The handlers find the reader by the pointer that they are given.
  private func setHandlers() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { GPXTrack.of($0)?.begin($1, $2) },
      { reader, _ in GPXTrack.of(reader)?.close() })
    XML_SetCharacterDataHandler(parser) { GPXTrack.of($0)?.add($1, Int($2)) }
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
      guard let reader = GPXTrack.of(reader) else { return }
      reader.stop(.documentType(line: reader.line))
    }
  }

  /// The reader of a callback; it is alive, since it is the one that parses.
  private static func of(_ pointer: UnsafeMutableRawPointer?) -> GPXTrack? {
    pointer.map { Unmanaged<GPXTrack>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Ends the parsing; handlers that expat still calls for the same tag do nothing.
  private func stop(_ error: TrackError) {
    if failure != nil { return }
    failure = error
    XML_StopParser(parser, 0)
  }

  /// Opens an element; of its attributes, names and values come in turn, ended by a null pointer.
  private func begin(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard failure == nil, let name else { return }
    depth += 1
    guard depth <= Self.depthLimit else {
      return stop(.depth(line: line, limit: Self.depthLimit))
    }
    let local = strrchr(name, CInt(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) } ?? name
    if depth == 1, strcmp(local, "gpx") != 0 {
      return stop(.otherXML(root: String(String(cString: local).prefix(60))))
    }
    isInTime = pointDepth > 0 && depth == pointDepth + 1 && strcmp(local, "time") == 0
    text.removeAll(keepingCapacity: true)
    guard pointDepth == 0, strcmp(local, "trkpt") == 0 else { return }
    (pointDepth, latitude, longitude, time) = (depth, nil, nil, nil)
    guard var next = attributes else { return }
    while let name = next[0], let value = next[1] {
      if strcmp(name, "lat") == 0 {
        latitude = Self.degrees(value)
      } else if strcmp(name, "lon") == 0 {
        longitude = Self.degrees(value)
      }
      next += 2
    }
  }

  private static func degrees(_ value: UnsafePointer<XML_Char>) -> Int64? {
    UnsafeRawBufferPointer(start: value, count: strnlen(value, 64)).withMemoryRebound(
      to: UInt8.self
    ) { TrackDegrees.read($0) }
  }

  private func close() {
    guard failure == nil else { return }
    if isInTime {
      time = text.count < Self.timeLimit ? text.withUnsafeBufferPointer { read($0) } : nil
      isInTime = false
    } else if depth == pointDepth {
      pointDepth = 0
      if !points.add(time: time, latitude: latitude, longitude: longitude) {
        stop(.tooManyPoints(line: line, limit: Track.pointLimit))
      }
    }
    depth -= 1
  }

  /// A time, perhaps with white space around it.
  private func read(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isBlank = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return nil }
    return clock.read(UnsafeBufferPointer(rebasing: text[first...last]))
  }

  private func add(_ characters: UnsafePointer<XML_Char>?, _ count: Int) {
    guard failure == nil, isInTime, text.count < Self.timeLimit else { return }
    text += UnsafeRawBufferPointer(start: characters, count: min(count, Self.timeLimit))
  }
}
