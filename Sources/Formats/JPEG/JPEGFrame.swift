/// A JPEG's frame header (T.81, B.2.2).
struct JPEGFrame {
  let coding: JPEGDetails.Coding
  let isArithmetic: Bool
  let precision: Int
  /// In lines; 0 when a DNL segment holds it.
  let height: Int
  let width: Int
  let components: [Component]

  struct Component {
    let identifier: UInt8
    let sampling: JPEGSampling
    let quantizationTable: Int
  }

  /// Reads the frame header that `segment` holds.
  ///
  /// - Throws: `PhotoFileError` for hierarchical frames, cut headers, no width or no components.
  init(_ segment: JPEGSegment, of bytes: [UInt8]) throws(PhotoFileError) {
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
    height = try reader.field("SOF height", at: 1, size: 2, in: .jpeg)
    width = try reader.field("SOF width", at: 3, size: 2, in: .jpeg)
    let count = try reader.field("SOF component count", at: 5, size: 1, in: .jpeg)
    guard width > 0 else {
      throw .invalid(
        .jpeg, field: "SOF width", at: segment.payload.lowerBound + 3, observed: 0,
        expected: "1 to 65,535")
    }
    guard count > 0 else {
      throw .invalid(
        .jpeg, field: "SOF component count", at: segment.payload.lowerBound + 5, observed: 0,
        expected: "1 to 4")
    }
    var components: [Component] = []
    for index in 0..<count {
      let at = 6 + 3 * index
      let identifier = try reader.field("SOF component", at: at, size: 1, in: .jpeg)
      let factors = try reader.field("SOF sampling factors", at: at + 1, size: 1, in: .jpeg)
      let table = try reader.field("SOF quantization table", at: at + 2, size: 1, in: .jpeg)
      components.append(
        Component(
          identifier: UInt8(identifier),
          sampling: JPEGSampling(horizontal: factors >> 4, vertical: factors & 0x0F),
          quantizationTable: table))
    }
    self.components = components
  }
}
