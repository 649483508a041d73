import Files
package import Formats
import Glibc
package import SystemPackage

/// Gives back the photos that a run replaced by dated ones, and removes the XMP files that it made.
package struct DateUndo: PhotoWork {
  /// Where the line of each photo is.
  private let lines: [FilePath: Range<Int>]
  private let file: FilePath
  /// The photos, in the order in which they were replaced.
  package let photos: [FilePath]

  /// The most bytes of a line: a photo that had to be kept whole, in base64.
  private static let longestLine = 512 << 20

  /// Reads a run's file and holds no more of it than the paths.
  ///
  /// - Parameter path: the file.
  /// - Throws: `FileError` where it cannot be read; ``DateRecordMistake`` for its first line that is none.
  ///   One that is cut off at its end, as when the machine failed, had no photo replaced and is left out.
  package init(_ path: FilePath) throws {
    file = path
    let descriptor = try rethrowing(
      FileDescriptor.openToRead(path), as: FileError.system(.open, path))
    var reader = LineReader(descriptor, limit: Self.longestLine)
    var (lines, photos): ([FilePath: Range<Int>], [FilePath]) = ([:], [])
    var (offset, number) = (0, 0)
    while true {
      let next: LineReader.Line?
      do throws(Errno) { next = try reader.next() } catch {
        throw FileError.system(.read, path, error)
      }
      guard case .whole(let bytes)? = next else {
        if case .tooLong? = next { throw DateRecordMistake(line: number + 1) }
        break
      }
      number += 1
      guard let record = DateRecord(line: bytes) else { throw DateRecordMistake(line: number) }
      // The first is what was there before the run. What it made, and is gone again, is undone.
      let isGone =
        record.isOfNewFile && (try? record.path.stat(followTargetSymlink: false)) == nil
      if lines[record.path] == nil, !isGone {
        lines[record.path] = offset..<offset + bytes.count
        photos.append(record.path)
      }
      offset += bytes.count + 1
    }
    (self.lines, self.photos) = (lines, photos)
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
    guard source.hash == record.after,
      let bytes = ByteEdit.applied(record.edits, to: source.bytes),
      StampMark.hash(bytes) == record.before
    else { throw .date(.changedSince) }
    return FinishedPhoto(bytes: bytes, result: .undone, warnings: [], modified: record.modified)
  }

  private func record(at range: Range<Int>) throws(StampError) -> DateRecord? {
    do throws(Errno) {
      let descriptor = try FileDescriptor.openToRead(file)
      defer { try? descriptor.close() }
      return DateRecord(line: try descriptor.bytes(from: range.lowerBound, upTo: range.count))
    } catch {
      throw .date(.record(.system(.read, file, error)))
    }
  }
}

/// A line of a run's file that is none; counted from 1.
package struct DateRecordMistake: Error, Sendable, Hashable {
  package let line: Int
}
