import Foundation
import FoundationXML
import Hummingbird
import HummingbirdTesting
import Journal
import Testing

@testable import JournalServer

@Suite("Statistics")
struct StatisticsPageTests {
  private func filled() async throws -> PageJournal {
    let test = try await PageJournal()
    for time in ["2023-05-01 10:00", "2023-05-02 10:00", "2024-01-30 10:00"] {
      let day = time.prefix(10).replacing("-", with: ":")
      let fields = [("words", "three little words"), ("mood", time < "2024" ? "4" : "2")]
      let answer = try await test.site.post(Site.photo("\(day) 10:00:00"), fields)
      #expect(answer.status == .created, "\(answer.text)")
    }
    return test
  }

  @Test("Plots are drawings that another program reads, each with a title, a summary and a table")
  func plots() async throws {
    let page = try await filled().visit("/statistics").text
    // Each ends before its table: there are other drawings in it.
    let drawings = page.matches(of: /<svg class="plot"[\s\S]*?<\/svg>(?=\s*<details)/)
      .map { String($0.0) }
    #expect(drawings.count == 4)
    for drawing in drawings {
      let parser = XMLParser(data: Data(drawing.utf8))
      #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")\n\(drawing)")
      #expect(drawing.contains("<title id=") && drawing.contains("<desc id="))
      #expect(!drawing.contains("style="))
    }
    // Of the last twelve months two have posts and words.
    #expect(drawings[0].matches(of: /<rect class="whole"/).count == 2)
    #expect(drawings[1].contains(">6</text>") && drawings[1].contains(">3</text>"))
    #expect(drawings[2].matches(of: /<circle class="mood-[24]"/).count == 2)
    #expect(page.matches(of: /<tr><th scope="row">January 2024<\/th><td>1 post<\/td>/).count == 1)
  }

  @Test("Those of a year have its months")
  func year() async throws {
    let test = try await filled()
    let page = try await test.visit("/statistics?year=2023").text
    #expect(page.contains("<th scope=\"row\">January 2023</th>"))
    #expect(!page.contains("<th scope=\"row\">January 2024</th>"))
    #expect(page.contains("href=\"/statistics?year=2023\" aria-current=\"page\""))
    #expect(try await test.visit("/statistics?year=0").status == .badRequest)
  }

  @Test(
    "A scale ends at a round number that nothing is above",
    arguments: [(0, 2), (1, 2), (3, 4), (5, 10), (10, 10), (11, 20), (41, 100), (1_001, 2_000)])
  func scale(most: Int, top: Int) {
    #expect(Plot.roundTop(above: Double(most)) == Double(top))
  }
}
