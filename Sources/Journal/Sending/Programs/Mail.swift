/// Sends notices with the machine's `sendmail`, which comes with msmtp, Postfix, Exim, OpenSMTPD
/// and others.
package struct Mail: Sendable {
  /// Where to find it: in PATH, or else at the paths of the Linux Standard Base and older systems,
  /// which are not in every user's PATH.
  package static let usualPrograms = ["sendmail", "/usr/sbin/sendmail", "/usr/lib/sendmail"]
    .map { ExternalProgram($0, limit: 60) }

  package let to: MailAddress
  /// The sender, who also gets failure reports; nil for the program's own address of this user.
  package let from: MailAddress?
  /// For the Message-ID; nil for the domain of the sender, or else of the recipient.
  package let host: String?
  /// The first of them that is installed sends.
  private let programs: [ExternalProgram]

  package init(
    to: MailAddress, from: MailAddress? = nil, host: String? = nil,
    programs: [ExternalProgram] = usualPrograms
  ) {
    (self.to, self.from, self.host, self.programs) = (to, from, host, programs)
  }

  /// Hands a notice to the program, which may queue it and send it later.
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
