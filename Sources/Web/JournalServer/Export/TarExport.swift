import Files
import Hummingbird
import Journal
import NIOCore
import Store
import SystemPackage

/// An export as a tar archive, made while it is sent: only one post's files are in memory at a time, and
/// no more of the lines than a piece.
struct TarExport: Sendable {
  /// The next files, and the last one once there are no more.
  private let next: @Sendable () throws -> ExportPart?
  private let last: @Sendable () throws -> ExportFile?
  private let journal: OwnerJournal
  private let folder: String
  private let modified: Int

  /// The file that lists the photos that are not in the archive; missing where all are.
  static let leftOut: ContainedPath = "left-out.txt"

  /// Bytes that are sent at a time.
  private static let pieceSize = 128 * 1_024

  /// - Parameters:
  ///   - content: what is exported.
  ///   - journal: the owner's, as the device opened it.
  ///   - folder: the one folder of the archive, which holds all.
  ///   - modified: the files' time, in seconds since 1970 in UTC.
  init(_ content: ExportContent, of journal: OwnerJournal, folder: String, modified: Int) {
    (self.folder, self.modified, self.journal) = (folder, modified, journal)
    next = { try content.next() }
    last = { try content.document() }
  }

  /// As ``init(_:of:folder:modified:)``, of some posts.
  init(_ archive: PostArchive, of journal: OwnerJournal, folder: String, modified: Int) {
    (self.folder, self.modified, self.journal) = (folder, modified, journal)
    next = { try archive.next() }
    last = { nil }
  }

  /// Writes the archive.
  ///
  /// - Parameters:
  ///   - writer: takes it to the client.
  ///   - workers: what reads the journal.
  ///   - tell: the words for a photo that is left out, because it is missing or changed. They are in a
  ///     file of the archive too, for the person who has saved it sees no log.
  /// - Throws: what the export throws, such as ``JournalError/locked(_:)`` where the journal
  ///   is locked meanwhile, and what the writer throws when the client is gone; then the archive has no
  ///   end.
  func write(
    to writer: inout any ResponseBodyWriter, _ workers: WorkQueue,
    leavingOut tell: @Sendable (JournalError) -> String
  ) async throws {
    try await writer.write(bytes(of: folder + "/", .folder, size: 0))
    var (leftOut, checks) = ("", AccessChecks(journal))
    while let part = try await workers.run(next) {
      for problem in part.record?.problems ?? [] { leftOut += tell(problem) + "\n" }
      for file in part.files { try await write(file, to: &writer, workers, &checks) }
    }
    if !leftOut.isEmpty {
      let file = ExportFile(path: Self.leftOut, bytes: Array(leftOut.utf8))
      try await write(file, to: &writer, workers, &checks)
    }
    // An archive that breaks off before it is no export.
    if let document = try await workers.run(last) {
      try await write(document, to: &writer, workers, &checks)
    }
    try await writer.write(ByteBuffer(bytes: TarHeader.end))
  }

  private func write(
    _ file: ExportFile, to writer: inout any ResponseBodyWriter, _ workers: WorkQueue,
    _ checks: inout AccessChecks
  ) async throws {
    let path = String(decoding: file.path)
    try await writer.write(bytes(of: "\(folder)/\(path)", .file, size: file.size))
    for start in stride(from: 0, to: file.size, by: Self.pieceSize) {
      try await checks.check(workers)
      let piece =
        file.isInMemory
        ? try file.piece(at: start, upTo: Self.pieceSize)
        : try await workers.run { try file.piece(at: start, upTo: Self.pieceSize) }
      try await writer.write(ByteBuffer(bytes: piece))
    }
    try await writer.write(ByteBuffer(bytes: TarHeader.padding(after: file.size)))
  }

  private func bytes(of name: String, _ kind: TarHeader.Kind, size: Int) -> ByteBuffer {
    ByteBuffer(bytes: TarHeader(name: name, kind: kind, size: size, modified: modified).bytes)
  }
}

/// What precedes a file in a tar archive: a header of 512 bytes (IEEE Std 1003.1, pax, "ustar
/// Interchange Format") and, where it has no room for the name or the size, records before it ("pax
/// Interchange Format").
///
/// Written by hand: it is one block with a checksum, which needs no library.
struct TarHeader: Sendable {
  enum Kind: UInt8 {
    case file = 0x30  // "0"
    case folder = 0x35  // "5"
    /// Records for the header that follows.
    case records = 0x78  // "x"
  }

  /// Everything in an archive takes whole blocks.
  static let blockSize = 512
  /// What marks the archive as complete.
  static let end = [UInt8](repeating: 0, count: 2 * blockSize)

  /// With slashes between the folders' names.
  let name: String
  let kind: Kind
  /// Bytes that follow.
  let size: Int
  /// Seconds since 1970 in UTC.
  let modified: Int

  private static let nameLength = 100
  /// The largest number of eleven octal digits: 8 GiB less one.
  private static let largest = 0o777_7777_7777

  /// The header, with the records that it takes before it.
  var bytes: [UInt8] {
    var records: [UInt8] = []
    if !fits(name) { records += Self.record("path", name) }
    if size > Self.largest { records += Self.record("size", "\(size)") }
    if records.isEmpty { return block }
    let before = TarHeader(
      name: "PaxHeaders/" + (fallback.split(separator: "/").last.map(String.init) ?? ""),
      kind: .records, size: records.count, modified: modified)
    return before.block + records + Self.padding(after: records.count) + block
  }

  /// What fills up the last block of a file.
  static func padding(after size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (blockSize - size % blockSize) % blockSize)
  }

  private func fits(_ name: String) -> Bool {
    name.utf8.count <= Self.nameLength && name.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }

  /// The name for programs that do not know the records.
  private var fallback: String {
    let plain = name.utf8.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "_") }
    return String(decoding: plain.suffix(Self.nameLength), as: UTF8.self)
  }

  private var block: [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    func put(_ text: String, at offset: Int, upTo length: Int) {
      for (index, byte) in text.utf8.prefix(length).enumerated() { block[offset + index] = byte }
    }
    put(fits(name) ? name : fallback, at: 0, upTo: Self.nameLength)
    put(kind == .folder ? "0000700" : "0000600", at: 100, upTo: 8)
    put("0000000", at: 108, upTo: 8)
    put("0000000", at: 116, upTo: 8)
    put(Self.octal(min(size, Self.largest), digits: 11), at: 124, upTo: 12)
    put(Self.octal(max(0, min(modified, Self.largest)), digits: 11), at: 136, upTo: 12)
    block[156] = kind.rawValue
    put("ustar\u{0}00", at: 257, upTo: 8)
    // The sum counts its own field as blanks.
    let sum = block.reduce(8 * 0x20) { $0 + Int($1) }
    put(Self.octal(sum, digits: 6) + "\u{0} ", at: 148, upTo: 8)
    return block
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A record, which begins with its own length in bytes.
  private static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n"
    var length = rest.utf8.count
    while "\(length)".utf8.count + rest.utf8.count != length {
      length = "\(length)".utf8.count + rest.utf8.count
    }
    return Array("\(length)\(rest)".utf8)
  }
}
