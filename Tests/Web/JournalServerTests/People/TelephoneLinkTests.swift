import Testing

@testable import JournalServer

@Suite("Links of telephone numbers")
struct TelephoneLinkTests {
  @Test(
    "have a plus sign and digits, and there is none of what is no number",
    arguments: [
      ("+82 10 1234-5678", "tel:+821012345678"), ("(02) 123.45", "tel:0212345"),
      ("110", "tel:110"), ("+49\u{A0}30", "tel:+4930"), ("+49 (30) 1", "tel:+49301"),
      ("+49 (0)30 1", nil), ("+49 ( 0 ) 30", nil), ("(0)30 1", "tel:0301"), ("1 + 2", nil),
      ("++1", nil), ("+", nil), ("()", nil), ("02 1 ext. 5", nil), ("1/2", nil), ("1, 2", nil),
      ("#31#1", nil), ("١٢٣", nil), ("12;phone-context=a", nil), ("1\u{301}2", nil),
    ] as [(String, String?)])
  func path(text: String, path: String?) { #expect(TelephoneLink.path(of: text) == path) }
}
