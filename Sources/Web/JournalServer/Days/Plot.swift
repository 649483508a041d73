import Foundation
import Journal

/// A few numbers as a drawing: bars, or points on a line. It is SVG without a style of its own,
/// which the page's classes colour; a table has the same numbers for people who do not see it.
struct Plot {
  struct Value {
    /// Below it, short.
    let name: String
    let title: String
    /// Nil where there is none.
    let amount: Double?
    let text: String
    /// Above it, short.
    let short: String
    /// What style sheets colour it by.
    let shade: String
  }

  /// A horizontal line, with its label.
  struct Mark {
    let at: Double
    let text: String
    /// Drawn instead of the text.
    var face: Mood?
  }

  /// Of all plots of a page no other's.
  let name: String
  let title: String
  let summary: String
  let values: [Value]
  let range: ClosedRange<Double>
  let marks: [Mark]
  let isLine: Bool
  /// The heads of the table.
  let columns: (String, String)

  var content: PageContent {
    [
      "name": name, "title": title, "summary": summary, "svg": svg, "column": columns.0,
      "amountColumn": columns.1, "isEmpty": values.allSatisfy { ($0.amount ?? 0) == 0 },
      "rows": values.map { ["title": $0.title, "text": $0.text] },
    ]
  }

  /// The smallest of 2, 4, 10, 20, 40 … that no amount is above: a round number with a round half.
  static func roundTop(above most: Double) -> Double {
    var step = 1.0
    while true {
      for top in [2 * step, 4 * step, 10 * step] where top >= most { return top }
      step *= 10
    }
  }
}

/// The drawing, in units that are pixels on a phone.
extension Plot {
  private static let (width, height) = (360.0, 190.0)
  private static let (left, right, top, bottom) = (30.0, 4.0, 20.0, 22.0)

  private var svg: String {
    let lines = marks.map { mark in
      let y = Self.text(height(of: mark.at))
      return """
        <line class="grid" x1="\(Self.text(Self.left))" x2="\(Self.text(Self.width - Self.right))" \
        y1="\(y)" y2="\(y)"/>\
        \(name(of: mark, y))
        """
    }
    return """
      <svg class="plot" viewBox="0 0 \(Self.text(Self.width)) \(Self.text(Self.height))" role="img" \
      aria-labelledby="\(name)-title \(name)-summary">\
      <title id="\(name)-title">\(title.escapedForHTML)</title>\
      <desc id="\(name)-summary">\(summary.escapedForHTML)</desc>
      \(lines.joined(separator: "\n"))
      \(isLine ? line : "")
      \(values.indices.map { drawing(of: $0) }.joined(separator: "\n"))
      </svg>
      """
  }

  /// What stands at the left of a line.
  private func name(of mark: Mark, _ y: String) -> String {
    guard let face = mark.face else {
      return """
        <text class="mark" x="\(Self.text(Self.left - 6))" y="\(y)">\(mark.text.escapedForHTML)</text>
        """
    }
    let size = 16.0
    return MoodFace(mood: face).svg(
      x: Self.text(Self.left - 8 - size), y: Self.text(height(of: mark.at) - size / 2),
      size: Self.text(size))
  }

  private func drawing(of index: Int) -> String {
    let value = values[index]
    let x = middle(of: index)
    let name = """
      <text class="name" x="\(Self.text(x))" y="\(Self.text(Self.height - 6))">\
      \(value.name.escapedForHTML)</text>
      """
    guard let amount = value.amount, isLine || amount > 0 else { return name }
    let y = height(of: amount)
    let short = """
      <text class="amount" x="\(Self.text(x))" y="\(Self.text(y - (isLine ? 9 : 5)))">\
      \(value.short.escapedForHTML)</text>
      """
    let tip = "<title>\("\(value.title): \(value.text)".escapedForHTML)</title>"
    if isLine {
      return """
        <g><circle class="\(value.shade)" cx="\(Self.text(x))" cy="\(Self.text(y))" r="5"/>\
        \(tip)</g>\(short)\(name)
        """
    }
    let (width, foot) = (0.68 * step, height(of: range.lowerBound))
    // One that is hardly there is still to be seen.
    let tall = max(foot - y, 2)
    return """
      <g><rect class="\(value.shade)" x="\(Self.text(x - width / 2))" \
      y="\(Self.text(foot - tall))" width="\(Self.text(width))" height="\(Self.text(tall))" rx="3"/>\
      \(tip)</g>\(short)\(name)
      """
  }

  /// The line through the points, broken where there is none.
  private var line: String {
    var (path, isDrawn) = ("", false)
    for index in values.indices {
      guard let amount = values[index].amount else {
        isDrawn = false
        continue
      }
      path +=
        "\(isDrawn ? "L" : "M")\(Self.text(middle(of: index))) \(Self.text(height(of: amount)))"
      isDrawn = true
    }
    return path.isEmpty ? "" : "<path class=\"line\" d=\"\(path)\"/>"
  }

  private var step: Double { (Self.width - Self.left - Self.right) / Double(max(values.count, 1)) }

  private func middle(of index: Int) -> Double { Self.left + (Double(index) + 0.5) * step }

  private func height(of amount: Double) -> Double {
    let part = (amount - range.lowerBound) / (range.upperBound - range.lowerBound)
    return Self.height - Self.bottom - part * (Self.height - Self.top - Self.bottom)
  }

  /// A length with one decimal.
  private static func text(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
