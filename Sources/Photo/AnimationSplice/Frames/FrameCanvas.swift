package import Formats
import JPEGSplice

/// What becomes of a frame's rectangle after it was shown.
enum FrameDisposal: UInt8 {
  case none
  /// It becomes clear.
  case background
  /// What was there before comes back.
  case previous
}

/// Where and how a frame is drawn.
struct FramePlace {
  /// May reach outside the screen.
  var area: PixelArea
  /// Whether it replaces the pixels below, clear ones as well; otherwise it lies over them.
  var replaces = false
  var disposal = FrameDisposal.none
}

/// What an animation shows at a time.
package struct FrameCanvas {
  package let size: PixelSize
  /// As ``FrameColour`` has them.
  package private(set) var pixels: [UInt32]
  private var before: [UInt32]?

  init(_ size: PixelSize) {
    self.size = size
    pixels = [UInt32](repeating: FrameColour.clear, count: size.width * size.height)
  }

  subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y * size.width + x] }
    set { pixels[y * size.width + x] = newValue }
  }

  /// Draws a frame on what the one before it left.
  ///
  /// - Parameters:
  ///   - frame: its pixels, row by row.
  ///   - place: where it is drawn.
  mutating func draw(_ frame: [UInt32], _ place: FramePlace) {
    if place.disposal == .previous { before = pixels }
    let area = place.area.clamped(to: size)
    for y in area.rows {
      var source = place.area.index(x: area.columns.lowerBound, y: y)
      var target = y * size.width + area.columns.lowerBound
      for _ in area.columns {
        let colour = frame[source]
        if place.replaces || FrameColour.isOpaque(colour) {
          pixels[target] = FrameColour.seen(colour)
        } else if colour >> 24 > 0 {
          pixels[target] = FrameColour.over(colour, pixels[target])
        }
        source += 1
        target += 1
      }
    }
  }

  /// Goes on to the canvas before the next frame is drawn.
  mutating func dispose(_ place: FramePlace) {
    switch place.disposal {
    case .none: break
    case .background:
      let area = place.area.clamped(to: size)
      for y in area.rows {
        for x in area.columns { self[x, y] = FrameColour.clear }
      }
    case .previous: if let before { pixels = before }
    }
    before = nil
  }
}

/// An animation as it was and as it is labelled, side by side.
///
/// Each frame is changed where, drawn as it is, it would not leave the labelled picture: below the labels,
/// and where an earlier frame, made larger to reach a label, was cleared.
struct LabelledCanvas {
  private let label: FrameLabel
  /// Whether pixels are opaque or clear alone.
  private let isCutOut: Bool
  /// What the columns and rows of a frame's corner are multiples of.
  private let alignment: Int
  private(set) var shown: FrameCanvas
  private(set) var labelled: FrameCanvas
  /// Where the two may differ in another way than by the labels.
  private var suspect: PixelArea

  /// What has to change about a frame.
  struct Change {
    /// The rectangle of the pixels that change, inside the screen.
    let area: PixelArea
    /// For each of its pixels the frame's new colour; nil where its own, or none at all, is right.
    let colours: [UInt32?]
  }

  init(_ size: PixelSize, _ label: FrameLabel, isCutOut: Bool, alignment: Int = 1) {
    self.label = label
    self.alignment = alignment
    self.isCutOut = isCutOut
    shown = FrameCanvas(size)
    labelled = FrameCanvas(size)
    suspect = label.area
  }

  /// Draws the next frame on both.
  ///
  /// - Parameters:
  ///   - frame: its pixels as they were.
  ///   - place: where it is.
  /// - Returns: nil where the frame can stay as it is.
  mutating func add(_ frame: [UInt32], _ place: FramePlace) -> Change? {
    let before = place.replaces || isCutOut ? nil : labelled
    shown.draw(frame, place)
    labelled.draw(frame, place)
    var wanted = [UInt32?](repeating: nil, count: suspect.count)
    var changed = PixelArea.none
    for y in suspect.rows {
      for x in suspect.columns {
        let isLabelled = label.area.rows.contains(y) && label.area.columns.contains(x)
        var colour = shown[x, y]
        if isLabelled { colour = label.over(colour, x: x, y: y, isCutOut: isCutOut) }
        if colour == labelled[x, y] { continue }
        if let before, !FrameColour.isOpaque(colour), before[x, y] != FrameColour.clear {
          // What is there has the labels, but for the last digit.
          guard place.area.rows.contains(y), place.area.columns.contains(x) else { continue }
          let own = frame[place.area.index(x: x, y: y)]
          if own >> 24 == 0 { continue }
          colour = label.onto(own, x: x, y: y)
          labelled[x, y] = FrameColour.over(colour, before[x, y])
        } else {
          labelled[x, y] = colour
        }
        wanted[suspect.index(x: x, y: y)] = colour
        changed = changed.union(PixelArea(columns: x..<x + 1, rows: y..<y + 1))
      }
    }
    changed.align(to: alignment)
    var change: Change?
    if place.replaces, !changed.isEmpty, place.area.union(changed) != place.area {
      // One that replaces the pixels below has a colour for every pixel of its rectangle.
      let area = place.area.clamped(to: shown.size).union(changed)
      change = Change(
        area: area, colours: area.rows.flatMap { y in area.columns.map { labelled[$0, y] } })
    } else if !changed.isEmpty {
      let colours = changed.rows.flatMap { y in
        changed.columns.map { x in
          suspect.rows.contains(y) && suspect.columns.contains(x)
            ? wanted[suspect.index(x: x, y: y)] : nil
        }
      }
      change = Change(area: changed, colours: colours)
    }
    shown.dispose(place)
    var enlarged = place
    enlarged.area = place.area.union(change?.area ?? .none)
    labelled.dispose(enlarged)
    if place.disposal == .background, enlarged.area != place.area {
      suspect = suspect.union(enlarged.area.clamped(to: shown.size))
    }
    return change
  }
}
