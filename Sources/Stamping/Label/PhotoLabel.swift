import Files
import Raster

/// The label of one photo: its words, and where they stand.
struct PhotoLabel {
  let text: String
  let geometry: LabelGeometry
  private let line: LabelLine
  private let style: LabelStyle

  /// Sets the words in the fonts, and lays them out on the frame.
  init(
    _ text: String, fonts: LabelFonts, style: LabelStyle, frame: Frame
  ) throws(StampError) {
    line = try rethrowing(fonts.line(text), as: StampError.label)
    // Characters that are not drawn at all may be all that there is.
    if line.glyphs.isEmpty { throw .label(.emptyTemplate) }
    geometry = try rethrowing(
      LabelGeometry(frame: frame, style: style, text: line.extents), as: StampError.label)
    (self.text, self.style) = (text, style)
  }

  /// Draws the label; some megabytes on a large photo.
  func drawing() throws(StampError) -> LabelDrawing {
    try rethrowing(LabelDrawing(line, geometry: geometry, style: style), as: StampError.raster)
  }
}
