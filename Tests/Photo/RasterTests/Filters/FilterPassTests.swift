import Glibc
import TestSupport
import Testing

@testable import Filters

@Suite("Filters over photos")
struct FilterPassTests {
  /// A row after a filter, in a photo of one row.
  private static func applied(_ filter: Filter, to row: [UInt32]) -> [UInt32] {
    var row = row
    let pass = FilterPass(filter, width: row.count, height: 1)
    row.withUnsafeMutableBytes { pass.apply(to: $0, y: 0) }
    return row
  }

  private static func randomRow(_ count: Int, seed: UInt64) -> [UInt32] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in .random(in: 0...UInt32.max, using: &random) }
  }

  private static let plain = Filter.allCases.filter { $0.recipe.vignette == nil }

  @Test("Normal changes no bit of any colour")
  func normal() {
    // Sixteen at a time, and compared as bytes: tests are not optimized.
    let next = SIMD16<UInt32>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let colours = (0..<UInt32(1 << 20)).map { SIMD16(repeating: $0 << 4) | next }
    var row = colours
    let pass = FilterPass(.normal, width: 1 << 24, height: 1)
    row.withUnsafeMutableBytes { pass.apply(to: $0, y: 0) }
    let isSame = row.withUnsafeBytes { row in
      colours.withUnsafeBytes { colours in
        guard let start = row.baseAddress, let other = colours.baseAddress else { return false }
        return memcmp(start, other, colours.count) == 0
      }
    }
    #expect(isSame)
    let others = Self.randomRow(1_000, seed: 8)
    #expect(Self.applied(.normal, to: others) == others)
  }

  @Test("Pixels get their colours, rounded, and keep their highest byte", arguments: plain)
  func colours(filter: Filter) {
    let table = FilterTable.of(filter)
    let edges: [UInt32] = [0, 0xff_ffff, 0xff_0000, 0x00_ff00, 0x00_00ff, 0xff07_0800, 0x7f08_0800]
    let row = edges + Self.randomRow(3_000, seed: 9)
    for (pixel, result) in zip(row, Self.applied(filter, to: row)) where filter != .normal {
      #expect(pixel >> 24 == result >> 24)
      let wide = SIMD3<UInt16>(truncatingIfNeeded: channels(pixel) &* 257)
      let difference = Colour(channels(result)) - Colour(table.colour(at: wide)) / 257
      #expect(difference.max() < 0.6 && difference.min() > -0.6, "\(pixel)")
    }
  }

  @Test(
    "Pixels of sixteen bits a channel get the colours of the table and the vignette",
    arguments: Filter.allCases)
  func wide(filter: Filter) {
    let (width, height) = (61, 33)
    let pass = FilterPass(filter, width: width, height: height)
    var random = SplitMix64(seed: 13)
    for y in 0..<height {
      let row = (0..<width).map { _ in SIMD4<UInt16>.random(in: 0...UInt16.max, using: &random) }
      var result = row
      result.withUnsafeMutableBufferPointer { pass.apply(toWide: $0, y: y) }
      for x in 0..<width {
        #expect(result[x].w == row[x].w)
        let place = SIMD2(Double(2 * x + 1) / Double(width), Double(2 * y + 1) / Double(height)) - 1
        let vignette = filter.recipe.vignette
        let amount = vignette?.amount(atSquare: (place * place).sum() / 2) ?? 0
        let colour = SIMD3(row[x].x, row[x].y, row[x].z)
        let inside =
          filter == .normal ? Colour(colour) : Colour(FilterTable.of(filter).colour(at: colour))
        let wanted = inside + ((vignette?.colour ?? 0).colour * 65535 - inside) * amount
        let difference =
          Colour(Double(result[x].x), Double(result[x].y), Double(result[x].z)) - wanted
        #expect(difference.max() < 1 && difference.min() > -1, "\(x), \(y)")
      }
    }
  }

  @Test("Greys stay gray by the filters that give them no colour")
  func greys() {
    #expect(Filter.allCases.filter(\.keepsGray) == [.normal, .mono, .noir, .tonal, .linear])
  }

  @Test(
    "A pixel's colour is the same wherever it is in a row",
    arguments: [1, 7, 8, 9, 255, 256, 300])
  func places(width: Int) {
    let pixels = Self.randomRow(width, seed: 10)
    let alone = pixels.map { Self.applied(.nashville, to: [$0])[0] }
    #expect(Self.applied(.nashville, to: pixels) == alone)
  }

  @Test("What lies beside the row stays")
  func beside() {
    let pixels = Self.randomRow(33, seed: 11)
    var row = pixels
    let pass = FilterPass(.toaster, width: 29, height: 3)
    row.withUnsafeMutableBytes { bytes in
      pass.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[8..<124]), y: 2)
    }
    #expect(row[..<2] == pixels[..<2] && row[31...] == pixels[31...])
    #expect(row[2] != pixels[2] && row[30] != pixels[30])
  }

  @Test("Greys stay grey in black and white", arguments: [Filter.mono, .noir, .tonal])
  func greys(filter: Filter) {
    let greys = (0...255).map { UInt32($0) * 0x01_0101 }
    for pixel in Self.applied(filter, to: greys).map(channels) {
      #expect(pixel.max() == pixel.min())
    }
  }

  @Test("Colours that are alike stay alike", arguments: plain)
  func neighbours(filter: Filter) {
    // Along edges and diagonals of cells, where other tetrahedra begin.
    for base: UInt32 in [0x00_0000, 0x40_4040, 0x07_0f17, 0x80_2040] {
      for step: UInt32 in [0x01_0000, 0x00_0100, 0x00_0001, 0x01_0100, 0x01_0101] {
        let row = Self.applied(filter, to: (0..<120).map { base &+ step &* $0 }).map(channels)
        for (a, b) in zip(row, row.dropFirst()) {
          #expect((a &- b).max() <= 3 && (b &- a).max() <= 3)
        }
      }
    }
  }
}

