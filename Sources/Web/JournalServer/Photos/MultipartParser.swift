import Glibc
import Journal

/// Reads a body of type `multipart/form-data` (RFC 7578; RFC 2046, section 5.1.1) in chunks of any
/// size, and holds at most a delimiter or the headers of one part.
///
/// Written by hand, because none of the packages that the server uses streams such a body.
struct MultipartParser {
  enum Event: Equatable {
    case part(PartHeader)
    /// Some of the part's content.
    case content([UInt8])
    case partEnd
  }

  private enum State {
    case preamble
    /// After `--boundary`, before what tells whether another part follows.
    case delimiter
    case headers
    case content
    case epilogue
  }

  private static let lineBreak: [UInt8] = [0x0D, 0x0A]
  private static let dashes: [UInt8] = [0x2D, 0x2D]

  private let delimiter: [UInt8]
  private let limits: MultipartLimits
  private var state = State.preamble
  /// What was fed and is not yet returned. The line break is the one that the first delimiter may lack.
  private var rest = lineBreak
  private var parts = 0
  /// Bytes passed over before the first delimiter.
  private var passed = 0

  /// - Parameters:
  ///   - boundary: what the content type gives, 1 to 70 characters.
  ///   - limits: what a body may have.
  init(boundary: String, limits: MultipartLimits) {
    delimiter = Self.lineBreak + Self.dashes + Array(boundary.utf8)
    self.limits = limits
  }

  /// Takes the next bytes of the body.
  ///
  /// - Returns: what they complete, in order.
  /// - Throws: ``MultipartError``; the parser is not to be fed again then.
  mutating func feed(_ chunk: some Sequence<UInt8>) throws(MultipartError) -> [Event] {
    rest += chunk
    var events: [Event] = []
    while try step(&events) {}
    return events
  }

  /// Checks that the body was whole.
  ///
  /// - Throws: ``MultipartError``.
  func finish() throws(MultipartError) {
    switch state {
    case .epilogue: return
    case .preamble: throw .noDelimiter
    case .delimiter, .headers, .content: throw .endsEarly(part: parts)
    }
  }

  /// Goes on by one piece.
  ///
  /// - Returns: false where more bytes are needed.
  private mutating func step(_ events: inout [Event]) throws(MultipartError) -> Bool {
    switch state {
    case .preamble:
      let found = takeUntilDelimiter()
      passed += found.before.count
      guard passed <= limits.header else { throw .noDelimiter }
      if found.isComplete { state = .delimiter }
      return found.isComplete
    case .delimiter: return try passDelimiter()
    case .headers:
      guard let header = try takeHeaders() else { return false }
      parts += 1
      guard parts <= limits.parts else { throw .tooManyParts(limit: limits.parts) }
      events.append(.part(try PartHeader(header)))
      state = .content
      return true
    case .content:
      let found = takeUntilDelimiter()
      if !found.before.isEmpty { events.append(.content(found.before)) }
      if found.isComplete {
        events.append(.partEnd)
        state = .delimiter
      }
      return found.isComplete
    case .epilogue:
      rest = []
      return false
    }
  }

  /// After a delimiter come two hyphens, which end the body, or white space and a line break. The line
  /// break stays: a part may have no headers, and then it begins the empty line after them.
  private mutating func passDelimiter() throws(MultipartError) -> Bool {
    if rest.count < 2 { return false }
    if rest.starts(with: Self.dashes) {
      state = .epilogue
      return true
    }
    let padding = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
    guard padding <= limits.header else { throw .badDelimiter(part: parts) }
    if rest.count < padding + 2 { return false }
    guard rest[padding...].starts(with: Self.lineBreak) else { throw .badDelimiter(part: parts) }
    rest.removeFirst(padding)
    state = .headers
    return true
  }

  /// The headers of a part, without the line breaks around them.
  private mutating func takeHeaders() throws(MultipartError) -> [UInt8]? {
    guard let end = rest.firstIndex(of: Self.lineBreak + Self.lineBreak, from: 0) else {
      guard rest.count <= limits.header + 4 else { throw .headersTooLong(limit: limits.header) }
      return nil
    }
    guard end <= limits.header + 2 else { throw .headersTooLong(limit: limits.header) }
    defer { rest.removeFirst(end + 4) }
    return Array(rest[..<end].dropFirst(2))
  }

  /// What is before the next delimiter or, where there is none yet, all bytes that cannot be part of one.
  private mutating func takeUntilDelimiter() -> (before: [UInt8], isComplete: Bool) {
    if let found = rest.firstIndex(of: delimiter, from: 0) {
      defer { rest.removeFirst(found + delimiter.count) }
      return (Array(rest[..<found]), true)
    }
    let sure = max(0, rest.count - delimiter.count + 1)
    defer { rest.removeFirst(sure) }
    return (Array(rest[..<sure]), false)
  }
}

extension [UInt8] {
  /// Where some bytes begin first, from an index on.
  func firstIndex(of bytes: [UInt8], from start: Int) -> Int? {
    guard let first = bytes.first else { return start }
    return withUnsafeBytes { all in
      guard let base = all.baseAddress else { return nil }
      var index = start
      while index + bytes.count <= all.count {
        let left = all.count - bytes.count + 1 - index
        guard let hit = memchr(base + index, CInt(first), left) else { return nil }
        index = UnsafeRawPointer(hit) - base
        if memcmp(base + index, bytes, bytes.count) == 0 { return index }
        index += 1
      }
      return nil
    }
  }
}

/// The limits of a multipart body; all sizes in bytes.
struct MultipartLimits: Sendable {
  /// The headers of a part, and what stands before the first part.
  var header = 8 * 1_024
  var parts = 64
  /// The content of all parts that are not files: the longest words, however they were typed.
  var fields = 2_000_000
  /// A file.
  var file = 100_000_000
  /// A file that begins like a video: as much as an owner may take at most.
  var video = VideoSize.range.upperBound * 1_000_000
  /// The name of the parts that are files; what else has a file's name is a field.
  var fileField = "photo"
  var files: Int
  /// All files together.
  var allFiles = Int.max

  /// The whole body.
  var body: Int { contentOfFiles + fields + parts * header }
  private var contentOfFiles: Int { min(files * max(file, video), allFiles) }

  /// The error for a longer one, with the limit of its photos: what else it may have is little.
  var bodyTooLong: MultipartError { .bodyTooLong(limit: contentOfFiles) }

  static let onePhoto = MultipartLimits(files: 1)
  /// For a form of a page, in which a person may choose several.
  static let form = MultipartLimits(files: 20)
}

/// Why a form's body is refused.
enum MultipartError: Error, Hashable, Sendable {
  /// The content type is another one, or has no boundary.
  case notMultipart
  /// The body does not begin with the boundary that its content type says.
  case noDelimiter
  /// Something stands after the boundary that follows this part, counted from 1.
  case badDelimiter(part: Int)
  case headersTooLong(limit: Int)
  /// A part without a name (RFC 7578, section 4.2).
  case noName
  case tooManyParts(limit: Int)
  case tooManyFiles(limit: Int)
  case fieldTooLong(name: String, limit: Int)
  case fieldNotText(name: String)
  case fileTooLong(limit: Int)
  case bodyTooLong(limit: Int)
  /// The body has another length than its header says.
  case length(observed: Int, announced: Int)
  case endsEarly(part: Int)
  /// The sender is gone, or what it sends is not HTTP.
  case interrupted
}
