package import CaptureTime

/// What became of one post of an export, or would become of it.
package struct ImportRecord: Sendable {
  /// Its place in the export's list, counted from 1.
  package let place: Int
  /// The number that it had; nil where that cannot be read.
  package let exportedNumber: Int?
  /// Nil where the post cannot be read, as the caption.
  package let day: CivilDate?
  package let caption: String?
  package let doubts: [TimeDoubt]
  package let result: Result

  package enum Result: Sendable {
    /// It is in the journal, or would be, as this number.
    case imported(number: Int)
    case passedOver(EarlierPost)
    /// ``ImportProblem`` or ``JournalError``.
    case failed(any Error)
  }
}

/// The post of a journal that makes another of no use there.
package struct EarlierPost: Error, Sendable, Hashable {
  package enum Reason: Sendable {
    /// It is the same post.
    case samePost
    /// It is another post of the same photo.
    case samePhoto
  }

  package let reason: Reason
  package let number: Int
  package let isInTrash: Bool
}
