/// Codes for further symbols in a table that is full.
///
/// The last code below sixteen bits is split: with a zero after it it stays with its symbol, with a one
/// after it it is a further symbol's. All codes are in the order of their lengths then, as T.81's
/// figure C.2 counts them up, so that no other code changes, and in the data no other bit: a zero comes
/// after the code wherever it is. The longest codes come most rarely, so that the last ones take the
/// fewest zeros; and until all that a code was split into has sixteen bits, it is the further symbols'
/// codes that are split on, which the data do not have.
extension HuffmanTable {
  /// Shorter codes come too often to be split, in bits.
  private static let shortestSplit = 9
  private static let mostCodes = 256

  /// How many codes of sixteen bits there is room for after all others.
  var room: Int {
    guard let last = codes?.last else { return 1 << Self.maximumLength - 1 }
    // The code of ones is none.
    return 1 << Self.maximumLength - 1 - (Int(last.bits) + 1) << (Self.maximumLength - last.length)
  }

  /// This table with codes for further symbols: after all others as far as there is room, and where
  /// others are split.
  ///
  /// - Parameter further: symbols that have no code.
  /// - Returns: nil where no room can be made for all of them.
  func makingRoom(for further: some Collection<UInt8>) -> HuffmanTable? {
    guard symbols.count + further.count <= Self.mostCodes else { return nil }
    let further = further.sorted()
    let after = min(room, further.count)
    var table = self
    for symbol in further.dropLast(after) {
      guard let split = table.splittingLastCode(for: symbol) else { return nil }
      table = split
    }
    return table.adding(further.suffix(after))
  }

  /// This table with the last code below sixteen bits split; nil where there is none that may be.
  private func splittingLastCode(for symbol: UInt8) -> HuffmanTable? {
    let lengths = Self.shortestSplit..<Self.maximumLength
    var (counts, symbols) = (counts, symbols)
    guard let length = lengths.last(where: { counts[$0 - 1] > 0 }), counts[length] < .max - 1
    else { return nil }
    symbols.insert(symbol, at: counts[..<length].reduce(0) { $0 + Int($1) })
    counts[length - 1] -= 1
    counts[length] += 2
    return HuffmanTable(counts: counts, symbols: symbols)
  }
}

/// The codes of a table that are split in another.
struct SplitCodes: Sendable {
  struct Code: Sendable {
    /// All sixteen bits that begin with it.
    let range: Range<Int>
    let length: Int
    /// How many zeros come after it in the other table.
    let zeros: Int
  }

  /// Ascending.
  private(set) var codes: [Code] = []

  /// Compares two tables.
  ///
  /// - Parameters:
  ///   - table: the one.
  ///   - other: the other, which may have further codes.
  ///
  /// Nil where a symbol of the one has a code in the other that is neither the same nor the same with
  /// zeros after it.
  init?(from table: HuffmanTable, to other: HuffmanTable) {
    if table == other { return }
    guard let old = table.codes, let new = other.codes else { return nil }
    let byStart = Dictionary(uniqueKeysWithValues: new.map { ($0.range.lowerBound, $0) })
    for code in old {
      guard let other = byStart[code.range.lowerBound], other.symbol == code.symbol,
        other.length >= code.length
      else { return nil }
      if other.length == code.length { continue }
      codes.append(
        Code(range: code.range, length: code.length, zeros: other.length - code.length))
    }
  }

  /// Sixteen bits that begin with one of them; none where there is none.
  var range: Range<Int> {
    (codes.first?.range.lowerBound ?? 0)..<(codes.last?.range.upperBound ?? 0)
  }

  /// The one that some place in the data has.
  func code(at place: SplitPlace) -> Code? { codes.first { $0.range.contains(Int(place.bits)) } }
}

extension HuffmanTable.Code {
  /// All sixteen bits that begin with it.
  fileprivate var range: Range<Int> {
    let unused = HuffmanTable.maximumLength - length
    return Int(bits) << unused..<(Int(bits) + 1) << unused
  }
}

/// Where the data of a scan have a code that might be split.
struct SplitPlace: Sendable {
  let position: BitPosition
  /// The component's number in the scan.
  let slot: UInt8
  /// Sixteen bits from there on.
  let bits: UInt16
}

/// Looks for codes that might be split, while a scan is read to find the blocks that change: which
/// symbols these need is known only afterwards.
struct SplitSearch: CodeObserver {
  /// Symbols that there may be room for.
  private static let mostSymbols = 64
  private static let nothing: Range<Int> = 0..<0

