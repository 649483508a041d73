import Testing
import Wording

@testable import Shell

@Suite("Text table")
struct TextTableTests {
  static let rows = [
    ["1", "09:30", "아침 산책", "a.jpg"], ["128", "23:59", "", "b.jpg"], ["7", "—", "👨‍👩‍👧", ""],
  ]

  @Test("puts columns below each other by what a terminal shows")
  func aligned() {
    let table = TextTable(fitting: Self.rows, alignments: [.right, .left, .left, .left])
    #expect(
      Self.rows.map(table.line) == [
        "  1  09:30  아침 산책  a.jpg",
        "128  23:59             b.jpg",
        "  7  —      👨‍👩‍👧",
      ])
  }

  @Test("cuts the last column, and no other, to the width of a line")
  func cut() {
    let columns = [TextTable.Column(alignment: .left, width: 3), TextTable.Column(width: 0)]
    let table = TextTable(columns: columns, lineWidth: 10)
    #expect(table.line(["abc", "12345"]) == "abc  12345")
    #expect(table.line(["abc", "123456"]) == "abc  1234…")
    #expect(table.line(["abc", "한국어"]) == "abc  한국…")
    #expect(table.line(["abcdefghijkl", "123"]) == "abcdefghijkl  …")
  }

  @Test("lets a wide cell move the rest of its line")
  func wide() {
    let columns = [2, 2, 2].map { TextTable.Column(width: $0) }
    #expect(TextTable(columns: columns).line(["abcd", "e", "f"]) == "abcd  e   f")
  }

  @Test("aligns a last column of numbers at its right")
  func numbers() {
    let rows = [["Anna", "9"], ["지우", "10"], ["Ben", "1000"]]
    let table = TextTable(fitting: rows, alignments: [.left, .right])
    #expect(rows.map(table.line) == ["Anna     9", "지우    10", "Ben   1000"])
  }

  @Test("has no blanks at a line's end, and takes rows that end early")
  func ends() {
    let table = TextTable(fitting: Self.rows, alignments: [.left, .left, .left, .right])
    #expect(table.line(["1", "", "", ""]) == "1")
    #expect(table.line(["1", "10:00"]) == "1    10:00")
    #expect(table.line([]) == "")
  }
}
