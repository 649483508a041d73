import TestSupport
import Testing

@testable import Filters

@Suite("Filters")
struct FilterTests {
  @Test("There are seventeen, in this order")
  func names() {
    #expect(
      Filter.allCases.map(\.name) == [
        "normal", "nashville", "toaster", "1977", "clarendon", "chrome", "fade", "instant", "mono",
        "noir", "process", "tonal", "transfer", "tone", "linear", "sepia", "xray",
      ])
  }

  @Test("A filter is found by its name", arguments: Filter.allCases)
  func found(filter: Filter) {
    #expect(Filter(rawValue: filter.name) == filter)
  }

  @Test(
    "No other name is one",
    arguments: [
      "nashvile", "Sepia", "X-Ray", "noire", "197", "clarendom", "momo", "tona", "valencia", "",
      "…",
      "x", String(repeating: "sepia", count: 10_000),
    ])
  func unknown(name: String) {
    #expect(Filter(rawValue: name) == nil)
  }
}

@Suite("Recipes of filters")
struct FilterRecipeTests {
  static let greys = (0...255).map { Colour(repeating: Double($0) / 255) }

  @Test("Nothing is cut off at an end", arguments: Filter.allCases)
  func nothingIsCutOff(filter: Filter) {
    var random = SplitMix64(seed: 1)
    let corners = (0..<8).map { Colour(Double($0 & 1), Double($0 >> 1 & 1), Double($0 >> 2)) }
    for colour in corners + (0..<2_000).map({ _ in Colour.random(in: 0...1, using: &random) }) {
      var step = colour
      for next in filter.recipe.steps {
        step = next(step)
        #expect(step.min() >= -1e-9 && step.max() <= 1 + 1e-9, "\(colour) becomes \(step)")
      }
    }
  }

  @Test("A grey ramp has no bands and its lights are not all white", arguments: Filter.allCases)
  func ramp(filter: Filter) {
    let ramp = Self.greys.map { filter.recipe($0) * 255 }
    for (grey, pair) in zip(ramp, ramp.dropFirst()).enumerated() {
      let step = pair.1 - pair.0
      let ahead = filter == .xray ? -step : step
      #expect(ahead.min() > 0 && ahead.max() < 2, "\(grey): \(step)")
    }
  }

  @Test("Greys stay grey in black and white", arguments: [Filter.normal, .mono, .noir, .tonal])
  func greysStayGrey(filter: Filter) {
    for grey in Self.greys.map(filter.recipe.callAsFunction) {
      #expect(grey.max() == grey.min())
    }
  }

  @Test("Every colour becomes a grey in black and white", arguments: [Filter.mono, .noir, .tonal])
  func black(filter: Filter) {
    var random = SplitMix64(seed: 2)
    for _ in 0..<500 {
      let grey = filter.recipe(.random(in: 0...1, using: &random))
      #expect(grey.max() == grey.min())
    }
  }

  @Test("Each filter looks different from all others")
  func different() {
    var random = SplitMix64(seed: 3)
    let colours = (0..<300).map { _ in Colour.random(in: 0...1, using: &random) }
    let looks = Filter.allCases.map { filter in (filter, colours.map { filter.recipe($0) * 255 }) }
    for (index, (filter, look)) in looks.enumerated() {
      for (other, otherLook) in looks[(index + 1)...] {
        let distances = zip(look, otherLook).map { (($0 - $1) * ($0 - $1)).sum().squareRoot() }
        let mean = distances.reduce(0, +) / Double(distances.count)
        #expect(mean > 12, "\(filter) and \(other): \(mean)")
      }
    }
  }

  @Test("Values of sRGB become amounts of light, and come back")
  func light() {
    for grey in Self.greys {
      #expect(abs(grey.linear.encoded.x - grey.x) < 1e-6)
    }
    // IEC 61966-2-1 has a middle grey of sRGB at a fifth of the light.
    #expect(abs(Colour(repeating: 0.5).linear.x - 0.214_041_14) < 1e-8)
    #expect(Colour.one.linear == .one && Colour.zero.linear == .zero)
  }
}
