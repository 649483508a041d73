import Formats
import JPEGSplice

/// The strips or tiles of one place of a page: one, or one for each plane.
struct TIFFCell {
  /// The pixels of the page; a tile's may reach over its edge.
  let columns: Range<Int>
  let rows: Range<Int>
  /// The numbers of the parts.
  let parts: [Int]
  private let size: PixelSize

  var width: Int { columns.count }
  var height: Int { rows.count }

  /// The pixels that are on the page.
  var seen: PixelArea {
    PixelArea(
      columns: columns.clamped(to: 0..<size.width), rows: rows.clamped(to: 0..<size.height))
  }

  /// All of a page.
  static func cells(of page: TIFFPage) -> some Sequence<TIFFCell> {
    let grid = page.grid
    return (0..<grid.down).lazy.flatMap { row in
      (0..<grid.across).lazy.map { column in
        let area = grid.area(column: column, row: row)
        return TIFFCell(
          columns: area.columns, rows: area.rows,
          parts: (0..<grid.planes).map { grid.index(column: column, row: row, plane: $0) },
          size: page.size)
      }
    }
  }

  /// Whether some of its pixels on the page are among others.
  func meets(_ area: PixelArea) -> Bool {
    let seen = seen
    return seen.columns.overlaps(area.columns) && seen.rows.overlaps(area.rows)
  }
}

extension TIFFPage {
  /// Whether some parts lie in each other's place, as equal ones may.
  var hasSharedParts: Bool {
    let ranges = (0..<grid.count).compactMap { try? range(of: $0) }
      .sorted { $0.lowerBound < $1.lowerBound }
    return zip(ranges, ranges.dropFirst()).contains { $0.upperBound > $1.lowerBound }
  }

  /// A part that is a JPEG, with the tables that all parts have in common.
  ///
  /// - Throws: ``JPEGError`` where it is of a form that is not spliced, or of another size.
  func jpeg(_ coded: ArraySlice<UInt8>, _ cell: TIFFCell) throws(JPEGError) -> JPEGPicture {
    var bytes = Array(coded)
    // Without the markers of its start and end.
    if let tables = coding.jpegTables, tables.count > 4, bytes.count > 2 {
      bytes.insert(contentsOf: tables.dropFirst(2).dropLast(2), at: 2)
    }
    let picture = try JPEGPicture(bytes)
    guard picture.frame.width == cell.width, picture.frame.components.count == samples.count
    else { throw .unsupported(.unusualStructure) }
    return picture
  }
}

extension TIFFSamples.Colour {
  /// What the components of a JPEG mean.
  var ofComponents: ComponentColour {
    switch self {
    case .whiteIsZero, .blackIsZero, .palette: .gray
    case .rgb: .rgb
    case .ycc: .ycc
    case .cmyk: .inks
    }
  }
}
