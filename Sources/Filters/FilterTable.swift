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
  init(_ recipe: FilterRecipe) {
    let last = Self.side - 1
    var entries: [SIMD3<UInt16>] = []
    entries.reserveCapacity(Self.side * Self.side * Self.side)
    for red in 0...last {
      for green in 0...last {
        for blue in 0...last {
          let colour = Colour(Double(red), Double(green), Double(blue)) / Double(last)
          let wanted = recipe(colour) * 65535
          entries.append(SIMD3<UInt16>(wanted, rounding: .toNearestOrAwayFromZero))
        }
      }
    }
    self.entries = entries
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
    var axes: [(share: Int, stride: Int)] = []
    for (value, stride) in [
      (colour.x, Self.strides.red), (colour.y, Self.strides.green), (colour.z, Self.strides.blue),
    ] {
      let place = Int(value) * (Self.side - 1)
      let cell = min(place / one, Self.side - 2)
      corner += cell * stride
      axes.append((place - cell * one, stride))
    }
    axes.sort { $0.share > $1.share }
    // From the dark corner to the light one, along the axis first on which the colour is farthest.
    var sum = SIMD3<Int>(truncatingIfNeeded: entries[corner]) &* (one - axes[0].share)
    for (index, axis) in axes.enumerated() {
      corner += axis.stride
      let next = index + 1 < axes.count ? axes[index + 1].share : 0
      sum &+= SIMD3<Int>(truncatingIfNeeded: entries[corner]) &* (axis.share - next)
    }
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
  /// As a texture with linear filtering, the colour for red, green and blue of 0…1 is the mix, by the
  /// fraction of `32 * blue`, of the two tiles of the whole numbers around it, each at
  /// `((tile * 33 + 32 * red + 0.5) / 1089, (32 * green + 0.5) / 33)`. It must be uploaded as it is:
  /// without premultiplied alpha, mipmaps and conversion of colours.
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
