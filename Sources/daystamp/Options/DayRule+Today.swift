import CaptureTime
import Journal
import Shell

extension DayRule {
  /// The day that it is by this machine's clock.
  var today: CivilDate { day(of: Clock.now()) }
}
