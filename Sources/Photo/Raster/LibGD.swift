import CCodecs.GD

/// The functions of libgd, which is loaded and set up at the first use of one.
///
/// The message handlers must be in place before the first message. Swift runs the initialiser of a
/// global constant exactly once, whichever thread comes first. They are never taken away.
let libgd = cgd_load()

/// What libgd says while it works.
enum LibGD {
  /// What libgd, libjpeg, libpng and libtiff said during a call.
  struct Messages {
    let first: String
    let last: String
    var isEmpty: Bool { first.isEmpty }
  }

  /// Calls libgd and returns its answer with the messages that arose.
  static func recordingMessages<Answer, Failure: Error>(
    _ call: () throws(Failure) -> Answer
  ) throws(Failure) -> (Answer, Messages) {
    _ = libgd
    cgd_clear_message_log()
    let answer = try call()
    return (
      answer,
      Messages(
        first: text(String(cString: cgd_first_message())),
        last: text(String(cString: cgd_last_message())))
    )
  }

  /// A message without the name of the caller in libgd and without the line's end.
  private static func text(_ message: String) -> String {
    let line = Substring(message.split(whereSeparator: \.isNewline).first ?? "")
    for prefix in messagePrefixes where line.hasPrefix(prefix) {
      return String(line.dropFirst(prefix.count))
    }
    return String(line)
  }

  private static let messagePrefixes = [
    "gd-jpeg, libjpeg: recoverable error: ",
    "gd-jpeg: JPEG library reports unrecoverable error: ",
    "gd-png: fatal libpng error: ",
    "gd-png error: ",
    "gd-jpeg: ",
  ]
}
