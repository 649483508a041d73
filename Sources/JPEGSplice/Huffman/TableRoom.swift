/// Room for further codes in a table that is full.
///
/// The last codes below sixteen bits, which come rarely, may become codes of sixteen bits: each leaves
/// as many of those as it had bits fewer. They come right before the codes of sixteen bits that are
/// there, so that no other code changes.
extension HuffmanTable {
  /// How many codes of sixteen bits there is room for after all others.
  var room: Int {
    guard let last = codes?.last else { return 1 << Self.maximumLength - 1 }
    // The code of ones is none.
    return 1 << Self.maximumLength - 1 - (Int(last.bits) + 1) << (Self.maximumLength - last.length)
  }

  /// The symbols whose codes must be known in the data for as many further symbols as possible.
  fileprivate var movable: ArraySlice<UInt8> { movable(for: RareCodes.mostSymbols).symbols }

  /// This table with further codes, and longer ones for some symbols.
  ///
  /// - Parameter further: symbols that have no code.
  /// - Returns: the table, and the symbols whose codes are longer, each with the length of the code that
  ///   it had; nil where no room can be made.
  func roomier(for further: [UInt8]) -> (table: HuffmanTable, lengthened: [UInt8: Int])? {
    let (symbols, lengths, inside) = movable(for: further.count)
    guard hasNoSymbolTwice, inside + room >= further.count, !symbols.isEmpty else { return nil }
    // What is left inside is given away, so that what comes after stays.
    let unused = Set(UInt8.min...UInt8.max).subtracting(self.symbols + further).sorted()
    let new = further.prefix(inside) + unused.prefix(max(0, inside - further.count))
    let after = further.dropFirst(inside)
    let longest = symbols.count + new.count + Int(counts[Self.maximumLength - 1]) + after.count
    guard new.count == inside, let longest = UInt8(exactly: longest) else { return nil }
    var (newCounts, newSymbols) = (counts, self.symbols)
    for length in lengths { newCounts[length - 1] -= 1 }
    newCounts[Self.maximumLength - 1] = longest
    newSymbols.insert(contentsOf: new, at: symbols.endIndex)
    newSymbols += after
    let table = HuffmanTable(counts: newCounts, symbols: newSymbols)
    guard newSymbols.count <= 256, table.codes != nil else { return nil }
    return (table, Dictionary(uniqueKeysWithValues: zip(symbols, lengths)))
  }

  /// The last codes below sixteen bits that leave room for some symbols, or for as many as possible.
  ///
  /// - Returns: their symbols, their lengths, and how many codes they leave.
  private func movable(
    for count: Int
  ) -> (symbols: ArraySlice<UInt8>, lengths: [Int], inside: Int) {
    let end = symbols.count - Int(counts[Self.maximumLength - 1])
    var (start, lengths, inside) = (end, [Int](), 0)
    for length in (RareCodes.shortest..<Self.maximumLength).reversed() {
      for _ in 0..<counts[length - 1] where inside + room < count {
        start -= 1
        lengths.insert(length, at: 0)
        inside += 1 << (Self.maximumLength - length) - 1
      }
    }
    return (symbols[start..<end], lengths, inside)
  }

  /// Whether each symbol has one code.
  fileprivate var hasNoSymbolTwice: Bool { Set(symbols).count == symbols.count }
}

extension ScanTrace {
  /// The tables in which a scan has codes for further symbols, where others have become longer.
  ///
  /// - Parameters:
  ///   - scan: the scan that was traced.
  ///   - missing: the symbols.
  /// - Returns: the tables, and the symbols with longer codes, each with the length that it had; nil
  ///   where it is not known where the data have those.
  func roomier(
    _ scan: Scan, for missing: [HuffmanSlot: Set<UInt8>]
  ) -> (tables: [HuffmanSlot: HuffmanTable], lengthened: [UInt8: Int])? {
    let slot = scan.components[0].acTable
    guard scan.coding.hasEOBRuns, let further = missing[slot],
      further.count <= RareCodes.mostSymbols,
      intervals.allSatisfy({ $0.rareCodes?.isComplete ?? false }),
      let (table, lengthened) = scan.tables[slot]?.roomier(for: further.sorted())
    else { return nil }
    return ([slot: table], lengthened)
  }
}

/// Where a scan's data have codes that come rarely, and which could become longer to make room in the
/// table.
struct RareCodes: Sendable {
  /// Symbols that there may be room for.
  static let mostSymbols = 32
  /// Shorter codes come too often, in bits.
  static let shortest = 9

  struct Place: Sendable {
    let position: BitPosition
    let symbol: UInt8
  }

  /// In the order of the data.
  private(set) var places: [Place] = []
  /// Whether there were too many to be noted.
  private(set) var isOverfull = false
  /// By symbol, whether it is looked for; none where there is nothing to look for.
  private let isSought: [Bool]
  private let most: Int

  /// Looks for nothing.
  init() { self.init([], most: 0) }

  /// - Parameter scan: a scan; for those that have EOB runs something may be looked for.
  init(_ scan: Scan) {
    guard scan.coding.hasEOBRuns, let table = scan.tables[scan.components[0].acTable],
      table.room < Self.mostSymbols, table.hasNoSymbolTwice
    else {
      self.init()
      return
    }
    var isSought = [Bool](repeating: false, count: 256)
    for symbol in table.movable { isSought[Int(symbol)] = true }
    self.init(isSought, most: 1024 + scan.data.count / 128)
  }

  private init(_ isSought: [Bool], most: Int) { (self.isSought, self.most) = (isSought, most) }

  /// Whether all that were looked for are noted.
  var isComplete: Bool { !isSought.isEmpty && !isOverfull }
  /// Whether none came.
  var isUnused: Bool { places.isEmpty && !isOverfull }

  /// Whether the code of a symbol is looked for.
  @inline(__always)
  func seeks(_ symbol: UInt8) -> Bool { !isSought.isEmpty && isSought[Int(symbol)] }

  /// Notes a code that is looked for.
  ///
  /// - Parameters:
  ///   - symbol: its symbol.
  ///   - bits: a reader at it.
  mutating func note(_ symbol: UInt8, at bits: BitReader) {
    if places.count == most {
      isOverfull = true
    } else {
      places.append(Place(position: bits.position, symbol: symbol))
    }
  }
}
