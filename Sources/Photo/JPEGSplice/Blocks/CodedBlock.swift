import Formats

/// What one scan says of a block.
///
/// Coefficients are in zigzag order. In a first scan of a progressive picture they are without the
/// bits that later scans code; in a refinement of AC coefficients they are -1, 0 or 1: those that it
/// makes nonzero.
struct CodedBlock {
  private(set) var coefficients = InlineArray<64, Int16>(repeating: 0)
  /// The coefficients that are not zero, as a bit each.
  private(set) var nonzero: UInt64 = 0
  /// In a refinement: the coefficients with nonzero history (T.81, G.1.2.3), as a bit each.
  var history: UInt64 = 0
  /// In a refinement: the next bit of each of them, its correction.
  var corrections: UInt64 = 0

  /// Sets a coefficient that is still zero.
  @inline(__always)
  mutating func set(_ index: Int, _ value: Int16) {
    coefficients[index] = value
    nonzero |= (value == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: index)
  }

  /// Makes it a block of zeros.
  @inline(__always)
  mutating func clear() {
    if nonzero != 0 { coefficients = InlineArray(repeating: 0) }
    (nonzero, history, corrections) = (0, 0, 0)
  }
}

/// The numbers of the bits that are set, ascending.
struct Bits: Sequence, IteratorProtocol {
  private var rest: UInt64

  @inline(__always)
  init(_ bits: UInt64) { rest = bits }

  @inline(__always)
  mutating func next() -> Int? {
    if rest == 0 { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}

extension UInt64 {
  /// The bits of a band of coefficients.
  init(_ band: ClosedRange<Int>) {
    self = ~0 << UInt64(band.lowerBound) & ~0 >> UInt64(63 - band.upperBound)
  }
}

extension CodedBlock {
  /// What a scan says of a block with these coefficients.
  ///
  /// - Parameters:
  ///   - block: 64 coefficients.
  ///   - coding: the scan's.
  init(_ block: UnsafePointer<Int16>, in coding: Scan.Coding) {
    self.init()
    switch coding {
    case .sequential:
      coefficients = UnsafeRawPointer(block).loadUnaligned(as: InlineArray<64, Int16>.self)
      nonzero = Self.nonzero(block)
    case .dcFirst(let low):
      set(0, block[0] >> Int16(low))
    case .dcRefinement(let low):
      set(0, block[0] >> Int16(low) & 1)
    case .acFirst(let band, let low):
      for index in band { set(index, block[index].dividedByPower(low)) }
    case .acRefinement(let band, let low):
      for index in band {
        let value = block[index].dividedByPower(low)
        if value.magnitude == 1 {
          set(index, value)
        } else if value != 0 {
          history |= 1 << UInt64(index)
          corrections |= UInt64(value.magnitude & 1) << UInt64(index)
        }
      }
    }
  }

  /// Which of 64 coefficients are not zero, as a bit each.
  ///
  /// Four at a time: what is added to the lower fifteen bits of each carries into its highest unless
  /// they are zero, and the product gathers the four highest bits.
  static func nonzero(_ block: UnsafePointer<Int16>) -> UInt64 {
    var bits: UInt64 = 0
    for index in stride(from: 0, to: 64, by: 4) {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(block + index).loadUnaligned(as: UInt64.self))
      let lower: UInt64 = 0x7FFF_7FFF_7FFF_7FFF
      let flags = ((word & lower) &+ lower | word) >> 15 & 0x0001_0001_0001_0001
      bits |= ((flags &* 0x0001_0002_0004_0008) >> 48) << UInt64(index)
    }
    return bits
  }

  /// Puts what the scan says into a block's coefficients, which hold what earlier scans said; a
  /// sequential scan is the only one of its blocks.
  ///
  /// - Parameters:
  ///   - block: 64 coefficients.
  ///   - coding: the scan's.
  func apply(to block: UnsafeMutablePointer<Int16>, in coding: Scan.Coding) {
    switch coding {
    case .sequential:
      UnsafeMutableRawPointer(block).storeBytes(of: coefficients, as: InlineArray<64, Int16>.self)
    case .dcFirst(let low):
      block[0] = coefficients[0] &<< Int16(low)
    case .dcRefinement(let low):
      block[0] |= coefficients[0] &<< Int16(low)
    case .acFirst(_, let low):
      for index in Bits(nonzero) { block[index] = coefficients[index] &<< Int16(low) }
    case .acRefinement(_, let low):
      let step = Int16(1) &<< Int16(low)
      for index in Bits(nonzero) { block[index] = coefficients[index] &* step }
      for index in Bits(corrections & ~nonzero) {
        block[index] &+= block[index] < 0 ? -step : step
      }
    }
  }
}

extension Int16 {
  /// Divided by a power of two, rounded towards zero: the point transform of T.81, G.1.2.2.
  fileprivate func dividedByPower(_ power: Int) -> Int16 {
    let magnitude = Int16(truncatingIfNeeded: self.magnitude >> UInt16(power))
    return self < 0 ? -magnitude : magnitude
  }
}

/// The coefficients of some blocks of every component, quantised, in zigzag order.
struct CoefficientStore: Sendable, Equatable {
  let areas: [BlockArea]
  /// By component; 64 for each of the area's blocks.
  private var values: [[Int16]]

