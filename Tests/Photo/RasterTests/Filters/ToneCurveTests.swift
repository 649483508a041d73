import TestSupport
import Testing

@testable import Filters

@Suite("Tone curves")
struct ToneCurveTests {
  static let curves: [(ToneCurve, points: [(Double, Double)])] = [
    ([0: 0, 1: 1], [(0, 0), (1, 1)]),
    ([0: 0.1, 0.5: 0.5, 1: 0.9], [(0, 0.1), (0.5, 0.5), (1, 0.9)]),
    ([0: 0, 0.1: 0.7, 0.2: 0.71, 1: 1], [(0, 0), (0.1, 0.7), (0.2, 0.71), (1, 1)]),
    ([0: 0, 0.4: 0.4, 0.6: 0.4, 1: 1], [(0, 0), (0.4, 0.4), (0.6, 0.4), (1, 1)]),
    ([0: 1, 0.5: 0.45, 1: 0], [(0, 1), (0.5, 0.45), (1, 0)]),
    ([0.5: 0.3], [(0.5, 0.3)]),
  ]

  @Test("Go through their points", arguments: curves)
  func points(curve: ToneCurve, points: [(Double, Double)]) {
    for (x, y) in points { #expect(abs(curve(x) - y) < 1e-12) }
  }

  @Test("Rise or fall with their points and do not go beyond them", arguments: curves)
  func monotone(curve: ToneCurve, points: [(Double, Double)]) {
    for ((x, y), (nextX, nextY)) in zip(points, points.dropFirst()) {
      var last = y
      for step in 0...100 {
        let height = curve(x + (nextX - x) * Double(step) / 100)
        #expect((height - last) * (nextY - y) >= -1e-12)
        #expect(height >= min(y, nextY) - 1e-12 && height <= max(y, nextY) + 1e-12)
        last = height
      }
    }
  }

  @Test("Are level before their first point and after their last")
  func level() {
    let curve: ToneCurve = [0.25: 0.1, 0.75: 0.8]
    #expect(curve(-1) == 0.1 && curve(0.2) == 0.1 && curve(0.8) == 0.8 && curve(2) == 0.8)
  }

  @Test("Are straight where their points are in a line")
  func straight() {
    let curve: ToneCurve = [0: 0.1, 0.3: 0.25, 0.5: 0.35, 1: 0.6]
    for step in 0...100 {
      let x = Double(step) / 100
      #expect(abs(curve(x) - (0.1 + 0.5 * x)) < 1e-12)
    }
  }

  @Test("Have no corner at a point")
  func smooth() {
    let curve: ToneCurve = [0: 0, 0.3: 0.2, 0.6: 0.8, 1: 1]
    for x in [0.3, 0.6] {
      let (before, after) = (curve(x) - curve(x - 1e-6), curve(x + 1e-6) - curve(x))
      #expect(abs(before - after) < 1e-10)
    }
  }
}
