import Foundation
import Raster
import TestSupport
import Testing

@testable import Cards

@Suite("A card's layout")
struct CardLayoutTests {
  /// Every letter half an em wide, whatever it is.
  private func layout(
    _ body: String, translation: String = "", author: String = "", _ style: CardStyle = CardStyle()
  ) throws -> CardLayout {
    try CardLayout(CardText(body: body, translation: translation, author: author), style) {
      (text, _) throws(CardError) in Double(text.count) / 2
    }
  }

  @Test("never has larger type for a longer text", arguments: CardShape.allCases)
  func shrinks(shape: CardShape) throws {
    let words = DrawnCards.words(400).split(separator: " ")
    var last = Double.infinity
    for count in stride(from: 1, to: words.count, by: 7) {
      let layout = try layout(
        words[..<count].joined(separator: " "), author: "A", CardStyle(size: .large, shape: shape))
      #expect(layout.emSize <= last)
      last = layout.emSize
    }
    #expect(last < 60)
  }

  @Test("says how much fits of a text that is too long, and that much fits")
  func tooLong() throws {
    let body = DrawnCards.words(20_000)
    let error = try #require(throws: CardError.self) { try layout(body, author: "A") }
    guard case .tooLong(let observed, let fitting) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(observed == body.count)
    #expect((2_000...6_000).contains(fitting))
    let all = try layout(String(body.prefix(fitting)), author: "A")
    #expect(all.emSize >= CardLayout.smallestEm && all.emSize < CardLayout.smallestEm + 0.5)
    #expect(throws: CardError.self) { try layout(String(body.prefix(fitting + 40)), author: "A") }
  }

  @Test("takes an author's line that alone is too long as what it is")
  func longAuthor() {
    let author = DrawnCards.words(5_000)
    #expect(throws: CardError.tooLong(observed: 1, fitting: 0)) { try layout("x", author: author) }
  }

  @Test("leaves no word alone on the last line where lines can be of a length")
  func balanced() throws {
    let lines = try layout("one two three four five six seven eight nine ten ok").lines
    #expect(lines.count > 1)
    let widths = lines.map(\.width)
    #expect(try #require(widths.min()) > 0.6 * #require(widths.max()))
  }

  @Test("breaks a word only where type would get half as large otherwise")
  func longWords() throws {
    let whole = try layout("A " + String(repeating: "x", count: 30))
    #expect(whole.lines.map(\.text) == ["A", String(repeating: "x", count: 30)])
    let broken = try layout(String(repeating: "x", count: 100))
    #expect(broken.lines.count > 1 && broken.emSize == 36)
  }

  @Test("breaks Korean at spaces, and Japanese not before a full stop")
  func eastAsia() throws {
    let anthem = "동해물과 백두산이 마르고 닳도록 하느님이 보우하사 우리나라 만세"
    for length in 1...12 {
      let text = String(repeating: "가", count: length) + " " + anthem
      let words = Set(text.split(separator: " "))
      let lines = try layout(text).lines
      #expect(lines.count > 1)
      for line in lines {
        #expect(line.text.split(separator: " ").allSatisfy(words.contains), "\(line.text)")
      }
    }
    for length in 1...40 {
      let text = String(repeating: "あ", count: length) + "。「い」、う"
      for line in try layout(text).lines {
        #expect(!"。、」".contains(line.text.first ?? "。") && line.text.last != "「", "\(line.text)")
      }
    }
  }

  @Test("goes on in a line that was broken because it was full, and keeps those of a verse")
  func unwrapped() {
    let full =
      "It is a truth universally acknowledged, that a single man who is in\npossession of a fortune"
    #expect(CardText.paragraphs(of: full) == [full.replacing("\n", with: " ")])
    #expect(
      CardText.paragraphs(of: "Roses are red,\n\n\n\tViolets\u{7} are  blue.\n\n")
        == ["Roses are red,", "", "Violets are blue."])
  }

  @Test("puts what runs from right to left at the right, where lines begin below one another")
  func rightToLeft() throws {
    let arabic = Array(repeating: "اسلم", count: 140).joined(separator: " ")
    let lines = try layout(arabic).lines
    #expect(lines.count > 8)
    let ends = lines.map { $0.x + $0.width }
    #expect(try #require(ends.max()) - #require(ends.min()) < 0.001)
    #expect(lines.allSatisfy { $0.setting.direction == .rightToLeft })
  }

  @Test("keeps the order of the parts, each below the one before, within the box")
  func order() throws {
    for count in [1, 20, 150] {
      let text = DrawnCards.words(count)
      let layout = try layout(text, translation: text, author: "Somebody")
      let baselines = layout.lines.map(\.baseline)
      #expect(baselines == baselines.sorted() && Set(baselines).count == baselines.count)
      let roles = layout.lines.map(\.role)
      #expect(roles.first == .body && roles.last == .byline && roles.contains(.translation))
      let box = CardShape.square.textBox
      for line in layout.lines {
        #expect(line.x >= Double(box.x) - 0.5)
        #expect(line.x + line.width <= Double(box.x + box.width) + 0.5)
        #expect(line.emSize >= CardLayout.smallestEm)
      }
      let rule = try #require(layout.rule)
      #expect(Double(rule.y) < baselines[baselines.count - 1])
      #expect(Double(rule.y) > baselines[baselines.count - 2])
    }
  }
}
