import CaptureTime

@testable import Journal

/// A day that the calendar has.
func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
  CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSinceEpoch: 0)
}

/// A month that the calendar has.
func month(_ year: Int, _ month: Int) -> Month {
  Month(containing: day(year, month, 1))
}
