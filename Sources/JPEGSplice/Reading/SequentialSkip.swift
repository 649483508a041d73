import Formats

/// Passes over the MCUs of a sequential scan, adding up the differences of their DC coefficients.
struct SequentialSkip: Sendable {
  /// A block of each MCU: where its tables begin among their entries, and its component in the scan.
  private struct Step {
    let first: Int
    let rest: Int
    let slot: Int
  }

  private let steps: [Step]
  private let firstEntries: [SkippingTable.FirstEntry]
  private let entries: [SkippingTable.Entry]

  /// - Parameters:
  ///   - scan: a sequential scan.
  ///   - layout: its MCUs.
  ///   - codes: its decoding tables.
  ///   - stops: by component of the scan, the first sixteen bits of those from which on codes for AC
  ///     coefficients are shown to a ``CodeObserver``; empty where none are.
  init(of scan: Scan, layout: MCULayout, codes: ScanCodes, stops: [Int] = []) {
    var firstEntries: [SkippingTable.FirstEntry] = []
    var entries: [SkippingTable.Entry] = []
    var places: [[HuffmanSlot]: Int] = [:]
    func place<Entry>(
      _ slots: [HuffmanSlot], in entries: inout [Entry], _ table: () -> [Entry]
    ) -> Int {
      if let place = places[slots] { return place }
      let place = entries.count
      entries += table()
      places[slots] = place
      return place
    }
    let steps = scan.components.enumerated().map { slot, component in
      let ac = codes.ac(slot)
      let stop = stops.isEmpty ? SkippingTable.noStop : stops[slot]
      return Step(
        first: place([component.dcTable, component.acTable], in: &firstEntries) {
          SkippingTable.firstEntries(dc: codes.dc(slot), ac: ac, stop: stop)
        },
        rest: place([component.acTable], in: &entries) {
          SkippingTable.entries(ac: ac, stop: stop)
        }, slot: slot)
    }
    self.steps = layout.members.map { steps[$0.slot] }
    self.firstEntries = firstEntries
    self.entries = entries
  }

