import CQREncode

/// A QR code (ISO/IEC 18004) of a text.
package struct QRCode: Sendable, Equatable {
  /// Modules on each side, with the margin.
  package let size: Int
  /// Row by row, whether a module is dark.
  private let modules: [Bool]

  /// Modules of light around the code (section 6.3.8 of the standard).
  private static let margin = 4

  /// Nil where the text is too long for any code.
  package init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let data = code.pointee.data else { return nil }
    let size = width + 2 * Self.margin
    var modules = [Bool](repeating: false, count: size * size)
    for row in 0..<width {
      for column in 0..<width where data[row * width + column] & 1 == 1 {
        modules[(row + Self.margin) * size + column + Self.margin] = true
      }
    }
    (self.size, self.modules) = (size, modules)
  }

  /// Whether a module is dark; those beyond the margin are not.
  package func isDark(_ row: Int, _ column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return modules[row * size + column]
  }

  /// The dark modules as the data of one path of SVG, a unit each, in the box from 0 to ``size``.
  package var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        let start = column
        while isDark(row, column) { column += 1 }
        if column > start { path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z" }
        column += 1
      }
    }
    return path
  }
}
