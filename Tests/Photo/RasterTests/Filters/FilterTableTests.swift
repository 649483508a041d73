import TestSupport
import Testing

@testable import Filters

@Suite("Tables of filters")
struct FilterTableTests {
  @Test(
    "Have for every colour what the recipe has, within a step of a byte", arguments: Filter.allCases
  )
  func direct(filter: Filter) {
    let table = FilterTable.of(filter)
    var random = SplitMix64(seed: 5)
    for _ in 0..<3_000 {
      let colour = SIMD3<UInt16>.random(in: 0...UInt16.max, using: &random)
      let wanted = filter.recipe(Colour(colour) / 65535)
      let difference = Colour(table.colour(at: colour)) / 65535 - wanted
      #expect(max(difference.max(), -difference.min()) < 1 / 255.0, "\(colour)")
    }
  }

  @Test("Have at an entry what the entry has, at both ends too", arguments: Filter.allCases)
  func entries(filter: Filter) {
    let table = FilterTable.of(filter)
    // Of the colours of sixteen bits only those at the ends are where an entry is.
    for corner in 0..<8 {
      let ends = SIMD3(corner >> 2, corner >> 1 & 1, corner & 1)
      let index = ((ends.x * 33 + ends.y) * 33 + ends.z) * 32
      let colour = SIMD3<UInt16>(truncatingIfNeeded: ends &* 65535)
      #expect(table.colour(at: colour) == table.entries[index])
      let wanted = filter.recipe(Colour(ends)) * 65535
      #expect(Colour(table.entries[index]) == wanted.rounded(.toNearestOrAwayFromZero))
    }
    #expect(table.entries.count == 33 * 33 * 33)
  }

  @Test("Are known by a sample of each, which has every fourth entry in each direction")
  func sample() {
    var wanted: [SIMD3<UInt16>] = []
    for filter in Filter.allCases {
      let entries = FilterTable.of(filter).entries
      for red in 0..<9 {
        for green in 0..<9 {
          for blue in 0..<9 { wanted.append(entries[4 * ((red * 33 + green) * 33 + blue)]) }
        }
      }
    }
    #expect(FilterTable.sample == wanted)
  }

  @Test("Leave every colour of sixteen bits alone where nothing is done")
  func identity() {
    let table = FilterTable.of(.normal)
    var random = SplitMix64(seed: 6)
    for _ in 0..<3_000 {
      let colour = SIMD3<UInt16>.random(in: 0...UInt16.max, using: &random)
      let difference = Colour(table.colour(at: colour)) - Colour(colour)
      // Entries are rounded to sixteen bits.
      #expect(difference.max() <= 1 && difference.min() >= -1)
    }
  }

  @Test("Are mixed of greys alone for greys", arguments: [Filter.mono, .noir, .tonal])
  func greys(filter: Filter) {
    for grey in stride(from: 0, through: UInt16.max, by: 257) {
      let colour = FilterTable.of(filter).colour(at: SIMD3(repeating: grey))
      #expect(colour.max() == colour.min())
    }
  }

