/// Looks up several codes of a first scan of AC coefficients at once (T.81, G.1.2.2).
///
/// One entry for each value of the next ``width`` bits. Only codes must lie within those bits, and the
/// length of an EOB run; not the values of coefficients, which are not needed.
struct FirstBandTable: Sendable {
  static let width = 11
  /// The most bits that one entry takes: two fit into what a refilled reader has.
  static let maximumTaken = BitReader.refilled / 2

  struct Entry: Sendable {
    /// From the lowest bit: 32 bits of ``found``, 6 of ``taken``, 7 of ``passed``, one of ``endsBlock``,
    /// 12 of ``eobRun``.
    fileprivate let fields: UInt64

    /// None: the first code is longer than ``FirstBandTable/width``, or no code.
    static let none = Entry(taken: 0, passed: 127, found: 0)

    init(taken: Int, passed: Int, found: UInt32, eobRun: Int = 0) {
      let run = UInt64(eobRun) << 46 | (eobRun > 0 ? 1 << 45 : 0)
      fields = run | UInt64(passed) << 38 | UInt64(taken) << 32 | UInt64(found)
    }

    /// Which of the coefficients from the next one on are not zero, as a bit each.
    @inline(__always)
    var found: UInt64 { fields & 0xFFFF_FFFF }
    @inline(__always)
    var taken: Int { Int(truncatingIfNeeded: fields >> 32 & 0x3F) }
    /// How many coefficients are passed, at most 32, or more than any block has.
    @inline(__always)
    var passed: Int { Int(truncatingIfNeeded: fields >> 38 & 0x7F) }
    /// 1 where an EOB run begins after them, which needs a coefficient that is not passed; or 0.
    @inline(__always)
    var endsBlock: Int { Int(truncatingIfNeeded: fields >> 45 & 1) }
    /// How many blocks have nothing more, this one included.
    @inline(__always)
    var eobRun: Int { Int(truncatingIfNeeded: fields >> 46) }
  }

  let entries: [Entry]

  /// - Parameters:
  ///   - codes: a ``DecodingTable``.
  ///   - sought: sixteen bits that begin with a code that no entry may pass over.
  init(_ codes: UnsafePointer<UInt16>, without sought: Range<Int>) {
    entries = (0..<1 << Self.width).map { Self.entry($0, codes, sought) }
  }

  private static func entry(
    _ value: Int, _ codes: UnsafePointer<UInt16>, _ sought: Range<Int>
  ) -> Entry {
    let bits = value << (HuffmanTable.maximumLength - width)
    var (taken, passed, found) = (0, 0, 0 as UInt32)
    while taken < width {
      let next = bits << taken & 0xFFFF
      let code = DecodingTable.entry(codes, next)
      let length = Int(code & 0xFF)
      if length == 0 || taken + length > width || sought.contains(next) { break }
      let (run, size) = (Int(code >> 12), Int(code >> 8 & 0x0F))
      if size == 0, run < 15 {
        let end = taken + length + run
        if end > width { break }
        let eobRun = 1 << run + (value >> (width - end)) & (1 << run - 1)
        return Entry(taken: end, passed: passed, found: found, eobRun: eobRun)
      }
      if taken + length + size > maximumTaken || passed + run + 1 > 32 { break }
      if size > 0 { found |= 1 << UInt32(passed + run) }
      taken += length + size
      passed += run + 1
    }
    return taken == 0 ? .none : Entry(taken: taken, passed: passed, found: found)
  }
}

/// Looks up a code of a refinement of AC coefficients (T.81, G.1.2.3).
///
/// One entry for each value of the next ``width`` bits.
struct RefinementTable: Sendable {
  static let width = 10

  struct Entry: Sendable {
    enum Kind: UInt32 {
      /// The code is longer than ``RefinementTable/width``, none, or one that is looked for.
      case other
      /// After a run of zeros comes a coefficient that is not zero any more.
      case coefficient
      /// An EOB run begins.
      case eobRun
    }

    /// From the lowest bit: 2 bits of the kind, 6 of ``taken``, 8 of ``run``, 16 of ``unaryRun``.
    private let fields: UInt32

    static let other = Entry(.other, taken: 0, run: 0)

    init(_ kind: Kind, taken: Int, run: Int) {
      fields =
        (1 << UInt32(run) - 1) << 16 | UInt32(run) << 8 | UInt32(taken) << 2 | kind.rawValue
    }

    @inline(__always)
    func isKind(_ kind: Kind) -> Bool { fields & 3 == kind.rawValue }
    /// The bits of the code and of the coefficient's sign; not those of an EOB run's length.
    @inline(__always)
    var taken: Int { Int(truncatingIfNeeded: fields >> 2 & 0x3F) }
    /// How many zeros come before, or how many bits an EOB run's length has.
    @inline(__always)
    var run: Int { Int(truncatingIfNeeded: fields >> 8 & 0xFF) }
    /// As many ones as zeros come before.
    @inline(__always)
    var unaryRun: UInt64 { UInt64(fields >> 16) }
  }

  let entries: [Entry]

  /// - Parameters:
  ///   - codes: a ``DecodingTable``.
  ///   - sought: sixteen bits that begin with a code that no entry may pass over.
  init(_ codes: UnsafePointer<UInt16>, without sought: Range<Int>) {
    entries = (0..<1 << Self.width).map { value in
      let bits = value << (HuffmanTable.maximumLength - Self.width)
      let code = DecodingTable.entry(codes, bits)
      let (length, run, size) = (Int(code & 0xFF), Int(code >> 12), Int(code >> 8 & 0x0F))
      if length == 0 || length > Self.width || sought.contains(bits) { return .other }
      if size == 1 { return Entry(.coefficient, taken: length + 1, run: run) }
      return size == 0 && run < 15 ? Entry(.eobRun, taken: length, run: run) : .other
    }
  }
}
