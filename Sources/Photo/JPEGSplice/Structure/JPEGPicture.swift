package import Formats

/// A JPEG's first picture as it is coded: its frame, its scans and their tables; no block is decoded.
package struct JPEGPicture: Sendable {
  package let structure: JPEGStructure
  package let frame: JPEGFrameHeader
  let scans: [Scan]
  /// Of each component, 64 divisors in zigzag order.
  let quantization: [[UInt16]]

  package var bytes: [UInt8] { structure.bytes }
  /// What its components mean.
  package var colour: ComponentColour { ComponentColour(structure.colour(of: frame)) }

  /// Reads everything but the entropy-coded data of a file.
  ///
  /// - Throws: ``JPEGError`` where a header is damaged or of a form that is not spliced.
  package init(_ bytes: [UInt8]) throws(JPEGError) {
    try self.init(JPEGError.header(try JPEGStructure(bytes)))
  }

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
    try Self.checkProcess(header.marker)
    let frame = try JPEGError.header(try structure.frameHeader())
    try Self.check(frame, in: header)

    var context = Scan.Context()
    var divisors: [Int: [UInt16]] = [:]
    var latched = [[UInt16]?](repeating: nil, count: frame.components.count)
    var scans: [Scan] = []
    for (index, segment) in structure.segments.enumerated() {
      switch segment.marker {
      case .quantizationTables:
        try JPEGError.header(try JPEGQuality.readTables(segment, of: bytes, into: &divisors))
      case .huffmanTables: try Self.readHuffman(segment, of: bytes, into: &context.tables)
      case .restartInterval:
        var fields = ByteReader(segment, of: bytes)
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

  /// Gives the file's bytes, which stay alive and unchanged for that time.
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

  /// Refuses processes that are not spliced (T.81, table B.1).
  private static func checkProcess(_ marker: JPEGMarker) throws(JPEGError) {
    switch marker.rawValue {
    case 0xC0...0xC2: break
    case 0xC3: throw .unsupported(.lossless)
    case 0xC9, 0xCA, 0xCB: throw .unsupported(.arithmetic)
    default: throw .unsupported(.hierarchical)
    }
  }

  /// Refuses frames that are not spliced, and what their header may not hold (T.81, B.2.2).
  private static func check(
    _ frame: JPEGFrameHeader, in segment: JPEGSegment
  ) throws(JPEGError) {
    guard frame.precision == 8 else { throw .unsupported(.bitsPerSample(frame.precision)) }
    let components = frame.components
    guard [1, 3, 4].contains(components.count) else {
      throw .unsupported(.components(components.count))
    }
    for (index, component) in components.enumerated() {
      let at = segment.payload.lowerBound + 6 + 3 * index
      let (horizontal, vertical) = (component.horizontal, component.vertical)
      guard 1...4 ~= horizontal, 1...4 ~= vertical else {
        throw .invalid(
          field: "SOF sampling factors", at: at + 1, observed: horizontal << 4 | vertical,
          expected: "two numbers from 1 to 4")
      }
      guard component.quantizationTable < 4 else {
        throw .invalid(
          field: "SOF quantization table", at: at + 2, observed: component.quantizationTable,
          expected: "0 to 3")
      }
    }
    guard Set(components.map(\.identifier)).count == components.count else {
      throw .unsupported(.sharedIdentifiers(components.count))
    }
  }

  private static func readHuffman(
    _ segment: JPEGSegment, of bytes: [UInt8], into tables: inout [HuffmanSlot: HuffmanTable]
  ) throws(JPEGError) {
    var fields = ByteReader(segment, of: bytes)
    while !fields.isAtEnd {
      let head = try fields.byte("DHT number")
      let counts = Array(try fields.bytes(16, "DHT lengths"))
      let count = counts.reduce(0) { $0 + Int($1) }
      guard let kind = HuffmanTable.Kind(rawValue: UInt8(head >> 4)), head & 0x0F < 4 else {
        throw .invalid(
          field: "DHT number", at: fields.index - 17, observed: head,
          expected: "class 0 or 1, table 0 to 3")
      }
      guard count <= 256 else {
        throw .invalid(
          field: "DHT lengths", at: fields.index - 16, observed: count,
          expected: "at most 256 codes")
      }
      let at = fields.index
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

/// Why a JPEG cannot be spliced: the problem, and its byte in the file.
package enum JPEGError: Error, Hashable, Sendable {
  /// A segment ends inside a field, is missing, or holds what it may not.
  case header(PhotoFileError)
  /// The entropy-coded data break the rules of their coding.
  case damaged(Damage, at: Int)
  /// A valid form of JPEG that is not spliced.
  case unsupported(UnsupportedForm)

  package enum Damage: Hashable, Sendable {
    /// Bits that begin no code of the table.
    case unknownCode
    /// A run of zeros past the end of its block, or of blocks past the end of their interval.
    case runPastEnd
    /// A coefficient of more bits than its coding allows.
    case coefficientTooLarge
    /// The data end before the last block.
    case endsEarly
    /// A restart marker is missing, in the wrong place or out of order.
    case wrongRestart
    /// A scan repeats what an earlier one coded, or refines what none has begun.
    case wrongProgression
  }

  package enum UnsupportedForm: Hashable, Sendable {
    case arithmetic, lossless, hierarchical
    case bitsPerSample(Int)
    /// Two, or more than four: nothing says what they mean.
    case components(Int)
    /// Several of this many components share an identifier, so that scans do not say which they code.
    case sharedIdentifiers(Int)
    /// Two frames, unequal tables for one component, and other things that decoders differ about.
    case unusualStructure
  }
}

extension JPEGError {
  /// A part that every JPEG has is not there; the search ended at byte `at`.
  package static func missing(part: String, at place: Int) -> JPEGError {
    .header(.missing(.jpeg, part: part, at: place))
  }

  /// A field holds what it may not.
  static func invalid(
    field: String, at place: Int, observed: Int, expected: String
  ) -> JPEGError {
    .header(.invalid(.jpeg, field: field, at: place, observed: observed, expected: expected))
  }

  /// What a reader of segments and headers gives, with its error as one of these.
  static func header<Value>(
    _ read: @autoclosure () throws(PhotoFileError) -> Value
  ) throws(JPEGError) -> Value {
    do { return try read() } catch { throw .header(error) }
  }
}

/// The fields of a marker segment, one after another.
extension ByteReader {
  init(_ segment: JPEGSegment, of bytes: [UInt8]) {
    self.init(bytes[segment.payload], .bigEndian)
  }

  /// - Throws: ``JPEGError/header(_:)`` at the segment's end.
  mutating func byte(_ part: String) throws(JPEGError) -> Int { try number(part, size: 1) }

  /// - Throws: ``JPEGError/header(_:)`` at the segment's end.
  mutating func word(_ part: String) throws(JPEGError) -> Int { try number(part, size: 2) }

  /// - Throws: ``JPEGError/header(_:)`` where there are fewer.
  mutating func bytes(_ count: Int, _ part: String) throws(JPEGError) -> ArraySlice<UInt8> {
    guard let slice = next(count: count) else { throw truncated(part, needed: count) }
    return slice
  }

  private mutating func number(_ part: String, size: Int) throws(JPEGError) -> Int {
    guard let value = next(size: size) else { throw truncated(part, needed: size) }
    return value
  }

  private func truncated(_ part: String, needed: Int) -> JPEGError {
    .header(.truncated(.jpeg, part: part, at: index, needed: needed, available: rest.count))
  }
}
