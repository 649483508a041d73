import CArchive
import Files
import Store
import SystemPackage

/// Writes a ZIP file from its front to its end, through libarchive.
final class ZIPWriter {
  private let writer: OpaquePointer
  private let sink: Sink

  /// What takes the bytes, as a C function's context.
  private final class Sink {
    let file: StagedFile
    /// The file's path, for errors.
    let path: FilePath
    var error: Errno?

    init(_ file: StagedFile, _ path: FilePath) { (self.file, self.path) = (file, path) }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      do throws(Errno) {
        try file.write(Array(bytes))
        return true
      } catch {
        self.error = error
        return false
      }
    }
  }

  /// - Parameters:
  ///   - file: gets the bytes.
  ///   - path: the name that it is to get, for errors.
  /// - Throws: ``JournalError/file(_:)``.
  init(into file: StagedFile, named path: FilePath) throws(JournalError) {
    sink = Sink(file, path)
    // The writer is freed before its sink.
    let writer = carchive_write_open(Unmanaged.passUnretained(sink).toOpaque()) {
      context, bytes, count in
      guard let context else { return 0 }
      let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
      return sink.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
    }
    guard let writer else { throw .file(.system(.write, path, .noMemory)) }
    self.writer = writer
  }

  deinit { carchive_write_close(writer) }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - file: with a path in ASCII.
  ///   - isDeflated: whether it is made smaller; photos are small already.
  ///   - modified: the time that it has, in seconds since 1970 in UTC.
  /// - Throws: ``JournalError/file(_:)``.
  func add(_ file: ExportFile, isDeflated: Bool = false, modified: Int) throws {
    try check(
      carchive_write_entry(
        writer, String(decoding: file.path), Int64(file.size), Int64(modified),
        isDeflated ? 1 : 0))
    try file.forEachPiece { piece in
      try check(piece.withUnsafeBytes { carchive_write_data(writer, $0.baseAddress, $0.count) })
    }
  }

  /// Writes the end.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  func finish() throws(JournalError) { try check(carchive_write_finish(writer)) }

  private func check(_ result: CInt) throws(JournalError) {
    guard result == 0 else { return }
    throw .file(.system(.write, sink.path, sink.error ?? .ioError))
  }
}
