import CaptureTime
import Journal

/// A day and how many posts it has, as one object of JSON.
struct DayCountJSON: Encodable {
  let day: String
  let count: Int

  init(_ count: DayCount) {
    day = count.day.description
    self.count = count.count
  }
}
