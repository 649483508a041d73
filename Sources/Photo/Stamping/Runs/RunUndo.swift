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
  private let unstamper: Unstamper

  /// The most bytes of a line: a photo that had to be kept whole, in base64.
  private static let longestLine = 512 << 20

  /// Reads a run's file and holds no more of it than the paths.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - unstamper: takes stamps off.
  /// - Throws: `FileError` where it cannot be read; ``RunRecordMistake`` for its first line that is none.
  ///   One that is cut off at its end, as when the machine failed, had no photo replaced and is left out.
  package init(_ path: FilePath, unstamper: Unstamper) throws {
    (file, self.unstamper) = (path, unstamper)
    let descriptor = try rethrowing(
      FileDescriptor.openToRead(path), as: FileError.system(.open, path))
    var reader = LineReader(descriptor, limit: Self.longestLine)
    var (lines, photos): ([FilePath: Range<Int>], [FilePath]) = ([:], [])
    var made: [FilePath] = []
    var (offset, number) = (0, 0)
    while true {
      let next: LineReader.Line?
      do throws(Errno) { next = try reader.next() } catch {
        throw FileError.system(.read, path, error)
      }
      guard case .whole(let bytes)? = next else {
        if case .tooLong? = next { throw RunRecordMistake(line: number + 1) }
        break
      }
      number += 1
      if RunHead.said(bytes) != nil {
        offset += bytes.count + 1
        continue
      }
      guard let record = RunRecord(line: bytes) else { throw RunRecordMistake(line: number) }
      // The first is what was there before the run. What it made, and is gone again, is undone.
      let isGone =
        record.isOfNewFile && (try? record.path.stat(followTargetSymlink: false)) == nil
      if lines[record.path] == nil, !isGone {
        lines[record.path] = offset..<offset + bytes.count
        if record.before == nil { made.append(record.path) } else { photos.append(record.path) }
      }
      offset += bytes.count + 1
    }
    (self.lines, self.photos, self.made) = (lines, photos, made)
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
    guard source.hash == record.after,
      let bytes = ByteEdit.applied(edits, to: source.bytes),
      StampMark.hash(bytes) == record.before
    else { throw .date(.changedSince) }
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

/// A line of a run's file that is none; counted from 1.
package struct RunRecordMistake: Error, Sendable, Hashable {
  package let line: Int
}
