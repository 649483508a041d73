/// A filter on its way over one photo: its table as the pixels need it, and its vignette at the photo's
/// size.
///
/// A value that several threads may share, each with rows of its own.
package struct FilterPass: Sendable {
  private let kernel: FilterKernel?
  private let shade: VignetteShade?
  private let width, height: Int

  /// - Parameters:
  ///   - filter: which.
  ///   - width: the photo's, in pixels, as its rows are.
  ///   - height: how many rows it has.
  package init(_ filter: Filter, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
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
}
