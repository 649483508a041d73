/// Why a setting was not taken, or cannot be read.
package struct SettingError: Error, Sendable {
  package let key: SettingKey
  /// What it was to be set to, or is; nil where it would have nothing.
  package let text: String?
  package let reason: any Error
}

/// Why a text is no value of a setting, where no other layer says so.
package enum SettingProblem: Error, Hashable, Sendable {
  /// A file or folder has to be named from the root on.
  case relativePath
  /// The names that there are for it.
  case unknownName(expected: [String])
  /// A label of this would not be seen.
  case drawsNothing
  /// Bytes of UTF-8.
  case tooManyBytes(observed: Int, limit: Int)
  /// There has to be a value, for there is no default.
  case noDefault
}
