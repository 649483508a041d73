package import Formats
import JPEGSplice
package import Raster

/// An animated PNG's frames, and the picture that is shown where nothing is animated.
package struct PNGAnimation: Animation {
  private var file: PNGFrames
  private let codec: FrameCodec
  package let extent: AnimationExtent

  /// - Throws: `RasterError.damaged` where the frames are not what the file says.
  package init(_ photo: PhotoFile, _ codec: FrameCodec) throws(RasterError) {
    guard case .png(let structure) = photo.structure, let file = PNGFrames(structure) else {
      throw .damaged(.png, detail: "the frames of the animation are damaged")
    }
    (self.file, self.codec) = (file, codec)
    extent = AnimationExtent(
      size: PixelSize(width: photo.header.width, height: photo.header.height),
      frames: file.frames.count,
      largestFrame: file.frames.map { $0.width * $0.height }.max() ?? 0, codecMemory: 24)
  }

  package func reading(_ photo: PhotoFile) throws(RasterError) -> PNGAnimation {
    try PNGAnimation(photo, codec)
  }

  package func frame(_ index: Int) throws(RasterError) -> AnimationFrame {
    let frame = try colours(of: index)
    return AnimationFrame(
      pixels: frame.pixels, place: frame.place, timing: file.frames[index].delay)
  }

  package func hiddenPicture() throws(RasterError) -> [UInt32]? {
    guard let still = file.still else { return nil }
    return try codec.pixels(
      of: file.file(still, width: extent.size.width, height: extent.size.height), .png)
  }

  package func labelled(
    with label: FrameLabel, keepsUndo: Bool
  ) throws(RasterError) -> LabelledAnimation {
    // As it is coded, if that can be; else with other samples, which have the same values.
    for coding in Coding.allCases where coding.isFor(file) {
      if let labelled = try labelled(with: label, keepsUndo: keepsUndo, coding) { return labelled }
    }
    throw .cannotEncode(.png, detail: "")
  }

  /// How the pictures are coded, the first that serves.
  private enum Coding: CaseIterable {
    case rgb, rgba, allRGB, allRGBA

    /// Whether it is of pictures that are coded so, or of all others.
    func isFor(_ file: PNGFrames) -> Bool {
      switch self {
      case .rgb: file.colourType == 2 && file.bitDepth == 8 && !file.has("tRNS")
      case .rgba: file.colourType == 6 && file.bitDepth == 8
      case .allRGB: file.colourType != 6 && !file.has("tRNS") && file.colourType != 4
      case .allRGBA: true
      }
    }

    var hasAlpha: Bool { self == .rgba || self == .allRGBA }
    var isOfAll: Bool { self == .allRGB || self == .allRGBA }
  }

  /// The labelled animation; nil where the coding has no place for its pixels.
  private func labelled(
    with label: FrameLabel, keepsUndo: Bool, _ coding: Coding
  ) throws(RasterError) -> LabelledAnimation? {
    var result = file
    if coding.isOfAll { result.takeColour(hasAlpha: coding.hasAlpha) }
    var canvas = LabelledCanvas(extent.size, label, isCutOut: false)
    var undo = UndoWriter()
    for index in file.frames.indices {
      let frame = try colours(of: index)
      let change = canvas.add(frame.pixels, frame.place)
      if change == nil, !coding.isOfAll { continue }
      let labelled = change.map(frame.changed) ?? frame
      guard let data = try data(of: labelled, coding) else { return nil }
      Self.set(labelled, data, in: &result.frames[index])
      if change == nil { continue }
      undo.add(index)
      ColourFrameUndo(of: frame, as: labelled).write(to: &undo)
    }
    if let pixels = try hiddenPicture() {
      var canvas = LabelledCanvas(extent.size, label, isCutOut: false)
      let frame = ColourFrame(
        place: FramePlace(area: PixelArea(of: extent.size), replaces: true), pixels: pixels)
      let labelled = canvas.add(pixels, frame.place).map(frame.changed) ?? frame
      guard let data = try data(of: labelled, coding) else { return nil }
      result.still = data
      undo.add(file.frames.count)
      ColourFrameUndo(of: frame, as: labelled).write(to: &undo)
    }
    return LabelledAnimation(bytes: result.bytes, undo: keepsUndo ? undo.stream : nil)
  }

  package func restored(by undo: ArraySlice<UInt8>) throws(RasterError) -> [UInt8]? {
    let limit = file.frames.reduce(128 + 4 * extent.size.width * extent.size.height) {
      $0 + 4 * $1.width * $1.height + 64
    }
    guard var reader = UndoReader(undo, limit: limit), file.bitDepth == 8,
      [2, 6].contains(file.colourType)
    else { return nil }
    let coding: Coding = file.colourType == 6 ? .rgba : .rgb
    var result = file
    var next = 0
    while !reader.isAtEnd {
      guard let index = reader.number(), index >= next, index <= file.frames.count,
        let kept = ColourFrameUndo(&reader)
      else { return nil }
      next = index + 1
      if index < file.frames.count {
        guard let frame = kept.restored(try colours(of: index)),
          let data = try data(of: frame, coding)
        else { return nil }
        Self.set(frame, data, in: &result.frames[index])
      } else {
        let place = FramePlace(area: PixelArea(of: extent.size), replaces: true)
        guard let pixels = try hiddenPicture(),
          let frame = kept.restored(ColourFrame(place: place, pixels: pixels)),
          frame.place.area == place.area, let data = try data(of: frame, coding)
        else { return nil }
        result.still = data
      }
    }
    return result.bytes
  }

  private func colours(of index: Int) throws(RasterError) -> ColourFrame {
    let frame = file.frames[index]
    let disposal: FrameDisposal =
      switch frame.disposal {
      case 1: .background
      case 2: .previous
      default: .none
      }
    return ColourFrame(
      place: FramePlace(
        area: PixelArea(
          columns: frame.x..<frame.x + frame.width, rows: frame.y..<frame.y + frame.height),
        replaces: frame.replaces, disposal: disposal),
      pixels: try codec.pixels(
        of: file.file(frame.data, width: frame.width, height: frame.height), .png))
  }

  /// Pixels as they are coded; nil where the coding has no alpha, and a pixel needs it.
  private func data(
    of frame: ColourFrame, _ coding: Coding
  ) throws(RasterError) -> [UInt8]? {
    let area = frame.place.area
    if !coding.hasAlpha, !frame.pixels.allSatisfy(FrameColour.isOpaque) { return nil }
    let image = try FrameCodec.image(
      frame.pixels, width: area.columns.count, height: area.rows.count)
    let samples = try image.converted(
      to: SampleLayout(
        width: image.width, height: image.height, coding.hasAlpha ? .rgba : .rgb,
        coding: SampleCoding(bitDepth: 8, isInterlaced: file.isInterlaced)))
    return PNGFrames.data(of: try samples.encoded(as: .png))
  }

  private static func set(_ colours: ColourFrame, _ data: [UInt8], in frame: inout PNGFrame) {
    let area = colours.place.area
    (frame.x, frame.y) = (area.columns.lowerBound, area.rows.lowerBound)
    (frame.width, frame.height) = (area.columns.count, area.rows.count)
    frame.data = data
  }
}
