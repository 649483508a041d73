import CaptureTime
import Files
import Foundation
import Journal
import TestSupport
import Testing
import Wording

@testable import JournalServer

@Suite("Days in words")
struct WordsTests {
  private func words(_ language: Language) throws -> Words {
    let file = Checkout.folder.appending(path: "Sources/JournalServer/Assets/texts.json")
    return Words(language, try Texts(file: file.path))
  }

  @Test(
    "are those of the Gregorian calendar, also from before there was one",
    arguments: [
      ("2024-01-31", "Wednesday, January 31, 2024", "2024년 1월 31일 수요일"),
      ("1582-10-15", "Friday, October 15, 1582", "1582년 10월 15일 금요일"),
      ("1582-10-14", "Thursday, October 14, 1582", "1582년 10월 14일 목요일"),
      ("1500-03-01", "Thursday, March 1, 1500", "1500년 3월 1일 목요일"),
      ("1400-02-28", "Friday, February 28, 1400", "1400년 2월 28일 금요일"),
      ("0001-01-01", "Monday, January 1, 1", "1년 1월 1일 월요일"),
      ("9999-12-31", "Friday, December 31, 9999", "9999년 12월 31일 금요일"),
    ])
  func titles(iso: String, english: String, korean: String) throws {
    let day = try #require(CivilDate(iso: iso))
    #expect(try words(.english).title(day) == english)
    #expect(try words(.korean).title(day) == korean)
  }
}
