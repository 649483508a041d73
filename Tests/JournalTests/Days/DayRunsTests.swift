import CaptureTime
import Testing

@testable import Journal

@Suite("Runs of days")
struct DayRunsTests {
  /// Days of March 2024, of which the 20th is today; 0 is 29 February.
  @Test(
    "The longest run and the current one",
    arguments: [
      ([], nil, nil),
      ([20], 20...20, 20...20),
      ([19], 19...19, 19...19),
      ([18], 18...18, nil),
      ([0, 1, 2, 18, 19], 0...2, 18...19),
      ([1, 2, 4, 5, 6, 8, 19, 20], 4...6, 19...20),
      ([1, 2, 3, 18, 19, 20], 18...20, 18...20),
      ([5, 6, 10], 5...6, nil),
      ([19, 20, 21, 22], 19...22, 19...20),
      ([10, 22, 23], 22...23, nil),
      ([20, 22], 22...22, 20...20),
    ] as [([Int], ClosedRange<Int>?, ClosedRange<Int>?)])
  func runs(days: [Int], longest: ClosedRange<Int>?, current: ClosedRange<Int>?) {
    let start = day(2024, 2, 29)
    let runs = DayRuns(days.map { start.adding(days: $0) }, today: day(2024, 3, 20))
    let run = { (range: ClosedRange<Int>) in
      DayRun(
        first: start.adding(days: range.lowerBound), last: start.adding(days: range.upperBound))
    }
    #expect(runs.longest == longest.map(run))
    #expect(runs.current == current.map(run))
    #expect(runs.longest?.length == longest?.count)
  }
}
