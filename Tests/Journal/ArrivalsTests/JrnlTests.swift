import Arrivals
import Testing

@Suite("A journal of jrnl")
struct JrnlTests {
  /// As jrnl 4.6 writes it with its default configuration, but for the star.
  static let text = """
    [2023-12-25 07:00:00 PM] Christmas *
    Snow, at last. @family

    [2024-01-01 12:00:00 AM] what I thought
    Second paragraph.

    [2024-01-31 11:59:00 PM] A long day. It ended with @Anna and #tea; e.g. a walk.
    [not a date] a line in brackets

    - [ ] a task
    [1] a note

    """

  @Test("has an entry for each time in brackets")
  func entries() throws {
    let files = GivenFiles(texts: ["journal.txt": Self.text])
    #expect(try recognized(files) == [.jrnl])
    let read = try ReadItems(JrnlReader.self, files)
    #expect(read.times == ["2023-12-25T19:00:00", "2024-01-01T00:00:00", "2024-01-31T23:59:00"])
    #expect(
      read.titles == [
        "Christmas", "what I thought", "A long day. It ended with @Anna and #tea; e.g. a walk.",
      ])
    #expect(read.posts.map(\.isStarred) == [true, false, false])
    #expect(read.posts.map(\.tags) == [["@family"], [], ["@anna", "tea"]])
    #expect(read.words[1] == "Second paragraph.")
    #expect(read.words[2] == "[not a date] a line in brackets\n\n- [ ] a task\n[1] a note")
    #expect(read.posts[1].place == ArrivalPlace("", .line(4)))
    #expect(read.faults.isEmpty)
  }

  /// `jrnl --format json`.
  @Test("is the same as JSON")
  func json() throws {
    let files = GivenFiles(texts: [
      "journal.json": """
      {
        "tags": {"@family": 1},
        "entries": [
          {"title": "Christmas", "body": "Snow, at last. @family", "date": "2023-12-25",
           "time": "19:00", "tags": ["@family", "#tea"], "starred": true},
          {"title": "", "body": "a", "date": "2023-13-25", "time": "19:00", "tags": [],
           "starred": false},
          {"title": "x"} , {"title": "\\ud800"}
        ]
      }
      """
    ])
    #expect(try recognized(files) == [.jrnl])
    let read = try ReadItems(JrnlReader.self, files)
    #expect(read.times == ["2023-12-25T19:00"])
    #expect(read.posts[0].tags == ["@family", "tea"])
    #expect(read.posts[0].isStarred)
    #expect(
      read.faults == [.time("2023-13-25 19:00"), .time(""), .syntax(detail: "not JSON")])
  }

  @Test(
    "may have other formats of time",
    arguments: [
      ("[03.02.2024 02:05 PM] Café.\n[13.03.2024 09:05 AM] x", "2024-02-03T14:05"),
      ("[02/03/2024 14:05] Café.\n[03/13/2024 09:05] x", "2024-02-03T14:05"),
      ("[3 Feb 2024 14:05] Café.", "2024-02-03T14:05"),
      ("[Saturday, February 3, 2024 02:05:59 p.m.] Café.", "2024-02-03T14:05:59"),
      ("[2024년 2월 3일 오후 2:05] Café.", "2024-02-03T14:05"),
      ("[2024-02-03] Café.", "2024-02-03"),
    ])
  func formats(_ text: String, _ time: String) throws {
    let files = GivenFiles(texts: ["j": text])
    #expect(try recognized(files) == [.jrnl])
    let read = try ReadItems(JrnlReader.self, files)
    #expect(read.times.first == time)
    #expect(read.titles.first == "Café.")
  }

  @Test("asks for the order of day and month where no date proves it")
  func order() throws {
    let files = GivenFiles(texts: ["j": "[03/02/2024 14:05] a\n\n[04/05/2024 14:05] b\n"])
    #expect(
      try ReadItems(JrnlReader.self, files).error == .needsDateOrder(example: "03/02/2024 14:05"))
    var options = ArrivalOptions()
    options.isDayFirst = true
    #expect(
      try ReadItems(JrnlReader.self, files, options).times == [
        "2024-02-03T14:05", "2024-05-04T14:05",
      ])
  }

  @Test("may be a folder of files a day, which have the day in their path")
  func folder() throws {
    let files = GivenFiles(texts: [
      "diary/2024/02/03.txt": "[14:05] Café.\nKörper\n\n[18:00] b\n",
      "diary/2024/02/04.txt": "[2024-02-04 02:05:00 PM] c\n",
    ])
    #expect(try recognized(files) == [.jrnl])
    let read = try ReadItems(JrnlReader.self, files)
    #expect(read.times == ["2024-02-03T14:05", "2024-02-03T18:00", "2024-02-04T14:05:00"])
    #expect(read.words == ["Körper", "", ""])
    #expect(read.posts[1].place == ArrivalPlace("diary/2024/02/03.txt", .line(4)))
  }

  @Test("is not a chat")
  func chat() throws {
    let files = GivenFiles(texts: [
      "chat.txt": "[31/01/2024, 23:59:58] Anna: Hi\n[31/01/2024, 23:59:59] Bo: Hi there\n"
    ])
    #expect(try !JrnlReader.recognizes(files))
  }

  @Test("keeps what can be kept of bad input")
  func damage() throws {
    let long = String(repeating: "x", count: 5 << 20)
    let files = GivenFiles(texts: [
      "j":
        "\u{FEFF}[1024-01-31 10:00] old\r\nNUL \0 here\r\n[9999-12-31 23:59] new\n\(long)\n"
        + "[2024-02-03 10:00] last\n"
    ])
    let read = try ReadItems(JrnlReader.self, files)
    #expect(read.times == ["1024-01-31T10:00", "2024-02-03T10:00"])
    #expect(read.words[0] == "NUL \0 here")
    #expect(read.faults == [.tooLarge(limit: 1 << 22)])
    let cut = GivenFiles(texts: ["j.json": #"{"tags": {}, "entries": [{"title": "x", "body": "#])
    #expect(
      try ReadItems(JrnlReader.self, cut).error
        == .damaged(ArrivalPlace("j.json", .line(1)), detail: "ends in the middle"))
  }
}
