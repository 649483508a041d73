/// How light a picture is under a label that is drawn on it: of each pixel the gray of the same luminance.
package struct Backdrop: Sendable {
  package let width: Int
  package let height: Int
  /// Row by row, from 0 to 255; ``unknown`` where there is no picture, or it was not read.
  private var grays: [Int16]

  private static let unknown: Int16 = -1

  /// Turns a part of a picture as the label is turned.
  ///
  /// - Parameters:
  ///   - width: the label's, in pixels.
  ///   - height: likewise.
  ///   - placement: where the label's pixels lie on the coded picture.
  ///   - part: a part of that.
  ///   - words: its pixels, row by row; red, green, blue and alpha from the lowest byte on. What is more
  ///     than half transparent counts as unknown.
  package init(
    width: Int, height: Int, through placement: Placement, part: PixelRectangle, words: [UInt32]
  ) {
    precondition(words.count == part.width * part.height)
    (self.width, self.height) = (width, height)
    grays = [Int16](repeating: Self.unknown, count: width * height)
    let (right, down) = (placement.right, placement.down)
    for row in 0..<height {
      var x = placement.originX + row * down.dx - part.x
      var y = placement.originY + row * down.dy - part.y
      for column in 0..<width {
        if x >= 0, x < part.width, y >= 0, y < part.height {
          let word = words[y * part.width + x]
          if word >= 0x8000_0000 { grays[row * width + column] = Luminance.gray(ofWord: word) }
        }
        x += right.dx
        y += right.dy
      }
    }
  }

  /// Grays as given; nil if unknown.
  package init(width: Int, height: Int, gray: (_ x: Int, _ y: Int) -> UInt8?) {
    (self.width, self.height) = (width, height)
    grays = []
    for y in 0..<height {
      for x in 0..<width { grays.append(gray(x, y).map(Int16.init) ?? Self.unknown) }
    }
  }
}

extension Backdrop {
  /// The gray that a share of the covered pixels are not lighter than.
  ///
  /// - Parameters:
  ///   - share: from 0 to 1; half of it for the median.
  ///   - mask: of the same size.
  /// - Returns: nil where nothing is known of the pixels that it covers.
  package func gray(atShare share: Double, under mask: Coverage) -> UInt8? {
    precondition(mask.values.count == grays.count)
    var counts = [Int](repeating: 0, count: 256)
    var all = 0
    for (index, gray) in grays.enumerated() where gray >= 0 && mask.values[index] > 0 {
      counts[Int(gray)] += 1
      all += 1
    }
    if all == 0 { return nil }
    var passed = 0
    let gray = counts.firstIndex { count in
      passed += count
      return Double(passed) >= share * Double(all)
    }
    return gray.map { UInt8($0) }
  }

  /// The least contrast ratio (WCAG 2.2) between ink and what directly surrounds it.
  ///
  /// - Parameters:
  ///   - ink: what is covered; of the same size, as the others.
  ///   - edge: the ink and what counts as its surroundings.
  ///   - colour: the ink's.
  ///   - shade: a layer that lies on the picture, below the ink.
  ///   - shadow: the layer's colour.
  /// - Returns: 1 to 21; nil where nothing is known of the surroundings.
  package func leastContrast(
    of ink: Coverage, within edge: Coverage, colour: RGBA, shade: Coverage, shadow: RGBA
  ) -> Double? {
    precondition(ink.values.count == grays.count && edge.values.count == grays.count)
    precondition(shade.values.count == grays.count)
    let own = Int(shadow.gray)
    let opacity = (0...255).map { Int(shadow.alpha) * $0 / 255 }
    var (darkest, lightest) = (256, -1)
    for (index, gray) in grays.enumerated()
    where gray >= 0 && edge.values[index] >= 128 && ink.values[index] == 0 {
      let alpha = opacity[Int(shade.values[index])]
      let seen = (own * alpha + Int(gray) * (255 - alpha) + 127) / 255
      darkest = min(darkest, seen)
      lightest = max(lightest, seen)
    }
    if lightest < 0 { return nil }
    return [darkest, lightest].map {
      Luminance.contrast(colour.luminance, Luminance.ofGray($0))
    }.min()
  }
}

extension RGBA {
  /// The gray that is as light.
  package var gray: UInt8 { Luminance.gray(of: luminance) }
}
