import CaptureTime
import Testing

@testable import Arrivals

@Suite("A chat of WhatsApp")
struct WhatsAppTests {
  private func read(
    _ chat: String, of author: String? = "Ann", isDayFirst: Bool? = nil, media: [String] = [],
    name: String = "_chat.txt"
  ) throws -> ReadItems {
    var options = ArrivalOptions()
    (options.author, options.isDayFirst) = (author, isDayFirst)
    var files = [name: chat]
    for file in media { files[file] = "" }
    return try ReadItems(WhatsAppReader.self, GivenFiles(texts: files), options)
  }

  @Test(
    "has its times in each phone's own way",
    arguments: [
      ("[31/01/2024, 23:59:58] Ann: Hi", "2024-01-31T23:59:58"),
      ("[1/31/24, 11:59:58\u{202F}PM] Ann: Hi", "2024-01-31T23:59:58"),
      ("\u{200E}[31.01.24, 23:59:58] Ann: Hi", "2024-01-31T23:59:58"),
      ("[31.1.2024 klo 23.59.58] Ann: Hi", "2024-01-31T23:59:58"),
      ("[2024. 1. 31. 오후 11:59:58] Ann: Hi", "2024-01-31T23:59:58"),
      ("[24. 1. 31. 오전 12:05:00] Ann: Hi", "2024-01-31T00:05:00"),
      ("[2017-09-07, 7:58:30 AM] Ann: Hi", "2017-09-07T07:58:30"),
      ("[2024/01/31 下午11:59:58] Ann: Hi", "2024-01-31T23:59:58"),
      ("31/01/2024, 23:59 - Ann: Hi", "2024-01-31T23:59"),
      ("1/31/24, 12:05 AM - Ann: Hi", "2024-01-31T00:05"),
      ("31.01.24, 23:59 - Ann: Hi", "2024-01-31T23:59"),
      ("31/1/24 11:59 p. m. - Ann: Hi", "2024-01-31T23:59"),
      ("31/1/24 11:59 p.\u{A0}m. - Ann: Hi", "2024-01-31T23:59"),
      ("2021-03-18, 3:02 p.m. - Ann: Hi", "2021-03-18T15:02"),
      ("18/12/19 15:57 - Ann: Hi", "2019-12-18T15:57"),
      ("31-01-2024 23:59 - Ann: Hi", "2024-01-31T23:59"),
      ("٣١‏/١‏/٢٠٢٤، ١١:٥٩ م - Ann: Hi", "2024-01-31T23:59"),
      ("31/01/2024, 오후 11:59 - Ann: Hi", "2024-01-31T23:59"),
      ("31/01/1024, 23:59 - Ann: Hi", "1024-01-31T23:59"),
    ])
  func times(_ line: String, _ time: String) throws {
    let items = try read(line)
    #expect(items.times == [time])
    #expect(items.words == ["Hi"])
    #expect(items.error == nil)
  }

  @Test(
    "says by all of its lines whether the day or the month is first",
    arguments: [
      (["01/02/24", "13/02/24"], "2024-02-01"), (["01/02/24", "02/13/24"], "2024-01-02"),
      // The month's first day after its second would go back.
      (["01/02/24", "03/02/24", "01/03/24"], "2024-02-01"),
      (["02/01/24", "02/03/24", "03/01/24"], "2024-02-01"),
      (["03/03/24"], "2024-03-03"), (["24/01/30", "24/01/31", "24/02/01"], "2024-01-30"),
    ])
  func order(_ days: [String], _ first: String) throws {
    let items = try read(days.map { "\($0), 10:00 - Ann: Hi" }.joined(separator: "\n"))
    #expect(items.times.first == first + "T10:00")
    #expect(items.posts.count == days.count)
  }

  @Test("that proves no order asks for it")
  func doubt() throws {
    let chat = "03/04/24, 10:00 - Ann: Hi"
    #expect(try read(chat).error == .needsDateOrder(example: "03/04/24, 10:00"))
    #expect(try read(chat, isDayFirst: true).times == ["2024-04-03T10:00"])
    #expect(try read(chat, isDayFirst: false).times == ["2024-03-04T10:00"])
  }

  @Test("asks who of its people one is")
  func author() throws {
    let chat = """
      31/01/2024, 10:00 - Messages are end-to-end encrypted.
      31/01/2024, 10:00 - Bob: Hi
      31/01/2024, 10:01 - \u{202A}+82 10\u{202C}: x: y
      31/01/2024, 10:02 - Bob: There
      31/01/2024, 10:03 - ~ Ann: Here
      """
    #expect(try read(chat, of: nil).error == .needsAuthor(["Bob", "+82 10", "Ann"]))
    #expect(try read(chat, of: "Eve").error == .needsAuthor(["Bob", "+82 10", "Ann"]))
    let items = try read(chat, of: "ann")
    #expect(items.words == ["Here"])
    #expect(items.leftOut == [.message, .message, .message])
  }