  @Test("Are one table, however many ask for it")
  func once() async {
    let tables = await withTaskGroup(of: [SIMD3<UInt16>].self) { group in
      for _ in 0..<4 { group.addTask { FilterTable.of(.sepia).entries } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let places = Set(tables.map { $0.withUnsafeBufferPointer { $0.baseAddress } })
    #expect(places.count == 1)
  }
}

/// What a page does with a table's strip, on the graphics processor.
@Suite("Strips of filters")
struct FilterStripTests {
  @Test("Have red across each tile, green down, and a tile for each blue", arguments: [Filter.tone])
  func layout(filter: Filter) {
    let table = FilterTable.of(filter)
    let (bytes, wide) = (table.strip, table.wideStrip)
    #expect(FilterTable.stripWidth == 1089 && FilterTable.stripHeight == 33)
    #expect(bytes.count == 3 * 1089 * 33 && wide.count == bytes.count)
    for (red, green, blue) in [(0, 0, 0), (32, 0, 0), (0, 32, 0), (0, 0, 32), (5, 17, 29)] {
      let place = 3 * (green * 1089 + blue * 33 + red)
      let entry = table.entries[(red * 33 + green) * 33 + blue]
      #expect(SIMD3(wide[place], wide[place + 1], wide[place + 2]) == entry)
      let colour = SIMD3(bytes[place], bytes[place + 1], bytes[place + 2])
      #expect(Colour(colour) == (Colour(entry) / 257).rounded(.toNearestOrAwayFromZero))
    }
  }

  @Test("Give a page what the photo gets, within two steps of a byte", arguments: Filter.allCases)
  func page(filter: Filter) {
    let shader = Shader(filter)
    var random = SplitMix64(seed: 7)
    // A photo's corner, its centre and places between, where the vignette is another.
    let (width, height) = (65, 49)
    let pass = FilterPass(filter, width: width, height: height)
    var largest = 0
    for y in stride(from: 0, to: height, by: 8) {
      let colours = (0..<width).map { _ in UInt32.random(in: 0...0xff_ffff, using: &random) }
      var row = colours
      row.withUnsafeMutableBytes { pass.apply(to: $0, y: y) }
      for x in 0..<width {
        let uv = SIMD2(Float(x) + 0.5, Float(y) + 0.5) / SIMD2(Float(width), Float(height))
        let page = shader.colour(of: SIMD3<Float>(channels(colours[x])) / 255, at: uv)
        let difference = channels(row[x]) &- SIMD3<Int>(page * 255, rounding: .toNearestOrEven)
        largest = max(largest, difference.max(), -difference.min())
      }
    }
    #expect(largest <= 2)
  }

  /// What WebGL does: textures of bytes with linear filtering, arithmetic on floats.
  private struct Shader {
    let strip: [UInt8]
    let vignette: Vignette?

    init(_ filter: Filter) {
      strip = FilterTable.of(filter).strip
      vignette = filter.recipe.vignette
    }

    func colour(of colour: SIMD3<Float>, at uv: SIMD2<Float>) -> SIMD3<Float> {
      let blue = colour.z * 32
      let tile = blue.rounded(.down)
      func tileColour(_ tile: Float) -> SIMD3<Float> {
        texture((tile * 33 + colour.x * 32 + 0.5) / 1089, (colour.y * 32 + 0.5) / 33)
      }
      let filtered = mix(tileColour(tile), tileColour(min(tile + 1, 32)), blue - tile)
      guard let vignette else { return filtered }
      let place = uv * 2 - 1
      let (start, end) = (Float(vignette.radius), Float(vignette.radius + vignette.softness))
      let square = (place * place).sum() / 2
      let share = min(max((square - start * start) / (end * end - start * start), 0), 1)
      let amount = Float(vignette.strength) * share * share * (3 - 2 * share)
      return mix(filtered, SIMD3<Float>(vignette.colour.colour), amount)
    }

    /// `texture2D` of the strip (OpenGL ES 2.0, §3.7.7).
    private func texture(_ u: Float, _ v: Float) -> SIMD3<Float> {
      let (x, y) = (u * 1089 - 0.5, v * 33 - 0.5)
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      func texel(_ x: Float, _ y: Float) -> SIMD3<Float> {
        let place = 3 * (min(max(Int(y), 0), 32) * 1089 + min(max(Int(x), 0), 1088))
        return SIMD3(Float(strip[place]), Float(strip[place + 1]), Float(strip[place + 2])) / 255
      }
      return mix(
        mix(texel(left, top), texel(left + 1, top), x - left),
        mix(texel(left, top + 1), texel(left + 1, top + 1), x - left), y - top)
    }

    private func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ share: Float) -> SIMD3<Float> {
      a + (b - a) * share
    }
  }
}

/// The channels of 0x??RRGGBB.
func channels(_ pixel: UInt32) -> SIMD3<Int> {
  SIMD3(Int(pixel >> 16 & 0xff), Int(pixel >> 8 & 0xff), Int(pixel & 0xff))
}
