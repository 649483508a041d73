import Journal

/// The drawn face of a mood: the same on every system, and in its own colours, as a letter is in neither.
///
/// It is a part of a page's HTML or of another drawing, as high as the letters around it, and says nothing
/// to who listens: what stands around it names the mood. The style sheet colours it by its class.
struct MoodFace {
  let mood: Mood

  /// The drawing, to be put into a template without escaping.
  var svg: String { svg("") }

  /// As a part of another drawing.
  ///
  /// - Parameters:
  ///   - x: where its left edge is, in the other's units.
  ///   - y: where its upper edge is.
  ///   - size: its width and height.
  /// - Returns: the drawing.
  func svg(x: String, y: String, size: String) -> String {
    svg(" x=\"\(x)\" y=\"\(y)\" width=\"\(size)\" height=\"\(size)\"")
  }

  private func svg(_ attributes: String) -> String {
    """
    <svg class="mood-face of-\(mood.rawValue)"\(attributes) viewBox="0 0 24 24">\
    <circle cx="12" cy="12" r="11"/><path d="\(features)"/></svg>
    """
  }

  /// Eyes and mouth, in one line of a drawing 24 units wide and high.
  private var features: String {
    switch mood {
    case .awful: "M6.2 9.2l3-1.5M17.8 9.2l-3-1.5M8.6 11.6v.01M15.4 11.6v.01M7.4 18a5 5 0 0 1 9.2 0"
    case .bad: "M8.4 9.6v.01M15.6 9.6v.01M7.8 17a5.4 5.4 0 0 1 8.4 0"
    case .meh: "M8.4 9.6v.01M15.6 9.6v.01M7.8 15.6h8.4"
    case .good: "M8.4 9.4v.01M15.6 9.4v.01M7.4 14.4a5.4 5.4 0 0 0 9.2 0"
    case .great:
      "M6.8 10a1.9 1.9 0 0 1 3.6 0M13.6 10a1.9 1.9 0 0 1 3.6 0M6.8 13.6h10.4a5.2 5.2 0 0 1-10.4 0z"
    }
  }
}
