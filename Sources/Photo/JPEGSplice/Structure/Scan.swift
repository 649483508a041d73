import Formats

/// A scan: which coefficients of which components its entropy-coded data hold (T.81, B.2.3).
struct Scan: Sendable {
  /// The SOS segment.
  let segment: JPEGSegment
  /// The entropy-coded data, up to the 0xFF of the next marker other than RSTn.
  let data: Range<Int>
  let components: [ScanComponent]
  let coding: Coding
  /// In MCUs; 0 for none.
  let restartInterval: Int
  /// The tables in force, of those that the scan names.
  let tables: [HuffmanSlot: HuffmanTable]

  /// A component's place in the frame and its tables.
  struct ScanComponent: Hashable, Sendable {
    let index: Int
    let dcTable: HuffmanSlot
    let acTable: HuffmanSlot
  }

  /// How coefficients are coded (T.81, F.1.2 and G.1.2). A band is of coefficients in zigzag order;
  /// `low` is the place of the lowest bit that is coded.
  enum Coding: Hashable, Sendable {
    case sequential
    case dcFirst(low: Int)
    case dcRefinement(low: Int)
    case acFirst(band: ClosedRange<Int>, low: Int)
    case acRefinement(band: ClosedRange<Int>, low: Int)
  }
}

extension Scan.Coding {
  /// Whether the difference to the block before is coded, so that a change reaches the next block.
  var hasPrediction: Bool {
    switch self {
    case .sequential, .dcFirst: true
    case .dcRefinement, .acFirst, .acRefinement: false
    }
  }

  /// Whether one code may end many blocks: an EOB run.
  var hasEOBRuns: Bool {
    switch self {
    case .acFirst, .acRefinement: true
    case .sequential, .dcFirst, .dcRefinement: false
    }
  }

  /// Whether it codes further bits of AC coefficients, which needs their nonzero history.
  var isRefinement: Bool { if case .acRefinement = self { true } else { false } }

  /// The tables that a component's blocks are coded with.
  func slots(_ component: Scan.ScanComponent) -> [HuffmanSlot] {
    switch self {
    case .sequential: [component.dcTable, component.acTable]
    case .dcFirst: [component.dcTable]
    case .dcRefinement: []
    case .acFirst, .acRefinement: [component.acTable]
    }
  }
}

extension Scan {
  /// The tables and settings that segments before a scan have made, as decoders keep them.
  struct Context {
    var tables: [HuffmanSlot: HuffmanTable] = [:]
    var restartInterval = 0
  }

  /// Reads a scan header.
  init(
    _ segment: JPEGSegment, dataEnd: Int, of bytes: [UInt8], in frame: JPEGFrameHeader,
    context: Context
  ) throws(JPEGError) {
    var fields = ByteReader(segment, of: bytes)
    let count = try fields.byte("SOS component count")
    guard 1...frame.components.count ~= count else {
      throw .invalid(
        field: "SOS component count", at: fields.index - 1, observed: count,
        expected: "1 to \(frame.components.count)")
    }
    var components: [ScanComponent] = []
    for _ in 0..<count {
      let identifier = try fields.byte("SOS component")
      let numbers = try fields.byte("SOS tables")
      guard
        let index = frame.components.firstIndex(where: { $0.identifier == UInt8(identifier) }),
        !components.contains(where: { $0.index == index }), numbers >> 4 < 4, numbers & 0x0F < 4
      else {
        throw .invalid(
          field: "SOS component", at: fields.index - 2, observed: identifier,
          expected: "a component of the frame, with tables 0 to 3")
      }
      components.append(
        ScanComponent(
          index: index, dcTable: HuffmanSlot(kind: .dc, number: numbers >> 4),
          acTable: HuffmanSlot(kind: .ac, number: numbers & 0x0F)))
    }
    let coding = try Coding(&fields, of: frame.coding, componentCount: count)
    let blocks = components.reduce(0) {
      $0 + frame.components[$1.index].horizontal * frame.components[$1.index].vertical
    }
    guard count == 1 || blocks <= Self.maximumBlocksInMCU else {
      throw .invalid(
        field: "blocks in an MCU", at: segment.range.lowerBound, observed: blocks,
        expected: "at most \(Self.maximumBlocksInMCU)")
    }
    var tables: [HuffmanSlot: HuffmanTable] = [:]
    for slot in Set(components.flatMap(coding.slots)) {
      guard let table = context.tables[slot] ?? .standard(slot) else {
        throw .missing(part: "DHT", at: segment.range.lowerBound)
      }
      tables[slot] = table
    }
    self.segment = segment
    self.data = segment.range.upperBound..<max(segment.range.upperBound, dataEnd)
    self.components = components
    self.coding = coding
    self.restartInterval = context.restartInterval
    self.tables = tables
  }

