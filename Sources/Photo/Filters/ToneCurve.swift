/// A curve through points, written as `[0: 0.1, 0.5: 0.55, 1: 0.95]`: from what a channel has to what it
/// gets, both 0…1.
///
/// Between two points it is a cubic that stays between their heights, so that a curve of rising points
/// rises everywhere (Fritsch and Butland 1984); before the first point and after the last it is level.
package struct ToneCurve: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private let points: [Point]

  private struct Point: Hashable {
    let x, y: Double
    var slope = 0.0
  }

  /// - Parameter elements: at least one point; from left to right, no two above each other.
  package init(dictionaryLiteral elements: (Double, Double)...) {
    let steps = zip(elements, elements.dropFirst())
    precondition(
      !elements.isEmpty && steps.allSatisfy { $0.0 < $1.0 }, "points go from left to right")
    var points = elements.map { Point(x: $0.0, y: $0.1) }
    let slopes = steps.map { ($1.1 - $0.1) / ($1.0 - $0.0) }
    for index in points.indices.dropFirst().dropLast() {
      points[index].slope = Self.slope(
        between: slopes[index - 1], over: points[index].x - points[index - 1].x,
        and: slopes[index], over: points[index + 1].x - points[index].x)
    }
    if let first = slopes.first, let last = slopes.last {
      points[0].slope = Self.endSlope(first, next: points[1].slope)
      points[slopes.count].slope = Self.endSlope(last, next: points[slopes.count - 1].slope)
    }
    self.points = points
  }

  /// The curve's slope where two straight lines meet: their weighted harmonic mean, 0 at a peak.
  private static func slope(
    between left: Double, over leftWidth: Double, and right: Double, over rightWidth: Double
  ) -> Double {
    guard left * right > 0 else { return 0 }
    let (leftWeight, rightWeight) = (leftWidth + 2 * rightWidth, 2 * leftWidth + rightWidth)
    return (leftWeight + rightWeight) / (leftWeight / left + rightWeight / right)
  }

  /// The slope at an end: that which leaves the end straight, but no way back.
  private static func endSlope(_ line: Double, next: Double) -> Double {
    let straight = (3 * line - next) / 2
    return straight * line > 0 ? straight : 0
  }

  /// The height over a place (cubic Hermite).
  package func callAsFunction(_ x: Double) -> Double {
    guard let after = points.firstIndex(where: { $0.x > x }) else {
      return points[points.count - 1].y
    }
    guard after > 0 else { return points[0].y }
    let (left, right) = (points[after - 1], points[after])
    let width = right.x - left.x
    let t = (x - left.x) / width
    let (t2, t3) = (t * t, t * t * t)
    return (2 * t3 - 3 * t2 + 1) * left.y + (t3 - 2 * t2 + t) * width * left.slope
      + (3 * t2 - 2 * t3) * right.y + (t3 - t2) * width * right.slope
  }
}
