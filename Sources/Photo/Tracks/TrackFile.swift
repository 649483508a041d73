package import Files
package import SystemPackage

/// Reads the points of a file, piece by piece.
protocol TrackParser {
  var points: TrackPoints { get }

  /// - Throws: ``TrackError``; nothing more is read then.
  mutating func read(_ piece: UnsafeBufferPointer<UInt8>) throws(TrackError)

  /// Called once, after the last piece.
  mutating func end() throws(TrackError)
}

/// A file with a track: GPX, NMEA 0183 or Google's Timeline, told by its content.
extension TrackPoints {
  /// Bytes that are read at a time, and in which the first byte of the format has to be.
  static let pieceSize = 1 << 18

  /// Reads a file of any size; keeps only its points and a piece in memory.
  ///
  /// - Parameters:
  ///   - path: a regular file.
  ///   - limit: the most points.
  /// - Throws: ``TrackError``.
  package init(
    reading path: FilePath, limit: Int = Track.pointLimit
  ) throws(TrackError) {
    let file = try Self.open(path)
    defer { try? file.close() }
    var parser: (any TrackParser)?
    var piece: [UInt8] = []
    while true {
      do throws(Errno) {
        piece.removeAll(keepingCapacity: true)
        try file.read(into: &piece, upTo: Self.pieceSize)
      } catch {
        throw .file(.system(.read, path, error))
      }
      if piece.isEmpty { break }
      if parser == nil { parser = try Self.parser(of: piece, TrackPoints(limit: limit)) }
      try Self.read(piece, &parser)
    }
    guard parser != nil else { throw .file(.empty(path)) }
    try parser?.end()
    guard let read = parser?.points, !read.points.isEmpty else {
      throw .noPoints(parser?.points.leftOut ?? TrackLosses())
    }
    self = read
  }

  private static func read(
    _ piece: [UInt8], _ parser: inout (any TrackParser)?
  ) throws(TrackError) {
    // A closure of the standard library does not keep the error's type.
    let result = piece.withUnsafeBufferPointer { bytes in
      Result { () throws(TrackError) in try parser?.read(bytes) }
    }
    try result.get()
  }

  private static func open(_ path: FilePath) throws(TrackError) -> FileDescriptor {
    let type = try rethrowing(path.stat().type, as: { TrackError.file(.system(.open, path, $0)) })
    guard type == .regular else { throw .file(.notAFile(path, FileError.Kind(type))) }
    return try rethrowing(.openToRead(path), as: { TrackError.file(.system(.open, path, $0)) })
  }

  /// The reader for a file that begins with these bytes.
  private static func parser(
    of head: [UInt8], _ points: TrackPoints
  ) throws(TrackError) -> any TrackParser {
    // Byte order marks of UTF-8 and, for XML, of UTF-16.
    let isMarked = head.starts(with: [0xEF, 0xBB, 0xBF])
    if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) {
      return GPXTrack(points)
    }
    let text = head.dropFirst(isMarked ? 3 : 0).drop { $0 <= UInt8(ascii: " ") }
    switch text.first {
    case UInt8(ascii: "<"): return GPXTrack(points)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return TimelineTrack(points)
    default:
      guard isNMEA(text) else { throw .unknownFormat }
      return NMEATrack(points)
    }
  }

  /// Whether a sentence begins in one of the first lines: loggers put lines of their own before it.
  private static func isNMEA(_ text: ArraySlice<UInt8>) -> Bool {
    text.prefix(1 << 16).split(separator: UInt8(ascii: "\n"), maxSplits: 64).prefix(64).contains {
      guard let start = $0.firstIndex(of: UInt8(ascii: "$")) else { return false }
      let name = $0[(start + 1)...].prefix(6)
      return name.count == 6 && name.last == UInt8(ascii: ",")
        && name.dropLast().allSatisfy { 0x41...0x5A ~= $0 }
    }
  }
}

/// Why a file has no track that can be used.
package enum TrackError: Error, Sendable, Hashable {
  case file(FileError)
  /// It is neither GPX nor NMEA nor JSON.
  case unknownFormat
  /// XML with another root element than `gpx`.
  case otherXML(root: String)
  /// It has a document type, which could declare entities.
  case documentType(line: Int)
  case xml(line: Int, detail: String)
  /// Elements or brackets are nested deeper than this.
  case depth(line: Int, limit: Int)
  /// A tag or a comment has more bytes than this.
  case markup(line: Int, limit: Int)
  case json(line: Int)
  /// An element of a timeline has more bytes than this.
  case element(line: Int, limit: Int)
  /// It ends within an element.
  case cut(line: Int)
  case tooManyPoints(line: Int, limit: Int)
  /// It has none but those that are left out.
  case noPoints(TrackLosses)
}
