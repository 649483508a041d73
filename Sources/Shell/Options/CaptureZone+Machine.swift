import ArgumentParser
package import CaptureTime
import Foundation

extension CaptureZone {
  /// This machine's zone, by a name that can be kept.
  ///
  /// - Throws: `ValidationError` where `TZ` says a zone otherwise than by name, as in "KST-9", of which
  ///   Foundation makes another, or by a name that there is not.
  package static func ofThisMachine() throws -> CaptureZone {
    guard let variable = ProcessInfo.processInfo.environment["TZ"], !variable.isEmpty else {
      return CaptureZone(TimeZone.current)
    }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    let isName = name.contains("/") || TimeZone.knownTimeZoneIdentifiers.contains(name)
    guard isName || ["UTC", "GMT"].contains(name), let zone = try? parse(name) else {
      throw ValidationError(Wording.unnamedZone(variable))
    }
    return zone
  }
}
