import CaptureTime
import Testing

@testable import Journal

@Suite("Bounds of days")
struct DayBoundsTests {
  @Test("They go from the first day of the one to the last of the other")
  func both() throws {
    let bounds = try DayBounds(from: range("2024-01"), to: range("2024-02"))
    #expect(bounds.first == day(2024, 1, 1))
    #expect(bounds.last == day(2024, 2, 29))
    #expect(bounds == DayBounds(try range("2024-01..2024-02")))
  }

  @Test("Either end may be open")
  func open() throws {
    let from = try DayBounds(from: range("2024"), to: nil)
    #expect(from.first == day(2024, 1, 1) && from.last == nil)
    #expect(from.contains(day(9999, 12, 31)) && !from.contains(day(2023, 12, 31)))
    let to = try DayBounds(from: nil, to: range("2024"))
    #expect(to.first == nil && to.last == day(2024, 12, 31))
    #expect(to.contains(day(1, 1, 1)) && !to.contains(day(2025, 1, 1)))
    #expect(try DayBounds(from: nil, to: nil) == .all)
    #expect(DayBounds.all.contains(day(2024, 1, 1)))
  }

  @Test("Backwards they are an error")
  func backwards() throws {
    let (later, earlier) = (try range("2024-02"), try range("2024-01"))
    let error = DayRangeError.backwards(first: day(2024, 2, 1), last: day(2024, 1, 31))
    #expect(throws: error) { try DayBounds(from: later, to: earlier) }
  }

  private func range(_ text: String) throws -> DayRange {
    try DayRange.parse(text, today: day(2024, 3, 1))
  }
}
