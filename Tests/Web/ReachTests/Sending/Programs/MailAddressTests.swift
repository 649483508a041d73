import Testing

@testable import Sending

@Suite("An address for mail")
struct MailAddressTests {
  @Test(
    "of the usual forms is taken as it is",
    arguments: [
      "me@example.org", "first.last+daystamp@mail.example.co.kr", "root@localhost", "o'hara@x.org",
      "a-b@xn--3e0b707e.xn--3e0b707e", "1@2.example", "a=b/c@example.org",
    ])
  func taken(text: String) throws {
    let address = try MailAddress(" \(text)\n")
    #expect(address.text == text)
    #expect(text.hasSuffix("@" + address.domain))
  }

  @Test(
    "that is none says why",
    arguments: [
      ("", .empty), (" \n", .empty),
      ("Kim <kim@example.org>", .character(" ")), ("<kim@example.org>", .character("<")),
      ("a@example.org,b@example.org", .character(",")),
      ("a@b.org\r\nBcc: c@d.org", .character("\r\n")),
      ("a\0@b.org", .character("\0")), ("김@example.org", .character("김")),
      ("kim@예.한국", .character("예")), ("\"a\"@b.org", .character("\"")),
      ("a@[127.0.0.1]", .character("[")), ("root", .atSigns(0)), ("a@b@c.org", .atSigns(2)),
      ("@b.org", .local("")), ("-oQ/tmp@b.org", .local("-oQ/tmp")), ("a..b@c.org", .local("a..b")),
      (".a@c.org", .local(".a")), ("a.@c.org", .local("a.")),
      (String(repeating: "a", count: 65) + "@b.org", .local(String(repeating: "a", count: 65))),
      ("a@", .domain("")), ("a@b..org", .domain("b..org")), ("a@-b.org", .domain("-b.org")),
      ("a@b-.org", .domain("b-.org")), ("a@b_c.org", .domain("b_c.org")),
      ("a@b.org.", .domain("b.org.")),
      (
        "a@" + String(repeating: "b", count: 64) + ".org",
        .domain(String(repeating: "b", count: 64) + ".org")
      ),
      ("a@" + String(repeating: "b.", count: 125) + "org", .tooLong(bytes: 255, limit: 254)),
    ] as [(String, MailAddressError)])
  func refused(text: String, error: MailAddressError) {
    #expect(throws: error) { try MailAddress(text) }
  }
}
