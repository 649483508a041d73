/// The beginning of a write-ahead log (SQLite file format, section 4.1).
struct LogHeader {
  static let size = 32

  var pageSize: Int
  var isBigEndian: Bool
  /// Those of the frames of the present turn.
  var salts: [UInt32]
  var sum: LogSum

  /// Nil where it does not begin as SQLite's do.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.size, bytes.word(0) & ~1 == 0x377F_0682,
      DatabasePages.isSize(Int(bytes.word(8)))
    else { return nil }
    (pageSize, isBigEndian) = (Int(bytes.word(8)), bytes.word(0) & 1 == 1)
    (salts, sum) = ([bytes.word(16), bytes.word(20)], LogSum(bytes, at: 24))
  }

  /// That of a log with a damaged one: the byte order and the salts are those of the first frame that goes on
  /// from the one before, no salts where none does.
  init(ofFramesIn log: UnsafeRawBufferPointer, pageSize: Int) {
    (self.pageSize, isBigEndian, salts) = (pageSize, false, [])
    sum = LogSum(log, at: 24)
    var last: LogSum?
    _ = LogFrame.forEach(in: log, from: Self.size, pageSize: pageSize) { frame, _ in
      if let last, let order = frame.byteOrder(after: last) {
        (isBigEndian, salts) = (order, frame.salts)
        return false
      }
      last = frame.said
      return true
    }
  }

  /// Whether its sum is that of its bytes.
  func isWhole(in bytes: UnsafeRawBufferPointer) -> Bool {
    var own = LogSum()
    own.add(bytes[..<24], isBigEndian)
    return own == sum
  }

  /// Whether a frame with other salts is of an earlier turn, with a first salt that is less by the turns after
  /// it.
  func isOfEarlierTurn(_ frame: LogFrame) -> Bool {
    1...65_536 ~= (salts.first ?? 0) &- frame.salts[0]
  }
}

/// A frame of a log: a page, and what says where it belongs.
struct LogFrame {
  static let headerSize = 24

  let bytes: UnsafeRawBufferPointer

  var page: Int { Int(bytes.word(0)) }
  var endsTransaction: Bool { bytes.word(4) > 0 }
  var salts: [UInt32] { [bytes.word(8), bytes.word(12)] }
  /// The sum as it is written in it.
  var said: LogSum { LogSum(bytes, at: 16) }

  /// Its sum, which goes on from that of the frame before it.
  func sum(after seed: LogSum, _ isBigEndian: Bool) -> LogSum {
    var sum = seed
    sum.add(bytes[..<8], isBigEndian)
    sum.add(bytes[Self.headerSize...], isBigEndian)
    return sum
  }

  /// Whether the sums are of words with the highest byte first, where it goes on from a sum; nil where it does
  /// not.
  func byteOrder(after seed: LogSum) -> Bool? {
    [false, true].first { sum(after: seed, $0) == said }
  }

  /// Goes through whole frames until the work says that it is enough.
  ///
  /// - Parameters:
  ///   - bytes: of a log.
  ///   - start: where in them the first frame is.
  ///   - pageSize: that of the database.
  ///   - work: is given a frame and where it is, and says whether to go on.
  /// - Returns: whether the work never said that it is enough.
  static func forEach(
    in bytes: UnsafeRawBufferPointer, from start: Int, pageSize: Int,
    _ work: (LogFrame, _ offset: Int) -> Bool
  ) -> Bool {
    let size = headerSize + pageSize
    return stride(from: start, through: bytes.count - size, by: size).allSatisfy { start in
      work(LogFrame(bytes: .init(rebasing: bytes[start..<start + size])), start)
    }
  }
}

/// The sum of a log's bytes (SQLite file format, section 4.2).
struct LogSum: Equatable {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  /// That of no bytes.
  init() {}

  /// The one that is written at a place.
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    (first, second) = (bytes.word(place), bytes.word(place + 4))
  }

  /// Adds words of four bytes, by twos.
  mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>, _ isBigEndian: Bool) {
    let words = UnsafeRawBufferPointer(rebasing: bytes)
    for at in stride(from: 0, to: words.count - 7, by: 8) {
      first = first &+ words.word(at, isBigEndian) &+ second
      second = second &+ words.word(at + 4, isBigEndian) &+ first
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func word(_ offset: Int, _ isBigEndian: Bool = true) -> UInt32 {
    let word = loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }
}
