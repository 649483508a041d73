import Fonts

extension LabelStyle.Face: CustomStringConvertible {
  /// Reads a bundled font's name, such as `sans`, or the path of a font's file, which has a slash in
  /// it.
  ///
  /// - Throws: ``LabelError/font(_:)`` with the text when it is neither.
  package init(parsing text: String) throws(LabelError) {
    if let font = BundledFont(rawValue: text) {
      self = .bundled(font)
    } else if text.contains("/"), !text.utf8.contains(0) {
      self = .file(text)
    } else {
      throw .font(text)
    }
  }

  /// The font as ``init(parsing:)`` reads it. A path without a slash gets `./` before it, which leads
  /// to the same file.
  package var description: String {
    switch self {
    case .bundled(let font): font.rawValue
    case .file(let path): path.contains("/") ? path : "./\(path)"
    }
  }
}
