package import Formats

/// A JPEG's first picture as it is coded: its frame, its scans and their tables; no block is decoded.
package struct JPEGPicture: Sendable {
  package let structure: JPEGStructure
  package let frame: Frame
  let scans: [Scan]
  /// Of each component, 64 divisors in zigzag order.
  let quantization: [[UInt16]]

  package var bytes: [UInt8] { structure.bytes }

  /// Reads everything but the entropy-coded data.
  ///
  /// - Throws: ``JPEGError`` where a header is damaged or of a form that is not spliced.
  package init(_ structure: JPEGStructure) throws(JPEGError) {
    let bytes = structure.bytes
    let frames = structure.segments.filter { $0.marker.isStartOfFrame }
    guard structure.first(.hierarchical) == nil else { throw .unsupported(.hierarchical) }
    guard let header = frames.first else { throw .missing(part: "SOF", at: bytes.count) }
    guard frames.count == 1 else { throw .unsupported(.unusualStructure) }
    guard let imageEnd = structure.imageEnd else { throw .missing(part: "EOI", at: bytes.count) }
    let frame = try Frame(header, of: bytes, lines: Self.lines(in: structure))

    var context = Scan.Context()
    var divisors: [Int: [UInt16]] = [:]
    var latched = [[UInt16]?](repeating: nil, count: frame.components.count)
    var scans: [Scan] = []
    for (index, segment) in structure.segments.enumerated() {
      switch segment.marker {
      case .quantizationTables:
        try Self.readQuantization(segment, of: bytes, into: &divisors)
      case .huffmanTables: try Self.readHuffman(segment, of: bytes, into: &context.tables)
      case .restartInterval:
        var fields = SegmentReader(segment, of: bytes)
        context.restartInterval = try fields.word("DRI interval")
      case .startOfScan:
        let next = index + 1
        let dataEnd =
          next < structure.segments.count
          ? structure.segments[next].range.lowerBound : imageEnd - 2
        let scan = try Scan(
          segment, dataEnd: dataEnd, of: bytes, in: frame, context: context)
        for component in scan.components where latched[component.index] == nil {
          let number = frame.components[component.index].quantizationTable
          guard let table = divisors[number] else {
            throw .missing(part: "DQT", at: segment.range.lowerBound)
          }
          latched[component.index] = table
        }
        scans.append(scan)
      default: break
      }
    }
    quantization = latched.compactMap { $0 }
    guard quantization.count == frame.components.count else {
      throw .missing(part: "SOS", at: imageEnd)
    }
    self.structure = structure
    self.frame = frame
    self.scans = scans
    try ScanScript.check(scans, componentCount: frame.components.count)
    try checkSize()
  }

  /// Gives the file's bytes, which stay alive and unchanged meanwhile.
  func withBytes<Value>(
    _ body: (UnsafePointer<UInt8>) throws(JPEGError) -> Value
  ) throws(JPEGError) -> Value {
    try bytes.withUnsafeBufferPointer { buffer throws(JPEGError) in
      guard let base = buffer.baseAddress else { throw .missing(part: "SOI", at: 0) }
      return try body(base)
    }
  }

  /// Refuses headers of more blocks than the data could hold, before anything is set aside for them.
  private func checkSize() throws(JPEGError) {
    let blocks = frame.components.reduce(0) { $0 + $1.columns * $1.rows }
    let bits = scans.reduce(0) { $0 + 8 * $1.data.count }
    guard blocks <= bits else {
      throw .damaged(.endsEarly, at: scans.last?.data.upperBound ?? bytes.count)
    }
  }

  /// The height that a DNL segment gives (T.81, B.2.5).
  private static func lines(in structure: JPEGStructure) throws(JPEGError) -> Int? {
    guard let segment = structure.first(.numberOfLines) else { return nil }
    var fields = SegmentReader(segment, of: structure.bytes)
    return try fields.word("DNL lines")
  }

  private static func readQuantization(
    _ segment: JPEGSegment, of bytes: [UInt8], into tables: inout [Int: [UInt16]]
  ) throws(JPEGError) {
    var fields = SegmentReader(segment, of: bytes)
    while !fields.isAtEnd {
      let head = try fields.byte("DQT number")
      var table: [UInt16] = []
      for _ in 0..<64 {
        let value =
          head >> 4 == 0 ? try fields.byte("DQT element") : try fields.word("DQT element")
        guard value > 0 else {
          throw .invalid(
            field: "DQT element", at: fields.position - 1, observed: 0, expected: "1 or more")
        }
        table.append(UInt16(value))
      }
      tables[head & 0x0F] = table
    }
  }

  private static func readHuffman(
    _ segment: JPEGSegment, of bytes: [UInt8], into tables: inout [HuffmanSlot: HuffmanTable]
  ) throws(JPEGError) {
    var fields = SegmentReader(segment, of: bytes)
    while !fields.isAtEnd {
      let head = try fields.byte("DHT number")
      let counts = Array(try fields.bytes(16, "DHT lengths"))
      let count = counts.reduce(0) { $0 + Int($1) }
      guard let kind = HuffmanTable.Kind(rawValue: UInt8(head >> 4)), head & 0x0F < 4 else {
        throw .invalid(
          field: "DHT number", at: fields.position - 17, observed: head,
          expected: "class 0 or 1, table 0 to 3")
      }
      guard count <= 256 else {
        throw .invalid(
          field: "DHT lengths", at: fields.position - 16, observed: count,
          expected: "at most 256 codes")
      }
      let at = fields.position
      let symbols = Array(try fields.bytes(count, "DHT symbols"))
      let table = HuffmanTable(counts: counts, symbols: symbols)
      guard table.codes != nil else {
        throw .invalid(
          field: "DHT lengths", at: at - 16, observed: count, expected: "codes of such lengths")
      }
      tables[HuffmanSlot(kind: kind, number: head & 0x0F)] = table
    }
  }
}
