/// A JPEG's frame header: the picture's size and how its components are sampled (T.81, B.2.2).
package struct Frame: Sendable, Hashable {
  /// Sequential or progressive coefficients, both with Huffman codes of 8-bit samples.
  package enum Process: Sendable { case sequential, progressive }

  package let process: Process
  package let width: Int
  package let height: Int
  package let components: [Component]
  /// The largest sampling factors.
  package let maxHorizontal: Int
  package let maxVertical: Int

  /// One colour's plane.
  package struct Component: Sendable, Hashable {
    package let identifier: UInt8
    /// Samples in an MCU across and down, in blocks of 8; each 1 to 4 (T.81, A.1.1).
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
}

extension Frame {
  /// Reads a frame header.
  ///
  /// - Parameters:
  ///   - segment: the SOF segment.
  ///   - bytes: the file.
  ///   - lines: the height that a DNL segment gives, for a header that says 0.
  /// - Throws: ``JPEGError`` for cut or impossible headers and processes that are not spliced.
  package init(_ segment: JPEGSegment, of bytes: [UInt8], lines: Int?) throws(JPEGError) {
    var fields = SegmentReader(segment, of: bytes)
    process = try Self.process(of: segment.marker)
    let precision = try fields.byte("SOF precision")
    guard precision == 8 else { throw .unsupported(.bitsPerSample(precision)) }
    let codedHeight = try fields.word("SOF height")
    guard let height = codedHeight > 0 ? codedHeight : lines else {
      throw .missing(part: "DNL", at: bytes.count)
    }
    let width = try fields.word("SOF width")
    guard width > 0, height > 0 else {
      throw .invalid(
        field: "SOF width", at: fields.position - 2, observed: width, expected: "1 to 65535")
    }
    let count = try fields.byte("SOF component count")
    guard count == 1 || count == 3 else { throw .unsupported(.components(count)) }
    var headers: [ComponentHeader] = []
    for _ in 0..<count { headers.append(try ComponentHeader(&fields)) }
    guard Set(headers.map(\.identifier)).count == count else {
      throw .unsupported(.unusualStructure)
    }
    let (across, down) = (
      headers.map(\.horizontal).max() ?? 1, headers.map(\.vertical).max() ?? 1
    )
    (self.width, self.height) = (width, height)
    (maxHorizontal, maxVertical) = (across, down)
    components = headers.map { header in
      func blocks(_ samples: Int, _ factor: Int, _ largest: Int) -> (own: Int, padded: Int) {
        let own = (samples * factor + largest - 1) / largest
        return ((own + 7) / 8, (samples + 8 * largest - 1) / (8 * largest) * factor)
      }
      let columns = blocks(width, header.horizontal, across)
      let rows = blocks(height, header.vertical, down)
      return Component(
        identifier: header.identifier, horizontal: header.horizontal, vertical: header.vertical,
        quantizationTable: header.quantizationTable, columns: columns.own, rows: rows.own,
        paddedColumns: columns.padded, paddedRows: rows.padded)
    }
  }

  private static func process(of marker: JPEGMarker) throws(JPEGError) -> Process {
    switch marker.rawValue {
    case 0xC0, 0xC1: return .sequential
    case 0xC2: return .progressive
    case 0xC3: throw .unsupported(.lossless)
    case 0xC9, 0xCA, 0xCB: throw .unsupported(.arithmetic)
    default: throw .unsupported(.hierarchical)
    }
  }

  private struct ComponentHeader {
    let identifier: UInt8
    let horizontal: Int
    let vertical: Int
    let quantizationTable: Int

    init(_ fields: inout SegmentReader) throws(JPEGError) {
      identifier = UInt8(try fields.byte("SOF component"))
      let factors = try fields.byte("SOF sampling factors")
      (horizontal, vertical) = (factors >> 4, factors & 0x0F)
      guard 1...4 ~= horizontal, 1...4 ~= vertical else {
        throw .invalid(
          field: "SOF sampling factors", at: fields.position - 1, observed: factors,
          expected: "two numbers from 1 to 4")
      }
      quantizationTable = try fields.byte("SOF quantization table")
      guard quantizationTable < 4 else {
        throw .invalid(
          field: "SOF quantization table", at: fields.position - 1, observed: quantizationTable,
          expected: "0 to 3")
      }
    }
  }
}
