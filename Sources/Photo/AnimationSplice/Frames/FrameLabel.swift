package import Formats
package import JPEGSplice

/// The labels of an animation, which every picture shows in the same place.
package struct FrameLabel {
  /// What is drawn, the lowest first.
  private let layers: [(area: PixelArea, pixels: [UInt32])]
  /// The pixels of the screen that any of them covers; empty where none does.
  let area: PixelArea

  /// - Parameters:
  ///   - layers: what is drawn, the lowest first, as the pictures are coded.
  ///   - size: the screen's.
  package init(_ layers: [Layer], on size: PixelSize) {
    self.layers = layers.map { ($0.area, $0.pixels.map(\.word)) }
    area = layers.map { $0.area.clamped(to: size) }.reduce(.none) { $0.union($1) }
  }

  /// A pixel with the labels over it.
  ///
  /// - Parameters:
  ///   - colour: the pixel, as ``FrameColour`` has it.
  ///   - x: its column.
  ///   - y: its row.
  ///   - isCutOut: whether pixels are opaque or clear, and a clear one becomes opaque where a label covers
  ///     at least half of it.
  /// - Returns: the colour that is seen.
  func over(_ colour: UInt32, x: Int, y: Int, isCutOut: Bool) -> UInt32 {
    var colour = colour
    for layer in layers where layer.area.columns.contains(x) && layer.area.rows.contains(y) {
      let pixel = layer.pixels[layer.area.index(x: x, y: y)]
      if pixel >> 24 == 0 { continue }
      let covered = FrameColour.over(pixel, colour)
      if isCutOut {
        if covered >> 24 >= 128 { colour = covered | 0xFF00_0000 }
      } else {
        colour = covered
      }
    }
    return colour
  }

  /// A frame's pixel with the labels on its colour, as transparent as before: blended over a picture that has
  /// the labels already, it gives the labels over what it gave before.
  func onto(_ colour: UInt32, x: Int, y: Int) -> UInt32 {
    let labelled = over(colour | 0xFF00_0000, x: x, y: y, isCutOut: false)
    return labelled & 0xFF_FFFF | colour & 0xFF00_0000
  }
}

/// Colours in straight alpha: from the lowest byte on red, green, blue and alpha. All that are wholly
/// transparent are 0.
enum FrameColour {
  static let clear: UInt32 = 0

  static func isOpaque(_ colour: UInt32) -> Bool { colour >= 0xFF00_0000 }

  /// 0 for what is not seen.
  static func seen(_ colour: UInt32) -> UInt32 { colour >> 24 == 0 ? clear : colour }

  /// A colour laid over another one: source-over (Porter and Duff 1984).
  static func over(_ above: UInt32, _ below: UInt32) -> UInt32 {
    if above >= 0xFF00_0000 || below >> 24 == 0 { return seen(above) }
    // Both weights are in units of 1/255²; their sum is the alpha of the result.
    let weight = (above >> 24) * 255
    let rest = (below >> 24) * (255 - above >> 24)
    let sum = weight + rest
    if weight == 0 || sum == 0 { return below }
    func mixed(_ shift: UInt32) -> UInt32 {
      (((above >> shift) & 0xFF) * weight + ((below >> shift) & 0xFF) * rest + sum / 2) / sum
    }
    let alpha = (sum + 127) / 255
    return mixed(0) | mixed(8) << 8 | mixed(16) << 16 | alpha << 24
  }
}

extension PixelArea {
  static let none = PixelArea(columns: 0..<0, rows: 0..<0)

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
  var count: Int { columns.count * rows.count }

  init(of size: PixelSize) { self.init(columns: 0..<size.width, rows: 0..<size.height) }

  func clamped(to size: PixelSize) -> PixelArea {
    PixelArea(columns: columns.clamped(to: 0..<size.width), rows: rows.clamped(to: 0..<size.height))
  }

  /// Moves the corner up and left to multiples of a number.
  mutating func align(to step: Int) {
    if isEmpty || step == 1 { return }
    columns = columns.lowerBound / step * step..<columns.upperBound
    rows = rows.lowerBound / step * step..<rows.upperBound
  }

  /// The least rectangle that holds both.
  func union(_ other: PixelArea) -> PixelArea {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelArea(
      columns: min(
        columns.lowerBound, other.columns.lowerBound)..<max(
          columns.upperBound, other.columns.upperBound),
      rows: min(
        rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
  }

  /// Where a pixel of it is in an array of its pixels.
  func index(x: Int, y: Int) -> Int {
    (y - rows.lowerBound) * columns.count + x - columns.lowerBound
  }
}
