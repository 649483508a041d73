/// Room for further codes in a table that is full.
///
/// The last code of a length may become one that is a bit longer, with room for another beside it: then
/// no code but that one changes, for among longer codes the two come first. The codes of sixteen bits
/// are left as they are, and so are short ones, which come too often.
extension HuffmanTable {
  /// The symbols whose codes may be lengthened, those first whose codes are longest.
  var lengthened: [UInt8] { lastCodes(RareCodes.mostSymbols).flatMap(\.symbols) }

  /// How many codes of sixteen bits could be added.
  var room: Int {
    let last =
      codes?.last.map {
        Int($0.bits) << (Self.maximumLength - $0.length) + 1 << (Self.maximumLength - $0.length)
      } ?? 0
    // The code of ones is none.
    return max(0, 1 << Self.maximumLength - 1 - last)
  }

  /// This table with further codes, and other ones for some symbols.
  ///
  /// - Parameter further: symbols that have no code.
  /// - Returns: the table, and the symbols with other codes, each with the length of the code that it
  ///   had; nil where there are too few.
  func splitting(for further: some Collection<UInt8>) -> (table: HuffmanTable, moved: [UInt8: Int])?
  {
    guard symbols.count + further.count <= 256, further.count <= RareCodes.mostSymbols,
      hasNoSymbolTwice
    else { return nil }
    var rest = Array(further)[...]
    var moved: [UInt8: Int] = [:]
    var table = self
    for last in lastCodes(further.count) {
      let index = last.length - 1
      // The last codes of the length, which are followed by those that are a bit longer; nothing
      // that comes before them has moved.
      let end = counts[...index].reduce(0) { $0 + Int($1) }
      var pairs: [UInt8] = []
      for symbol in last.symbols {
        guard let new = rest.popFirst() else { break }
        pairs += [symbol, new]
        moved[symbol] = last.length
      }
      let count = pairs.count / 2
      guard let longer = UInt8(exactly: Int(table.counts[index + 1]) + 2 * count) else {
        return nil
      }
      table.counts[index] -= UInt8(count)
      table.counts[index + 1] = longer
      table.symbols.replaceSubrange(end - count..<end, with: pairs)
    }
    guard rest.isEmpty, table.codes != nil else { return nil }
    return (table, moved)
  }

  /// Whether each symbol has one code.
  fileprivate var hasNoSymbolTwice: Bool { Set(symbols).count == symbols.count }

  /// The last codes of each length below sixteen bits, the longest first, as many as are asked for or as
  /// there are.
  private func lastCodes(_ most: Int) -> [(length: Int, symbols: ArraySlice<UInt8>)] {
    var (end, left) = (symbols.count, most)
    var last: [(length: Int, symbols: ArraySlice<UInt8>)] = []
    for length in (Int(RareCodes.shortest)...Self.maximumLength).reversed() {
      let count = Int(counts[length - 1])
      if length < Self.maximumLength, count > 0, left > 0 {
        let taken = min(count, left)
        last.append((length, symbols[end - taken..<end]))
        left -= taken
      }
      end -= count
    }
    return last
  }
}

extension ScanTrace {
  /// The tables in which a scan has codes for further symbols, where others have become longer.
  ///
  /// - Parameters:
  ///   - scan: the scan that was traced.
  ///   - missing: the symbols.
  /// - Returns: the tables, and the symbols with longer codes, each with the length that it had; nil
  ///   where it is not known where the data have those.
  func splitting(
    _ scan: Scan, for missing: [HuffmanSlot: Set<UInt8>]
  ) -> (tables: [HuffmanSlot: HuffmanTable], moved: [UInt8: Int])? {
    let slot = scan.components[0].acTable
    guard scan.coding.hasEOBRuns, let table = scan.tables[slot], let further = missing[slot],
      intervals.allSatisfy(\.rareCodes.isComplete)
    else { return nil }
    // As many as there is room for after all codes.
    let added = further.sorted().prefix(table.room)
    guard
      let (split, moved) = table.adding(added)?.splitting(for: further.subtracting(added).sorted())
    else { return nil }
    return ([slot: split], moved)
  }
}

/// Where a scan's data have codes that are long, and so come rarely, and which could be lengthened to
/// make room in the table.
struct RareCodes: Sendable {
  /// Symbols that are looked for at most.
  static let mostSymbols = 16
  /// Shorter codes are not looked for, in bits.
  static let shortest: UInt16 = 12

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
    for symbol in table.lengthened { isSought[Int(symbol)] = true }
    self.init(isSought, most: 1024 + scan.data.count / 256)
  }

  private init(_ isSought: [Bool], most: Int) { (self.isSought, self.most) = (isSought, most) }

  /// Whether all that were looked for are noted.
  var isComplete: Bool { !isSought.isEmpty && !isOverfull }
  /// Whether none came.
  var isUnused: Bool { places.isEmpty && !isOverfull }

  /// Notes a code of at least ``shortest`` bits.
  ///
  /// - Parameters:
  ///   - symbol: its symbol.
  ///   - bits: a reader at it.
  mutating func note(_ symbol: UInt8, at bits: BitReader) {
    if isSought.isEmpty || !isSought[Int(symbol)] { return }
    if places.count == most {
      isOverfull = true
    } else {
      places.append(Place(position: bits.position, symbol: symbol))
    }
  }
}
