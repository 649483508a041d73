/// Why no PIN was read.
package enum PINEntryError: Error {
  /// An empty line, or none.
  case nothing
  /// Far longer than any PIN.
  case tooLong
  case entriesDiffer
}
