import Formats

/// Which coefficients of each block earlier scans of a progressive picture brought: refinements have
/// a bit for each of those.
struct Histories {
  /// By component and block, as a bit each; no blocks where nothing is refined.
  private var byComponent: [[UInt64]]

  /// The most memory beyond the file's own size.
  private static let mostBytes = 64_000_000

  /// Those before the first scan.
  ///
  /// - Parameter picture: the picture.
  /// - Throws: ``JPEGError/unsupported(_:)`` where they would take more memory than any photo's.
  init(of picture: JPEGPicture) throws(JPEGError) {
    let components = picture.frame.components
    byComponent = components.map { _ in [] }
    guard picture.scans.contains(where: \.coding.isRefinement) else { return }
    let counts = components.map { $0.columns * $0.rows }
    guard 8 * counts.reduce(0, +) <= Self.mostBytes + picture.bytes.count else {
      throw .unsupported(.unusualStructure)
    }
    byComponent = counts.map { .init(repeating: 0, count: $0) }
  }

  /// Hands over a component's blocks, so that changing them copies none.
  mutating func take(_ component: Int) -> [UInt64] {
    var taken: [UInt64] = []
    swap(&taken, &byComponent[component])
    return taken
  }

  mutating func putBack(_ blocks: [UInt64], _ component: Int) { byComponent[component] = blocks }
}
