/// Why a font file could not be used.
package enum FontError: Error, Hashable, Sendable {
  /// The file could not be read; `code` is the system's errno.
  case unreadable(path: String, code: Int32)
  /// libgd takes `;` for the end of a font's name, so no file with one in its path can be opened.
  case unsupportedPath(String)
  /// Neither TrueType nor OpenType by its first four bytes.
  case notAFont(path: String)
  /// A table that every font has is missing or ends too early. `table` is its tag, "cmap" also
  /// where the font has no Unicode mapping.
  case missingTable(path: String, table: String)
}
