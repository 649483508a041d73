/// A filter on its way over one photo: its table as the pixels need it, and its vignette at the photo's
/// size.
///
/// A value that several threads may share, each with rows of its own.
package struct FilterPass: Sendable {
  private let kernel: FilterKernel?
  private let shade: VignetteShade?
  private let width, height: Int
  private let filter: Filter

  /// - Parameters:
  ///   - filter: which.
  ///   - width: the photo's, in pixels, as its rows are.
  ///   - height: how many rows it has.
  package init(_ filter: Filter, width: Int, height: Int) {
    (self.width, self.height, self.filter) = (width, height, filter)
    let vignette = filter.recipe.vignette
    kernel = filter == .normal ? nil : FilterKernel(FilterTable.of(filter), vignette)
    shade = vignette.map { VignetteShade($0, width: width, height: height) }
  }

  /// Gives a row of pixels the filter's colours.
  ///
  /// - Parameters:
  ///   - row: `width` pixels, each a `UInt32` 0x??RRGGBB, as libgd has them; the highest byte stays as it
  ///     is.
  ///   - y: which row it is, from 0 at the top.
  package func apply(to row: UnsafeMutableRawBufferPointer, y: Int) {
    precondition(row.count == 4 * width && 0..<height ~= y)
    guard let kernel else { return }
    kernel.apply(to: row, shade?.row(y))
  }
  /// Gives a row of pixels with sixteen bits a channel the filter's colours.
  ///
  /// - Parameters:
  ///   - row: `width` pixels, each red, green, blue and a number that stays as it is.
  ///   - y: which row it is, from 0 at the top.
  package func apply(toWide row: UnsafeMutableBufferPointer<SIMD4<UInt16>>, y: Int) {
    precondition(row.count == width && 0..<height ~= y)
    if filter == .normal { return }
    let table = FilterTable.of(filter)
    let vignette = filter.recipe.vignette
    let (shade, edge) = (shade?.row(y), (vignette?.colour ?? 0).colour * 65535)
    for x in 0..<width {
      let pixel = row[x]
      var colour = table.colour(at: SIMD3(pixel.x, pixel.y, pixel.z))
      if let share = shade?.share(x), share > 0 {
        let mixed = Colour(colour) + (edge - Colour(colour)) * Double(share)
        colour = SIMD3<UInt16>(mixed, rounding: .toNearestOrAwayFromZero)
      }
      row[x] = SIMD4(colour.x, colour.y, colour.z, pixel.w)
    }
  }
}

extension Filter {
  /// Whether it makes greys of greys.
  package var keepsGray: Bool {
    func isGray(_ colour: SIMD3<UInt16>) -> Bool {
      colour.x == colour.y && colour.y == colour.z
    }
    let step = FilterTable.strides.red + FilterTable.strides.green + FilterTable.strides.blue
    let entries = FilterTable.of(self).entries
    let edge = (recipe.vignette?.colour ?? 0).colour
    return edge.x == edge.y && edge.y == edge.z
      && stride(from: 0, to: entries.count, by: step).allSatisfy { isGray(entries[$0]) }
  }
}
