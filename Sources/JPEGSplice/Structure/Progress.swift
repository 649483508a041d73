import Formats

/// Which bits of which coefficients the scans so far have brought.
///
/// What a scan repeats, or refines without there being anything to refine, different decoders show
/// differently; and a layer may need bits that no scan brings. Such files are not spliced.
struct Progress {
  /// By component and coefficient, the lowest bit that was brought; nil where none was.
  private var low: [[Int?]]

  /// Goes through all scans of a picture.
  ///
  /// - Throws: ``JPEGError/damaged(_:at:)`` where a scan cannot come after those before, and
  ///   ``JPEGError/unsupported(_:)`` where all together leave bits out.
  static func check(_ scans: [Scan], componentCount: Int) throws(JPEGError) {
    var progress = Progress(
      low: .init(repeating: .init(repeating: nil, count: 64), count: componentCount))
    for scan in scans { try progress.advance(scan) }
    guard progress.low.allSatisfy({ $0.allSatisfy { $0 == 0 } }) else {
      throw .unsupported(.unusualStructure)
    }
  }

  private mutating func advance(_ scan: Scan) throws(JPEGError) {
    let step = scan.coding.step
    for component in scan.components {
      for index in step.band {
        guard low[component.index][index] == step.from else {
          throw .damaged(.wrongProgression, at: scan.segment.range.lowerBound)
        }
        low[component.index][index] = step.to
      }
    }
  }
}

extension Scan.Coding {
  fileprivate var step: (band: ClosedRange<Int>, from: Int?, to: Int) {
    switch self {
    case .sequential: (0...63, nil, 0)
    case .dcFirst(let low): (0...0, nil, low)
    case .dcRefinement(let low): (0...0, low + 1, low)
    case .acFirst(let band, let low): (band, nil, low)
    case .acRefinement(let band, let low): (band, low + 1, low)
    }
  }
}
