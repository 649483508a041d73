import CaptureTime
import Foundation

/// The locale in which the person reads dates, as the environment names it.
enum TimeLocale {
  /// The first of LC_ALL, LC_TIME and LANG that is not empty (POSIX, section 8.2); "C" where there is
  /// none, or none that is known, as other programs have it.
  static func name(in environment: [String: String]) -> String {
    let names = ["LC_ALL", "LC_TIME", "LANG"].compactMap { environment[$0] }
    let name = names.first { !$0.isEmpty } ?? "C"
    do throws(TimeFormatError) {
      _ = try LocaleNames.identifier(name)
      return name
    } catch {
      return "C"
    }
  }
}
