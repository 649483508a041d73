import CaptureTime
import Journal

extension DayRule {
  /// The day that it is by this machine's clock.
  var today: CivilDate { day(of: Clock.now()) }
}
