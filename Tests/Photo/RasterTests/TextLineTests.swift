import TestSupport
import Testing

@testable import Raster

@Suite struct TextLineTests {
  /// Where a line lies in its mask, in em.
  private static let left = 0.5
  private static let baseline = 1.5

  /// What a mask shows, in em.
  private struct Ink {
    var left = Double.infinity
    var right = -Double.infinity
    var top = Double.infinity
    var bottom = -Double.infinity
    var centre = (x: 0.0, y: 0.0)
    var area = 0.0

    init(_ mask: Coverage, emSize: Double) {
      for y in 0..<mask.height {
        for x in 0..<mask.width where mask[x, y] > 0 {
          let share = Double(mask[x, y]) / 255
          area += share
          centre.x += share * (Double(x) + 0.5)
          centre.y += share * (Double(y) + 0.5)
          // The edge pixel counts as far as it is covered.
          left = min(left, Double(x) + 1 - share)
          right = max(right, Double(x) + share)
          top = min(top, Double(y) + 1 - share)
          bottom = max(bottom, Double(y) + share)
        }
      }
      centre = (centre.x / area / emSize, centre.y / area / emSize)
      area /= emSize * emSize
      (left, right, top, bottom) = (left / emSize, right / emSize, top / emSize, bottom / emSize)
    }
  }

  private func draw(
    _ text: String, _ face: Face, outline: Double? = nil, emSize: Double
  ) throws -> Coverage {
    let line = try face.stack().line(text)
    return try line.coverage(
      outline: outline, x: Self.left * emSize, baseline: Self.baseline * emSize, emSize: emSize,
      width: Int(((line.width + 2 * Self.left) * emSize).rounded(.up)),
      height: Int((2 * emSize).rounded(.up)))
  }

  private static let labels: [(face: Face, text: String)] = [
    (.sans, "2024-01-31 23:59"), (.hangul, "2024년 01월 31일"), (.segments, "24-01-31 23:59"),
  ]
  /// Smaller ones are drawn larger by the caller: pens are put on whole pixels.
  private static let emSizes = [48, 57.7, 64, 96.3, 130]

  @Test("the same text is the same picture at every size", arguments: labels, emSizes)
  func scales(label: (face: Face, text: String), emSize: Double) throws {
    let large = Ink(try draw(label.text, label.face, emSize: 267), emSize: 267)
    let ink = Ink(try draw(label.text, label.face, emSize: emSize), emSize: emSize)
    #expect(abs(ink.centre.x - large.centre.x) < 0.04)
    #expect(abs(ink.centre.y - large.centre.y) < 0.02)
    #expect(abs(ink.area / large.area - 1) < 0.05)
    // Within a pixel, which is what the coverage of an edge pixel says of its ink.
    let pixel = 1 / emSize + 0.02
    #expect(abs(ink.left - large.left) < pixel)
    #expect(abs(ink.right - large.right) < pixel)
    #expect(abs(ink.top - large.top) < pixel)
    #expect(abs(ink.bottom - large.bottom) < pixel)
  }

  @Test("what a glyph wholly covers is 255, what it does not reach is 0")
  func extremes() throws {
    let mask = try draw("8", .segments, emSize: 100)
    #expect(mask.values.max() == 255)
    #expect(mask[0, 0] == 0)
  }

  @Test("a line's outline is what grows from all of its ink", arguments: labels, [0.3, 1, 5.7, 12])
  func outline(label: (face: Face, text: String), radius: Double) throws {
    let ink = try draw(label.text, label.face, emSize: 64)
    let outline = try draw(label.text, label.face, outline: radius, emSize: 64)
    #expect(outline == ink.dilated(by: radius))
  }

  @Test("glyphs that overlap cover no more than everything, and no less than each alone")
  func overlap() throws {
    let stack = try Face.sans.stack()
    let eight = try stack.line("8").glyphs[0].id
    func cover(_ positions: [Double]) throws -> Coverage {
      let glyphs = positions.map { TextLine.Glyph(face: 0, id: eight, x: $0 / 60, y: 0) }
      return try TextLine(fonts: stack, glyphs: glyphs, width: 1)
        .coverage(x: 0, baseline: 50, emSize: 60, width: 80, height: 60)
    }
    let both = try cover([5, 15])
    let (first, second) = (try cover([5]), try cover([15]))
    for index in both.values.indices {
      #expect(both.values[index] >= max(first.values[index], second.values[index]))
    }
  }

  @Test("what reaches beyond the mask is cut off on all sides")
  func clipped() throws {
    let line = try Face.sans.stack().line("W")
    func ink(_ x: Double, _ y: Double) throws -> Coverage {
      try line.coverage(x: x, baseline: y, emSize: 40, width: 40, height: 40)
    }
    let whole = try line.coverage(x: 50, baseline: 60, emSize: 40, width: 140, height: 120)
    for (x, y) in [(-30.0, 20.0), (30, 20), (0, -5), (0, 60), (0, 35), (-1e9, 1e9)] {
      let mask = try ink(x, y)
      var isPart = true
      for row in 0..<40 {
        for column in 0..<40 {
          let (u, v) = (column - Int(x) + 50, row - Int(y) + 60)
          let inside = (0..<140).contains(u) && (0..<120).contains(v)
          isPart = isPart && mask[column, row] == (inside ? whole[u, v] : 0)
        }
      }
      #expect(isPart, "at \(x), \(y)")
    }
  }

  @Test("text far below a pixel is a faint shade", arguments: [0.001, 0.04, 0.5, 1.5])
  func tiny(emSize: Double) throws {
    let mask = try draw("2024-01-31", .sans, emSize: emSize)
    #expect((mask.values.max() ?? 0) < 200)
  }

  @Test("threads lay out and draw with the same faces at the same time, and draw the same")
  func threads() async throws {
    let stack = try FontStack([Face.sans.path, Face.hangul.path, ScriptFont.arabic.path])
    @Sendable func draw(_ stack: FontStack, emSize: Double) throws -> Coverage {
      try stack.line("2024년 01월 السبت").coverage(
        x: 3, baseline: 20, emSize: emSize, width: 200, height: 30)
    }
    let other = try FontStack([Face.sans.path, Face.hangul.path, ScriptFont.arabic.path])
    let expected = try (0..<64).map { try draw(other, emSize: 16 + Double($0 % 8)) }
    try await withThrowingTaskGroup(of: (Int, Coverage).self) { group in
      for index in 0..<64 {
        group.addTask { (index, try draw(stack, emSize: 16 + Double(index % 8))) }
      }
      for try await (index, mask) in group { #expect(mask == expected[index]) }
    }
  }
}
