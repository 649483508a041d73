/// A JPEG's frame header: the picture's size and how its components are sampled (T.81, B.2.2).
package struct JPEGFrameHeader: Sendable, Hashable {
  package let coding: JPEGDetails.Coding
  package let isArithmetic: Bool
  /// Bits a sample.
  package let precision: Int
  package let width: Int
  package let height: Int
  /// At least one.
  package let components: [Component]
  /// The largest sampling factors.
  package let maxHorizontal: Int
  package let maxVertical: Int

  /// One colour's plane.
  package struct Component: Sendable, Hashable {
    package let identifier: UInt8
    /// Samples in an MCU across and down, in blocks of 8; each 1 to 4 in valid files (T.81, A.1.1).
    package let horizontal: Int
    package let vertical: Int
    package let quantizationTable: Int
    /// The blocks that hold samples of the picture (T.81, A.2.2): a scan of this component alone.
    package let columns: Int
    package let rows: Int
    /// The blocks that an interleaved scan codes: whole MCUs.
    package let paddedColumns: Int
    package let paddedRows: Int
  }

  /// MCUs of an interleaved scan of all components.
  package var mcuColumns: Int { (width + 8 * maxHorizontal - 1) / (8 * maxHorizontal) }
  package var mcuRows: Int { (height + 8 * maxVertical - 1) / (8 * maxVertical) }

  /// Reads a frame header.
  ///
  /// - Parameters:
  ///   - segment: the SOF segment.
  ///   - bytes: the file.
  ///   - lines: the height that a DNL segment gives, for a header that says 0.
  /// - Throws: `PhotoFileError` for hierarchical frames, cut headers, no size or no components.
  init(_ segment: JPEGSegment, of bytes: [UInt8], lines: Int?) throws(PhotoFileError) {
    let start = segment.payload.lowerBound
    let reader = ByteReader(bytes[segment.payload], .bigEndian)
    let code = segment.marker.rawValue
    switch code & 0x07 {
    case 0: coding = .baseline
    case 1: coding = .extended
    case 2: coding = .progressive
    case 3: coding = .lossless
    default: throw .unsupported(.hierarchicalJPEG)
    }
    isArithmetic = code >= 0xC8
    precision = try reader.field("SOF precision", at: 0, size: 1, in: .jpeg)
    let codedHeight = try reader.field("SOF height", at: 1, size: 2, in: .jpeg)
    let width = try reader.field("SOF width", at: 3, size: 2, in: .jpeg)
    let count = try reader.field("SOF component count", at: 5, size: 1, in: .jpeg)
    guard width > 0 else {
      throw .invalid(
        .jpeg, field: "SOF width", at: start + 3, observed: 0, expected: "1 to 65,535")
    }
    guard count > 0 else {
      throw .invalid(
        .jpeg, field: "SOF component count", at: start + 5, observed: 0, expected: "1 to 4")
    }
    var headers: [(identifier: Int, factors: Int, table: Int)] = []
    for at in stride(from: 6, to: 6 + 3 * count, by: 3) {
      headers.append(
        (
          identifier: try reader.field("SOF component", at: at, size: 1, in: .jpeg),
          factors: try reader.field("SOF sampling factors", at: at + 1, size: 1, in: .jpeg),
          table: try reader.field("SOF quantization table", at: at + 2, size: 1, in: .jpeg)
        ))
    }
    guard let height = codedHeight > 0 ? codedHeight : lines else {
      throw .unsupported(.jpegWithoutHeight)
    }
    let across = max(1, headers.map { $0.factors >> 4 }.max() ?? 1)
    let down = max(1, headers.map { $0.factors & 0x0F }.max() ?? 1)
    func blocks(_ samples: Int, _ factor: Int, _ largest: Int) -> (own: Int, padded: Int) {
      let own = (samples * factor + largest - 1) / largest
      return ((own + 7) / 8, (samples + 8 * largest - 1) / (8 * largest) * factor)
    }
    components = headers.map { header in
      let (horizontal, vertical) = (header.factors >> 4, header.factors & 0x0F)
      let columns = blocks(width, horizontal, across)
      let rows = blocks(height, vertical, down)
      return Component(
        identifier: UInt8(header.identifier), horizontal: horizontal, vertical: vertical,
        quantizationTable: header.table, columns: columns.own, rows: rows.own,
        paddedColumns: columns.padded, paddedRows: rows.padded)
    }
    (self.width, self.height) = (width, height)
    (maxHorizontal, maxVertical) = (across, down)
  }
}

/// How a JPEG is coded.
package struct JPEGDetails: Sendable, Hashable {
  package let coding: Coding
  package let isArithmetic: Bool
  /// One for each component, in frame order.
  package let sampling: [JPEGSampling]
  /// The IJG quality, 1 to 100, with the tables nearest to the file's; `nil` without tables.
  package let quality: Int?
  /// The `transform` byte of the Adobe APP14 segment: 0 none, 1 YCbCr, 2 YCCK; `nil` without one.
  package let adobeTransform: Int?
  /// Whether the file has an index of further images (CIPA DC-007).
  package let hasMultiPictureIndex: Bool
  /// After the first image's EOI; `nil` when the file ends before it.
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
