import CaptureTime
import Testing

@testable import Arrivals

@Suite("A folder of notes")
struct MarkdownTests {
  private func read(_ texts: [String: String]) throws -> ReadItems {
    try ReadItems(MarkdownReader.self, GivenFiles(texts: texts))
  }

  @Test(
    "has the day in a note's name or path",
    arguments: [
      ("2024-01-31.md", "2024-01-31", ""), ("2024_01_31.md", "2024-01-31", ""),
      ("20240131.md", "2024-01-31", ""), ("daily.2024.01.31.md", "2024-01-31", ""),
      ("journals/2024_01_31.md", "2024-01-31", ""), ("2024/01/31.md", "2024-01-31", ""),
      ("2024/01-January/31-Wednesday.md", "2024-01-31", ""),
      ("2024/2024-01/2024-01-31-Wednesday.md", "2024-01-31", ""),
      ("2024/01-31.md", "2024-01-31", ""),
      ("2024-01/31.md", "2024-01-31", ""), ("2024-01-31 A walk.md", "2024-01-31", "A walk"),
      ("A walk 2024-01-31.markdown", "2024-01-31", "A walk"), ("1024-01-31.md", "1024-01-31", ""),
      ("9999-12-31.md", "9999-12-31", ""), ("2024-01-31 수요일.md", "2024-01-31", ""),
    ])
  func day(_ path: String, _ day: String, _ title: String) throws {
    let items = try read([path: "Words"])
    #expect(items.times == [day])
    #expect(items.titles == [title])
    #expect(try recognized(GivenFiles(texts: [path: "Words"])) == [.markdown])
  }

  @Test(
    "of no day is left out",
    arguments: [
      "Recipes.md", "2024-02-30.md", "2024-13-01.md", "123456789012.md", "2024.md", "31.md",
    ])
  func noDay(_ path: String) throws {
    let items = try read([path: "Words"])
    #expect(items.posts.isEmpty)
    #expect(items.leftOut == [.document])
    #expect(try recognized(GivenFiles(texts: [path: "Words"])) == [])
  }

  @Test("names templates")
  func templates() throws {
    let items = try read([
      "Templates/Daily.md": "# {{date:YYYY-MM-DD}}", "x/T.md": "<% tp.date.now() %>",
    ])
    #expect(items.leftOut == [.template, .template])
  }

  @Test("has front matter of scalars and lists")
  func frontMatter() throws {
    let items = try read([
      "2024-01-31.md": """
      ---
      title: "A \\"good\\" day"
      date: 2024-01-31T23:59:58+09:00
      zone: Asia/Seoul
      tags: [travel, 'two words', "#sea"]
      mood: 4
      star: true
      weather: sunny
      nested:
        key: value
      ---

      Words --- and more
      """
    ])
    let post = try #require(items.posts.first)
    #expect(post.title == #"A "good" day"#)
    #expect(post.time.description == "2024-01-31T23:59:58+09:00")
    #expect(post.zone?.name == "Asia/Seoul")
    #expect(post.tags == ["travel", "two words", "sea"])
    #expect(post.mood == 4)
    #expect(post.isStarred)
    #expect(post.words == "Words --- and more")
    #expect(items.leftOut == [.unknown])
    #expect(items.faults.isEmpty)
  }

  @Test("has lists a line an item, times apart from the day, and milliseconds")
  func moreFrontMatter() throws {
    let items = try read([
      "a.md": "---\ncreated: 1706745599000\ntags:\n  - a\n  - \"b c\"\n---\nOne",
      "b.md": "---\ndate: 2024-01-31\ntime: 23:59\ntags: a, b\n---\nTwo",
      "c.md": "tags:: [[x y]], z\ndate:: [[2024-01-31]]\n\n- Three\n  collapsed:: true\n",
    ])
    #expect(items.times == ["2024-01-31T23:59:59+00:00", "2024-01-31T23:59", "2024-01-31"])
    #expect(items.posts.map(\.tags) == [["a", "b c"], ["a", "b"], ["x y", "z"]])
    #expect(items.words == ["One", "Two", "- Three"])
  }

  @Test("says what of the front matter cannot be read, and reads the rest")
  func badFrontMatter() throws {
    let items = try read([
      "2024-01-31.md": "---\nmood: splendid\ntags: [a, \"b\n---\nOne",
      "b.md": "---\ndate: soon\n---\nTwo",
      "2024-02-01.md": "---\nnever: closed\nThree",
    ])
    #expect(items.faults == [.mood("splendid"), .time("soon")])
    #expect(items.words == ["One", "---\nnever: closed\nThree"])
  }

  @Test("of one day twice gives two posts")
  func twice() throws {
    let items = try read(["2024-01-31.md": "One", "a/2024_01_31.md": "Two"])
    #expect(items.words == ["One", "Two"])
    #expect(Set(items.times) == ["2024-01-31"])
  }

