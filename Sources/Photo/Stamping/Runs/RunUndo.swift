import Files
package import Formats
import Glibc
package import SystemPackage

/// Takes back what a run did: photos that it replaced are given back, and files that it made are removed.
package struct RunUndo: PhotoWork {
  /// Where the line of each photo is.
  private let lines: [FilePath: Range<Int>]
  private let file: FilePath
  /// The photos, in the order in which they were replaced.
  package let photos: [FilePath]
  /// The files that the run made, in their order.
  package let made: [FilePath]
  /// The numbers of lines that are none, counted from 1: their files stay as they are.
  package let damaged: [Int]
  /// Whether the last line is cut off: that of the file that was about to be replaced when the run was ended.
  package let isCut: Bool
  private let unstamper: Unstamper

  /// The most bytes of a line: a photo that had to be kept whole, in base64.
  private static let longestLine = 512 << 20

  /// Reads a run's file and holds no more of it than the paths.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - unstamper: takes stamps off.
  /// - Throws: `FileError` where it cannot be read; ``RunRecordMistake`` where no line of it is one.
  package init(_ path: FilePath, unstamper: Unstamper) throws {
    (file, self.unstamper) = (path, unstamper)
    let descriptor = try rethrowing(
      FileDescriptor.openToRead(path), as: FileError.system(.open, path))
    var reader = LineReader(descriptor, limit: Self.longestLine)
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
      // The first is what was there before the run. What it made, and is gone again, is undone.
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

  package func check(_ reader: PhotoReader, format: PhotoFormat) {}

  /// The XMP beside a raw photo is given back as any photo is.
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

  /// Removes a file that the run made, if it is as it was made.
  ///
  /// - Parameters:
  ///   - path: one of ``made``.
  ///   - isDryRun: whether it stays.
  /// - Returns: what happened to it; it is left alone where it is gone already.
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

/// A file that is no run's: its first line that is none, counted from 1.
package struct RunRecordMistake: Error, Sendable, Hashable {
  package let line: Int
}
