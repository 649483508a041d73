/// How a JPEG is coded.
package struct JPEGDetails: Sendable, Hashable {
  package let coding: Coding
  package let isArithmetic: Bool
  /// One for each component, in frame order.
  package let sampling: [JPEGSampling]
  /// The IJG quality, 1 to 100, whose tables are nearest to the file's; `nil` without tables.
  package let quality: Int?
  /// The `transform` byte of the Adobe APP14 segment: 0 none, 1 YCbCr, 2 YCCK; `nil` without one.
  package let adobeTransform: Int?
  /// Whether the file has an index of further images (CIPA DC-007).
  package let hasMultiPictureIndex: Bool
  /// Behind the first image's EOI; `nil` when the file ends before it.
  package let imageEnd: Int?

  /// The process that the frame header names (T.81, table B.1).
  package enum Coding: String, Sendable {
    case baseline, extended, progressive, lossless
  }

  /// The chroma subsampling in the usual notation, "4:2:0" and the like, where it has one.
  package var subsampling: String? {
    guard sampling.count >= 3, sampling[1] == sampling[2],
      sampling[1].horizontal == 1, sampling[1].vertical == 1
    else { return nil }
    switch (sampling[0].horizontal, sampling[0].vertical) {
    case (1, 1): return "4:4:4"
    case (2, 1): return "4:2:2"
    case (2, 2): return "4:2:0"
    case (1, 2): return "4:4:0"
    case (4, 1): return "4:1:1"
    case (4, 2): return "4:1:0"
    default: return nil
    }
  }
}

/// A component's sampling factors, each 1 to 4 in valid files (T.81, A.1.1).
package struct JPEGSampling: Sendable, Hashable {
  package let horizontal: Int
  package let vertical: Int
}
