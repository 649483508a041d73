import Raster
import Testing

@testable import Stamping

@Suite("A plate")
struct PlateTests {
  @Test(
    "covers what is nearer to its straight middle than the corners' radius",
    arguments: [
      (LabelGeometry.Box(x: 30.2, y: 20.7, width: 90.5, height: 30), 24.0),
      (LabelGeometry.Box(x: 5, y: -10, width: 400, height: 28.3), 21.5),
      (LabelGeometry.Box(x: 40, y: 30, width: 3, height: 2), 40.0),
      (LabelGeometry.Box(x: 500, y: 30, width: 60, height: 20), 20.0),
    ])
  func shape(box: LabelGeometry.Box, emSize: Double) {
    let (width, height) = (160, 80)
    let mask = Plate(behind: box, emSize: emSize).coverage(width: width, height: height)
    let radius = 0.25 * emSize
    let halfWidth = box.width / 2 + 0.35 * emSize - radius
    let halfHeight = box.height / 2 + 0.08 * emSize - radius
    var largest = 0
    for y in 0..<height {
      for x in 0..<width {
        let dx = max(abs(Double(x) + 0.5 - box.x - box.width / 2) - halfWidth, 0)
        let dy = max(abs(Double(y) + 0.5 - box.y - box.height / 2) - halfHeight, 0)
        let inside = radius + 0.5 - (dx * dx + dy * dy).squareRoot()
        let expected = Int((min(max(inside, 0), 1) * 255).rounded())
        largest = max(largest, abs(Int(mask[x, y]) - expected))
      }
    }
    #expect(largest <= 1)
  }
}
