import Files
import Formats
import JPEGSplice
package import SystemPackage

/// What the check of a stamp found.
package struct Verification: Sendable {
  /// What the stamp records; nil where the photo carries none.
  package let mark: StampMark?
  /// What does not hold; empty where everything that was checked does.
  package let problems: [VerificationProblem]
  /// The blocks outside the label whose coefficients were compared with the original's; nil where
  /// there was no original.
  package let comparedBlocks: Int?

  /// Whether the stamp can be taken off.
  package var isReversible: Bool {
    (mark?.isReversible ?? false) && !problems.contains(.editedSinceStamping)
  }
}

/// What does not hold of a stamped photo.
package enum VerificationProblem: Hashable, Sendable {
  /// The file is not the one that was stamped.
  case editedSinceStamping
  /// The original is another file than the one that was stamped.
  case notThisOriginal
  /// Outside the label, the coefficients of this many blocks of a component differ from the original's.
  case differs(component: Int, blocks: Int)
  /// Its stamp covers all of it, so that nothing shows that it is the original's picture.
  case nothingCompared
  /// Size, sampling or quantisation differ from the original's: nothing can be compared.
  case differentFrame
}

/// Checks stamps.
package struct Verifier: Sendable {
  package init() {}

  /// Checks a JPEG's stamp.
  ///
  /// - Parameters:
  ///   - source: the JPEG, stamped or not.
  ///   - original: the photo before it was stamped, to be compared block by block; nil for no
  ///     comparison.
  /// - Returns: what the stamp records, and what does not hold.
  /// - Throws: ``StampError`` where one of them cannot be read, or the stamp is damaged.
  package func verify(
    _ source: PhotoSource, original: PhotoSource?
  ) throws(StampError) -> Verification {
    let structure = try rethrowing(JPEGStructure(source.bytes), as: StampError.photo)
    guard let stamped = try StampedJPEG(structure) else {
      return Verification(mark: nil, problems: [], comparedBlocks: nil)
    }
    var problems: [VerificationProblem] = []
    if !stamped.isUnchanged { problems.append(.editedSinceStamping) }
    guard let original else {
      return Verification(mark: stamped.mark, problems: problems, comparedBlocks: nil)
    }
    guard StampMark.hash(original.bytes) == stamped.mark.originalHash else {
      problems.append(.notThisOriginal)
      return Verification(mark: stamped.mark, problems: problems, comparedBlocks: nil)
    }
    try PhotoMemory(comparing: structure, with: original.bytes.count).check()
    let comparison = try rethrowing(
      JPEGPicture(structure).comparison(
        with: JPEGPicture(original.bytes), outside: stamped.mark.areas), as: StampError.jpeg)
    guard let comparison else {
      return Verification(
        mark: stamped.mark, problems: problems + [.differentFrame], comparedBlocks: nil)
    }
    if comparison.compared == 0, !stamped.mark.isReversible { problems.append(.nothingCompared) }
    for (component, count) in comparison.different.enumerated() where count > 0 {
      problems.append(.differs(component: component, blocks: count))
    }
    return Verification(
      mark: stamped.mark, problems: problems, comparedBlocks: comparison.compared)
  }
}

/// A photo with the check of its stamp.
package struct VerifiedPhoto: Sendable {
  package let path: FilePath
  package let verification: Verification

  /// Whether the photo is stamped and everything that was checked holds.
  package var holds: Bool { verification.mark != nil && verification.problems.isEmpty }

  /// Reads a photo and checks its stamp.
  ///
  /// - Parameters:
  ///   - photo: the photo; of another format than JPEG it carries no stamp.
  ///   - original: what it should be without its stamp; nil where that is not given.
  ///   - verifier: what checks the stamp.
  /// - Throws: ``StampError``.
  package init(
    _ photo: InputPhoto, original: PhotoSource?, verifier: Verifier
  ) throws(StampError) {
    path = photo.path
    let reader = try rethrowing(PhotoReader(photo), as: StampError.file)
    guard try reader.format() == .jpeg else {
      verification = Verification(mark: nil, problems: [], comparedBlocks: nil)
      return
    }
    let source = try rethrowing(reader.whole(), as: StampError.file)
    verification = try verifier.verify(source, original: original)
  }
}
