/// Sends notices by the machine's `sendmail`, which msmtp, Postfix, Exim, OpenSMTPD and others bring.
package struct Mail: Sendable {
  /// Where it is: in PATH, else where the Linux Standard Base and systems before it have it, which are
  /// not in the PATH of all users.
  package static let usualPrograms = ["sendmail", "/usr/sbin/sendmail", "/usr/lib/sendmail"]
    .map { ExternalProgram($0, limit: 60) }

  package let to: MailAddress
  /// Nil for the address that the program has for this user; else also whom it tells of failures.
  package let from: MailAddress?
  /// For the Message-ID; nil for the domain of the address that it is from, or else goes to.
  package let host: String?
  /// The first of them that is installed sends.
  private let programs: [ExternalProgram]

  package init(
    to: MailAddress, from: MailAddress? = nil, host: String? = nil,
    programs: [ExternalProgram] = usualPrograms
  ) {
    (self.to, self.from, self.host, self.programs) = (to, from, host, programs)
  }

  /// Hands a notice to the program, which may keep it and send it later.
  ///
  /// - Parameters:
  ///   - notice: the notice.
  ///   - time: now, in seconds since 1970 in UTC.
  ///   - offset: seconds east of UTC, for the message's date.
  /// - Throws: as ``ExternalProgram/run(_:input:)``; ``SendingError/notInstalled(program:)`` with the name
  ///   of the first.
  package func send(_ notice: Notice, at time: Int, offset: Int) async throws {
    let message = MailMessage(
      notice, to: to, from: from, time: time, offset: offset,
      host: host ?? (from ?? to).domain)
    for program in programs {
      do {
        return try await program.run(arguments, input: [UInt8](message.text.utf8))
      } catch SendingError.notInstalled {
        continue
      }
    }
    throw SendingError.notInstalled(program: programs.first?.name ?? "sendmail")
  }

  /// `-i`: a line that is a single dot does not end the message. The address is given, and not taken from
  /// the message by `-t`, so that what is in the message never says where it goes.
  var arguments: [String] {
    ["-i"] + (from.map { ["-f", $0.text] } ?? []) + ["--", to.text]
  }
}
