import ArgumentParser
import Shell
import Store

extension OwnerName {
  /// Reads a name on the command line.
  ///
  /// - Throws: `ValidationError`.
  static func argument(_ text: String) throws -> OwnerName {
    do {
      return try OwnerName(RawArguments.text(text))
    } catch {
      throw ValidationError(Wording.message(for: error))
    }
  }
}