  @Test("gives a post a day, with one's own words and photos")
  func days() throws {
    let items = try read(
      """
      [31.01.24, 10:00:00] Ann: One *bold* #1
      # two
      - https://x.org/a_b_c

      Last_
      \u{200E}[31.01.24, 10:00:30] Ann: \u{200E}<attached: 00000003-PHOTO-2024-01-31-10-00-30.jpg>
      [31.01.24, 10:01:00] Bob: \u{200E}<attached: bobs.jpg>
      [31.01.24, 11:00:00] Ann: A sea \u{200E}<attached: sea.mp4>
      [01.02.24, 00:00:01] Ann: Next \u{200E}<This message was edited>
      [01.02.24, 00:01:01] Ann: \u{200E}image omitted
      [01.02.24, 00:02:01] Ann: \u{200E}Report.pdf • \u{200E}5 pages \u{200E}<attached: Report.pdf>
      [01.02.24, 00:03:01] Ann: \u{200E}<anexado: 00000009-AUDIO-2024-02-01-00-03-01.opus>
      """,
      media: [
        "00000003-PHOTO-2024-01-31-10-00-30.jpg", "sea.mp4", "bobs.jpg", "Report.pdf",
      ])
    #expect(items.times == ["2024-01-31T10:00:00", "2024-02-01T00:00:01"])
    #expect(
      items.words == [
        "One \\*bold\\* #1\\\n\\# two\\\n\\- https://x.org/a_b_c\n\nLast\\_", "Next",
      ])
    let photos = items.posts[0].photos
    #expect(photos.map(\.file.path) == ["00000003-PHOTO-2024-01-31-10-00-30.jpg", "sea.mp4"])
    #expect(photos.map(\.caption) == ["", "A sea"])
    #expect(photos.map { $0.time?.description } == ["2024-01-31T10:00:30", "2024-01-31T11:00:00"])
    #expect(items.leftOut == [.message, .message, .document])
    #expect(items.faults == [.missingFile("00000009-AUDIO-2024-02-01-00-03-01.opus")])
  }

  @Test(
    "names its files in any language",
    arguments: ["(file attached)", "(Datei angehängt)", "(archivo adjunto)", "(파일 첨부됨)"])
  func attachments(_ mark: String) throws {
    let items = try read(
      """
      31/01/2024, 10:00 - Ann: \u{200E}IMG-20240131-WA0001.jpg \(mark)
      The caption
      31/01/2024, 10:01 - Ann: IMG-20240131-WA0002.jpg \(mark)
      31/01/2024, 10:02 - Ann: my photo (1).png \(mark)
      31/01/2024, 10:03 - Ann: <Medien ausgeschlossen>
      31/01/2024, 10:04 - Ann: I <3 (brackets)
      """, media: ["IMG-20240131-WA0001.jpg", "my photo (1).png"],
      name: "WhatsApp Chat with Bob.txt")
    let post = try #require(items.posts.first)
    #expect(post.photos.map(\.file.path) == ["IMG-20240131-WA0001.jpg", "my photo (1).png"])
    #expect(post.photos.map(\.caption) == ["The caption", ""])
    #expect(post.words == "I \\<3 (brackets)")
    #expect(items.faults == [.missingFile("IMG-20240131-WA0002.jpg")])
    #expect(items.leftOut == [.message])
  }

  @Test("is told from other texts")
  func recognition() throws {
    let chat = "31/01/2024, 23:59 - Ann: Hi\n31/01/2024, 23:59 - Bob: Ho\n"
    #expect(try recognized(GivenFiles(texts: ["x.txt": chat, "a.jpg": ""])) == [.whatsApp])
    #expect(
      try recognized(GivenFiles(texts: ["_chat.txt": "[31.01.24, 23:59:58] Ann: Hi"]))
        == [.whatsApp])
    #expect(try recognized(GivenFiles(texts: ["x.txt": "31 cats - Ann: Hi"])) == [])
    #expect(
      try recognized(GivenFiles(texts: ["x.txt": "[2024-01-31 09:00] A title\nWords"])) == [.jrnl])
  }

  @Test("passes over lines of 10 MB, days of no calendar and bytes that mean nothing")
  func hostile() throws {
    let long = String(repeating: "x", count: 10 << 20)
    let items = try read(
      """
      before it begins
      31/01/2024, 10:00 - Ann: One
      31/01/2024, 10:01 - Ann: \(long)
      31/01/2024, 10:02 - Ann: Two\0
      31/02/2024, 10:03 - Ann: Never
      31/01/9999, 10:03 - Ann: Late
      31/01/2024, 25:03 - Ann: No clock
      """)
    #expect(items.words == ["One\n\nTwo", "Late\\\n31/01/2024, 25:03 - Ann: No clock"])
    #expect(items.faults.count == 3)
  }

  @Test("splits a day with more than a post holds")
  func long() throws {
    let line = "31/01/2024, 10:00 - Ann: \(String(repeating: "word ", count: 100))"
    let items = try read(Array(repeating: line, count: 300).joined(separator: "\n"))
    #expect(items.posts.count == 4)
    #expect(items.words.allSatisfy { $0.utf8.count <= ChatDays.wordsLimit })
  }
}