@Suite("Vignettes")
struct VignetteTests {
  static let filters = Filter.allCases.filter { $0.recipe.vignette != nil }

  /// A photo of one colour after a filter, row after row.
  private static func photo(_ filter: Filter, width: Int, height: Int) -> [[UInt32]] {
    let pass = FilterPass(filter, width: width, height: height)
    return (0..<height).map { y in
      var row = [UInt32](repeating: 0xd0_c0b0, count: width)
      row.withUnsafeMutableBytes { pass.apply(to: $0, y: y) }
      return row
    }
  }

  @Test("Two filters have one")
  func which() { #expect(Self.filters == [.toaster, .noir]) }

  @Test(
    "Are the same whichever way the photo is turned", arguments: filters,
    [(1, 1), (2, 3), (40, 40), (61, 30), (600, 5)])
  func symmetric(filter: Filter, size: (width: Int, height: Int)) {
    let photo = Self.photo(filter, width: size.width, height: size.height)
    #expect(photo == photo.reversed())
    #expect(photo == photo.map { $0.reversed() })
    let turned = Self.photo(filter, width: size.height, height: size.width)
    for y in 0..<size.height {
      for x in 0..<size.width { #expect(photo[y][x] == turned[x][y]) }
    }
  }

  @Test("Come in from the corners by their own numbers, over any colour", arguments: filters)
  func amounts(filter: Filter) throws {
    let vignette = try #require(filter.recipe.vignette)
    let table = FilterTable.of(filter)
    let (width, height) = (301, 45)
    let pass = FilterPass(filter, width: width, height: height)
    var random = SplitMix64(seed: 12)
    for y in 0..<height {
      // Some with channels at an end, where one of four weights is all or nothing.
      let colours = (0..<width).map { x in
        UInt32.random(in: 0...0xff_ffff, using: &random) & (x % 5 == 0 ? 0xff_ff00 : 0xff_ffff)
          | (x % 3 == 0 ? 0xff_0000 : 0)
      }
      var row = colours
      row.withUnsafeMutableBytes { pass.apply(to: $0, y: y) }
      for x in 0..<width {
        let place = SIMD2(Double(2 * x + 1) / Double(width), Double(2 * y + 1) / Double(height)) - 1
        let amount = vignette.amount(atSquare: (place * place).sum() / 2)
        let wide = SIMD3<UInt16>(truncatingIfNeeded: channels(colours[x]) &* 257)
        let inside = Colour(table.colour(at: wide)) / 65535
        let wanted = (inside + (vignette.colour.colour - inside) * amount) * 255
        let difference = Colour(channels(row[x])) - wanted
        #expect(difference.max() < 1.2 && difference.min() > -1.2, "\(x), \(y)")
      }
    }
  }

  @Test("Begin at their radius and end at their strength", arguments: filters)
  func ends(filter: Filter) throws {
    let vignette = try #require(filter.recipe.vignette)
    func amount(at distance: Double) -> Double { vignette.amount(atSquare: distance * distance) }
    #expect(amount(at: 0) == 0 && amount(at: vignette.radius) == 0)
    #expect(amount(at: vignette.radius + 0.1) > 0 && amount(at: 1) > vignette.strength / 2)
    #expect(amount(at: vignette.radius + vignette.softness) == vignette.strength)
    #expect(amount(at: 9) == vignette.strength)
    // Weights are of 256ths.
    #expect(vignette.strength <= 255 / 256.0 && vignette.softness > 0)
  }
}
