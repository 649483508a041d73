import GRDB

/// The pages of a database as its files have them, read without SQLite: nothing that is in them can
/// lead it astray, and the files are never opened by it.
///
/// Pages that the write-ahead log has anew stand for those of the file (SQLite file format, section 4),
/// up to the last transaction of which the log has the end. A frame of the log that fails its checksum
/// is passed over; those after it count, though SQLite itself would stop there.
struct DatabasePages: Sendable {
  let pageSize: Int
  private let file: [UInt8]
  private let log: [UInt8]
  /// Where in the log a page begins.
  private let newer: [Int: Int]
  /// Frames of the log that fail their checksums.
  let brokenFrames: Int

  static let firstHeaderSize = 100
  private static let usualSize = 4_096

  /// - Parameters:
  ///   - file: the database's bytes; what could not be read of it is zero.
  ///   - log: those of the write-ahead log; empty where there is none.
  init(file: [UInt8], log: [UInt8]) {
    pageSize = Self.likeliest([Self.writtenSize(file) ?? Self.usualSize, Self.usualSize], file)
    self.file = file
    guard let frames = LogFrames(log, pageSize: pageSize), frames.header.pageSize == pageSize else {
      (self.log, newer, brokenFrames) = ([], [:], log.isEmpty ? 0 : 1)
      return
    }
    self.log = log
    (newer, brokenFrames) = frames.committed()
  }

  /// Page numbers begin at 1.
  var count: Int { max((file.count + pageSize - 1) / pageSize, newer.keys.max() ?? 0) }

  /// The bytes of a page, fewer where the file ends in it; nil where it has none of it.
  func page(_ number: Int) -> [UInt8]? {
    guard number >= 1, number <= count else { return nil }
    if let start = newer[number] { return Array(log[start..<start + pageSize]) }
    let start = (number - 1) * pageSize
    guard start < file.count else { return nil }
    return Array(file[start..<min(start + pageSize, file.count)])
  }

  /// Whether the first page says that this is a database, so that its header counts.
  var hasHeader: Bool { page(1)?.starts(with: DatabaseFiles.header) ?? false }

  /// The pages that are free, as far as the chain of them can be followed, and whether those are all.
  func freePages() -> (pages: Set<Int>, areAll: Bool) {
    guard hasHeader, let first = page(1) else { return ([], false) }
    var free: Set<Int> = []
    var next = first.number(at: 32)
    while next > 1, free.insert(next).inserted, let trunk = page(next) {
      let leaves = min(trunk.number(at: 4), pageSize / 4 - 2)
      for index in 0..<max(0, leaves) { free.insert(trunk.number(at: 8 + 4 * index)) }
      next = trunk.number(at: 0)
    }
    return (free, free.count == first.number(at: 36))
  }

  private static func writtenSize(_ file: [UInt8]) -> Int? {
    guard file.count >= firstHeaderSize else { return nil }
    let size = Int(file[16]) << 8 | Int(file[17])
    return size == 1 ? 65_536 : isSize(size) ? size : nil
  }

  static func isSize(_ size: Int) -> Bool {
    512...65_536 ~= size && size & (size - 1) == 0
  }

  /// The size by which most of the file's beginning is pages with records.
  private static func likeliest(_ sizes: [Int], _ file: [UInt8]) -> Int {
    var best = (size: sizes[0], score: -1)
    for size in sizes where size != best.size || best.score < 0 {
      var score = 0
      for start in stride(from: 0, to: min(file.count, 4 << 20) - size + 1, by: size) {
        let page = BTreePage(Array(file[start..<start + size]), isFirst: start == 0)
        if let page, page.kind == .leafTable || page.kind == .leafIndex {
          score += page.cells.count { $0 + 4 < size } * 64 / size + 1
        }
      }
      if score > best.score { best = (size, score) }
    }
    return best.size
  }
}

/// The frames of a write-ahead log.
private struct LogFrames {
  let header: LogHeader
  private let log: [UInt8]
  /// Whether the log's own header is damaged.
  private let isHeadless: Bool

  /// Nil where the log has nothing.
  ///
  /// - Parameters:
  ///   - log: its bytes.
  ///   - size: the pages' where its header is damaged.
  init?(_ log: [UInt8], pageSize size: Int) {
    guard log.count > LogHeader.size else { return nil }
    self.log = log
    let known = log.withUnsafeBytes { LogHeader($0) }
    isHeadless = known == nil
    header = known ?? log.withUnsafeBytes { LogHeader(ofFramesIn: $0, pageSize: size) }
  }

  /// The last whole version of each page, up to the last end of a transaction, and how many frames of
  /// the log's present turn are damaged.
  func committed() -> (pages: [Int: Int], broken: Int) {
    var (pages, waiting): ([Int: Int], [Int: Int]) = ([:], [:])
    var broken = isHeadless ? 1 : 0
    var (seed, end) = (header.sum, LogHeader.size)
    let isRead = log.withUnsafeBytes { bytes in
      LogFrame.forEach(in: bytes, from: end, pageSize: header.pageSize) { frame, start in
        end = start + LogFrame.headerSize + header.pageSize
        if frame.salts != header.salts {
          if header.isOfEarlierTurn(frame) { return false }
          broken += 1
          return true
        }
        let isWhole = frame.sum(after: seed, header.isBigEndian) == frame.said
        if isWhole { waiting[frame.page] = start + LogFrame.headerSize } else { broken += 1 }
        // Each frame's sum goes on from the one before, as that is written.
        seed = frame.said
        if isWhole, frame.endsTransaction {
          pages.merge(waiting) { $1 }
          waiting = [:]
        }
        return true
      }
    }
    return (pages, isRead && end < log.count ? broken + 1 : broken)
  }
}

extension [UInt8] {
  /// Four bytes, the highest first; 0 where they are not all there.
  func number(at offset: Int) -> Int {
    guard offset >= 0, offset + 4 <= count else { return 0 }
    return Int(self[offset]) << 24 | Int(self[offset + 1]) << 16 | Int(self[offset + 2]) << 8
      | Int(self[offset + 3])
  }
}
