import Files

/// What tells two ways of stamping apart: the SHA-256 of a text that says everything that decides an
/// output, but for the photo itself and facts about it. Stamps record it, so that a run can tell an
/// output of its own from one that was made otherwise.
package struct OptionsDigest: Sendable, Hashable {
  let bytes: [UInt8]

  /// - Parameter text: the options, the same bytes for the same options.
  package init(of text: [UInt8]) { bytes = StampMark.hash(text) }

  /// One that a stamp records, of ``StampRecord/hashSize`` bytes.
  init(_ recorded: some Collection<UInt8>) { bytes = Array(recorded) }

  /// 64 digits.
  package var hexadecimal: String { bytes.hexadecimal }
}
