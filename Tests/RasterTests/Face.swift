import Foundation
import Raster
import TestSupport

/// The faces that come with the project.
enum Face: String, CaseIterable {
  case sans = "OpenSans-Semibold.ttf"
  case hangul = "NanumGothicBold.ttf"
  case segments = "DSEG7Classic-Bold.ttf"

  var path: String { "\(Checkout.faces)/\(rawValue)" }

  func font() throws -> Font { try Font(file: path) }
}

/// All bytes of a file.
func bytes(ofFile path: String) throws -> [UInt8] {
  try [UInt8](Data(contentsOf: URL(filePath: path)))
}
