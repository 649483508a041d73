import Formats
import JPEGSplice

/// A frame in true colour: its pixels, and where it is drawn.
struct ColourFrame {
  var place: FramePlace
  /// Red, green, blue and alpha from the lowest byte on, row by row; invisible pixels may have any colour.
  var pixels: [UInt32]

  /// The frame with what changes.
  func changed(_ change: LabelledCanvas.Change) -> ColourFrame {
    var frame = self
    frame.place.area = place.area.union(change.area)
    if frame.place.area != place.area {
      frame.pixels = [UInt32](repeating: FrameColour.clear, count: frame.place.area.count)
      let width = place.area.columns.count
      for (row, y) in place.area.rows.enumerated() {
        let start = frame.place.area.index(x: place.area.columns.lowerBound, y: y)
        frame.pixels.replaceSubrange(
          start..<start + width, with: pixels[row * width..<(row + 1) * width])
      }
    }
    for y in change.area.rows {
      for x in change.area.columns {
        guard let colour = change.colours[change.area.index(x: x, y: y)] else { continue }
        let index = frame.place.area.index(x: x, y: y)
        // What is not seen keeps the colour that the file gives it.
        if FrameColour.seen(frame.pixels[index]) != colour { frame.pixels[index] = colour }
      }
    }
    return frame
  }
}

/// What is kept of a frame in true colour that was labelled.
struct ColourFrameUndo {
  private let area: PixelArea
  /// The pixels that changed are in this rectangle of the screen.
  private let changed: PixelArea
  private let pixels: [UInt32]

  /// - Parameters:
  ///   - frame: as it was.
  ///   - labelled: as it is now.
  init(of frame: ColourFrame, as labelled: ColourFrame) {
    area = frame.place.area
    var changed = PixelArea.none
    for y in area.rows {
      for x in area.columns
      where frame.pixels[area.index(x: x, y: y)]
        != labelled.pixels[labelled.place.area.index(x: x, y: y)]
      {
        changed = changed.union(PixelArea(columns: x..<x + 1, rows: y..<y + 1))
      }
    }
    self.changed = changed
    let area = area
    pixels = changed.rows.flatMap { y in
      changed.columns.map { frame.pixels[area.index(x: $0, y: y)] }
    }
  }

  /// The bytes of the pixels stand apart, all but the first less those before.
  func write(to undo: inout UndoWriter) {
    undo.add(area)
    undo.add(changed)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      var last: UInt8 = 0
      undo.add(
        pixels.map { pixel in
          let byte = UInt8(truncatingIfNeeded: pixel >> shift)
          defer { last = byte }
          return byte &- last
        })
    }
  }

  init?(_ reader: inout UndoReader) {
    guard let area = reader.area(), !area.isEmpty, let changed = reader.area(),
      changed.isEmpty || area.union(changed) == area
    else { return nil }
    (self.area, self.changed) = (area, changed)
    var pixels: [UInt32] = []
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      guard let bytes = reader.bytes(changed.count) else { return nil }
      if pixels.isEmpty { pixels = [UInt32](repeating: 0, count: changed.count) }
      var value: UInt8 = 0
      for (index, byte) in bytes.enumerated() {
        value &+= byte
        pixels[index] |= UInt32(value) << shift
      }
    }
    self.pixels = pixels
  }

  /// The frame as it was; nil where this was kept of another one.
  func restored(_ labelled: ColourFrame) -> ColourFrame? {
    guard labelled.place.area.union(area) == labelled.place.area else { return nil }
    var frame = labelled
    frame.place.area = area
    frame.pixels = area.rows.flatMap { y in
      let start = labelled.place.area.index(x: area.columns.lowerBound, y: y)
      return labelled.pixels[start..<start + area.columns.count]
    }
    for y in changed.rows where !changed.isEmpty {
      for x in changed.columns {
        frame.pixels[area.index(x: x, y: y)] = pixels[changed.index(x: x, y: y)]
      }
    }
    return frame
  }
}