  @Test("has tags in its words, but not in code or addresses")
  func tags() throws {
    let items = try read([
      "2024-01-31.md": """
      #travel and (#바다), #a/b-c, #[[two words]] #travel
      # Heading
      #1 #2024 `#code` https://x.org/#part x#y \\#no
      ```
      #fenced ![[p.jpg]]
      ```
      - `` ` #no `` #yes
      """
    ])
    #expect(items.posts.first?.tags == ["travel", "바다", "a/b-c", "two words", "yes"])
    #expect(items.faults.isEmpty)
    #expect(items.words[0].contains("#travel and"))
  }

  @Test("shows photos where the words do, and takes those at the end out of them")
  func photos() throws {
    let files = [
      "2024-01-31.md": """
      ![[sea.jpg|The sea]] and ![my  dog](attachments/my%20dog.png "title") and \
      ![](<a b/c (1).heic>)
      ![web](https://x.org/a.jpg) ![[Other note]] ![[gone.jpg]] ![[voice.m4a]]

      ![[sea.jpg|300]]
      ![image.png](../assets/image.png)
      """,
      "x/sea.jpg": "", "a/b/sea.jpg": "", "attachments/my dog.png": "", "a b/c (1).heic": "",
      "assets/image.png": "", "voice.m4a": "", "unused.jpg": "",
    ]
    let items = try read(files)
    let post = try #require(items.posts.first)
    #expect(
      post.photos.map(\.file.path) == [
        "x/sea.jpg", "attachments/my dog.png", "a b/c (1).heic", "assets/image.png",
      ])
    #expect(post.photos.map(\.caption) == ["The sea", "my  dog", "", ""])
    #expect(
      post.words == """
        ![The sea](photo:1) and ![my dog](photo:2) and ![](photo:3)
        ![web](https://x.org/a.jpg) ![[Other note]] ![[gone.jpg]] ![[voice.m4a]]
        """)
    #expect(items.faults == [.missingFile("gone.jpg")])
    #expect(items.leftOut.sorted { $0.rawValue < $1.rawValue } == [.audio, .unknown, .unknown])
  }

  @Test("finds a photo of its own folder first, and none outside the source")
  func nearest() throws {
    let items = try read([
      "a/2024-01-31.md": "![[p.jpg]] ![](./p.jpg) ![](../../../p.jpg) ![](/b/p.jpg) .",
      "a/p.jpg": "", "b/p.jpg": "", "p.jpg": "",
    ])
    #expect(items.posts[0].photos.map(\.file.path) == ["a/p.jpg", "p.jpg", "b/p.jpg"])
    #expect(items.words == ["![](photo:1) ![](photo:1) ![](photo:2) ![](photo:3) ."])
  }

  @Test("leaves what programs hide and keep for themselves alone")
  func hidden() throws {
    let items = try read([
      ".obsidian/app.json": "{}", ".trash/2024-01-30.md": "old", "logseq/bak/2024_01_29.md": "old",
      "2024-01-31.md": "New",
    ])
    #expect(items.words == ["New"])
    #expect(items.leftOut.isEmpty)
  }

  @Test("reads hostile notes in proportion to their length")
  func hostile() throws {
    let many = String(repeating: "![[", count: 200_000)
    let items = try read([
      "2024-01-01.md": many, "2024-01-02.md": String(repeating: "`", count: 100_001) + "a",
      "2024-01-03.md": "\0\0#\0tag", "2024-01-04.md": String(repeating: "![](", count: 100_000),
      "2024-01-05.md": "---\n" + String(repeating: "a: [", count: 100_000) + "\n---\n" + "x",
      "2024-01-06.md": String(repeating: "x", count: MarkdownReader.noteLimit + 1),
      "2024-01-07.md": String(repeating: "`a``b```", count: 50_000),
    ])
    #expect(items.posts.count == 6)
    #expect(items.faults == [.tooLarge(limit: MarkdownReader.noteLimit)])
  }
}

@Suite("A note of Daystamp's own export")
struct OwnNoteTests {
  @Test("has escapes in its front matter and captions, and other marks that end lines in its words")
  func escapes() throws {
    let files = GivenFiles(texts: [
      "2024/01/2024-01-31 7 x.md": """
      ---
      date: 2024-01-31
      time: "07:30:00+09:00"
      title: "a \\u202e\\"b\\" \\\\ \\U0001F35A"
      ---

      one\u{2028}two

      ![one \\[two\\]\\(three\\)](photos/a.jpg)
      ![bar\\|300](photos/b.jpg)
      """,
      "2024/01/photos/a.jpg": "a", "2024/01/photos/b.jpg": "b",
    ])
    let post = try #require(try ReadItems(MarkdownReader.self, files).posts.first)
    #expect(post.title == "a \u{202E}\"b\" \\ \u{1F35A}")
    #expect(post.words == "one\u{2028}two")
    #expect(post.photos.map(\.caption) == ["one [two](three)", "bar|300"])
    #expect(post.time.description == "2024-01-31T07:30:00+09:00")
  }
}
