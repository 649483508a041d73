/// How a filter is made.
package struct FilterRecipe: Hashable, Sendable {
  /// What is done to a colour, one after the other.
  package let steps: [FilterStep]
  /// What is laid over the photo after that.
  package let vignette: Vignette?

  init(_ steps: [FilterStep] = [], vignette: Vignette? = nil) {
    (self.steps, self.vignette) = (steps, vignette)
  }

  /// What the steps make of a colour of sRGB, 0…1 again.
  package func callAsFunction(_ colour: Colour) -> Colour {
    steps.reduce(colour) { $1($0) }.clamped(lowerBound: .zero, upperBound: .one)
  }
}
