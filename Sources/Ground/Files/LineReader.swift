import Glibc
package import SystemPackage

/// Reads a file line by line and holds no more of it than one line and a piece of what follows,
/// however long the file is and whatever is in it.
package struct LineReader: ~Copyable {
  private let descriptor: FileDescriptor
  private let end: UInt8
  private let limit: Int
  /// What was read and not yet given.
  private var waiting: [UInt8] = []
  /// Where in it the next line begins, and how far it was searched for that line's end.
  private var start = 0
  private var searched = 0
  private var isRead = false

  /// How much is read at a time.
  private let pieceSize: Int

  /// A line, without what ends it.
  package enum Line: Sendable, Hashable {
    case whole([UInt8])
    /// The line has more bytes than are allowed; it is not read to its end, nor is what follows.
    case tooLong
    /// The file ends within the line.
    case cut([UInt8])
  }

  /// - Parameters:
  ///   - descriptor: is read from its present place on, and closed at the end.
  ///   - limit: the most bytes of a line.
  ///   - end: what every line ends with.
  ///   - pieceSize: how many bytes are read at a time: few where few are wanted.
  package init(
    _ descriptor: FileDescriptor, limit: Int, end: UInt8 = UInt8(ascii: "\n"),
    pieceSize: Int = 1 << 18
  ) {
    (self.descriptor, self.limit, self.end) = (descriptor, limit, end)
    self.pieceSize = pieceSize
  }

  deinit { try? descriptor.close() }

  /// The next line; nil after the last.
  ///
  /// - Throws: errno of read(2).
  package mutating func next() throws(Errno) -> Line? {
    while true {
      if let index = indexOfEnd() {
        let line = waiting[start..<index]
        (start, searched) = (index + 1, index + 1)
        return line.count <= limit ? .whole(Array(line)) : .tooLong
      }
      if waiting.count - start > limit { return .tooLong }
      if isRead {
        let line = Array(waiting[start...])
        (waiting, start, searched) = ([], 0, 0)
        return line.isEmpty ? nil : .cut(line)
      }
      try readPiece()
    }
  }

  private func indexOfEnd() -> Int? {
    waiting.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, searched < bytes.count else { return nil }
      return memchr(base + searched, CInt(end), bytes.count - searched).map {
        base.distance(to: $0)
      }
    }
  }

  private mutating func readPiece() throws(Errno) {
    searched = waiting.count - start
    waiting.removeFirst(start)
    start = 0
    let wanted = waiting.count + pieceSize
    try descriptor.read(into: &waiting, upTo: wanted)
    isRead = waiting.count < wanted
  }
}
