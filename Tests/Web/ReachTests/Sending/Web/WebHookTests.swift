import Foundation
import TestSupport
import Testing

@testable import Sending

@Suite("A web hook")
struct WebHookTests {
  private static let notice = Notice(
    title: "Ana ist fällig", body: "Seit 3 Tagen\nzuletzt: \"Café\" ☕️",
    link: "https://day.example/people/1?a=b", identifier: "person-1", priority: .high)
  private static let plain = Notice(
    title: "Morning page", body: "", link: nil, identifier: "morning")

  private func request(
    _ format: HookFormat, _ notice: Notice, token: String? = "tk_1"
  ) throws -> WebRequest {
    let address = try WebAddress("https://hook.example/topic", policy: .loopbackAllowed)
    return try WebHook(address: address, format: format, token: token).request(for: notice)
  }

  private func fields(_ request: WebRequest) -> [String: String] {
    Dictionary(
      request.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { "\($0)|\($1)" })
  }

  @Test("of ntfy has title, priority and link in its fields, and the lines as text")
  func ntfy() throws {
    let request = try request(.ntfy, Self.notice)
    #expect(
      fields(request) == [
        "Content-Type": "text/plain; charset=utf-8", "User-Agent": "Daystamp",
        "Title": "=?UTF-8?B?QW5hIGlzdCBmw6RsbGln?=", "Priority": "high",
        "Click": "https://day.example/people/1?a=b", "Authorization": "Bearer tk_1",
      ])
    #expect(String(decoding: request.body, as: UTF8.self) == Self.notice.body)
    let short = try self.request(.ntfy, Self.plain, token: "")
    #expect(
      fields(short) == [
        "Content-Type": "text/plain; charset=utf-8", "User-Agent": "Daystamp",
      ])
    #expect(String(decoding: short.body, as: UTF8.self) == "Morning page")
  }

  @Test("of gotify is JSON, with the link where its apps look for it")
  func gotify() throws {
    let request = try request(.gotify, Self.notice)
    #expect(
      fields(request) == [
        "Content-Type": "application/json", "User-Agent": "Daystamp", "X-Gotify-Key": "tk_1",
      ])
    #expect(
      String(decoding: request.body, as: UTF8.self) == #"""
        {"extras":{"client::notification":{"click":{"url":"https://day.example/people/1?a=b"}}},\#
        "message":"Seit 3 Tagen\nzuletzt: \"Café\" ☕️","priority":8,"title":"Ana ist fällig"}
        """#)
    #expect(
      try String(decoding: self.request(.gotify, Self.plain, token: nil).body, as: UTF8.self)
        == #"{"message":"Morning page","priority":5,"title":"Morning page"}"#)
  }

  @Test("of apprise is JSON, with the link as a line")
  func apprise() throws {
    let request = try request(.apprise, Self.notice)
    #expect(
      fields(request) == [
        "Content-Type": "application/json", "User-Agent": "Daystamp",
        "Authorization": "Bearer tk_1",
      ])
    #expect(
      String(decoding: request.body, as: UTF8.self) == #"""
        {"body":"Seit 3 Tagen\nzuletzt: \"Café\" ☕️\nhttps://day.example/people/1?a=b",\#
        "title":"Ana ist fällig","type":"warning"}
        """#)
    #expect(
      try String(decoding: self.request(.apprise, Self.plain).body, as: UTF8.self)
        == #"{"body":"Morning page","title":"Morning page","type":"info"}"#)
  }

  @Test(
    "a token that could not stand in a field is refused, with what is wrong and where",
    arguments: [
      ("a b", WebHook.Failure.character(.blank, place: 2)), ("ab\t", .character(.blank, place: 3)),
      ("a\nb", .character(.lineBreak, place: 2)), ("a\r\nb", .character(.lineBreak, place: 2)),
      ("\u{0}", .character(.control, place: 1)), ("ab\u{7F}", .character(.control, place: 3)),
      ("ä", .character(.foreign, place: 1)), ("e\u{301}", .character(.foreign, place: 2)),
      (String(repeating: "a", count: 1_001), .tooLong(bytes: 1_001)),
      (String(repeating: "a", count: 2_000) + " b", .character(.blank, place: 2_001)),
    ])
  func token(text: String, failure: WebHook.Failure) throws {
    let address = try WebAddress("https://hook.example/", policy: .loopbackAllowed)
    #expect(throws: failure) { try WebHook(address: address, token: text) }
  }

  @Test(
    "of gotify is doubted without a token, and at an address where it takes no messages",
    arguments: [
      ("https://gotify.example/message", "tk", []),
      ("https://example.org/gotify/message?x=1", "tk", []),
      ("https://gotify.example/message?token=tk", "", []),
      ("https://gotify.example/message?x=1&token=tk", "", []),
      ("https://gotify.example/message", "", [WebHook.Doubt.token]),
      ("https://gotify.example/message?token=", "", [.token]),
      ("https://gotify.example/message?mytoken=tk", "", [.token]),
      ("https://gotify.example", "tk", [.path]), ("https://gotify.example/messages", "tk", [.path]),
      ("https://gotify.example/message/", "tk", [.path]),
      ("https://gotify.example/?a=/message", "", [.path, .token]),
    ])
  func doubts(address: String, token: String, doubts: [WebHook.Doubt]) throws {
    let address = try WebAddress(address, policy: .loopbackAllowed)
    #expect(try WebHook(address: address, format: .gotify, token: token).doubts == doubts)
    #expect(try WebHook(address: address, format: .ntfy).doubts == [])
    #expect(try WebHook(address: address, format: .apprise).doubts == [])
  }

  private static let titles = [
    "plain", "ä", "=?UTF-8?Q?a?=", "☕️ Kaffee mit Ana", "a\nb: c",
    String(repeating: "Grüße ", count: 40), String(repeating: "👨‍👩‍👧‍👦", count: 30),
  ]

  @Test(
    "Python reads the same title, in words that are not too long",
    .enabled(Comment(rawValue: Python.note)) { await Python.isThere }, arguments: titles)
  func title(text: String) async throws {
    let encoded = EncodedWords.onOneLine(text)
    #expect(encoded.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    #expect(text == "plain" || encoded.split(separator: " ").allSatisfy { $0.utf8.count <= 75 })
    let script = """
      import sys, email.header
      parts = email.header.decode_header(sys.stdin.read())
      print(str(email.header.make_header(parts)).encode().hex())
      """
    let read = try await Python.lines(of: script, input: encoded)
    #expect(read == [Substring(text.utf8.map { String(format: "%02x", $0) }.joined())])
  }
}
