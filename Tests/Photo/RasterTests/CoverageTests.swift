import Testing

@testable import Raster

@Suite("Masks put together")
struct CoverageUnionTests {
  private static func mask(width: Int, height: Int) -> Coverage {
    var mask = Coverage(width: width, height: height)
    for index in mask.values.indices {
      mask.values[index] = [0, 255, UInt8.random(in: 0...255)].randomElement() ?? 0
    }
    return mask
  }

  /// Puts one mask on another pixel by pixel.
  private func slowly(
    _ own: Coverage, _ other: Coverage, x: Int, y: Int, by rule: (Int, Int) -> Int
  ) -> Coverage {
    var result = own
    for row in 0..<own.height {
      for column in 0..<own.width {
        let (u, v) = (column - x, row - y)
        guard (0..<other.width).contains(u), (0..<other.height).contains(v) else { continue }
        result[column, row] = UInt8(rule(Int(other[u, v]), Int(own[column, row])))
      }
    }
    return result
  }

  @Test(
    "are cut off at the edges of the lower one",
    arguments: [
      (0, 0), (4, 3), (-3, -2), (33, 20), (-6, 19), (40, 0), (0, 24), (-9, 0), (0, -8),
      (-100, -100), (1_000_000_000, -1_000_000_000),
    ])
  func cut(x: Int, y: Int) {
    let (own, other) = (Self.mask(width: 40, height: 24), Self.mask(width: 9, height: 8))
    var added = own
    added.add(other, x: x, y: y)
    #expect(added == slowly(own, other, x: x, y: y) { 255 - (255 - $0) * (255 - $1) / 255 })
    var united = own
    united.unite(other, x: x, y: y)
    #expect(united == slowly(own, other, x: x, y: y, by: max))
  }

  @Test("are cut off on all sides where the upper one is larger, and may have no pixels")
  func larger() {
    let (own, other) = (Self.mask(width: 7, height: 5), Self.mask(width: 30, height: 20))
    var united = own
    united.unite(other, x: -11, y: -9)
    #expect(united == slowly(own, other, x: -11, y: -9, by: max))
    united.unite(Coverage(width: 0, height: 0), x: 2, y: 2)
    #expect(united == slowly(own, other, x: -11, y: -9, by: max))
  }
}

@Suite("A grown mask")
struct DilationTests {
  /// The distances of every pixel to every inside pixel, one by one.
  private func slowly(_ mask: Coverage, radius: Double) -> Coverage {
    var grown = Coverage(width: mask.width, height: mask.height)
    for y in 0..<mask.height {
      for x in 0..<mask.width {
        var nearest = Double.infinity
        for v in 0..<mask.height {
          for u in 0..<mask.width where mask[u, v] >= 128 {
            let (dx, dy) = (Double(u - x), Double(v - y))
            nearest = min(nearest, (dx * dx + dy * dy).squareRoot())
          }
        }
        grown[x, y] = UInt8((min(max(radius + 1 - nearest, 0), 1) * 255).rounded())
      }
    }
    return grown
  }

  @Test(
    "agrees with the distances measured one by one",
    arguments: [0.0, 0.4, 1, 2.5, 7.3, 60, 130])
  func agrees(radius: Double) {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<6 {
      var mask = Coverage(
        width: .random(in: 1...23, using: &generator),
        height: .random(in: 1...17, using: &generator))
      for index in mask.values.indices where Int.random(in: 0..<20, using: &generator) == 0 {
        mask.values[index] = .random(in: 0...255, using: &generator)
      }
      #expect(mask.dilated(by: radius) == slowly(mask, radius: radius))
    }
  }
}
