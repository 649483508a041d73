package import Formats
package import JPEGSplice
package import Raster

/// Labels an animation's frames one after the other, and leaves all else alone.
package protocol Animation {
  var extent: AnimationExtent { get }

  /// Decodes a frame.
  ///
  /// - Throws: `RasterError`.
  func frame(_ index: Int) throws(RasterError) -> AnimationFrame

  /// The pixels of a picture that is shown only where nothing is animated; nil where there is none.
  ///
  /// - Throws: `RasterError`.
  func hiddenPicture() throws(RasterError) -> [UInt32]?

  /// Labels every frame.
  ///
  /// - Parameters:
  ///   - label: what is drawn.
  ///   - keepsUndo: whether to keep the data that takes it off.
  /// - Returns: the animation as a file.
  /// - Throws: `RasterError` where a frame cannot be decoded or coded.
  func labelled(
    with label: FrameLabel, keepsUndo: Bool
  ) throws(RasterError) -> LabelledAnimation

  /// Takes the labels off.
  ///
  /// - Parameter undo: what ``labelled(with:keepsUndo:)`` gave, or anything else.
  /// - Returns: the file without a stamp's record; nil where that was not kept of this animation.
  /// - Throws: `RasterError` where a frame cannot be decoded or coded.
  func restored(by undo: ArraySlice<UInt8>) throws(RasterError) -> [UInt8]?

  /// Reads another file as this one was read.
  ///
  /// - Throws: `RasterError` where it is damaged.
  func reading(_ photo: PhotoFile) throws(RasterError) -> Self
}

/// A frame as it is in the file.
package struct AnimationFrame {
  /// As ``FrameColour`` has them, row by row.
  let pixels: [UInt32]
  let place: FramePlace
  /// What says how long it is shown.
  let timing: [UInt8]
}

extension Animation {
  package func hiddenPicture() throws(RasterError) -> [UInt32]? { nil }

  /// Gives all that makes the frames what they are, in order and in parts: places, times, and pixels.
  ///
  /// - Throws: `RasterError` where a frame cannot be decoded.
  package func describe(to sink: (UnsafeRawBufferPointer) -> Void) throws(RasterError) {
    func tell(_ numbers: [Int]) {
      numbers.map { UInt32(truncatingIfNeeded: $0).littleEndian }.withUnsafeBytes(sink)
    }
    tell([extent.size.width, extent.size.height, extent.frames])
    for index in 0..<extent.frames {
      let frame = try frame(index)
      let (columns, rows) = (frame.place.area.columns, frame.place.area.rows)
      tell([columns.lowerBound, columns.count, rows.lowerBound, rows.count])
      tell([frame.place.replaces ? 1 : 0, Int(frame.place.disposal.rawValue)])
      tell(frame.timing.map { Int($0) })
      frame.pixels.map { FrameColour.seen($0).littleEndian }.withUnsafeBytes(sink)
    }
    if let pixels = try hiddenPicture() {
      pixels.map { FrameColour.seen($0).littleEndian }.withUnsafeBytes(sink)
    }
  }
}

/// Shows an animation, picture by picture.
package struct AnimationPlayer {
  private let animation: any Animation
  private var next = 0
  private var last: FramePlace?
  private var canvas: FrameCanvas

  package init(_ animation: any Animation) {
    self.animation = animation
    canvas = FrameCanvas(animation.extent.size)
  }

  /// The next picture; nil after the last.
  ///
  /// - Throws: `RasterError` where its frame cannot be decoded.
  package mutating func picture() throws(RasterError) -> FrameCanvas? {
    guard next < animation.extent.frames else { return nil }
    if let last { canvas.dispose(last) }
    let frame = try animation.frame(next)
    canvas.draw(frame.pixels, frame.place)
    last = frame.place
    next += 1
    return canvas
  }
}

extension FrameCanvas {
  /// How many pixels outside some areas are the same as another picture's of the same size, and how many
  /// are not.
  package func comparison(
    with other: FrameCanvas, outside areas: [PixelArea]
  ) -> (compared: Int, different: Int) {
    precondition(size == other.size)
    var (compared, different) = (0, 0)
    for y in 0..<size.height {
      let covered = areas.filter { $0.rows.contains(y) }.map(\.columns)
      for x in 0..<size.width where !covered.contains(where: { $0.contains(x) }) {
        compared += 1
        if self[x, y] != other[x, y] { different += 1 }
      }
    }
    return (compared, different)
  }
}

/// How large an animation is, which is known before anything is decoded.
package struct AnimationExtent: Sendable, Hashable {
  package let size: PixelSize
  package let frames: Int
  /// Pixels of the largest, which may be larger than the screen.
  package let largestFrame: Int
  /// What coding a frame takes, in bytes a pixel.
  private let codecMemory: Int

  init(size: PixelSize, frames: Int, largestFrame: Int, codecMemory: Int = 0) {
    (self.size, self.frames, self.largestFrame) = (size, frames, largestFrame)
    self.codecMemory = codecMemory
  }

  /// All pixels of all pictures.
  package var pixels: Int {
    let (pixels, overflows) = max(size.width * size.height, largestFrame)
      .multipliedReportingOverflow(by: frames)
    return overflows ? .max : pixels
  }

  /// What labelling it takes at most besides its file, in bytes: pictures before and after, what they go
  /// back to, and what changes; and a frame as it is coded and decoded.
  package var memory: Int {
    (48 + codecMemory) * size.width * size.height + 24 * largestFrame
  }
}

/// An animation with its labels on.
package struct LabelledAnimation {
  /// The file, without a stamp's record.
  package let bytes: [UInt8]
  /// What takes the labels off again; nil where it was not wanted.
  package let undo: [UInt8]?
  /// Whether a palette had no room for all of the labels' colours.
  package var isApproximated = false
  /// Whether pixels outside the labels have other colours, because a palette had none for transparency.
  package var changesOthers = false
}

/// Reads the stored data of frames, which may be anything.
struct UndoReader {
  private var reader: ByteReader

  init?(_ stream: ArraySlice<UInt8>, limit: Int) {
    guard let bytes = try? Zlib.inflate(stream, limit: limit) else { return nil }
    reader = ByteReader(bytes, .bigEndian)
  }

  var isAtEnd: Bool { reader.isAtEnd }

  mutating func number() -> Int? { reader.next(size: 4) }
  mutating func byte() -> UInt8? { reader.next(size: 1).map { UInt8($0) } }
  mutating func bytes(_ count: Int) -> [UInt8]? { reader.next(count: count).map(Array.init) }

  /// A rectangle with a countable number of pixels; one without pixels has neither rows nor columns.
  mutating func area() -> PixelArea? {
    guard let x = number(), let width = number(), let y = number(), let height = number(),
      x + width <= Int(Int32.max), y + height <= Int(Int32.max)
    else { return nil }
    if width == 0 || height == 0 { return PixelArea(columns: x..<x, rows: y..<y) }
    return PixelArea(columns: x..<x + width, rows: y..<y + height)
  }
}

/// Writes the stored data of frames.
struct UndoWriter {
  private var bytes: [UInt8] = []

  var stream: [UInt8] { Zlib.deflated(bytes[...]) }

  mutating func add(_ number: Int) {
    bytes += ByteOrder.bigEndian.bytes(of: UInt32(truncatingIfNeeded: number))
  }
  mutating func add(_ byte: UInt8) { bytes.append(byte) }
  mutating func add(_ more: [UInt8]) { bytes += more }

  mutating func add(_ area: PixelArea) {
    for range in [area.columns, area.rows] {
      add(range.lowerBound)
      add(range.count)
    }
  }
}