  /// T.81, B.2.3.
  private static let maximumBlocksInMCU = 10
}

extension Scan.Coding {
  /// Reads band and bit positions (T.81, B.2.3 and G.1.1.1).
  fileprivate init(
    _ fields: inout ByteReader, of process: JPEGDetails.Coding, componentCount: Int
  ) throws(JPEGError) {
    let start = try fields.byte("SOS spectral selection")
    let end = try fields.byte("SOS spectral selection")
    let bits = try fields.byte("SOS successive approximation")
    let (high, low) = (bits >> 4, bits & 0x0F)
    // Sequential decoders ignore these fields, and some encoders write nonsense.
    if process != .progressive {
      self = .sequential
      return
    }
    guard start <= end, end < 64, low < 14, high == 0 || high == low + 1,
      start == 0 ? end == 0 : componentCount == 1
    else {
      throw .invalid(
        field: "SOS spectral selection", at: fields.index - 3, observed: start,
        expected: "a band and bits of a progressive scan")
    }
    switch (start, high) {
    case (0, 0): self = .dcFirst(low: low)
    case (0, _): self = .dcRefinement(low: low)
    case (_, 0): self = .acFirst(band: start...end, low: low)
    default: self = .acRefinement(band: start...end, low: low)
    }
  }
}

/// The scan script: which bits of which coefficients the scans so far have coded.
///
/// What a scan repeats, or refines without there being anything to refine, different decoders show
/// differently; and a layer may need bits that no scan codes. Such files are not spliced.
struct ScanScript {
  /// By component and coefficient, the lowest bit that was coded; nil where none was.
  private var low: [[Int?]]

  /// Goes through all scans of a picture.
  ///
  /// - Throws: ``JPEGError/damaged(_:at:)`` where a scan cannot come after those before, and
  ///   ``JPEGError/unsupported(_:)`` where all together leave bits out.
  static func check(_ scans: [Scan], componentCount: Int) throws(JPEGError) {
    var script = ScanScript(
      low: .init(repeating: .init(repeating: nil, count: 64), count: componentCount))
    for scan in scans { try script.advance(scan) }
    guard script.low.allSatisfy({ $0.allSatisfy { $0 == 0 } }) else {
      throw .unsupported(.unusualStructure)
    }
  }

  private mutating func advance(_ scan: Scan) throws(JPEGError) {
    let step = scan.coding.step
    for component in scan.components {
      for index in step.band {
        guard low[component.index][index] == step.from else {
          throw .damaged(.wrongProgression, at: scan.segment.range.lowerBound)
        }
        low[component.index][index] = step.to
      }
    }
  }
}

extension Scan.Coding {
  fileprivate var step: (band: ClosedRange<Int>, from: Int?, to: Int) {
    switch self {
    case .sequential: (0...63, nil, 0)
    case .dcFirst(let low): (0...0, nil, low)
    case .dcRefinement(let low): (0...0, low + 1, low)
    case .acFirst(let band, let low): (band, nil, low)
    case .acRefinement(let band, let low): (band, low + 1, low)
    }
  }
}
