/// A face that comes with the program, so that every machine draws the same label.
///
/// `Fonts/README.md` says where each is from and which characters it has.
package enum BundledFont: String, CaseIterable, Sendable {
  /// Open Sans Semibold: digits, Latin, Greek and Cyrillic.
  case sans
  /// Nanum Gothic Bold: Hangul, kana and Hanja.
  case hangul
  /// DSEG7 Classic Bold, as film cameras print dates: digits and a few signs, no apostrophe or slash.
  case sevenSegment

  /// The name of its file in each folder of the search path.
  package var fileName: String {
    switch self {
    case .sans: "OpenSans-Semibold.ttf"
    case .hangul: "NanumGothicBold.ttf"
    case .sevenSegment: "DSEG7Classic-Bold.ttf"
    }
  }
}
