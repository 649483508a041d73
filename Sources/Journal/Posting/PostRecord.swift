package import Files
package import Stamping
package import SystemPackage

/// What became of one photo that was to be posted.
package struct PostRecord: Sendable {
  package let input: FilePath
  package let result: Result
  package var warnings: [StampWarning] = []

  package enum Result: Sendable {
    case posted(Post, label: String)
    /// It was found in a folder, and is that of an earlier post.
    case skipped(number: Int)
    /// It is posted, but the copy into the person's own folder was not written.
    case notExported(Post, FileError)
    /// ``JournalError`` or `StampError`.
    case failed(any Error)
  }
}
