import Files
import Filters
import Formats
import JPEGSplice
import Raster

/// An edit as it is done to one photo's pixels.
struct PixelEdit: Sendable {
  /// Clockwise, 0 to 3; first.
  let quarterTurns: Int
  /// As the photo is displayed when it is turned.
  let whole: PixelSize
  /// What is left of that.
  let area: PixelArea
  /// Put over it.
  let filter: Filter
  /// Whether the shape that was asked for has no pixel in one direction.
  let isTooNarrow: Bool

  init(_ edit: PhotoEdit, of header: PhotoHeader) {
    let (width, height) = (header.displayedWidth, header.displayedHeight)
    whole =
      edit.quarterTurns % 2 == 1
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    let all = PixelArea(columns: 0..<whole.width, rows: 0..<whole.height)
    let (area, isTooNarrow) = edit.crop?.area(within: whole) ?? (all, false)
    self.area = area
    (quarterTurns, filter, self.isTooNarrow) = (edit.quarterTurns, edit.filter, isTooNarrow)
  }

  /// Of the remaining picture, as displayed.
  var size: PixelSize { PixelSize(width: area.columns.count, height: area.rows.count) }

  /// Whether anything is cut off.
  var cuts: Bool { size != whole }

  var frame: Frame { Frame(pixelWidth: size.width, pixelHeight: size.height) }

  /// What is to be said of it, whatever the way.
  var warnings: [StampWarning] {
    isTooNarrow ? [.cropTooNarrow(width: size.width, height: size.height)] : []
  }

  /// The metadata of a photo with turned pixels, which this turns again for display.
  func segments(under orientation: Orientation) -> JPEGSegmentEdit {
    var edit = JPEGSegmentEdit()
    if cuts || quarterTurns % 2 == 1 {
      edit.size =
        orientation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }
    edit.dropsThumbnails = true
    edit.dropsTrailer = cuts || quarterTurns > 0
    return edit
  }
}

extension PixelArea {
  /// A part of a photo as it is displayed, on the picture as it is coded.
  ///
  /// - Parameters:
  ///   - orientation: how the coded picture is turned for display.
  ///   - coded: its size.
  /// - Returns: the same pixels in coded columns and rows.
  func coded(under orientation: Orientation, of coded: PixelSize) -> PixelArea {
    let placement = Placement(
      x: columns.lowerBound, y: rows.lowerBound, orientation: orientation,
      codedWidth: coded.width, codedHeight: coded.height)
    let first = placement.place(x: 0, y: 0)
    let last = placement.place(x: columns.count - 1, y: rows.count - 1)
    return PixelArea(
      columns: min(first.x, last.x)..<max(first.x, last.x) + 1,
      rows: min(first.y, last.y)..<max(first.y, last.y) + 1)
  }
}

extension Canvas {
  /// The picture turned, cut and filtered, to be turned for display as before.
  ///
  /// - Throws: ``StampError/raster(_:)`` where memory is short.
  func edited(_ edit: PixelEdit) throws(StampError) -> Canvas {
    // A mirrored picture is turned the other way, to be right in the mirror.
    let quarters = orientation.isMirrored ? (4 - edit.quarterTurns) % 4 : edit.quarterTurns
    let turned =
      quarters % 2 == 1
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    let area = edit.area.coded(under: orientation, of: turned)
    var pixels = pixels
    if edit.cuts || quarters > 0 {
      let placement = Placement(
        x: area.columns.lowerBound, y: area.rows.lowerBound,
        orientation: Orientation.topLeft.turned(clockwise: quarters),
        codedWidth: width, codedHeight: height)
      pixels = try rethrowing(
        pixels.cut(width: area.columns.count, height: area.rows.count, through: placement),
        as: StampError.raster)
    }
    if edit.filter != .normal {
      pixels = try rethrowing(pixels.filtered(edit.filter), as: StampError.raster)
    }
    return Canvas(pixels, orientation: orientation)
  }
}
