import Synchronization

/// What a filter makes of 33 × 33 × 33 colours, between which all others lie (a 3D lookup table).
package struct FilterTable: Sendable {
  /// Colours along each side.
  package static let side = 33
  /// From a colour to the next one in red, in green and in blue.
  static let strides = (red: side * side, green: side, blue: 1)

  /// The sixteen-bit colour for `red`, `green` and `blue`, in 32nds, is at `(red * side + green) * side +
  /// blue`.
  package let entries: [SIMD3<UInt16>]

  private static let made = Mutex<[Filter: FilterTable]>([:])

  /// The table of a filter, made at its first use.
  package static func of(_ filter: Filter) -> FilterTable {
    made.withLock { made in
      if let table = made[filter] { return table }
      let table = FilterTable(filter.recipe)
      made[filter] = table
      return table
    }
  }

  /// One evaluation of the recipe for each colour: some ten milliseconds.
  init(_ recipe: FilterRecipe) { entries = Self.entries(of: recipe, perSide: Self.side) }

  private static func entries(of recipe: FilterRecipe, perSide side: Int) -> [SIMD3<UInt16>] {
    var entries: [SIMD3<UInt16>] = []
    entries.reserveCapacity(side * side * side)
    for red in 0..<side {
      for green in 0..<side {
        for blue in 0..<side {
          let colour = Colour(Double(red), Double(green), Double(blue)) / Double(side - 1)
          let wanted = recipe(colour) * 65535
          entries.append(SIMD3<UInt16>(wanted, rounding: .toNearestOrAwayFromZero))
        }
      }
    }
    return entries
  }

  /// What all filters make of 9 × 9 × 9 colours, one filter after the other: other tables have another
  /// sample, which takes some milliseconds for all of them.
  package static var sample: [SIMD3<UInt16>] {
    Filter.allCases.flatMap { entries(of: $0.recipe, perSide: 9) }
  }
}

extension FilterTable {
  /// What becomes of a colour of sixteen bits a channel.
  ///
  /// The cube between eight entries is six tetrahedra around its diagonal from dark to light; a colour is
  /// a mix of the four corners of that in which it lies. So greys are mixes of greys alone.
  package func colour(at colour: SIMD3<UInt16>) -> SIMD3<UInt16> {
    let one = 65535
    var corner = 0
    func axis(_ value: UInt16, _ stride: Int) -> (share: Int, stride: Int) {
      let place = Int(value) * (Self.side - 1)
      let cell = min(place / one, Self.side - 2)
      corner += cell * stride
      return (place - cell * one, stride)
    }
    var first = axis(colour.x, Self.strides.red)
    var second = axis(colour.y, Self.strides.green)
    var third = axis(colour.z, Self.strides.blue)
    if first.share < second.share { swap(&first, &second) }
    if second.share < third.share { swap(&second, &third) }
    if first.share < second.share { swap(&first, &second) }
    // From the dark corner to the light one, along the axis first on which the colour is farthest.
    var sum = SIMD3<Int>(truncatingIfNeeded: entries[corner]) &* (one - first.share)
    corner += first.stride
    sum &+= SIMD3<Int>(truncatingIfNeeded: entries[corner]) &* (first.share - second.share)
    corner += second.stride
    sum &+= SIMD3<Int>(truncatingIfNeeded: entries[corner]) &* (second.share - third.share)
    corner += third.stride
    sum &+= SIMD3<Int>(truncatingIfNeeded: entries[corner]) &* third.share
    return SIMD3<UInt16>(truncatingIfNeeded: (sum &+ one / 2) / one)
  }
}

extension FilterTable {
  /// The size of ``strip``, in pixels.
  package static let stripWidth = side * side
  package static let stripHeight = side

  /// The table as the pixels of a picture, three bytes each, row by row from the top: 33 tiles beside each
  /// other, one for each blue from 0 on, in which red goes from left to right and green from top to
  /// bottom.
  ///
  /// A page mixes them as ``colour(at:)`` does. They must be read as they are: without premultiplied alpha
  /// and conversion of colours.
  package var strip: [UInt8] {
    wideStrip.map { UInt8((Int($0) + 128) / 257) }
  }

  /// ``strip`` with sixteen bits for each channel.
  package var wideStrip: [UInt16] {
    var values: [UInt16] = []
    values.reserveCapacity(3 * entries.count)
    for green in 0..<Self.side {
      for blue in 0..<Self.side {
        for red in 0..<Self.side {
          let entry = entries[(red * Self.side + green) * Self.side + blue]
          values += [entry.x, entry.y, entry.z]
        }
      }
    }
    return values
  }
}
