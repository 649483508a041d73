import Files
package import Formats
import Glibc
package import SystemPackage

/// Undoes a run: gives back the photos that it replaced, and removes the files that it made.
package struct RunUndo: PhotoWork {
  /// Each file's line, as a range of the record's bytes.
  private let lines: [FilePath: Range<Int>]
  private let file: FilePath
  /// The photos, in the order in which they were replaced.
  package let photos: [FilePath]
  /// The files that the run made, in their order.
  package let made: [FilePath]
  /// The numbers of damaged lines, counted from 1; their files stay as they are.
  package let damaged: [Int]
  /// Whether the last line is cut off; the run was ended before it replaced that line's file.
  package let isCut: Bool
  private let unstamper: Unstamper

  /// The most bytes of a line, which may hold a whole photo in base64.
  private static let longestLine = 512 << 20

  /// Reads a run's record, and holds only its paths in memory.
  ///
  /// - Parameters:
  ///   - path: the record's.
  ///   - unstamper: takes stamps off.
  /// - Throws: `FileError` if it cannot be read; ``RunRecordMistake`` if no line is a record's.
  package init(_ path: FilePath, unstamper: Unstamper) throws {
    (file, self.unstamper) = (path, unstamper)
    var reader = LineReader(try RecordedRun.open(path), limit: Self.longestLine)
    var (lines, photos): ([FilePath: Range<Int>], [FilePath]) = ([:], [])
    var made: [FilePath] = []
    var (damaged, isCut, isOfRun) = ([Int](), false, false)
    var (offset, number) = (0, 0)
    while true {
      let next: LineReader.Line?
      do throws(Errno) { next = try reader.next() } catch {
        throw FileError.system(.read, path, error)
      }
      guard let next else { break }
      number += 1
      guard case .whole(let bytes) = next else {
        if case .cut = next { isCut = true } else { damaged.append(number) }
        break
      }
      defer { offset += bytes.count + 1 }
      if bytes.isEmpty { continue }
      if RunHead.said(bytes) != nil {
        isOfRun = true
        continue
      }
      guard let record = RunRecord(line: bytes) else {
        damaged.append(number)
        continue
      }
      isOfRun = true
      // A file's first line has its state before the run. A made file that is gone needs no undoing.
      let isGone =
        record.isOfNewFile && (try? record.path.stat(followTargetSymlink: false)) == nil
      if lines[record.path] == nil, !isGone {
        lines[record.path] = offset..<offset + bytes.count
        if record.before == nil { made.append(record.path) } else { photos.append(record.path) }
      }
    }
    if !isOfRun, let first = damaged.first ?? (isCut ? number : nil) {
      throw RunRecordMistake(line: first)
    }
    (self.lines, self.photos, self.made) = (lines, photos, made)
    (self.damaged, self.isCut) = (damaged, isCut)
  }

  /// Whether a photo that the run replaced is still as it left it. Reads photos until it finds one.
  var isInForce: Bool {
    photos.contains { path in
      guard let range = lines[path], let record = try? record(at: range),
        let reader = try? PhotoReader(InputPhoto(named: path))
      else { return false }
      return (try? reader.hash()) == record.after
    }
  }

  package func check(_ reader: PhotoReader, format: PhotoFormat) {}

  /// Takes the XMP beside a raw photo like any photo.
  package func format(of reader: PhotoReader) throws(StampError) -> PhotoFormat {
    do throws(StampError) {
      return try reader.format()
    } catch .photo(.unknownFormat) where reader.path.extension?.lowercased() == "xmp" {
      return .jpeg
    }
  }

  package func hasMade(_ output: PhotoSource, of source: PhotoSource) -> Bool { false }

  package func perform(
    on source: PhotoSource, _ context: PhotoContext, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto {
    guard let path = context.path, let range = lines[path], let record = try record(at: range)
    else { throw .failedCheck }
    if source.hash == record.before {
      let isSame = record.modified.map { $0.tv_sec == source.attributes?.modifiedSeconds }
      if isSame != false { throw .notDated(.isThere) }
      return FinishedPhoto(
        bytes: source.bytes, result: .undone, warnings: [], modified: record.modified)
    }
    if record.isOfNewFile {
      guard source.hash == record.after else { throw .date(.changedSince) }
      return FinishedPhoto(bytes: [], result: .undone, warnings: [], isRemoved: true)
    }
    guard let edits = record.edits else { return try withoutStamp(source, record) }
    guard source.hash == record.after else { throw .date(.changedSince) }
    guard let bytes = ByteEdit.applied(edits, to: source.bytes),
      StampMark.hash(bytes) == record.before
    else { throw .date(.damagedRecord) }
    return FinishedPhoto(bytes: bytes, result: .undone, warnings: [], modified: record.modified)
  }

  private func withoutStamp(
    _ source: PhotoSource, _ record: RunRecord
  ) throws(StampError) -> FinishedPhoto {
    guard source.hash == record.after else { throw .editedSinceStamping }
    let photo = try unstamper.unstamp(source)
    guard photo.restores == .pixels || StampMark.hash(photo.bytes) == record.before else {
      throw .editedSinceStamping
    }
    return FinishedPhoto(
      bytes: photo.bytes, result: .undone, warnings: [], modified: record.modified)
  }

  /// Removes a file that the run made, unless somebody changed it since.
  ///
  /// - Parameters:
  ///   - path: one of ``made``.
  ///   - isDryRun: whether it stays.
  /// - Returns: what happened to it; skipped if it is gone already.
  package func remove(_ path: FilePath, isDryRun: Bool) -> PhotoRecord {
    var result = PhotoRecord(input: path, job: nil, output: path, result: .undone)
    do throws(StampError) {
      guard let range = lines[path], let record = try record(at: range) else { throw .failedCheck }
      guard (try? path.stat(followTargetSymlink: false)) != nil else {
        result.result = .skipped(.date(.isThere))
        return result
      }
      let source = try PhotoSource(reading: InputPhoto(named: path))
      guard source.hash == record.after else { throw .editedSinceStamping }
      if !isDryRun { try rethrowing(path.removeFile(), as: StampError.file) }
    } catch {
      result.result = .failed(error)
    }
    return result
  }

  private func record(at range: Range<Int>) throws(StampError) -> RunRecord? {
    do throws(Errno) {
      let descriptor = try FileDescriptor.openToRead(file)
      defer { try? descriptor.close() }
      return RunRecord(line: try descriptor.bytes(from: range.lowerBound, upTo: range.count))
    } catch {
      throw .date(.record(.system(.read, file, error)))
    }
  }
}

/// A file that is no run's record, with its first wrong line, counted from 1.
package struct RunRecordMistake: Error, Sendable, Hashable {
  package let line: Int
}
