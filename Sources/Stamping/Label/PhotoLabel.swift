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
    let (line, geometry) = try StampError.wrapping { () throws(LabelError) in
      let line = try fonts.line(text)
      // Characters that are not drawn at all may be all that there is.
      if line.glyphs.isEmpty { throw .emptyTemplate }
      return (line, try LabelGeometry(frame: frame, style: style, text: line.extents))
    }
    (self.text, self.geometry) = (text, geometry)
    (self.line, self.style) = (line, style)
  }

  /// Draws the label; some megabytes on a large photo.
  func drawing() throws(StampError) -> LabelDrawing {
    try StampError.wrapping { () throws(RasterError) in
      try LabelDrawing(line, geometry: geometry, style: style)
    }
  }
}
