import Foundation
import TestSupport
import Testing

@testable import Sending

@Suite("The desktop")
struct DesktopTests {
  /// Notices, and the strings that arrive at the service: title and body.
  private static let notices: [(notice: Notice, title: String, body: String)] = [
    (
      Notice(title: "Call Mina", body: "", link: nil, identifier: "a"), "Call Mina", ""
    ),
    (
      Notice(
        title: "-t 오늘 <b>연락</b> & 🎂", body: "<b>1 < 2</b> & \"x\"\r\nline 2\\n\\",
        link: "https://example.org/?a=1&b=2", identifier: "b", priority: .high),
      "-t 오늘 <b>연락</b> & 🎂",
      "&lt;b&gt;1 &lt; 2&lt;/b&gt; &amp; \"x\"\nline 2\\n\\\nhttps://example.org/?a=1&amp;b=2"
    ),
    (
      Notice(title: "\u{1B}[1m\n", body: "-b %s $HOME\u{0}", link: nil, identifier: "c"), "[1m",
      "-b %s $HOME"
    ),
    (Notice(title: "\n", body: "x", link: nil, identifier: "d"), "Daystamp", "x"),
  ]

  @Test(
    "shows what was sent",
    .enabled("needs notify-send and dbusmock") {
      guard InstalledProgram.isThere("notify-send"), InstalledProgram.isThere("dbus-daemon")
      else { return false }
      return await Python.has("dbusmock")
    })
  func shows() async throws {
    let python = try #require(await Python.interpreter(with: "dbusmock"))
    let service = try await RunningProgram(
      "/usr/bin/env", [python, Checkout.fixture("notifications.py")])
    let output = try #require(await service.output.wait(for: "\n"))
    let address = try #require(output.split(separator: "\n").first { $0.hasPrefix("unix:") })
    // In a locale that has no letters but ASCII.
    let desktop = Desktop(
      program: ExternalProgram(
        "notify-send", limit: 600,
        environment: ["DBUS_SESSION_BUS_ADDRESS": String(address), "LC_ALL": "C"]))
    for (place, (notice, title, body)) in Self.notices.enumerated() {
      try await desktop.show(notice)
      let urgency = notice.priority == .high ? 2 : 1
      // The service may say it later than it takes it.
      let all = try #require(await service.output.wait(for: ", \"sender", times: place + 1))
      let calls = all.components(separatedBy: " Notify ")
      #expect(calls.count == place + 2)
      let wanted =
        #""Daystamp" 0 "appointment-soon" "\#(title)" "\#(body)" [] {"urgency": \#(urgency)"#
      #expect(calls.last?.hasPrefix(wanted) == true, "\(calls.last ?? "")")
    }
    service.signal(SIGTERM)
    _ = try await service.wait()
  }

  @Test(
    "says that there is no bus where there is none",
    .enabled(if: InstalledProgram.isThere("notify-send"), "needs notify-send"))
  func noBus() async throws {
    let folder = try TemporaryFolder()
    let desktop = Desktop(
      program: ExternalProgram(
        "notify-send", limit: 600,
        environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus"]))
    let error = await #expect(throws: SendingError.self) {
      try await desktop.show(Notice(title: "a", body: "", link: nil, identifier: "a"))
    }
    guard case .failed("notify-send", 1, let said) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(said.contains("\(folder.path)/bus") || said.contains("connect"))
  }

  @Test("cuts a body that is too long for an argument, and keeps the link")
  func long() throws {
    let notice = Notice(
      title: "a", body: String(repeating: "가", count: 100_000), link: "https://example.org/",
      identifier: "a")
    let body = try #require(Desktop.arguments(for: notice).last)
    #expect(body == String(repeating: "가", count: 1_999) + "…\nhttps://example.org/")
  }
}
