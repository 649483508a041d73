import HTTPTypes
import HummingbirdTesting
import Journal
import Testing
import Wording

@testable import JournalServer

@Suite("A browser's preferences")
struct PreferencesTests {
  @Test(
    "The dearest language that the pages are written in is taken",
    arguments: [
      ("", nil), ("ko", .korean), ("ko-KR,ko;q=0.9,en;q=0.8", .korean),
      ("en-GB,ko;q=0.9", .english),
      ("de-DE,de;q=0.9,ko;q=0.5,en;q=0.7", .english), ("de", nil), ("en;q=0, ko;q=0.1", .korean),
      ("KO-kr", .korean), (";;q=,,", nil), ("kok-IN", nil), ("fr, en ; q=0.4, ko;q=0.4", .english),
    ] as [(String, Language?)])
  func language(header: String, expected: Language?) {
    #expect(AcceptedLanguages(header).language == expected)
  }

  @Test(
    "Of a language's tag no more is taken than its region",
    arguments: [
      ("en-GB", "en-GB"), ("en-gb-oxendict", "en-GB"), ("en-Latn-US", "en-US"), ("en", "en"),
      ("en-aaaa-bbbb", "en"), ("eng-GB", "en"), ("de-DE", "en"),
    ])
  func region(header: String, tag: String) {
    #expect(AcceptedLanguages(header).tag(of: .english) == tag)
  }

  @Test("What was chosen on the browser goes before what it asks for")
  func cookies() async throws {
    let test = try await PageJournal()
    let page = try await test.visit(
      "/months/2024-01", language: "en",
      cookies: "language=ko; theme=dark; colour=sage; text-size=large"
    ).text
    let chosen = #"<html lang="ko" data-theme="dark" data-colour="sage" data-text="large""#
    #expect(page.contains(chosen))
    #expect(page.contains("2024년 1월"))
    let cookies = "language=xx; theme=\"; colour=<; text-size="
    let other = try await test.visit("/", language: "en", cookies: cookies).text
    let usual = #"<html lang="en" data-theme="automatic" data-colour="sand" data-text="medium""#
    #expect(other.contains(usual))
  }

  @Test("Choosing sets cookies, and choosing nothing takes them away")
  func choosing() async throws {
    let test = try await PageJournal()
    let answer = try await test.submit(
      "/settings/appearance", ["language": "ko", "theme": "dark"])
    #expect(answer.status == .seeOther)
    let cookies = answer.headers[values: .setCookie]
    #expect(cookies.contains { $0.hasPrefix("language=ko;") && $0.contains("Max-Age=31536000") })
    #expect(cookies.contains { $0.hasPrefix("theme=dark;") })
    let back = try await test.submit("/settings/appearance", ["language": "", "theme": "dark"])
    #expect(
      back.headers[values: .setCookie].contains {
        $0.hasPrefix("language=;") && $0.contains("Max-Age=0")
      })
  }

  @Test("Weeks begin as the region has it, unless the owner has set it")
  func weekStart() async throws {
    let test = try await PageJournal()
    func first(_ language: String) async throws -> String {
      let page = try await test.visit("/months/2024-01", language: language).text
      return page.firstMatch(of: /<th[^>]* abbr="([^"]+)"/).map { String($0.1) } ?? ""
    }
    #expect(try await first("en-US") == "Sunday")
    #expect(try await first("en-GB") == "Monday")
    #expect(try await first("ko-KR") == "일요일")
    try test.journal.settings.set(.weekStart, to: "saturday")
    #expect(try await first("en-GB") == "Saturday")
  }
}
