import Raster
import Testing

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
