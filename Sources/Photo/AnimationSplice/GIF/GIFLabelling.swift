package import Formats
import JPEGSplice
package import Raster

extension GIFAnimation: Animation {
  package func labelled(
    with label: FrameLabel, keepsUndo: Bool
  ) throws(RasterError) -> LabelledAnimation {
    var result = self
    var canvas = LabelledCanvas(size, label, isCutOut: true)
    var undo = UndoWriter()
    undo.add(Array(version))
    var (isApproximated, changesOthers) = (false, false)
    for index in frames.indices {
      let frame = frames[index]
      let pixels = try pixels(of: index)
      let change = canvas.add(
        colours(of: index, pixels), FramePlace(area: frame.area, disposal: frame.disposal))
      guard let change else { continue }
      var painting = FramePainting(frame, pixels, table: frame.localTable ?? globalTable)
      painting.apply(change)
      isApproximated = isApproximated || painting.isApproximated
      changesOthers = changesOthers || painting.changesOthers
      result.frames[index] = painting.finished()
      if result.frames[index].control != nil { result.version = Array("89a".utf8)[...] }
      if keepsUndo {
        undo.add(index)
        FrameUndo(of: frame, pixels, as: painting).write(to: &undo)
      }
    }
    return LabelledAnimation(
      bytes: result.file, undo: keepsUndo ? undo.stream : nil, isApproximated: isApproximated,
      changesOthers: changesOthers)
  }

  package func restored(by undo: ArraySlice<UInt8>) throws(RasterError) -> [UInt8]? {
    // Each frame has its pixels and a table at most.
    let limit = frames.reduce(64) { $0 + $1.pixelCount + 2_048 }
    guard var reader = UndoReader(undo, limit: limit), let version = reader.bytes(3)
    else { return nil }
    var result = self
    result.version = version[...]
    var next = 0
    while !reader.isAtEnd {
      guard let index = reader.number(), frames.indices.contains(index), index >= next,
        let kept = FrameUndo(&reader)
      else { return nil }
      next = index + 1
      let labelled = try pixels(of: index)
      guard let frame = kept.restored(frames[index], labelled) else { return nil }
      result.frames[index] = frame
      // With other colours it is not the frame that was labelled: the labels stay on.
      guard kept.isOf(colours(of: index, labelled), frames[index].area, try result.frame(index))
      else { return file }
    }
    return result.file
  }

  package func frame(_ index: Int) throws(RasterError) -> AnimationFrame {
    let frame = frames[index]
    return AnimationFrame(
      pixels: colours(of: index, try pixels(of: index)),
      place: FramePlace(area: frame.area, disposal: frame.disposal),
      // The delay, and whether an answer is waited for.
      timing: frame.control.map { [$0[0] & 2, $0[1], $0[2]] } ?? [0, 0, 0])
  }

  package func reading(_ photo: PhotoFile) throws(RasterError) -> GIFAnimation {
    try GIFAnimation(photo)
  }

  package var extent: AnimationExtent {
    AnimationExtent(
      size: size, frames: frames.count, largestFrame: frames.map(\.pixelCount).max() ?? 0)
  }

  /// Numbers of a frame's colours.
  private func pixels(of index: Int) throws(RasterError) -> [UInt8] {
    guard let pixels = frames[index].pixels() else {
      throw .damaged(.gif, detail: "picture \(index + 1) is damaged, or ends early")
    }
    return pixels
  }

  /// What a frame's pixels look like; 0 for those through which the ones below are seen.
  private func colours(of index: Int, _ pixels: [UInt8]) -> [UInt32] {
    let table = frames[index].localTable ?? globalTable
    var colours = GIFPalette.colours(of: table)
    if let transparent = frames[index].transparent {
      colours[Int(transparent)] = FrameColour.clear
    }
    return pixels.map { colours[Int($0)] }
  }
}

/// What is kept of a frame that was labelled.
private struct FrameUndo {
  private var control: [UInt8]?
  private var area: PixelArea
  private var flags: UInt8
  /// Nil where the table stayed; empty where the frame had none.
  private var table: [UInt8]?
  private var minimumSize: UInt8
  private var style: GIFCodes.Style
  /// The pixels that changed are in this rectangle of the frame.
  private var changed: PixelArea
  private var pixels: [UInt8]

