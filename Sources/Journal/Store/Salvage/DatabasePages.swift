import GRDB

/// The pages of a database, read without SQLite: their content cannot mislead it, and it never
/// opens the files.
///
/// Pages that the write-ahead log has anew stand for those of the file (``LogFrames/pages(beside:)``).
struct DatabasePages: Sendable {
  let pageSize: Int
  private let file: [UInt8]
  private let log: [UInt8]
  /// Where in the log a page begins.
  private let newer: [Int: Int]
  let isLogDamaged: Bool

  static let firstHeaderSize = 100
  private static let usualSize = 4_096

  /// - Parameters:
  ///   - file: the database's bytes; what could not be read of it is zero.
  ///   - log: those of the write-ahead log; empty where there is none.
  init(file: [UInt8], log: [UInt8]) {
    pageSize = Self.likeliest([Self.writtenSize(file), Self.usualSize], file)
    self.file = file
    let frames = LogFrames(pageSize: pageSize) { offset, count in Self.bytes(log, offset, count) }
    guard frames.pageSize == pageSize else {
      (self.log, newer, isLogDamaged) = ([], [:], true)
      return
    }
    self.log = log
    let number = frames.number { offset, count in
      let bytes = Self.bytes(file, offset, count)
      return bytes.count == count ? bytes : nil
    }
    (newer, isLogDamaged) = frames.pages(beside: number)
  }

  /// Those of the bytes that are there.
  private static func bytes(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> [UInt8] {
    Array(bytes.dropFirst(offset).prefix(count))
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

  /// The size that the beginning of a database says, or else the usual one.
  static func writtenSize(_ file: [UInt8]) -> Int {
    guard file.count >= firstHeaderSize else { return usualSize }
    let size = Int(file[16]) << 8 | Int(file[17])
    return size == 1 ? 65_536 : isSize(size) ? size : usualSize
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

extension [UInt8] {
  /// Four bytes, the highest first; 0 where they are not all there.
  func number(at offset: Int) -> Int {
    guard offset >= 0, offset + 4 <= count else { return 0 }
    return Int(self[offset]) << 24 | Int(self[offset + 1]) << 16 | Int(self[offset + 2]) << 8
      | Int(self[offset + 3])
  }
}
