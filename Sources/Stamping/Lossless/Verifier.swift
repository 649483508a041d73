import Formats
import JPEGSplice

/// What a look at a stamp found.
package struct Verification: Sendable {
  /// What the stamp says; nil where the photo carries none.
  package let mark: StampMark?
  /// What does not hold; empty where all that was looked at does.
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
  /// So many blocks of a component, outside the label, have other coefficients than the original's.
  case differs(component: Int, blocks: Int)
  /// Size, sampling or quantisation are others: nothing can be compared.
  case differentFrame
}

/// Checks stamps.
package struct Verifier: Sendable {
  package init() {}

  /// Checks a JPEG's stamp.
  ///
  /// - Parameters:
  ///   - source: the JPEG, stamped or not.
  ///   - original: what it is said to have been before, to be compared block by block.
  /// - Returns: what the stamp says, and what does not hold.
  /// - Throws: ``StampError`` where one of them cannot be read, or the stamp is damaged.
  package func verify(
    _ source: PhotoSource, original: PhotoSource?
  ) throws(StampError) -> Verification {
    let structure = try StampError.wrapping { () throws(PhotoFileError) in
      try JPEGStructure(source.bytes)
    }
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
    let area = stamped.mark.area
    let comparison = try StampError.wrapping { () throws(JPEGError) in
      try JPEGPicture(structure).comparison(
        with: JPEGPicture(original.bytes), outsideColumns: area.columns,
        rows: area.rows)
    }
    guard let comparison else {
      return Verification(
        mark: stamped.mark, problems: problems + [.differentFrame], comparedBlocks: nil)
    }
    for (component, count) in comparison.different.enumerated() where count > 0 {
      problems.append(.differs(component: component, blocks: count))
    }
    return Verification(
      mark: stamped.mark, problems: problems, comparedBlocks: comparison.compared)
  }
}
