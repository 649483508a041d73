import Formats

/// Passes over blocks of a progressive scan of AC coefficients (T.81, G.1.2.2 and G.1.2.3), noting
/// which coefficients it makes nonzero.
///
/// Whoever makes one keeps all memory that it is given alive for as long as it is used, and gives
/// histories for every block that is passed.
struct BandSkim {
  /// At the next block.
  private(set) var bits: BitReader
  /// The number of the next block in the scan.
  private(set) var block: Int
  /// How many of the next blocks have nothing more than what refines them.
  private(set) var eobRun = 0
  /// The block that began the EOB run.
  private(set) var opening: Opening
  /// Sees the codes that are looked for.
  private(set) var search: SplitSearch

  /// A block in which an EOB run begins.
  struct Opening {
    let block: Int
    let bits: BitReader
    /// Its nonzero history.
    let history: UInt64
  }

  /// Memory that is used, and not owned.
  struct Memory {
    /// A ``DecodingTable``.
    let codes: UnsafePointer<UInt16>
    /// Of a first scan: the entries of a ``FirstBandTable``; nil where it is not worth making one.
    var first: UnsafePointer<FirstBandTable.Entry>?
    /// Of a refinement: the entries of a ``RefinementTable``.
    var refinement: UnsafePointer<RefinementTable.Entry>?
    /// By block, which coefficients are nonzero; nil where nobody will ask.
    var histories: UnsafeMutablePointer<UInt64>?
  }

  private let memory: Memory
  private let band: UInt64
  private let first: Int
  /// After the band's last coefficient.
  private let limit: Int
  private let isRefinement: Bool

  init(
    _ bits: BitReader, block: Int, band: ClosedRange<Int>, isRefinement: Bool, _ memory: Memory,
    _ search: SplitSearch
  ) {
    self.bits = bits
    self.block = block
    self.memory = memory
    self.band = UInt64(band)
    self.isRefinement = isRefinement
    self.search = search
    (first, limit) = (band.lowerBound, band.upperBound + 1)
    opening = Opening(block: block, bits: bits, history: 0)
  }

  /// Goes on after a block that was read otherwise.
  mutating func resume(_ bits: BitReader, eobRun: Int, block: Int) {
    (self.bits, self.eobRun, self.block) = (bits, eobRun, block)
  }

  /// Passes over blocks up to one.
  ///
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  mutating func pass(to end: Int) throws(JPEGError) {
    while block < end {
      if eobRun > 0 {
        passRun(to: end)
        if bits.hasReadPastEnd { throw bits.failure(.endsEarly) }
        continue
      }
      let start = block
      if isRefinement { passRefined(to: end) } else { passFirst(to: end) }
      if block == start { try passBlock() }
    }
    if bits.hasReadPastEnd { throw bits.failure(.endsEarly) }
  }

  /// Passes over the blocks of the EOB run up to one.
  mutating func passRun(to end: Int) {
    let count = min(eobRun, end - block)
    if isRefinement, let histories = memory.histories {
      bits.skip(Self.corrections(histories + block, count, band))
    }
    block += count
    eobRun -= count
  }

  /// How many of a band's coefficients are nonzero in some blocks.
  ///
  /// - Parameters:
  ///   - histories: the first block's, and after it those of `count - 1` more.
  ///   - count: how many blocks.
  ///   - band: a bit for each coefficient.
  /// - Returns: the number of their corrections.
  @inline(__always)
  private static func corrections(
    _ histories: UnsafeMutablePointer<UInt64>, _ count: Int, _ band: UInt64
  ) -> Int {
    var sum = 0
    for index in 0..<count {
      let nonzero = histories[index] & band
      if nonzero != 0 { sum &+= nonzero.nonzeroBitCount }
    }
    return sum
  }

  /// Passes over the next block code by code, wherever the data end.
  private mutating func passBlock() throws(JPEGError) {
    let before = memory.histories.map { $0[block] } ?? 0
    var step = Step(bits: bits, next: first, zeros: ~before & band)
    while step.next < limit, step.eobRun == 0 {
      step = advance(step)
      if let damage = step.damage { throw step.bits.failure(damage) }
    }
    if step.bits.hasReadPastEnd { throw step.bits.failure(.endsEarly) }
    if step.eobRun > 1 { opening = Opening(block: block, bits: bits, history: before) }
    if let histories = memory.histories { histories[block] = before | step.found }
    bits = step.bits
    eobRun = max(0, step.eobRun - 1)
    block += 1
  }
}

extension BandSkim {
  /// A place in a block.
  private struct Step {
    var bits: BitReader
    /// The next coefficient.
    var next: Int
    /// In a refinement: the coefficients from the next on that are zero, as a bit each.
    var zeros: UInt64
    var found: UInt64 = 0
    /// Once it begins: how many blocks have nothing more, this one included.
    var eobRun = 0
    var damage: JPEGError.Damage?
  }

