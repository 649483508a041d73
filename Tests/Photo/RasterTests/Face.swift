import Foundation
import Raster
import TestSupport

/// The faces that come with the project.
enum Face: String, CaseIterable {
  case sans = "OpenSans-Semibold.ttf"
  case hangul = "NanumGothicBold.ttf"
  case segments = "DSEG7Classic-Bold.ttf"

  var path: String { "\(Checkout.faces)/\(rawValue)" }

  func stack() throws -> FontStack { try FontStack([path]) }
}

/// Faces cut down to what the tests lay out; `Tests/Fixtures/Fonts/README.md`.
enum ScriptFont: String, CaseIterable {
  case arabic = "NotoSansArabic-subset"
  case hebrew = "NotoSansHebrew-subset"
  case devanagari = "NotoSansDevanagari-subset"
  case thai = "NotoSansThai-subset"
  case deseret = "NotoSansDeseret-subset"
  case thaiWithoutNikhahit = "NotoSansThai-without-nikhahit"

  var path: String { Checkout.fixture("Fonts/\(rawValue).ttf") }
}

/// All bytes of a file.
func bytes(ofFile path: String) throws -> [UInt8] {
  try [UInt8](Data(contentsOf: URL(filePath: path)))
}
