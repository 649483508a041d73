import Dispatch
package import Formats
import Glibc
import Synchronization
package import SystemPackage

/// The work of a batch on each photo: bytes in, bytes out.
package protocol PhotoWork: Sendable {
  /// Refuses a photo that the work does not apply to, before its output path is checked.
  ///
  /// - Parameters:
  ///   - reader: reads the photo.
  ///   - format: what the photo is.
  /// - Throws: ``StampError``.
  func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError)

  /// Does the work.
  ///
  /// - Parameters:
  ///   - source: the photo's bytes and its file's times.
  ///   - name: the bytes of its file's name; nil where it has none.
  ///   - format: the format to write.
  /// - Returns: the bytes to write, and what to report.
  /// - Throws: ``StampError``.
  func perform(
    on source: PhotoSource, name: [UInt8]?, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto
}

/// The bytes to write for a photo, and what to report.
package struct FinishedPhoto: Sendable {
  let bytes: [UInt8]
  let result: PhotoRecord.Result
  let warnings: [StampWarning]
}

/// What happened to one photo of a batch.
package struct PhotoRecord: Sendable {
  package let input: FilePath
  /// Where the result is, or would be; nil for standard output and where it was not known.
  package let output: FilePath?
  package let result: Result
  package let warnings: [StampWarning]

  package enum Result: Sendable {
    case stamped(StampedPhoto)
    case unstamped(StampMark)
    case skipped(PhotoSkip)
    case failed(StampError)
  }

  init(
    input: FilePath, output: FilePath?, result: Result, warnings: [StampWarning] = []
  ) {
    self.input = input
    self.output = output
    self.result = result
    self.warnings = warnings
  }
}

/// Why a photo was left alone, which is not a failure.
package enum PhotoSkip: Hashable, Sendable {
  /// Its output exists already.
  case outputExists
  /// Another photo is written to its output, and such photos were to be skipped.
  case conflict(OutputConflict)
  /// It was found in a folder, and carries no stamp to be taken off.
  case notStamped
  /// It was found in a folder, and is of a format that carries no stamp.
  case formatWithoutStamp(PhotoFormat)

  /// An error that is not a failure for a photo that was found in a folder, though it would be for
  /// one that was named; nil for the other errors.
  init?(ofFound error: StampError) {
    switch error {
    case .notStamped: self = .notStamped
    case .formatWithoutStamp(let format): self = .formatWithoutStamp(format)
    default: return nil
    }
  }
}

/// The machine's processors, as far as stamping keeps them busy.
///
/// Photos are worked on side by side, each on one; a photo on its own leaves the others idle.
enum Processors {
  private static let count = sysconf(CInt(_SC_NPROCESSORS_ONLN))
  private static let atWork = Atomic(0)

  static func beginWork() { atWork.add(1, ordering: .relaxed) }
  static func endWork() { atWork.subtract(1, ordering: .relaxed) }

  /// The results of two pieces of work of which neither sees anything of the other's: found at once where
  /// a processor is idle, otherwise one after the other.
  static func both<First, Second: Sendable>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    guard atWork.load(ordering: .relaxed) < count else { return (first(), second()) }
    let other = Mutex<Second?>(nil)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let result = second()
      other.withLock { $0 = result }
    }
    let one = first()
    group.wait()
    guard let other = other.withLock({ $0 }) else {
      preconditionFailure("the group is empty once the work is done")
    }
    return (one, other)
  }
}
