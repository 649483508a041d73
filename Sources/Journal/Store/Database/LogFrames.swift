/// A database's write-ahead log (SQLite file format, section 4): all frames that the file has, also those that
/// SQLite does not reach, and those that killed programs and earlier turns of the log left.
///
/// SQLite reads a log up to the first frame that is damaged, or was never a part of it, which cannot be told
/// apart by checksums: ``ChangeCount`` tells whether transactions follow that were finished.
struct LogFrames: Equatable {
  let pageSize: Int
  private let frames: [LogFrame]
  /// How many of them SQLite reads.
  private let readCount: Int
  private let isHeaderWhole: Bool
  /// What the frames of the present turn have in common.
  private let salts: UInt64?

  static let headerSize = LogHeader.size

  /// - Parameters:
  ///   - usual: the pages' size where the log's own header is damaged.
  ///   - read: reads bytes of the log, fewer at its end.
  /// - Throws: what `read` throws.
  init(
    pageSize usual: Int, _ read: (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) rethrows {
    let header = LogHeader(try read(0, LogHeader.size), pageSize: usual)
    var chain = FrameChain(header)
    let size = LogFrame.headerSize + header.pageSize
    var offset = LogHeader.size
    while case let piece = try read(offset, 64 * size), piece.count >= size {
      piece.withUnsafeBytes { bytes in
        for start in stride(from: 0, through: bytes.count - size, by: size) {
          chain.add(.init(rebasing: bytes[start..<start + size]), at: offset + start)
        }
      }
      offset += piece.count / size * size
    }
    pageSize = header.pageSize
    isHeaderWhole = header.isWhole
    (frames, readCount) = (chain.frames, chain.readCount)
    salts = isHeaderWhole ? header.salts : frames.first(where: \.isWhole)?.salts
  }

  /// The number of the last transaction that has a number in the log, whatever became of it.
  private var last: Int? { frames.compactMap(\.number).max() }

  /// The number of the last transaction that a database's file has, by itself.
  ///
  /// - Parameter read: reads bytes of that file; nil where they are not all there.
  /// - Returns: nil where the log does not show on which page that is, or it is not on it.
  func number(inDatabase read: (_ offset: Int, _ count: Int) -> [UInt8]?) -> Int? {
    Set(frames.filter { $0.number != nil && $0.page > 0 }.map(\.page)).compactMap { page in
      read(page * pageSize - ChangeCount.size, ChangeCount.size).flatMap {
        ChangeCount.number(atEndOf: $0)
      }
    }.max()
  }

  /// Whether transactions that were finished are lost where SQLite reads the log.
  ///
  /// - Parameter database: the number of the database's file.
  /// - Returns: true as well where transactions are missing between the database, which then is older, and the
  ///   log; false where only the last one is lost, which may never have been finished, unless the log's header
  ///   is damaged: that is on the disk before any frame.
  func losesChanges(beside database: Int?) -> Bool {
    guard let last else { return false }
    let read = frames[..<readCount].compactMap(\.number)
    let reached = read.last ?? database ?? ChangeCount.first - 1
    if let database, database > reached || read.first ?? database > database + 1 { return true }
    return last > reached + (isHeaderWhole ? 1 : 0)
  }

  /// Where in the log each page's last version begins, of all transactions that were finished.
  ///
  /// A frame that is damaged is passed over. Where SQLite loses nothing, these are the transactions that it
  /// reads, and the one after them if it looks finished but for a damaged frame.
  ///
  /// - Parameter database: the number of the database's file.
  /// - Returns: the pages, and whether the log is damaged.
  func pages(beside database: Int?) -> (pages: [Int: Int], areDamaged: Bool) {
    let isLossy = losesChanges(beside: database)
    var (pages, reached, isPlayed) = ([Int: Int](), Int?.none, true)
    var isDamaged = isLossy || last == nil && !isHeaderWhole && !frames.isEmpty
    for transaction in transactions {
      isPlayed = self.isPlayed(
        transaction, after: reached, following: isPlayed, lossy: isLossy, database)
      guard isPlayed else { continue }
      reached = transaction.compactMap(\.number).last ?? reached
      if !transaction.allSatisfy(\.isWhole) { isDamaged = true }
      for frame in transaction where frame.isWhole { pages[frame.page] = frame.body }
    }
    // The database has newer pages by itself, all of them unless its program was ended in between.
    if isDamaged, let database, let last, last <= database { pages = [:] }
    return (pages, isDamaged)
  }

  /// The frames up to each end of a transaction; one whose end is damaged is put together with the next.
  private var transactions: [ArraySlice<LogFrame>] {
    var (all, rest) = ([ArraySlice<LogFrame>](), frames[...])
    while let end = rest.firstIndex(where: {
      $0.endsTransaction && ($0.isWhole || $0.salts == salts)
    }) {
      all.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    return all
  }

  /// Whether a transaction was finished, and is none that was overwritten or belongs to an earlier turn.
  ///
  /// - Parameters:
  ///   - transaction: its frames.
  ///   - reached: the number of the last one that was played.
  ///   - isFollowing: whether the one before it was played.
  ///   - isLossy: whether the log is damaged before its end.
  ///   - database: the number of the database's file.
  /// - Returns: whether its pages count.
  private func isPlayed(
    _ transaction: ArraySlice<LogFrame>, after reached: Int?, following isFollowing: Bool,
    lossy isLossy: Bool, _ database: Int?
  ) -> Bool {
    let isOfTurn = transaction.last?.salts == salts
    // An older journal does not count.
    guard let last else { return isOfTurn }
    let numbers = transaction.compactMap(\.number)
    let number = numbers.last ?? (reached ?? database ?? ChangeCount.first) + 1
    if numbers.isEmpty {
      guard isOfTurn, isFollowing, transaction.first?.isWhole == true else { return false }
    } else {
      guard number > reached ?? 0, zip(numbers, numbers.dropFirst()).allSatisfy(<),
        isOfTurn || isLossy && number > database ?? 0
      else { return false }
    }
    guard let broken = transaction.lastIndex(where: { !$0.isWhole }) else { return true }
    // One that others come after was finished. The last one may be two that overlap, of which neither was:
    // SQLite writes the pages of one in their order, unless there are too many to keep. Its end must count, so
    // that it undoes nothing.
    let pages = transaction.filter(\.isWhole).map(\.page)
    return number < last || numbers.count > 1
      || transaction[broken...].contains { $0.number != nil }
        && zip(pages, pages.dropFirst()).allSatisfy(<)
  }
}

/// A frame of a log: a page and its place.
private struct LogFrame: Equatable {
  static let headerSize = 24

  let page: Int
  /// Where the page begins in the log.
  let body: Int
  let endsTransaction: Bool
  let salts: UInt64
  /// That of its transaction, if it is the page with ``ChangeCount``.
  let number: Int?
  /// Whether it is as its checksum says, or as the frame after it does.
  var isWhole = false

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    page = Int(bytes.word(0, true))
    endsTransaction = bytes.word(4, true) > 0
    salts = UInt64(bytes.word(8, true)) << 32 | UInt64(bytes.word(12, true))
    body = offset + Self.headerSize
    number = ChangeCount.number(atEndOf: bytes)
  }
}

/// Frames in order; each checksum continues that of the frame before.
private struct FrameChain {
  private(set) var frames: [LogFrame] = []
  /// How many of them SQLite reads: up to the last end of a transaction before the first that is not whole.
  private(set) var readCount = 0
  private let header: LogHeader
  private var isRead: Bool
  /// What the next sum may go on from: the sum of the frame before it as it says it and, if that frame is not
  /// whole, as it would be.
  private var seeds: [LogSum]

