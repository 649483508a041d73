import Foundation
import Testing

@testable import CaptureTime

@Suite("Numeric date")
struct NumericDateTests {
  /// What Babel 2.18 (CLDR 47) makes of the skeleton "yMd", but for marks that are not seen.
  @Test(
    "Is the language's own",
    arguments: [
      ("en_US", "1/5/2024"), ("en_GB", "05/01/2024"), ("en_IN", "5/1/2024"), ("de_DE", "5.1.2024"),
      ("fr_FR", "05/01/2024"), ("fr_CA", "2024-01-05"), ("es_ES", "5/1/2024"),
      ("it_IT", "05/01/2024"),
      ("nl_NL", "5-1-2024"), ("pl_PL", "5.01.2024"), ("pt_BR", "05/01/2024"),
      ("ru_RU", "05.01.2024"),
      ("sv_SE", "2024-01-05"), ("hu_HU", "2024. 01. 05."), ("bg_BG", "5.01.2024 г."),
      ("hr_HR", "05. 01. 2024."), ("ko_KR", "2024. 1. 5."), ("ja_JP", "2024/1/5"),
      ("zh_CN", "2024/1/5"), ("zh-Hant-TW", "2024/1/5"), ("ar_EG", "5/1/2024"),
      ("fa_IR", "2024/1/5"),
      ("hi_IN", "5/1/2024"), ("he_IL", "5.1.2024"), ("th_TH", "5/1/2024"), ("C", "1/5/2024"),
    ])
  func own(locale: String, text: String) throws {
    let format = try TimeFormat("%x", locale: locale)
    #expect(try format.string(from: GivenTime.parse("2024-01-05 23:59:58")) == text)
    #expect(try format.string(from: GivenTime.parse("2024-01-05")) == text)
  }

  @Test("Every language has one, with digits of ASCII and no hidden marks")
  func everyLanguage() throws {
    let time = try GivenTime.parse("0987-12-31")
    // Variants ("en_US_POSIX") are no locales here.
    for locale in Locale.availableIdentifiers where (try? LocaleNames.identifier(locale)) != nil {
      let text = try TimeFormat("%x", locale: locale).string(from: time)
      let numbers = text.split { !$0.isNumber }
      #expect(Set(numbers) == ["0987", "12", "31"] && numbers.count == 3, "\(locale): \(text)")
      #expect(text.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint })
      #expect(text.allSatisfy { !$0.isWhitespace || $0 == " " }, "\(locale): \(text)")
    }
  }

  @Test("Stands among other parts, and for a day alone")
  func amongOthers() throws {
    let time = try GivenTime.parse("2024-01-31 23:59")
    let format = try TimeFormat("%a %x, %R", locale: "de_DE")
    #expect(format.string(from: time) == "Mi. 31.1.2024, 23:59")
    #expect(try format.string(from: GivenTime.parse("2024-01-31")) == "Mi. 31.1.2024")
  }
}
