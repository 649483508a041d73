/// Shows notices on the desktop of the user who runs the program, with libnotify's `notify-send`.
///
/// Where there is no session bus, as on a server or in a job of cron, `notify-send` fails at once, and
/// says so: ``SendingError/failed(program:status:said:)``.
package struct Desktop: Sendable {
  /// Characters of the body, of which desktops show fewer; an argument can have 128 KiB (execve(2)).
  static let bodyLimit = 2_000
  static let applicationName = "Daystamp"

  private let program: ExternalProgram

  package init(program: ExternalProgram = ExternalProgram("notify-send", limit: 15)) {
    // notify-send reads its arguments in the encoding of the locale, and a job of cron has none.
    self.program = program.with(["LC_ALL": "C.UTF-8"])
  }

  /// Shows a notice, without waiting until it is read.
  ///
  /// - Throws: as ``ExternalProgram/run(_:input:)``.
  package func show(_ notice: Notice) async throws {
    try await program.run(Self.arguments(for: notice))
  }

  static func arguments(for notice: Notice) -> [String] {
    let title = notice.title.onOneLine
    return [
      "--app-name=\(applicationName)",
      "--urgency=\(notice.priority == .high ? "critical" : "normal")",
      // Of the Icon Naming Specification.
      "--icon=appointment-soon",
      // notify-send refuses an empty one.
      "--", title.isEmpty ? applicationName : title, body(of: notice),
    ]
  }

  /// The body as markup (Desktop Notifications Specification 1.2, chapter "Markup"), in which a program
  /// escapes what it does not mean as markup. `notify-send` takes escapes with a backslash in the body
  /// (`g_strcompress`), so that a backslash is written twice. The title is plain.
  private static func body(of notice: Notice) -> String {
    let text = notice.body.asLines
    let shown = text.count > bodyLimit ? text.prefix(bodyLimit - 1) + "…" : text[...]
    return [String(shown), notice.link?.onOneLine ?? ""].filter { !$0.isEmpty }
      .joined(separator: "\n")
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\\", with: "\\\\")
  }
}
