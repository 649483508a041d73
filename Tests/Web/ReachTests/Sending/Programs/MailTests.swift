import Foundation
import TestSupport
import Testing

@testable import Sending

@Suite("Mail")
struct MailTests {
  /// Titles as given, and as a reader shows them.
  private static let titles: [(given: String, shown: String)] = [
    ("Call Mina", "Call Mina"),
    (
      "오늘 연락할 사람: 김민아, 박서준 그리고 아주 오랫동안 소식이 없던 최하늘에게 안부를 물어보세요",
      "오늘 연락할 사람: 김민아, 박서준 그리고 아주 오랫동안 소식이 없던 최하늘에게 안부를 물어보세요"
    ),
    (String(repeating: "👨‍👩‍👧‍👦🎂", count: 12), String(repeating: "👨‍👩‍👧‍👦🎂", count: 12)),
    ("e" + String(repeating: "\u{301}", count: 90), "e" + String(repeating: "\u{301}", count: 90)),
    (
      String(repeating: "a long title ", count: 20) + "end",
      String(repeating: "a long title ", count: 20) + "end"
    ),
    ("=?utf-8?B?aGk=?= is shown as it is", "=?utf-8?B?aGk=?= is shown as it is"),
    ("Hello\r\nBcc: other@example.org\r\n\r\nbody\u{7}", "Hello Bcc: other@example.org body"),
    ("café \u{2028}\u{85}“1 < 2”", "café “1 < 2”"),
    ("", ""),
  ]

  private static let bodies: [(given: String, shown: String)] = [
    ("", ""),
    ("one\n.\n..\nFrom here\ntwo", "one\n.\n..\nFrom here\ntwo"),
    (
      String(repeating: "한글 with a long line ", count: 400),
      String(repeating: "한글 with a long line ", count: 400)
    ),
    ("a\r\nb\rc\u{2028}d\te\u{0}\u{1B}[1m", "a\nb\nc\nd\te[1m"),
    ("🎂 = \\ \" %s $HOME", "🎂 = \\ \" %s $HOME"),
  ]

  @Test(
    "arrives at a server as it was sent, through msmtp",
    .enabled("needs msmtp and aiosmtpd") {
      guard InstalledProgram.isThere("msmtp") else { return false }
      return await Python.has("aiosmtpd")
    })
  func arrives() async throws {
    let python = try #require(await Python.interpreter(with: "aiosmtpd"))
    let server = try await RunningProgram(
      "/usr/bin/env", [python, Checkout.fixture("smtp.py")], environment: ["PYTHONUTF8": "1"])
    let port = try #require(await server.output.wait(for: "\n")?.split(separator: "\n").first)
    // msmtp reads .msmtprc of HOME.
    let home = try TemporaryFolder()
    try home.write(
      Data("account default\nhost 127.0.0.1\nport \(port)\nfrom configured@example.org\n".utf8),
      to: ".msmtprc")
    let msmtp = ExternalProgram(
      "msmtp", limit: 600, environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.path])
    let missing = ExternalProgram("daystamp-no-such-program", limit: 1)
    let (to, from) = (try MailAddress("o'hara+x@example.org"), try MailAddress("me@example.com"))
    var sent: [(notice: Notice, title: String, body: String, from: MailAddress?)] = []
    for (index, title) in Self.titles.enumerated() {
      let body = Self.bodies[index % Self.bodies.count]
      let notice = Notice(
        title: title.given, body: body.given,
        link: index % 2 == 0 ? "https://example.org/day/2024-01-31?a=1&b=2" : nil,
        identifier: "day-\(index)", priority: index % 3 == 0 ? .high : .usual)
      sent.append((notice, title.shown, body.shown, index % 2 == 0 ? from : nil))
    }
    for (notice, _, _, from) in sent {
      let mail = Mail(to: to, from: from, host: "my host.lan", programs: [missing, msmtp])
      try await mail.send(notice, at: 1_706_745_599, offset: 9 * 3_600)
    }
    server.signal(SIGTERM)
    let messages = try await server.wait().json
    #expect(messages.count == sent.count)
    for (message, sent) in zip(messages, sent) {
      func text(_ name: String) -> String? { message[name] as? String }
      let sender = sent.from?.text ?? "configured@example.org"
      #expect(message["defects"] as? [String] == [])
      #expect(text("sender") == sender && text("from") == sender)
      #expect(message["recipients"] as? [String] == [to.text] && text("to") == to.text)
      #expect(text("subject") == sent.title)
      let lines = [sent.body, sent.notice.link ?? ""].filter { !$0.isEmpty }
      #expect(text("body") == lines.joined(separator: "\n\n") + "\n")
      #expect(text("date") == "2024-02-01T08:59:59+09:00")
      #expect(text("identifier") == "<\(sent.notice.identifier)@myhost.lan>")
      #expect(text("automatic") == "auto-generated")
      #expect(text("importance") == (sent.notice.priority == .high ? "high" : nil))
      #expect((message["longest"] as? Int ?? .max) <= 78)
      let headers = try #require(message["headers"] as? [String])
      #expect(Set(headers).count == headers.count && !headers.contains("Bcc"))
    }
  }

  @Test("is not sent where no program for it is installed, and says the first one's name")
  func missing() async throws {
    let mail = try Mail(
      to: MailAddress("me@example.org"),
      programs: ["daystamp-none", "/proc/none/sendmail"].map { ExternalProgram($0, limit: 1) })
    let notice = Notice(title: "a", body: "", link: nil, identifier: "a")
    await #expect(throws: SendingError.notInstalled(program: "daystamp-none")) {
      try await mail.send(notice, at: 0, offset: 0)
    }
  }

  @Test("gives the address after a double hyphen")
  func arguments() throws {
    let (to, from) = (try MailAddress("a@b.org"), try MailAddress("c@d.org"))
    #expect(Mail(to: to).arguments == ["-i", "--", "a@b.org"])
    #expect(Mail(to: to, from: from).arguments == ["-i", "-f", "c@d.org", "--", "a@b.org"])
  }

  @Test(
    "has the date of the wall clock there",
    arguments: [
      (0, 0, "Thu, 01 Jan 1970 00:00:00 +0000"),
      (1_709_251_199, -12_600, "Thu, 29 Feb 2024 20:29:59 -0330"),
      (1_704_067_199, 46_800, "Mon, 01 Jan 2024 12:59:59 +1300"),
    ])
  func date(time: Int, offset: Int, text: String) {
    #expect(MailMessage.date(time, offset: offset) == text)
  }

  @Test("has words of at most 75 characters in its subject, each of whole characters")
  func words() throws {
    for (title, _) in Self.titles {
      let encoded = MailMessage.encoded(title.onOneLine, after: "Subject: ")
      let lines = ("Subject: " + encoded).split(separator: "\n")
      #expect(lines.allSatisfy { $0.utf8.count <= 76 })
      for word in encoded.split(separator: "\n ") where word.hasPrefix("=?UTF-8?B?") {
        #expect(word.utf8.count <= 75)
        let bytes = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
        let text = try #require(String(data: bytes, encoding: .utf8))
        #expect(title.contains("\u{301}") || title.onOneLine.contains(text))
      }
    }
  }
}
