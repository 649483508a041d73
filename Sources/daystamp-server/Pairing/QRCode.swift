import CQREncode

/// A QR code (ISO/IEC 18004) in characters, two rows of modules a line, dark on light whatever the
/// terminal's colours.
struct QRCode {
  let lines: [String]

  /// Modules of light around the code (section 6.3.8 of the standard).
  private static let margin = 4

  /// Nil where the text is too long.
  init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let data = code.pointee.data else { return nil }
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let (row, column) = (row - Self.margin, column - Self.margin)
      guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
      return data[row * width + column] & 1 == 1
    }
    let size = width + 2 * Self.margin
    lines = stride(from: 0, to: size, by: 2).map { row in
      let cells = (0..<size).map { column in
        // An upper half block in the colour of the upper module, on that of the lower one.
        "\u{1B}[\(isDark(row, column) ? 30 : 97);\(isDark(row + 1, column) ? 40 : 107)m▀"
      }
      return cells.joined() + "\u{1B}[0m"
    }
  }
}
