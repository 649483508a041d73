/// Which bits of which coefficients the scans so far have brought.
///
/// What a scan repeats, or refines without there being anything to refine, different decoders show
/// differently; such files are not spliced.
struct Progress {
  /// By component and coefficient, the lowest bit that was brought; nil where none was.
  private var low: [[Int?]]

  init(componentCount: Int) {
    low = .init(repeating: .init(repeating: nil, count: 64), count: componentCount)
  }

  /// - Throws: ``JPEGError/damaged(_:at:)`` where a scan cannot come after those before.
  mutating func advance(_ scan: Scan) throws(JPEGError) {
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

extension Progress {
  /// Whether the scans have brought every bit of every coefficient.
  var isComplete: Bool { low.allSatisfy { $0.allSatisfy { $0 == 0 } } }
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
