import Raster

/// The label of one photo: its words, where they stand, and how they are drawn.
struct PhotoLabel {
  let text: String
  let geometry: LabelGeometry
  let drawing: LabelDrawing

  /// Sets the words in the fonts, lays them out on the frame and draws them.
  init(
    _ text: String, fonts: LabelFonts, style: LabelStyle, frame: Frame
  ) throws(StampError) {
    let (line, geometry) = try StampError.wrapping { () throws(LabelError) in
      let line = try fonts.line(text)
      // Characters that are not drawn at all may be all that there is.
      if line.glyphs.isEmpty { throw .emptyTemplate }
      return (line, try LabelGeometry(frame: frame, style: style, text: line.extents))
    }
    self.text = text
    self.geometry = geometry
    drawing = try StampError.wrapping { () throws(RasterError) in
      try LabelDrawing(line, geometry: geometry, style: style)
    }
  }
}
