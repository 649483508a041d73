import CaptureTime
import Foundation
import Journal

extension DayRule {
  /// The day that it is by this machine's clock.
  var today: CivilDate { day(of: Int(Date.now.timeIntervalSince1970)) }
}