  /// Passes over MCUs.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - codes: the decoding tables of the scan.
  ///   - reader: at the first bit of the first; afterwards after the last bit of the last.
  ///   - predictors: by component of the scan, the DC coefficients of the blocks before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  func skip(
    _ count: Int, _ codes: ScanCodes, _ reader: inout BitReader, _ predictors: inout DCPredictors
  ) throws(JPEGError) {
    var observer = NoObserver()
    try skip(count, codes, &reader, &predictors, &observer)
  }

  /// Passes over MCUs, and shows codes to an observer.
  func skip(
    _ count: Int, _ codes: ScanCodes, _ reader: inout BitReader, _ predictors: inout DCPredictors,
    _ observer: inout some CodeObserver
  ) throws(JPEGError) {
    if count == 0 { return }
    var local = reader
    // One at a time in memory, where a vector would be stored and loaded as a whole every time.
    var sums = InlineArray<4, Int32> { predictors[$0] }
    try withEntries { (first, rest) throws(JPEGError) in
      for _ in 0..<count {
        for index in steps.indices {
          let step = steps[index]
          sums[step.slot] &+= try Self.skipBlock(
            &local, first + step.first, rest + step.rest, codes, step.slot, &observer)
        }
        if local.hasReadPastEnd { throw local.failure(.endsEarly) }
      }
    }
    reader = local
    for slot in 0..<4 { predictors[slot] = sums[slot] }
  }

  @inline(__always)
  private func withEntries(
    _ body: (
      UnsafePointer<SkippingTable.FirstEntry>, UnsafePointer<SkippingTable.Entry>
    ) throws(JPEGError) -> Void
  ) throws(JPEGError) {
    try firstEntries.withUnsafeBufferPointer { first throws(JPEGError) in
      try entries.withUnsafeBufferPointer { rest throws(JPEGError) in
        guard let first = first.baseAddress, let rest = rest.baseAddress else { return }
        try body(first, rest)
      }
    }
  }

  /// Passes over a block.
  ///
  /// - Parameters:
  ///   - reader: at the block's first bit; afterwards after its last.
  ///   - first: the entries for the block's first bits, one for each value of them.
  ///   - rest: those for what follows.
  ///   - codes: the decoding tables of the scan.
  ///   - slot: the block's component in the scan.
  ///   - observer: sees the codes from the component's stop on.
  /// - Returns: the difference of the block's DC coefficient to the block before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  @inline(__always)
  private static func skipBlock(
    _ reader: inout BitReader, _ first: UnsafePointer<SkippingTable.FirstEntry>,
    _ rest: UnsafePointer<SkippingTable.Entry>, _ codes: ScanCodes, _ slot: Int,
    _ observer: inout some CodeObserver
  ) throws(JPEGError) -> Int32 {
    reader.refill()
    let entry = first[reader.skippingIndex(SkippingTable.firstWidth)]
    var difference = Int32(entry.difference)
    // Also how many coefficients are passed.
    var next = entry.rest.passed
    if entry.rest.taken != 0 {
      reader.consume(entry.rest.taken)
    } else {
      (reader, difference) = try readDifference(reader, codes.dc(slot))
      next = 1
    }
    while next < 64 {
      try skipCodes(&reader, from: &next, rest, codes, slot, &observer)
      if next >= 64 { break }
      reader.refill()
      try skipCodes(&reader, from: &next, rest, codes, slot, &observer)
    }
    return difference
  }

  /// Passes over what one lookup gives, or one code; the reader must have ``SkippingTable/maximumTaken``
  /// bits.
  @inline(__always)
  private static func skipCodes(
    _ reader: inout BitReader, from next: inout Int, _ table: UnsafePointer<SkippingTable.Entry>,
    _ codes: ScanCodes, _ slot: Int, _ observer: inout some CodeObserver
  ) throws(JPEGError) {
    let entry = table[reader.skippingIndex(SkippingTable.width)]
    let after = next &+ entry.passed
    if after & (SkippingTable.blockEnd - 1) <= 64 {
      reader.consume(entry.taken)
      next = after
    } else {
      // Near the block's last coefficient an entry may reach into the next block.
      observer.pass(reader, slot: slot)
      (reader, next) = try skipCode(reader, from: next, codes.ac(slot))
    }
  }

  /// Readers come and go by value here, so that those of the loops can stay in registers.
  @inline(never)
  private static func readDifference(
    _ reader: BitReader, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) -> (BitReader, Int32) {
    var reader = reader
    let difference = try SequentialCoding.readDifference(&reader, codes)
    reader.refill()
    return (reader, difference)
  }

  /// Passes over one code.
  ///
  /// - Returns: the reader, refilled, and the next coefficient; 64 at the block's end.
  @inline(never)
  private static func skipCode(
    _ reader: BitReader, from next: Int, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) -> (BitReader, Int) {
    var reader = reader
    let symbol = try reader.symbol(codes)
    let (run, size) = (symbol >> 4, symbol & 0x0F)
    var after = next + run + 1
    if size == 0, run < 15 {
      after = 64
    } else {
      if size > 0 { _ = reader.read(size) }
      guard after <= 64 else { throw reader.failure(.runPastEnd) }
    }
    reader.refill()
    return (reader, after)
  }
}

/// Sees each code that is passed one at a time, which all from a given one on are.
protocol CodeObserver {
  /// - Parameters:
  ///   - reader: at the code, with sixteen bits at least.
  ///   - slot: the component's number in the scan.
  mutating func pass(_ reader: BitReader, slot: Int)
}

/// Sees nothing, at no cost.
private struct NoObserver: CodeObserver {
  @inline(__always)
  mutating func pass(_ reader: BitReader, slot: Int) {}
}

extension BitReader {
  /// The next sixteen bits, of which there must be as many.
  var nextSixteen: Int { Int(truncatingIfNeeded: bits >> 48) }

  /// The place in a ``SkippingTable`` of the next bits, of which there must be as many.
  @inline(__always)
  fileprivate func skippingIndex(_ width: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- width))
  }
}

/// What DC coefficients are predicted from (T.81, F.1.1.5.1): those of the blocks before, by component
/// of a scan.
typealias DCPredictors = SIMD4<Int32>

