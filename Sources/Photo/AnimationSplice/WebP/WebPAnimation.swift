package import Formats
import JPEGSplice
package import Raster

/// An animated WebP's frames, each coded with or without loss.
package struct WebPAnimation: Animation {
  private let structure: WebPStructure
  private var frames: [WebPFrame]
  private let codec: FrameCodec
  package let extent: AnimationExtent

  /// - Throws: `RasterError.damaged` where a frame is damaged, or reaches outside the canvas.
  package init(_ photo: PhotoFile, _ codec: FrameCodec) throws(RasterError) {
    let size = PixelSize(width: photo.header.width, height: photo.header.height)
    guard case .webp(let structure) = photo.structure, photo.header.isComplete,
      let frames = structure.frames(on: size), !frames.isEmpty
    else { throw .damaged(.webp, detail: "a picture of the animation is damaged") }
    (self.structure, self.frames, self.codec) = (structure, frames, codec)
    extent = AnimationExtent(
      size: size, frames: frames.count,
      largestFrame: frames.map { $0.width * $0.height }.max() ?? 0, codecMemory: 48)
  }

  /// Whether every frame is coded without loss.
  package var isLossless: Bool { frames.allSatisfy(\.isLossless) }

  package func reading(_ photo: PhotoFile) throws(RasterError) -> WebPAnimation {
    try WebPAnimation(photo, codec)
  }

  package func frame(_ index: Int) throws(RasterError) -> AnimationFrame {
    let frame = try colours(of: index)
    return AnimationFrame(
      pixels: frame.pixels, place: frame.place,
      timing: WebPAnimation.timing(frames[index].duration))
  }

  private static func timing(_ duration: Int) -> [UInt8] {
    ByteOrder.littleEndian.bytes(of: UInt32(truncatingIfNeeded: duration))
  }

  package func labelled(
    with label: FrameLabel, keepsUndo: Bool
  ) throws(RasterError) -> LabelledAnimation {
    var result = frames
    // Corners are at even columns and rows.
    var canvas = LabelledCanvas(extent.size, label, isCutOut: false, alignment: 2)
    var undo = UndoWriter()
    var isLossless = true
    for index in frames.indices {
      let frame = try colours(of: index)
      guard let change = canvas.add(frame.pixels, frame.place) else { continue }
      let labelled = frame.changed(change)
      try set(labelled, in: &result[index])
      isLossless = isLossless && codec.quality(of: frames[index].isLossless) == nil
      undo.add(index)
      ColourFrameUndo(of: frame, as: labelled).write(to: &undo)
    }
    return LabelledAnimation(
      bytes: try file(result), undo: keepsUndo && isLossless ? undo.stream : nil,
      changesOthers: !isLossless)
  }

  package func restored(by undo: ArraySlice<UInt8>) throws(RasterError) -> [UInt8]? {
    let limit = frames.reduce(64) { $0 + 4 * $1.width * $1.height + 64 }
    guard var reader = UndoReader(undo, limit: limit) else { return nil }
    var result = frames
    var next = 0
    while !reader.isAtEnd {
      guard let index = reader.number(), frames.indices.contains(index), index >= next,
        let kept = ColourFrameUndo(&reader),
        let frame = kept.restored(try colours(of: index))
      else { return nil }
      next = index + 1
      try set(frame, in: &result[index])
    }
    return try file(result)
  }

  private func colours(of index: Int) throws(RasterError) -> ColourFrame {
    let frame = frames[index]
    return ColourFrame(
      place: FramePlace(
        area: PixelArea(
          columns: frame.x..<frame.x + frame.width, rows: frame.y..<frame.y + frame.height),
        replaces: frame.replaces, disposal: frame.isCleared ? .background : .none),
      pixels: try codec.pixels(of: frame.still, .webp))
  }

  /// Encodes a frame as the one it replaces was encoded.
  private func set(_ colours: ColourFrame, in frame: inout WebPFrame) throws(RasterError) {
    let area = colours.place.area
    let image = try FrameCodec.image(
      colours.pixels, width: area.columns.count, height: area.rows.count)
    let still = try WebPCodec.encode(image, quality: codec.quality(of: frame.isLossless))
    (frame.x, frame.y) = (area.columns.lowerBound, area.rows.lowerBound)
    do throws(PhotoFileError) {
      try frame.setPicture(still)
    } catch {
      throw .cannotEncode(.webp, detail: "")
    }
  }

  private func file(_ frames: [WebPFrame]) throws(RasterError) -> [UInt8] {
    do throws(PhotoFileError) {
      return try structure.holding(frames)
    } catch {
      throw .cannotEncode(.webp, detail: "")
    }
  }
}
