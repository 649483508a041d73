import Testing

@testable import daystamp

@Suite("The locale of times")
struct TimeLocaleTests {
  @Test(
    "is the first of LC_ALL, LC_TIME and LANG that is not empty, if it is known",
    arguments: [
      ([:], "C"), (["LANG": "ko_KR.UTF-8"], "ko_KR.UTF-8"), (["LANG": ""], "C"),
      (["LANG": "ko_KR", "LC_TIME": "de_DE"], "de_DE"), (["LC_TIME": "de_DE", "LC_ALL": "C"], "C"),
      (["LC_TIME": "de_DE", "LC_ALL": ""], "de_DE"), (["LC_ALL": "xx_YY"], "C"),
      (["LC_MESSAGES": "de_DE"], "C"), (["LC_ALL": "no such", "LANG": "de_DE"], "C"),
    ])
  func name(environment: [String: String], name: String) {
    #expect(TimeLocale.name(in: environment) == name)
  }
}