  init(_ header: LogHeader) {
    (self.header, isRead, seeds) = (header, header.isWhole, header.sums)
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    var frame = LogFrame(bytes, at: offset)
    let said = LogSum(bytes, at: 16)
    let sums = seeds.map { $0.adding(frame: bytes, header.isBigEndian) }
    frame.isWhole = frame.page > 0 && sums.contains(said)
    isRead = isRead && frame.isWhole && frame.salts == header.salts
    if frame.isWhole, isBrokenBySum(said != sums[0], frame) {
      frames[frames.count - 1].isWhole = true
    }
    seeds = frame.isWhole ? [said] : [said, sums[0]]
    frames.append(frame)
    if isRead, frame.endsTransaction { readCount = frames.count }
  }

  /// Whether the last frame is not whole only by its sum, or by the header of the one before it.
  private func isBrokenBySum(_ isItsOwn: Bool, _ next: LogFrame) -> Bool {
    guard let last = frames.last, !last.isWhole, last.page > 0 else { return false }
    let isFollowingBroken =
      frames.dropLast().last.map { !$0.isWhole && $0.salts != last.salts }
      ?? (!header.isWhole || header.salts != last.salts)
    return isItsOwn || isFollowingBroken && last.salts == next.salts
  }
}

/// The beginning of a log.
private struct LogHeader {
  static let size = 32

  /// Whether it is as SQLite writes it.
  let isWhole: Bool
  let pageSize: Int
  let isBigEndian: Bool
  let salts: UInt64
  /// The sum that it says and, where that is another, its own.
  let sums: [LogSum]

  init(_ bytes: [UInt8], pageSize usual: Int) {
    let bytes = bytes + Array(repeating: 0, count: Self.size - bytes.count)
    let (magic, size) = (bytes.number(at: 0), bytes.number(at: 8))
    var own = LogSum(first: 0, second: 0)
    let isBigEndian = magic == 0x377F_0683
    let (words, said) = bytes.withUnsafeBytes { bytes in
      own.add(bytes[..<24], isBigEndian)
      return ((bytes.word(16, true), bytes.word(20, true)), LogSum(bytes, at: 24))
    }
    isWhole = magic & ~1 == 0x377F_0682 && DatabasePages.isSize(size) && own == said
    pageSize = isWhole ? size : usual
    // SQLite sums up as the processor does, and none that this program runs on has the highest byte first.
    self.isBigEndian = isWhole && isBigEndian
    salts = UInt64(words.0) << 32 | UInt64(words.1)
    sums = own == said ? [said] : [said, own]
  }
}

/// The sum of a log's bytes (SQLite file format, section 4.2).
private struct LogSum: Equatable {
  var first: UInt32
  var second: UInt32

  init(first: UInt32, second: UInt32) { (self.first, self.second) = (first, second) }

  /// The one that is written at a place.
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    (first, second) = (bytes.word(place, true), bytes.word(place + 4, true))
  }

  /// That of a frame after the one that has this.
  func adding(frame bytes: UnsafeRawBufferPointer, _ isBigEndian: Bool) -> LogSum {
    var sum = self
    sum.add(bytes[..<8], isBigEndian)
    sum.add(bytes[LogFrame.headerSize...], isBigEndian)
    return sum
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
  fileprivate func word(_ offset: Int, _ isBigEndian: Bool) -> UInt32 {
    let word = loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }
}