  init(of frame: GIFFrame, _ pixels: [UInt8], as painting: FramePainting) {
    (control, area, flags) = (frame.control, frame.area, frame.flags)
    minimumSize = frame.minimumSize
    table = painting.hasNewTable ? frame.localTable ?? [] : nil
    let changed = painting.changedPixels(of: pixels)
    self.changed = changed
    let width = frame.area.columns.count
    self.pixels = changed.rows.flatMap { y in
      pixels[y * width + changed.columns.lowerBound..<y * width + changed.columns.upperBound]
    }
    // The codes come out as they were if the encoder that made them begins its table as ours does.
    var again = frame
    again.setPixels(pixels, style: .oneLess)
    style = again.codes == frame.codes ? .oneLess : .full
  }

  func write(to undo: inout UndoWriter) {
    undo.add(UInt8(control == nil ? 0 : 1))
    undo.add(control ?? [])
    undo.add(area)
    undo.add([flags, minimumSize, style.rawValue])
    undo.add(table.map(\.count) ?? -1)
    undo.add(table ?? [])
    undo.add(changed)
    undo.add(pixels)
  }

  init?(_ reader: inout UndoReader) {
    guard let hasControl = reader.byte(), let control = reader.bytes(hasControl == 0 ? 0 : 4),
      let area = reader.area(), let flags = reader.byte(), let minimumSize = reader.byte(),
      (2...8).contains(minimumSize), let style = reader.byte().flatMap(GIFCodes.Style.init),
      let tableSize = reader.number()
    else { return nil }
    self.control = hasControl == 0 ? nil : control
    (self.area, self.flags, self.minimumSize, self.style) = (area, flags, minimumSize, style)
    if tableSize == Int(UInt32.max) {
      table = nil
    } else {
      guard let bytes = reader.bytes(tableSize), [0, GIFFrame.tableSize(flags)].contains(tableSize)
      else { return nil }
      table = bytes
    }
    guard let changed = reader.area(), changed.columns.upperBound <= area.columns.count,
      changed.rows.upperBound <= area.rows.count, let pixels = reader.bytes(changed.count)
    else { return nil }
    (self.changed, self.pixels) = (changed, pixels)
  }

  /// Whether a labelled frame's colours, where it was not changed, are those of the frame as it was.
  func isOf(_ labelled: [UInt32], _ labelledArea: PixelArea, _ frame: AnimationFrame) -> Bool {
    for (row, y) in area.rows.enumerated() {
      for (column, x) in area.columns.enumerated()
      where !(changed.rows.contains(row) && changed.columns.contains(column)) {
        let colour = frame.pixels[row * area.columns.count + column]
        if labelled[labelledArea.index(x: x, y: y)] != colour { return false }
      }
    }
    return true
  }

  /// The frame as it was; nil where this was kept of another one.
  func restored(_ frame: GIFFrame, _ labelled: [UInt8]) -> GIFFrame? {
    guard !area.isEmpty, frame.area.union(area) == frame.area else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(area.count)
    for y in area.rows {
      let start = frame.area.index(x: area.columns.lowerBound, y: y)
      pixels += labelled[start..<start + area.columns.count]
    }
    var next = 0
    for y in changed.rows {
      for x in changed.columns {
        pixels[y * area.columns.count + x] = self.pixels[next]
        next += 1
      }
    }
    guard pixels.allSatisfy({ Int($0) < 1 << Int(minimumSize) }) else { return nil }
    var original = frame
    // A control block that was added goes with its image.
    original.hasControlBlock = control != nil
    (original.control, original.area, original.flags) = (control, area, flags)
    original.minimumSize = minimumSize
    if let table { original.localTable = table.isEmpty ? nil : table }
    guard (original.localTable?.count ?? 0) == GIFFrame.tableSize(flags) else { return nil }
    original.setPixels(pixels, style: style)
    return original
  }
}
