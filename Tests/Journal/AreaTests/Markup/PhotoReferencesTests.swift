import Testing

@testable import Markup

@Suite("References to photos")
struct PhotoReferencesTests {
  /// 12 becomes 345, 7 becomes 8 and 8 becomes 7.
  private func moved(_ words: String) -> String {
    Markup.movingPhotos(in: words) { [12: 345, 7: 8, 8: 7][$0] }.words
  }

  @Test(
    "get other numbers where they are read as images, and nothing else changes",
    arguments: [
      ("![](post:12)", "![](post:345)"), ("a ![b](post:12 \"c\") d", "a ![b](post:345 \"c\") d"),
      ("![](post:7)![](post:8)\n\n![](post:7)", "![](post:8)![](post:7)\n\n![](post:8)"),
      ("![](<post:12>)", "![](<post:345>)"), ("![](\n post:12\n)", "![](\n post:345\n)"),
      ("![](post:012)", "![](post:345)"), ("![](post\\:12)", "![](post\\:345)"),
      ("![](post&colon;12)", "![](post&colon;345)"),
      ("> - ![](post:12)\n>   ![](post:13)", "> - ![](post:345)\n>   ![](post:13)"),
      ("[![](post:12)](https://a.example/post:12)", "[![](post:345)](https://a.example/post:12)"),
      ("![a][b]\n\n[b]: post:12 'post:12'", "![a][b]\n\n[b]: post:345 'post:12'"),
      ("![post:12][b] ![b]\n\n[b]: post:12", "![post:12][b] ![b]\n\n[b]: post:345"),
      ("| a |\n|---|\n| ![](post:12) |", "| a |\n|---|\n| ![](post:345) |"),
      ("# ![](post:12) post:12", "# ![](post:345) post:12"),
      ("한 👩🏽‍🍳 ![](post:12)", "한 👩🏽‍🍳 ![](post:345)"),
      ("`post:12` ![](post:12)\n\n    ![](post:12)", "`post:12` ![](post:345)\n\n    ![](post:12)"),
      ("```\n![](post:12)\n```\n![](post:12)", "```\n![](post:12)\n```\n![](post:345)"),
      ("\\![](post:12) ![](post:12)", "\\![](post:12) ![](post:345)"),
      ("<!-- ![](post:12) -->\n\n![](post:12)", "<!-- ![](post:12) -->\n\n![](post:345)"),
    ])
  func images(words: String, result: String) {
    #expect(moved(words) == result)
  }

  @Test(
    "that are none stay as they are",
    arguments: [
      "post:12", "[a](post:12)", "`![](post:12)`", "    ![](post:12)", "<img src=\"post:12\">",
      "![](xpost:12)", "![](post:12a)", "![](post:+12)", "![](Post:12)", "![](post:13)",
      "![](post:1234567890123456789)", "![a][post:12]", "[post:12]: post:12", "![](post:12",
      "![](https://a.example/post:12)",
    ])
  func others(words: String) {
    #expect(moved(words) == words)
  }

  @Test(
    "of the post itself get other places, and the number of a post where they are its no more",
    arguments: [
      ("![](photo:1) ![](photo:2)", "![](photo:2) ![](photo:1)"),
      ("![a](photo:3 \"b\") `photo:3`", "![a](post:12 \"b\") `photo:3`"),
      ("![](photo\\:1) ![](photo\\:3)", "![](photo\\:2) ![](post:12)"),
      ("![](post:1) ![](photo:4)", "![](post:1) ![](photo:4)"),
      ("a\n\n    ![](photo:1)", "a\n\n    ![](photo:1)"),
      ("![a][p]\n\n[p]: photo:3", "![a][p]\n\n[p]: post:12"), ("photo:1", "photo:1"),
      ("![](post:7)", "![](photo:5)"),
    ])
  func own(words: String, result: String) {
    let changes: [Markup.PhotoReference: Markup.PhotoReference] = [
      .own(1): .own(2), .own(2): .own(1), .own(3): .post(12), .post(7): .own(5),
    ]
    #expect(Markup.movingPhotos(in: words) { changes[$0] }.words == result)
  }

  @Test("are told from the names of definitions, which look the same")
  func names() {
    #expect(
      moved("![post:12] ![](post:12)\n\n[post:12]: post:7")
        == "![post:12] ![](post:345)\n\n[post:12]: post:8")
    #expect(
      moved("![a][post:12]\n\n[post:12]: post:12") == "![a][post:12]\n\n[post:12]: post:345")
  }

  @Test(
    "get other numbers in a definition that serves links too, and links follow",
    arguments: [
      (
        "![one][p], see also [it][p]. ![](post:12)\n\n[p]: post:12",
        "![one][p], see also [it][p]. ![](post:345)\n\n[p]: post:345"
      ),
      (
        "[it][p] ![](post:7)\n\n[p]: post:12 'a'\n[q]: post:12",
        "[it][p] ![](post:8)\n\n[p]: post:12 'a'\n[q]: post:12"
      ),
      ("[a](post:12) ![](post:12) <post:12>", "[a](post:12) ![](post:345) <post:12>"),
      (
        "![post:12] [post:12]\n\n[post:12]: post:12",
        "![post:12] [post:12]\n\n[post:12]: post:345"
      ),
    ])
  func definitions(words: String, result: String) {
    #expect(moved(words) == result)
  }

  @Test("that cannot get other numbers are told")
  func left() {
    // What marks would be told from is in the words already.
    let words = "![](post:12) ![](post:13) ![](post:12) 900000000 910000000 920000000"
    #expect(
      Markup.movingPhotos(in: words) { [12: 345, 7: 8][$0] } == .init(words: words, left: [12]))
    #expect(Markup.movingPhotos(in: "![](post:12) `post:7`") { $0 + 1 }.left.isEmpty)
  }

  @Test("are moved in long words too, and left in those that are not read")
  func long() {
    let line = "![](post:12) `post:12` post:12\n"
    let words = String(repeating: line, count: 3_000)
    #expect(moved(words) == String(repeating: "![](post:345) `post:12` post:12\n", count: 3_000))
    let hostile = String(repeating: "> ", count: 2_000) + "![](post:12)"
    #expect(Markup(hostile).isPlain && moved(hostile) == hostile)
  }

  @Test("are found fast where there may be any")
  func may() {
    #expect(Markup.mayShowPhotos("![](post:1)") && Markup.mayShowPhotos("`post:1`"))
    #expect(!Markup.mayShowPhotos("a post: 1, post:x, the post") && !Markup.mayShowPhotos(""))
  }
}
