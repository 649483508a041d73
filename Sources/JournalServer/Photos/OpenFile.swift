import Files
import NIOCore
import Stamping
import Store
import SystemPackage

/// A file of the journal that is sent: open for as long as that takes, so that who deletes the post
/// or stamps it anew meanwhile takes nothing away.
final class OpenFile: Sendable {
  let size: Int
  private let descriptor: SystemPackage.FileDescriptor
  private let path: FilePath

  /// - Throws: ``JournalError/photoBroken(_:because:)`` where it is not there.
  init(_ path: FilePath) throws {
    do {
      descriptor = try SystemPackage.FileDescriptor.open(
        path, .readOnly, options: [.closeOnExec, .noFollow])
      do {
        size = Int(try descriptor.seek(offset: 0, from: .end))
      } catch {
        try? descriptor.close()
        throw error
      }
    } catch let error as Errno {
      throw JournalError.photoBroken(path, because: StampError.file(.system(.open, path, error)))
    }
    self.path = path
  }

  deinit { try? descriptor.close() }

  /// The bytes of a range, or fewer of them, but never none.
  ///
  /// - Throws: ``JournalError/photoBroken(_:because:)`` also where there are none.
  func bytes(_ range: Range<Int>) throws -> ByteBuffer {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = try bytes.withUnsafeMutableBytes { bytes in
      do {
        return try descriptor.read(
          fromAbsoluteOffset: Int64(range.lowerBound), into: bytes, retryOnInterrupt: true)
      } catch let error as Errno {
        throw JournalError.photoBroken(path, because: StampError.file(.system(.read, path, error)))
      }
    }
    // Cut while it was sent.
    guard count > 0 else { throw JournalError.photoBroken(path, because: nil) }
    return ByteBuffer(bytes: bytes[..<count])
  }
}
