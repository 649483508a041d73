import Files
import Hummingbird
import NIOCore
import Store
import SystemPackage

/// An export as a tar archive, made while it is sent: no more of it is held than one post's files.
struct TarExport: Sendable {
  private let content: ExportContent
  private let folder: String
  private let modified: Int

  /// The file that tells which photos are not in the archive; missing where all are.
  static let leftOut = "left-out.txt"

  /// Bytes that are sent at a time.
  private static let pieceSize = 128 * 1_024

  /// - Parameters:
  ///   - content: what is exported.
  ///   - folder: the one folder of the archive, which holds all.
  ///   - modified: the files' time, in seconds since 1970 in UTC.
  init(_ content: ExportContent, folder: String, modified: Int) {
    (self.content, self.folder, self.modified) = (content, folder, modified)
  }

  /// Writes the archive.
  ///
  /// - Parameters:
  ///   - writer: who reads it.
  ///   - workers: what reads the journal.
  ///   - tell: the words for a photo that is left out, for it is missing or changed. What is left out
  ///     is told in a file of the archive too, for whoever has saved it sees no log.
  /// - Throws: what the export throws, such as ``JournalError/locked(_:)`` where the door is closed
  ///   meanwhile, and the writer, where nobody reads any more; then the archive has no end.
  func write(
    to writer: inout any ResponseBodyWriter, _ workers: Workers,
    leavingOut tell: @Sendable (JournalError) -> String
  ) async throws {
    try await writer.write(bytes(of: folder + "/", .folder, size: 0))
    var leftOut = ""
    while let part = try await workers.run({ [content] in try content.next() }) {
      for problem in part.record?.problems ?? [] { leftOut += tell(problem) + "\n" }
      for file in part.files {
        try await write(file.bytes, as: String(decoding: file.path), to: &writer)
      }
    }
    if !leftOut.isEmpty { try await write(Array(leftOut.utf8), as: Self.leftOut, to: &writer) }
    try await writer.write(ByteBuffer(bytes: TarHeader.end))
  }

  private func write(
    _ content: [UInt8], as path: String, to writer: inout any ResponseBodyWriter
  ) async throws {
    try await writer.write(bytes(of: "\(folder)/\(path)", .file, size: content.count))
    for start in stride(from: 0, to: content.count, by: Self.pieceSize) {
      let piece = content[start..<min(start + Self.pieceSize, content.count)]
      try await writer.write(ByteBuffer(bytes: piece))
    }
    try await writer.write(ByteBuffer(bytes: TarHeader.padding(after: content.count)))
  }

  private func bytes(of name: String, _ kind: TarHeader.Kind, size: Int) -> ByteBuffer {
    ByteBuffer(bytes: TarHeader(name: name, kind: kind, size: size, modified: modified).bytes)
  }
}
