package import SystemPackage

/// The systemd units that send a user's reminders.
///
/// A timer starts the service every minute; systemd starts none while one still runs.
package enum UserUnits {
  package static let serviceName = "daystamp-remind.service"
  package static let timerName = "daystamp-remind.timer"

  /// The first line of a file that is ours.
  static let firstLine = "# Written by daystamp, which replaces and removes this file."

  /// The service's text.
  ///
  /// What needs `NoNewPrivileges=`, as all options do that filter system calls or have namespaces of
  /// their own in a user's unit (systemd.exec(5)), is left out: `sendmail` of Postfix gets its right to
  /// write to the queue by its set-group-ID bit, Exim's by its set-user-ID bit.
  ///
  /// - Parameters:
  ///   - program: the absolute path of `daystamp`.
  ///   - arguments: those after it.
  /// - Returns: all of the file.
  /// - Throws: ``UserTimerError/program(_:)``.
  package static func service(
    program: FilePath, arguments: [String]
  ) throws(UserTimerError) -> String {
    let command = try command(program, arguments)
    return """
      \(firstLine)
      [Unit]
      Description=Send the reminders that are due
      Documentation=man:systemd.service(5)

      [Service]
      Type=oneshot
      ExecStart=\(command)
      TimeoutStartSec=10min
      # Some mail programs deliver in the background, after accepting a message.
      KillMode=process
      UMask=0077
      LimitCORE=0
      Nice=10
      # systemd's journal keeps failures, but no start and end every minute.
      SyslogLevel=notice
      LogLevelMax=notice

      """
  }

  /// The timer's text. A missed minute is not made up for: the next one sends everything due by
  /// then.
  package static let timer = """
    \(firstLine)
    [Unit]
    Description=Send the reminders that are due, every minute

    [Timer]
    OnCalendar=minutely
    AccuracySec=1s
    Persistent=false

    [Install]
    WantedBy=timers.target

    """

  /// The value of `ExecStart=`: each word in quotes. The colon is for no variables, so that a `$` is
  /// itself (systemd.service(5), "Command lines").
  ///
  /// - Throws: ``UserTimerError/program(_:)`` for what systemd does not take as a program's path: one that
  ///   is not absolute, or has controls, quotes or backslashes, whether escaped or not (`string_is_safe`
  ///   in its `string-util.c`).
  static func command(
    _ program: FilePath, _ arguments: [String]
  ) throws(UserTimerError) -> String {
    let path = program.string
    guard program.isAbsolute, String(validating: program) != nil,
      path.utf8.last != UInt8(ascii: "/"),
      !path.unicodeScalars.contains(where: {
        $0.value < 0x20 || "\u{7F}\"'\\".unicodeScalars.contains($0)
      })
    else { throw .program(path) }
    return ":" + ([path] + arguments).map(quoted).joined(separator: " ")
  }

  /// A word in double quotes with the escapes of systemd.syntax(7), "Quoting", and `%%` for a percent sign
  /// (systemd.unit(5), "Specifiers").
  static func quoted(_ word: String) -> String {
    var text = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\\", "\"": text += "\\\(scalar)"
      case "%": text += "%%"
      case "\0"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

/// Why the timer was not set up or removed.
package enum UserTimerError: Error, Sendable, Hashable {
  /// systemd cannot start a program by this path.
  case program(String)
  /// A file, or a symbolic link, has the name of one of ours and is not ours; nothing was changed.
  case foreign(FilePath)
}
