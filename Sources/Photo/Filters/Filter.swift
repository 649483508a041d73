/// A look for photos, by the name that people know it under.
///
/// What it does is in its ``recipe``; ``FilterPass`` does it to a photo's pixels.
package enum Filter: String, CaseIterable, Sendable {
  case normal, nashville, toaster
  case year1977 = "1977"
  case clarendon, chrome, fade, instant, mono, noir, process, tonal, transfer, tone, linear, sepia
  case xray

  /// The name as it is typed and kept.
  package var name: String { rawValue }
}