/// Passes over coefficients several codes at a lookup.
///
/// One entry for each value of the next bits. Only codes must lie within those, and a DC coefficient's
/// value; not the values of the others, which are not needed.
enum SkippingTable {
  /// The bits looked up at once: most entries are of two or three codes, and the parts often used of
  /// the tables of two components fit a processor's first cache.
  static let width = 12
  /// The same where a DC coefficient comes first.
  static let firstWidth = 12
  /// The most bits that one entry takes: two fit into what a refilled reader has.
  static let maximumTaken = BitReader.refilled / 2

  struct Entry: Sendable {
    /// From the lowest bit: 6 bits of how many bits are taken, 9 of ``passed``.
    private let fields: UInt16

    init(taken: Int, passed: Int) { fields = UInt16(truncatingIfNeeded: passed << 6 | taken) }

    @inline(__always)
    var taken: Int { Int(fields & 0x3F) }
    /// How many coefficients are passed. Where the block ends before its last coefficient, that is one
    /// more and ``SkippingTable/blockEnd``. More than all where the first code is longer than
    /// ``SkippingTable/width``, or no code.
    @inline(__always)
    var passed: Int { Int(fields >> 6) }
  }

  /// An entry whose first value is a DC coefficient's difference; 0 bits are taken where it is too long.
  struct FirstEntry: Sendable {
    let difference: Int16
    let rest: Entry
  }

  /// More than all coefficients of a block.
  static let blockEnd = 256
  /// More than sixteen bits can be, so that no code is left out.
  static let noStop = 1 << 16
  private static let none = Entry(taken: 0, passed: 65)

  /// The entries for the AC coefficients of sequential blocks.
  ///
  /// - Parameters:
  ///   - ac: a ``DecodingTable``.
  ///   - stop: the first sixteen bits of those whose codes are left out.
  /// - Returns: one for each value of the next bits.
  static func entries(ac: UnsafePointer<UInt16>, stop: Int) -> [Entry] {
    (0..<1 << width).map {
      entry($0 << (HuffmanTable.maximumLength - width), width, ac, taken: 0, passed: 0, stop: stop)
    }
  }

  /// A table for the DC coefficient, and for those of the codes after it that fit an entry.
  static func firstEntries(
    dc: UnsafePointer<UInt16>, ac: UnsafePointer<UInt16>, stop: Int
  ) -> [FirstEntry] {
    (0..<1 << firstWidth).map { value in
      let bits = value << (HuffmanTable.maximumLength - firstWidth)
      let code = DecodingTable.entry(dc, bits)
      let (size, length) = (Int(code >> 8), Int(code & 0xFF))
      guard length > 0, length + size <= firstWidth else {
        return FirstEntry(difference: 0, rest: none)
      }
      let unsigned = (value >> (firstWidth - length - size)) & ((1 << size) - 1)
      let isNegative = size > 0 && unsigned >> (size - 1) == 0
      let difference = isNegative ? unsigned - (1 << size) + 1 : unsigned
      return FirstEntry(
        difference: Int16(truncatingIfNeeded: difference),
        rest: entry(bits, firstWidth, ac, taken: length + size, passed: 1, stop: stop))
    }
  }

  /// An entry that goes on after some bits with as many codes as fit it.
  private static func entry(
    _ bits: Int, _ width: Int, _ ac: UnsafePointer<UInt16>, taken: Int, passed: Int, stop: Int
  ) -> Entry {
    var (taken, passed) = (taken, passed)
    while taken < width {
      let next = bits << taken & 0xFFFF
      if next >= stop { break }
      let code = DecodingTable.entry(ac, next)
      let length = Int(code & 0xFF)
      if length == 0 || taken + length > width { break }
      let (run, size) = (Int(code >> 12), Int(code >> 8 & 0x0F))
      if size == 0, run < 15 {
        return Entry(taken: taken + length, passed: passed + 1 + blockEnd)
      }
      if taken + length + size > maximumTaken || passed + run + 1 > 63 { break }
      taken += length + size
      passed += run + 1
    }
    return taken == 0 ? none : Entry(taken: taken, passed: passed)
  }
}