  /// By component of the scan, sixteen bits that begin with a code that is looked for.
  private(set) var sought: [Range<Int>]
  /// In the order of the data.
  private var places: [SplitPlace] = []
  /// How many may still be noted.
  private var left = 0

  /// - Parameter scan: a scan; nil looks for nothing.
  init(_ scan: Scan?) {
    sought = .init(repeating: Self.nothing, count: 4)
    guard let scan else { return }
    left = 1024 + scan.data.count / 128
    for (slot, component) in scan.components.enumerated() {
      if let table = scan.tables[component.acTable] {
        sought[slot] = Self.range(of: table, in: scan.coding)
      }
    }
  }

  /// Where in a table codes are that might be split for symbols that blocks may have.
  private static func range(of table: HuffmanTable, in coding: Scan.Coding) -> Range<Int> {
    var hasCode = [Bool](repeating: false, count: 256)
    for symbol in table.symbols { hasCode[Int(symbol)] = true }
    let lacking = coding.symbols.filter { !hasCode[Int($0)] }.prefix(mostSymbols)
    if lacking.count <= table.room { return nothing }
    let roomier = lacking.indices.reversed().lazy.compactMap { last in
      table.makingRoom(for: lacking[...last])
    }
    return roomier.first.flatMap { SplitCodes(from: table, to: $0)?.range } ?? nothing
  }

  /// Whether there is nothing to look for.
  var isIdle: Bool { sought.allSatisfy(\.isEmpty) }

  /// Notes a code that is looked for; where there are too many, none is known any more.
  mutating func pass(_ reader: BitReader, slot: Int) {
    let bits = reader.nextSixteen
    guard sought[slot].contains(bits) else { return }
    left -= 1
    if left < 0 {
      sought = .init(repeating: Self.nothing, count: sought.count)
    } else {
      places.append(
        SplitPlace(
          position: reader.position, slot: UInt8(truncatingIfNeeded: slot),
          bits: UInt16(truncatingIfNeeded: bits)))
    }
  }

  /// The places since the last time.
  mutating func take() -> [SplitPlace] {
    defer { places = [] }
    return places
  }
}

extension Scan.Coding {
  /// The symbols that AC coefficients of eight-bit samples need (T.81, F.1.2.2 and G.1.2); longer EOB
  /// runs than of one block can be done without.
  fileprivate var symbols: [UInt8] {
    let (sizes, runs): (ClosedRange<UInt8>, Int) =
      switch self {
      case .dcFirst, .dcRefinement: (0...0, 0)
      case .sequential: (1...10, 16)
      case .acFirst(let band, let low): (1...UInt8(max(1, 10 - low)), min(16, band.count))
      case .acRefinement(let band, _): (1...1, min(16, band.count))
      }
    let others: [UInt8] = runs < 16 ? [0x00] : [0x00, 0xF0]
    return others + (0..<UInt8(runs)).flatMap { run in sizes.map { run << 4 | $0 } }
  }
}

extension ScanTrace {
  /// The tables in which a scan has codes for further symbols.
  ///
  /// - Parameters:
  ///   - scan: the scan that was traced.
  ///   - missing: the symbols.
  /// - Returns: those tables, and the codes split in them; nil if there is no room, or it is not known
  ///   where the data have the codes to be split.
  func tables(
    _ scan: Scan, with missing: [HuffmanSlot: Set<UInt8>]
  ) -> (tables: [HuffmanSlot: HuffmanTable], splits: [HuffmanSlot: SplitCodes])? {
    var tables: [HuffmanSlot: HuffmanTable] = [:]
    var splits: [HuffmanSlot: SplitCodes] = [:]
    for (slot, symbols) in missing {
      guard let table = scan.tables[slot], let roomier = table.makingRoom(for: symbols),
        let split = SplitCodes(from: table, to: roomier), knows(split, slot)
      else { return nil }
      tables[slot] = roomier
      if !split.codes.isEmpty { splits[slot] = split }
    }
    return (tables, splits)
  }

  /// Whether it is known where the data have some codes.
  func knows(_ split: SplitCodes, _ slot: HuffmanSlot) -> Bool {
    split.codes.isEmpty || split.range.clamped(to: sought[slot] ?? 0..<0) == split.range
  }
}
