import CaptureTime
import Shell
import Store

extension DayRule {
  /// The day that it is by this machine's clock.
  var today: CivilDate { day(of: Clock.now()) }
}
