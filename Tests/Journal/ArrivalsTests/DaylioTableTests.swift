import Arrivals
import Testing

@Suite("A table of Daylio")
struct DaylioTableTests {
  static let table = """
    full_date,date,weekday,time,mood,activities,note_title,note
    2024-01-31,January 31,Wednesday,11:59 pm,rad,"movies | good meal | 😉","Choir, ""live\"""," We sang.

    Twice."
    2024-01-30,January 30,Tuesday,01:25,meh,"","",""

    """

  @Test("has an entry in each row")
  func rows() throws {
    let files = GivenFiles(texts: ["daylio_export.csv": Self.table])
    #expect(try recognized(files) == [.daylio])
    let read = try ReadItems(DaylioReader.self, files)
    #expect(read.times == ["2024-01-31T23:59", "2024-01-30T01:25"])
    #expect(read.titles == ["Choir, \"live\"", ""])
    #expect(read.words == [" We sang.\n\nTwice.", ""])
    #expect(read.posts.map(\.mood) == [5, 3])
    #expect(read.posts.map(\.tags) == [["movies", "good meal", "😉"], []])
    #expect(read.faults.isEmpty)
  }

  @Test("may have scales, or a year beside the day")
  func versions() throws {
    let scales = GivenFiles(texts: [
      "a.csv": """
      \u{FEFF}full_date,date,weekday,time,mood,activities,scales,note_title,note\r
      2026-07-27,July 27,Monday,13:48,good,work | walk,Sleep: 7 h,Mood note,"Text<br><b>bold</b>"\r
      """
    ])
    #expect(try recognized(scales) == [.daylio])
    let read = try ReadItems(DaylioReader.self, scales)
    #expect(read.words == ["Text\n**bold**\n\n*Sleep: 7 h*"])
    #expect(read.posts[0].tags == ["work", "walk"])
    let old = GivenFiles(texts: [
      "b.csv": """
      year,date,weekday,time,mood,activities,note
      2018,18 May,Friday,11:54 pm,fugly,"clean | cook","Went to a party"
      """
    ])
    #expect(try recognized(old) == [.daylio])
    let older = try ReadItems(DaylioReader.self, old)
    #expect(older.times == ["2018-05-18T23:54"])
    #expect(older.posts[0].mood == 2)
  }

  @Test("has moods of one's own, which the person puts in order")
  func moods() throws {
    let files = GivenFiles(texts: [
      "a.csv": """
      full_date,date,weekday,time,mood,activities,note_title,note
      2024-01-31,1월 31일,수요일,오후 11:59,신나요,,,a
      2024-01-30,1월 30일,화요일,오전 1:25,Rad,,,b
      """
    ])
    let read = try ReadItems(DaylioReader.self, files)
    #expect(read.times == ["2024-01-31T23:59", "2024-01-30T01:25"])
    #expect(read.posts.map(\.mood) == [nil, 5])
    #expect(read.faults == [.mood("신나요")])
    #expect(read.places == [ArrivalPlace("", .line(2))])
    var options = ArrivalOptions()
    options.moods = ["신나요": 4]
    #expect(try ReadItems(DaylioReader.self, files, options).posts.map(\.mood) == [4, 5])
  }

  @Test("names rows that cannot be read, and goes on")
  func damage() throws {
    let head = "full_date,date,weekday,time,mood,activities,note_title,note\n"
    let files = GivenFiles(texts: [
      "a.csv": head + "2024-02-30,x,y,10:00,rad,,,a\n2024-01-31,x,y,10:00,rad,,b\n"
        + "2024-01-31,x,y,10:00,rad,,,b\"c\n1024-01-31,x,y,zehn,rad,,,d\n"
        + "9999-12-31,x,y,23:59,rad,,,\"e\nf"
    ])
    let read = try ReadItems(DaylioReader.self, files)
    #expect(
      read.faults == [
        .time("2024-02-30 10:00"), .syntax(detail: "7 of 8 columns"),
        .syntax(detail: "stray quote"),
      ])
    #expect(read.times == ["1024-01-31"])
    #expect(
      read.error == .damaged(ArrivalPlace("", .line(6)), detail: "quote that never closes"))
  }
}
