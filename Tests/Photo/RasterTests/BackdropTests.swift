import Testing

@testable import Raster

@Suite("The picture under a label")
struct BackdropTests {
  /// A mask that covers all.
  private func full(_ width: Int, _ height: Int) -> Coverage {
    var mask = Coverage(width: width, height: height)
    for index in mask.values.indices { mask.values[index] = 255 }
    return mask
  }

  @Test("is as light as its colours are", arguments: [0, 1, 17, 118, 128, 254, 255])
  func grays(value: Int) {
    let word = 0xFF00_0000 | UInt32(value) * 0x01_0101
    let backdrop = Backdrop(
      width: 1, height: 1, through: Placement(originX: 0, originY: 0),
      part: PixelRectangle(x: 0, y: 0, width: 1, height: 1), words: [word])
    let gray = backdrop.gray(atShare: 0.5, under: full(1, 1)).map { Int($0) }
    #expect(gray.map { abs($0 - value) <= 1 } == true)
    #expect(
      abs(Int(RGBA(red: UInt8(value), green: UInt8(value), blue: UInt8(value)).gray) - value) <= 1)
  }

  @Test("knows that green is light and blue is dark")
  func luminance() {
    #expect(RGBA(red: 0, green: 255, blue: 0).gray > 210)
    #expect(RGBA(red: 0, green: 0, blue: 255).gray < 80)
  }

  @Test("is turned as the label is, and unknown outside the part")
  func turned() {
    // The coded picture's row of three pixels is the displayed one's column.
    let words: [UInt32] = [0xFF00_0000, 0xFF80_8080, 0xFFFF_FFFF]
    let backdrop = Backdrop(
      width: 1, height: 4,
      through: Placement(originX: 5, originY: 0, right: .down, down: .left),
      part: PixelRectangle(x: 3, y: 0, width: 3, height: 1), words: words)
    var first = Coverage(width: 1, height: 4)
    first.values[0] = 255
    var last = Coverage(width: 1, height: 4)
    last.values[3] = 255
    #expect(backdrop.gray(atShare: 0.5, under: first) == 255)
    #expect(backdrop.gray(atShare: 0.5, under: last) == nil)
    #expect(backdrop.gray(atShare: 0, under: full(1, 4)) == 0)
    #expect(backdrop.gray(atShare: 1, under: full(1, 4)) == 255)
  }

  @Test("measures contrast at the worst pixel beside the ink, through the shadow")
  func contrast() throws {
    let backdrop = Backdrop(width: 3, height: 1) { x, _ in x == 2 ? 255 : 0 }
    var ink = Coverage(width: 3, height: 1)
    ink.values[0] = 255
    let none = Coverage(width: 3, height: 1)
    let white = RGBA(red: 255, green: 255, blue: 255)
    let black = RGBA(red: 0, green: 0, blue: 0)
    func least(_ shade: Coverage) -> Double? {
      backdrop.leastContrast(
        of: ink, within: full(3, 1), colour: white, shade: shade, shadow: black)
    }
    #expect(least(none) == 1)
    #expect(least(full(3, 1)) == 21)
    #expect(
      backdrop.leastContrast(
        of: full(3, 1), within: full(3, 1), colour: white, shade: none, shadow: black) == nil)
  }

  @Test("a soft mask has as much in it as the mask itself", arguments: [1.0, 3, 7, 20])
  func softened(deviation: Double) {
    var mask = Coverage(width: 301, height: 257)
    for y in 100..<150 { for x in 120..<170 { mask[x, y] = 255 } }
    let soft = mask.softened(by: deviation)
    let (before, after) = (
      mask.values.reduce(0) { $0 + Int($1) }, soft.values.reduce(0) { $0 + Int($1) }
    )
    #expect(soft.width == 301 && soft.height == 257)
    #expect(abs(after - before) < before / 20)
    #expect(soft[145, 125] > soft[118, 125] && soft[118, 125] > soft[100, 125])
  }
}
