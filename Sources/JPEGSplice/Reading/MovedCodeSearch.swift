import Formats

/// Where the data of a scan have a code that becomes another.
struct CodePlace: Sendable, Hashable {
  let position: BitPosition
  /// The number of its table among those with such codes.
  let table: UInt8
  /// Its number among the ``MovedCodes`` of the table.
  let code: UInt8
}

/// Finds the codes of a sequential scan that become others.
struct MovedCodeSearch {
  private let picture: JPEGPicture
  private let scan: Scan
  private let moved: [(slot: HuffmanSlot, codes: MovedCodes)]

  /// - Parameters:
  ///   - picture: the picture.
  ///   - scan: one of its scans, sequential.
  ///   - moved: the codes, of tables for AC coefficients; with none the scan is passed over.
  init(
    _ picture: JPEGPicture, _ scan: Scan, moved: [(slot: HuffmanSlot, codes: MovedCodes)] = []
  ) {
    (self.picture, self.scan, self.moved) = (picture, scan, moved)
  }

  /// Decodes the whole scan.
  ///
  /// - Returns: all of its restart intervals without spans, each with its places in order and with the
  ///   DC coefficients of its last blocks; nil where there are more places than blocks, for the codes
  ///   are not rare then.
  /// - Throws: ``JPEGError`` where the entropy-coded data are damaged.
  func intervals() throws(JPEGError) -> [ScanTrace.Interval]? {
    let layout = MCULayout(of: scan, in: picture.frame)
    var intervals = RestartIntervals(of: scan, mcuCount: layout.count, in: picture.structure)
    var found: [ScanTrace.Interval] = []
    var notes = CodeNotes(scan, moved, most: layout.count * layout.members.count)
    return try ScanTables(scan).withCodes { (codes) throws(JPEGError) in
      let skip = SequentialSkip(
        of: scan, layout: layout, codes: codes, stops: notes.firstCodes)
      while let interval = try intervals.next() {
        let (end, predictors) = try picture.withBytes { (base) throws(JPEGError) in
          var reader = BitReader(base, interval.data)
          var predictors = DCPredictors.zero
          try skip.skip(interval.mcus.count, codes, &reader, &predictors, &notes)
          return (reader.position, predictors)
        }
        if notes.areTooMany { return nil }
        found.append(
          ScanTrace.Interval(
            data: interval.data, spans: [], end: end, predictors: predictors,
            places: notes.take()))
      }
      return found
    }
  }
}

/// The places of codes that become others, as they are passed.
private struct CodeNotes: CodeObserver {
  private let moved: [MovedCodes]
  /// By component of the scan, the number of its table; nil where that has none of the codes.
  private let tables: [Int?]
  private var left: Int
  private var places: [CodePlace] = []

  init(_ scan: Scan, _ moved: [(slot: HuffmanSlot, codes: MovedCodes)], most: Int) {
    self.moved = moved.map(\.codes)
    tables = scan.components.map { component in
      moved.firstIndex { $0.slot == component.acTable }
    }
    left = most
  }

  var areTooMany: Bool { left < 0 }

  /// By component of the scan, the first of the codes.
  var firstCodes: [Int] {
    tables.map { table in table.map { Int(moved[$0].first) } ?? SkippingTable.noStop }
  }

  mutating func take() -> [CodePlace] {
    defer { places = [] }
    return places
  }

  mutating func pass(_ reader: BitReader, slot: Int) {
    guard let table = tables[slot], let code = moved[table].number(reader.nextSixteen) else {
      return
    }
    left -= 1
    if left < 0 { return }
    places.append(
      CodePlace(
        position: reader.position, table: UInt8(truncatingIfNeeded: table),
        code: UInt8(truncatingIfNeeded: code)))
  }
}
