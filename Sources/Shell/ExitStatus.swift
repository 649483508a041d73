package import ArgumentParser

/// The exit codes of the programs; the README lists them.
package enum ExitStatus: Int32, CaseIterable {
  /// All done.
  case success = 0
  /// A photo failed; the others were done.
  case failure = 1
  /// The command line was wrong; nothing was done (EX_USAGE of sysexits.h).
  case usage = 64
  /// A PIN closes the journal; nothing of it was told (EX_NOPERM of sysexits.h).
  case locked = 77
  /// Ended by Ctrl-C or another signal.
  case interrupted = 130

  package var exitCode: ExitCode { ExitCode(rawValue) }
}
