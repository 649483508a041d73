import Testing

@testable import Shell

@Suite("Nearest name")
struct NearestNameTests {
  @Test(
    "is the one that a few typing errors make the word of",
    arguments: [
      ("calender", "calendar"), ("stmp", "stamp"), ("lsit", "list"), ("STAMP", "stamp"),
      ("--hepl", "--help"), ("exprot", "export"), ("o", "-o"), ("-O", "-o"),
      ("calandr", "calendar"),
    ])
  func typing(word: String, name: String) {
    let names = ["list", "stamp", "calendar", "export", "--help", "--hex", "-o", "-j", "--to"]
    #expect(NearestName.of(word, among: names) == name)
  }

  @Test(
    "is one that other programs call so, or that is abbreviated",
    arguments: [
      ("ls", "list"), ("rm", "delete"), ("cal", "calendar"), ("--limit", "--last"),
      ("del", "delete"), ("conf", "config"), ("-out", "--output"),
    ])
  func habits(word: String, name: String) {
    let names = ["list", "delete", "calendar", "config", "--last", "--output", "random"]
    #expect(NearestName.of(word, among: names) == name)
  }

  @Test(
    "is surely meant where one letter of a long word is wrong, and no other word is near",
    arguments: [
      ("yesteday", "yesterday"), ("YESTERDYA", "yesterday"), ("mnday", "monday"),
      ("last  mnday", "last monday"), ("ltst monday", nil), ("yestday", nil), ("money", nil),
      ("sunny", nil), ("mondays", nil), ("sundry", nil), ("wek ago", nil), ("monday", nil),
      ("mnday x", nil), ("", nil), ("last se", nil),
    ] as [(String, String?)])
  func surely(text: String, name: String?) {
    let names = ["yesterday", "monday", "sunday", "last monday", "week ago", "last sat"]
    #expect(NearestName.surely(text, among: names, except: ["sundry"]) == name)
  }

  @Test("is none where the word is wholly different, short or empty")
  func none() {
    let names = ["list", "stamp", "-o", "-j", "--to"]
    for word in ["", "-", "--", "x", "-x", "zebra", "at", "ist4", "-j4", "pots"] {
      #expect(NearestName.of(word, among: names) == nil, "\(word)")
    }
    #expect(NearestName.of("list", among: []) == nil)
    #expect(NearestName.of(String(repeating: "s", count: 5_000), among: names) == nil)
    #expect(NearestName.of("st", among: names, allowsAbbreviations: false) == nil)
  }
}
