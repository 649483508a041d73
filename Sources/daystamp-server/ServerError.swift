import NIOCore

/// Why the server does not run; the wording is in one place.
enum ServerError: Error {
  /// The pages' files are in none of these places.
  case noAssets([String])
  /// The pages' files in this folder cannot be read.
  case assets(folder: String, any Error)
  /// The system did not let the server listen.
  case listening(ListenAddress, IOError)
  /// What was under way when the server was to end took too long, and was broken off.
  case brokenOff(seconds: Int)
}
