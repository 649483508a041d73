package import CaptureTime

/// Instants, in seconds since 1970 in UTC, as RFC 3339 writes them.
package enum InstantText {
  package static func text(_ seconds: Int) -> String {
    "\(CaptureTime(wallSeconds: seconds, source: .given))Z"
  }

  /// As the clocks of a zone show it, to the minute: 2024-01-31 23:59.
  package static func text(_ seconds: Int, in zone: CaptureZone) -> String {
    let wall = seconds + zone.offset(at: seconds)
    let text = "\(CaptureTime(wallSeconds: wall, source: .given))"
    return String(text.prefix(16).replacing("T", with: " "))
  }
}
