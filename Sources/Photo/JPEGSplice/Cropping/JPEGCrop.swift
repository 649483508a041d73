package import Formats

/// A part of a JPEG's picture as a JPEG of its own; its blocks keep their coefficients.
///
/// Scans, tables of divisors and other segments stay in their order; Huffman tables are made again, the
/// shortest for the remaining blocks, and there are no restart intervals. Where the part ends inside an MCU, its
/// last blocks hold samples beyond it, which are not shown.
package struct JPEGCrop {
  private let picture: JPEGPicture
  private let frame: JPEGFrameHeader
  private let header: [UInt8]
  private let store: CoefficientStore
  /// By component, the first block of the part.
  private let origins: [(column: Int, row: Int)]

  /// The columns and rows at which a part can begin are multiples of this.
  package static func grid(of frame: JPEGFrameHeader) -> PixelSize {
    // The blocks of a component that is alone are not put together (T.81, A.2.2).
    if frame.components.count == 1 { return PixelSize(width: 8, height: 8) }
    return PixelSize(width: 8 * frame.maxHorizontal, height: 8 * frame.maxVertical)
  }

  /// Reads a part of a picture.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - area: the part, in pixels as coded; it begins on the ``grid(of:)``, lies inside and is not empty.
  /// - Throws: ``JPEGError`` where the entropy-coded data are damaged.
  package init(_ picture: JPEGPicture, to area: PixelArea) throws(JPEGError) {
    let old = picture.frame
    let grid = Self.grid(of: old)
    precondition(
      area.columns.lowerBound % grid.width == 0 && area.rows.lowerBound % grid.height == 0
        && area.columns.upperBound <= old.width && area.rows.upperBound <= old.height
        && area.columns.lowerBound >= 0 && area.rows.lowerBound >= 0
        && !area.columns.isEmpty && !area.rows.isEmpty)
    self.picture = picture
    header = Self.header(of: picture.structure, width: area.columns.count, height: area.rows.count)
    frame = try JPEGError.header(
      try JPEGStructure([0xFF, 0xD8] + header).frameHeader())
    let origins = old.components.map { component in
      (
        column: area.columns.lowerBound * component.horizontal / old.maxHorizontal / 8,
        row: area.rows.lowerBound * component.vertical / old.maxVertical / 8
      )
    }
    let areas = zip(frame.components, origins).map { component, origin in
      BlockArea(
        allOf: origin.column..<origin.column + component.columns,
        rows: origin.row..<origin.row + component.rows)
    }
    self.origins = origins
    store = try PictureReader(picture, areas: areas).store
  }

  /// The frame header's segment with another size.
  private static func header(
    of structure: JPEGStructure, width: Int, height: Int
  ) -> [UInt8] {
    guard let segment = structure.segments.first(where: { $0.marker.isStartOfFrame }) else {
      return []
    }
    var bytes = Array(structure.bytes[segment.range])
    // After marker, length and precision (T.81, B.2.2).
    let size = [height, width].flatMap { side in
      ByteOrder.bigEndian.bytes(of: UInt16(truncatingIfNeeded: side))
    }
    bytes.replaceSubrange(5..<9, with: size)
    return bytes
  }

  /// The file, up to its EOI, checked.
  ///
  /// - Parameters:
  ///   - addition: a segment that comes after those of JFIF; may be empty.
  ///   - edited: gives each application segment and comment as it goes into the file.
  /// - Returns: nil if the written file does not hold the same coefficients.
  package func file(
    adding addition: [UInt8], _ edited: (JPEGSegment) -> ArraySlice<UInt8>
  ) -> [UInt8]? {
    var bytes: [UInt8] = [0xFF, 0xD8]
    var addition = addition
    var scans = picture.scans[...]
    for segment in picture.structure.segments {
      if segment.marker != .app0 {
        bytes += addition
        addition = []
      }
      switch segment.marker {
      case .huffmanTables, .restartInterval, .numberOfLines: break
      case .startOfScan:
        guard let scan = scans.popFirst(), let data = data(of: scan) else { return nil }
        if !data.tables.isEmpty { bytes += HuffmanTable.segment(data.tables) }
        bytes += picture.bytes[segment.range]
        bytes += data.bytes
      case _ where segment.marker.isStartOfFrame: bytes += header
      case _ where segment.marker.isApplication || segment.marker == .comment:
        bytes += edited(segment)
      default: bytes += picture.bytes[segment.range]
      }
    }
    bytes += JPEGPicture.endOfImage
    return holdsAll(bytes) ? bytes : nil
  }

  private func data(
    of scan: Scan
  ) -> (tables: [HuffmanSlot: HuffmanTable], bytes: [UInt8])? {
    var counting = BlockWriter(SymbolWriter(BitWriter(), tables: [:]), scan: scan)
    write(scan, &counting)
    let tables = counting.symbols.counts.mapValues(HuffmanTable.init(optimalFor:))
    var writer = BlockWriter(SymbolWriter(BitWriter(), tables: tables), scan: scan)
    write(scan, &writer)
    guard writer.symbols.missing.isEmpty else { return nil }
    writer.symbols.bits.finish()
    // A scan names its tables, also those that it has no symbol for.
    var all = tables
    for slot in Set(scan.components.flatMap(scan.coding.slots)) where all[slot] == nil {
      all[slot] = HuffmanTable(optimalFor: (0..<256).map { $0 == 0 ? 1 : 0 })
    }
    return (all, writer.symbols.bits.bytes)
  }

  private func write(_ scan: Scan, _ writer: inout BlockWriter) {
    let layout = MCULayout(of: scan, in: frame)
    for mcu in 0..<layout.count {
      let place = layout.place(of: mcu)
      for member in layout.members {
        let (column, row) = place.block(member)
        writer.write(
          block(member.component, column: column, row: row, in: scan.coding), slot: member.slot)
      }
    }
    writer.finishEOBRun()
  }

  /// What a scan says of a block of the part; one beyond its edges, which fills an MCU, has the mean of
  /// the last one in it.
  private func block(
    _ component: Int, column: Int, row: Int, in coding: Scan.Coding
  ) -> CodedBlock {
    let shape = frame.components[component]
    let (lastColumn, lastRow) = (min(column, shape.columns - 1), min(row, shape.rows - 1))
    let origin = origins[component]
    let block = store.read(
      component, column: origin.column + lastColumn, row: origin.row + lastRow
    ) { coefficients in
      if (column, row) == (lastColumn, lastRow) { return CodedBlock(coefficients, in: coding) }
      return withUnsafeTemporaryAllocation(of: Int16.self, capacity: 64) { mean in
        mean.initialize(repeating: 0)
        mean[0] = coefficients[0]
        return mean.baseAddress.map { CodedBlock($0, in: coding) } ?? CodedBlock()
      }
    }
    return block ?? CodedBlock()
  }

  /// Whether a file that was written has the part's coefficients.
  private func holdsAll(_ bytes: [UInt8]) -> Bool {
    guard let written = try? JPEGPicture(bytes), written.frame == frame,
      written.quantization == picture.quantization,
      let found = try? PictureReader(
        written, areas: frame.components.map(BlockArea.init(allOf:))
      ).store
    else { return false }
    return store.hasSameValues(as: found)
  }
}