  /// Passes over one code and what belongs to it.
  ///
  /// By value, so that what calls it in a loop keeps its own in registers.
  @inline(never)
  private mutating func advance(_ start: Step) -> Step {
    var step = start
    if step.bits.count < HuffmanTable.maximumLength { step.bits.refill() }
    let code = DecodingTable.entry(memory.codes, Int(truncatingIfNeeded: step.bits.bits >> 48))
    if code == 0 {
      step.damage = .unknownCode
      return step
    }
    search.pass(step.bits, slot: 0)
    step.bits.consume(Int(code & 0xFF))
    let (run, size) = (Int(code >> 12), Int(code >> 8 & 0x0F))
    if size == 0, run < 15 {
      step.eobRun = 1 << run + (run == 0 ? 0 : step.bits.read(run))
      if isRefinement { step.bits.skip(limit - step.next - step.zeros.nonzeroBitCount) }
    } else if isRefinement {
      refine(&step, run, size)
    } else if step.next + run >= limit {
      step.damage = .runPastEnd
    } else {
      step.bits.skip(size)
      step.next += run
      if size > 0 { step.found |= 1 << UInt64(step.next) }
      step.next += 1
    }
    return step
  }

  /// Passes over the sign of a coefficient, or none, and the corrections up to it.
  private func refine(_ step: inout Step, _ run: Int, _ size: Int) {
    guard size <= 1 else {
      step.damage = .coefficientTooLarge
      return
    }
    step.bits.skip(size)
    let zeros = step.zeros.nonzeroBitCount
    for _ in 0..<run { step.zeros &= step.zeros &- 1 }
    if step.zeros == 0 {
      // Of sixteen zeros not all need be there.
      step.bits.skip(limit - step.next - zeros)
      step.next = limit
      if size > 0 { step.damage = .runPastEnd }
      return
    }
    let place = step.zeros.trailingZeroBitCount
    step.bits.skip(place - step.next - run)
    if size > 0 { step.found |= 1 << UInt64(place) }
    step.zeros &= step.zeros &- 1
    step.next = place + 1
  }
}

/// The loops for whole blocks. They end before a block that is damaged or that the data end in, and at
/// the block asked for.
extension BandSkim {
  /// Begins an EOB run.
  ///
  /// - Returns: how many of its blocks come before the end.
  @inline(__always)
  private mutating func begin(_ eobRun: Int, _ opening: Opening, to end: Int) -> Int {
    let passed = min(eobRun, end &- opening.block)
    self.opening = opening
    self.eobRun = eobRun &- passed
    return passed
  }

  private mutating func passFirst(to end: Int) {
    guard let entries = memory.first else { return }
    let (first, limit) = (first, limit)
    let histories = memory.histories
    var (reader, block) = (bits, block)
    blocks: while block < end {
      let start = reader
      var (next, eobRun) = (first, 0)
      var found: UInt64 = 0
      repeat {
        if reader.count < FirstBandTable.maximumTaken { reader.refill() }
        let entry = entries[
          Int(truncatingIfNeeded: reader.bits >> UInt64(64 - FirstBandTable.width))]
        let after = next &+ entry.passed
        if after &+ entry.endsBlock <= limit {
          found |= entry.found &<< UInt64(truncatingIfNeeded: next)
          reader.consume(entry.taken)
          next = after
          eobRun = entry.eobRun
        } else {
          let step = advance(Step(bits: reader, next: next, zeros: 0))
          if step.damage != nil { break blocks }
          found |= step.found
          (reader, next, eobRun) = (step.bits, step.next, step.eobRun)
        }
      } while next < limit && eobRun == 0
      if reader.hasReadPastEnd { break }
      if let histories { histories[block] |= found }
      if eobRun > 1 {
        block &+= begin(eobRun, Opening(block: block, bits: start, history: 0), to: end)
      } else {
        block &+= 1
      }
      bits = reader
    }
    self.block = block
  }

  private mutating func passRefined(to end: Int) {
    guard let entries = memory.refinement, let histories = memory.histories else { return }
    let (first, limit, band) = (first, limit, band)
    var (reader, block) = (bits, block)
    blocks: while block < end {
      let start = reader
      let before = histories[block]
      var (next, eobRun) = (first, 0)
      var zeros = ~before & band
      var found: UInt64 = 0
      repeat {
        if reader.count < 32 { reader.refill() }
        let entry = entries[
          Int(truncatingIfNeeded: reader.bits >> UInt64(64 - RefinementTable.width))]
        if entry.isKind(.coefficient) {
          // Most runs are short, and no branch is taken for each zero.
          var run = entry.unaryRun
          for _ in 0..<4 {
            zeros &= zeros &- (run & 1)
            run >>= 1
          }
          while run != 0 {
            zeros &= zeros &- 1
            run >>= 1
          }
          if zeros == 0 { break blocks }
          let place = zeros.trailingZeroBitCount
          reader.skip(entry.taken &+ place &- next &- entry.run)
          found |= zeros & (0 &- zeros)
          zeros &= zeros &- 1
          next = place &+ 1
        } else if entry.isKind(.eobRun) {
          reader.consume(entry.taken)
          eobRun = 1 &<< entry.run &+ (entry.run == 0 ? 0 : reader.read(entry.run))
          reader.skip(limit &- next &- zeros.nonzeroBitCount)
        } else {
          let step = advance(Step(bits: reader, next: next, zeros: zeros))
          if step.damage != nil { break blocks }
          found |= step.found
          (reader, next, zeros, eobRun) = (step.bits, step.next, step.zeros, step.eobRun)
        }
      } while next < limit && eobRun == 0
      if reader.hasReadPastEnd { break }
      histories[block] = before | found
      if eobRun > 1 {
        let passed = begin(
          eobRun, Opening(block: block, bits: start, history: before), to: end)
        reader.skip(Self.corrections(histories + block + 1, passed &- 1, band))
        block &+= passed
      } else {
        block &+= 1
      }
      bits = reader
    }
    self.block = block
  }
}