  init(_ areas: [BlockArea]) {
    self.areas = areas
    values = areas.map { .init(repeating: 0, count: 64 * $0.count) }
  }

  /// Gives the 64 coefficients of a block that one of the areas contains; otherwise does nothing.
  ///
  /// - Returns: whether one does.
  @discardableResult
  mutating func change(
    _ component: Int, column: Int, row: Int, _ body: (UnsafeMutablePointer<Int16>) -> Void
  ) -> Bool {
    guard let index = areas[component].place(column, row) else { return false }
    values[component].withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { body(base + 64 * index) }
    }
    return true
  }

  /// Gives the 64 coefficients of blocks in a row.
  ///
  /// - Parameters:
  ///   - component: the number of theirs.
  ///   - row: a row of blocks.
  ///   - part: the blocks of it that are meant; those that the component's area lacks are left out.
  ///   - body: takes a block's column and its coefficients.
  mutating func changeRow(
    _ component: Int, _ row: Int, of part: BlockArea,
    _ body: (Int, UnsafeMutablePointer<Int16>) -> Void
  ) {
    let area = areas[component]
    values[component].withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for column in part.columns where part.contains(column: column, row: row) {
        if let place = area.place(column, row) { body(column, base + 64 * place) }
      }
    }
  }

  /// Whether another store has the same coefficients, though its areas may be elsewhere.
  func hasSameValues(as other: CoefficientStore) -> Bool { values == other.values }

  /// The 64 coefficients of a block; nil where no area contains it.
  func read<Value>(
    _ component: Int, column: Int, row: Int, _ body: (UnsafePointer<Int16>) -> Value
  ) -> Value? {
    guard let index = areas[component].place(column, row) else { return nil }
    return values[component].withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { body($0 + 64 * index) }
    }
  }
}

/// Blocks of one component: a rectangle, and which of its blocks are meant.
package struct BlockArea: Hashable, Sendable {
  package let columns: Range<Int>
  package let rows: Range<Int>
  /// For each block of the rectangle, row by row, its number among those that are meant; ``none`` for
  /// the others.
  private var places: [Int32]
  /// How many are meant.
  package private(set) var count = 0

  private static let none: Int32 = -1

  /// No block of a rectangle.
  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
    places = [Int32](repeating: Self.none, count: columns.count * rows.count)
  }

  /// All blocks of a component that hold samples of the picture.
  init(allOf component: JPEGFrameHeader.Component) {
    self.init(allOf: 0..<component.columns, rows: 0..<component.rows)
  }

  /// All blocks of a rectangle.
  init(allOf columns: Range<Int>, rows: Range<Int>) {
    self.init(columns: columns, rows: rows)
    places = (0..<Int32(places.count)).map(\.self)
    count = places.count
  }

  /// The blocks of any of some areas.
  init(unionOf areas: [BlockArea]) {
    let areas = areas.filter { $0.count > 0 }
    if areas.count == 1 {
      self = areas[0]
      return
    }
    func hull(_ ranges: [Range<Int>]) -> Range<Int> {
      (ranges.map(\.lowerBound).min() ?? 0)..<(ranges.map(\.upperBound).max() ?? 0)
    }
    self.init(columns: hull(areas.map(\.columns)), rows: hull(areas.map(\.rows)))
    for area in areas {
      for row in area.rows {
        for column in area.columns where area.contains(column: column, row: row) {
          insert(column: column, row: row)
        }
      }
    }
  }

  mutating func insert(column: Int, row: Int) {
    guard let index = index(column, row), places[index] == Self.none else { return }
    places[index] = Int32(count)
    count += 1
  }

  func contains(column: Int, row: Int) -> Bool { place(column, row) != nil }

  /// Whether all blocks of another area are among them.
  func contains(_ other: BlockArea) -> Bool {
    self == other
      || other.rows.allSatisfy { row in
        other.columns.allSatisfy { column in
          !other.contains(column: column, row: row) || contains(column: column, row: row)
        }
      }
  }

  /// The number of one of the blocks among them; nil where it is none of them.
  func place(_ column: Int, _ row: Int) -> Int? {
    guard let index = index(column, row), places[index] != Self.none else { return nil }
    return Int(places[index])
  }

  /// The number of a block in the rectangle; nil outside.
  private func index(_ column: Int, _ row: Int) -> Int? {
    guard columns.contains(column), rows.contains(row) else { return nil }
    return (row - rows.lowerBound) * columns.count + column - columns.lowerBound
  }

  /// From the first to the last block of a row; nil where there is none.
  func extent(inRow row: Int) -> Range<Int>? {
    guard let start = index(columns.lowerBound, row) else { return nil }
    let places = places[start..<start + columns.count]
    guard let first = places.firstIndex(where: { $0 != Self.none }),
      let last = places.lastIndex(where: { $0 != Self.none })
    else { return nil }
    return columns.lowerBound + first - start..<columns.lowerBound + last - start + 1
  }
}
