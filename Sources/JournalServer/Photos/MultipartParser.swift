import Glibc

/// Reads a body of type `multipart/form-data` (RFC 7578; RFC 2046, section 5.1.1) chunk by chunk,
/// wherever it is cut, and keeps no more of it than a delimiter or the headers of a part.
struct MultipartParser {
  enum Event: Equatable {
    case part(PartHeader)
    /// Some of the part's content.
    case content([UInt8])
    case partEnd
  }

  private enum Place {
    case preamble
    /// Behind `--boundary`, before what tells whether another part follows.
    case delimiter
    case headers
    case content
    case epilogue
  }

  private static let lineBreak: [UInt8] = [0x0D, 0x0A]
  private static let dashes: [UInt8] = [0x2D, 0x2D]

  private let delimiter: [UInt8]
  private let limits: MultipartLimits
  private var place = Place.preamble
  /// What was fed and is not yet told. The line break is the one that the first delimiter may lack.
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

  /// Looks whether the body was whole.
  ///
  /// - Throws: ``MultipartError``.
  func finish() throws(MultipartError) {
    switch place {
    case .epilogue: return
    case .preamble: throw .noDelimiter
    case .delimiter, .headers, .content: throw .endsEarly(part: parts)
    }
  }

  /// Goes on by one piece.
  ///
  /// - Returns: false where more bytes are needed.
  private mutating func step(_ events: inout [Event]) throws(MultipartError) -> Bool {
    switch place {
    case .preamble:
      let found = takeUntilDelimiter()
      passed += found.before.count
      guard passed <= limits.header else { throw .noDelimiter }
      if found.isComplete { place = .delimiter }
      return found.isComplete
    case .delimiter: return try passDelimiter()
    case .headers:
      guard let header = try takeHeaders() else { return false }
      parts += 1
      guard parts <= limits.parts else { throw .tooManyParts(limit: limits.parts) }
      events.append(.part(try PartHeader(header)))
      place = .content
      return true
    case .content:
      let found = takeUntilDelimiter()
      if !found.before.isEmpty { events.append(.content(found.before)) }
      if found.isComplete {
        events.append(.partEnd)
        place = .delimiter
      }
      return found.isComplete
    case .epilogue:
      rest = []
      return false
    }
  }

  /// Behind a delimiter come two hyphens, which end the body, or white space and a line break, which
  /// stays: the headers may be none, and it begins the line that ends them.
  private mutating func passDelimiter() throws(MultipartError) -> Bool {
    if rest.count < 2 { return false }
    if rest.starts(with: Self.dashes) {
      place = .epilogue
      return true
    }
    let padding = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
    guard padding <= limits.header else { throw .badDelimiter(part: parts) }
    if rest.count < padding + 2 { return false }
    guard rest[padding...].starts(with: Self.lineBreak) else { throw .badDelimiter(part: parts) }
    rest.removeFirst(padding)
    place = .headers
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

  /// What is before the next delimiter or, where there is none yet, all that surely is none.
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
