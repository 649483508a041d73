import Arrivals
import CaptureTime
import Testing

@Suite("An export of Day One")
struct DayOneTests {
  /// In the form of an export of Day One for iOS, with what people's exports have.
  static let journal = #"""
    {
      "metadata" : { "version" : "1.0" },
      "entries" : [
        {
          "uuid" : "2F8DDCA258634D9994DF3A4FEE328035",
          "creationDate" : "2021-03-03T15:48:50Z",
          "timeZone" : "Asia\/Seoul",
          "starred" : true,
          "isAllDay" : false,
          "tags" : ["travel", "bus trip"],
          "text" : "# All packed \\. still waiting\\.\\.\\. \n\n![](dayone-moment:\/\/76F9B0AC37954B51BF8B9146498B29C2)\n\n1\\. no list\\! \\(really\\)\n\n![](dayone-moment:\/video\/AAAA)\n\n![](dayone-moment:\/audio\/BBBB)",
          "richText" : "{\"contents\":[{\"text\":\"not read\"}]}",
          "photos" : [
            { "identifier" : "CCCC", "md5" : "0cc175b9c0f1b6a831c399e269772661", "type" : "png", "orderInEntry" : 2 },
            { "identifier" : "76F9B0AC37954B51BF8B9146498B29C2", "md5" : "ef43abe9582131d432f20dcc68e326aa", "type" : "jpeg", "orderInEntry" : 1 }
          ],
          "videos" : [ { "identifier" : "AAAA", "md5" : "e4631ab0b50ebd6e89c0891b02b1b01c", "type" : "mov" } ],
          "audios" : [ { "identifier" : "BBBB", "md5" : "84528e9cb1e3a415d4d45546027dc478", "format" : "aac", "title" : "A song" } ],
          "location" : { "placeName" : "Café_Blum", "localityName" : "Seoul", "country" : "South Korea", "latitude" : 37.5, "longitude" : 127 },
          "weather" : { "temperatureCelsius" : 12.4, "conditionsDescription" : "Mostly Clear" }
        },
        { "uuid" : "B", "creationDate" : "2021-03-04T04:00:00Z", "timeZone" : "Pacific\/Auckland", "isAllDay" : true, "isPinned" : true, "text" : "day" }
      ]
    }
    """#

  private static let photos = [
    "photos/ef43abe9582131d432f20dcc68e326aa.jpeg": "1",
    "photos/0CC175B9C0F1B6A831C399E269772661.PNG": "2",
    "videos/e4631ab0b50ebd6e89c0891b02b1b01c.mov": "3",
    "audios/84528e9cb1e3a415d4d45546027dc478.m4a": "4",
  ]

  @Test("has an entry's words, photos, place and weather on the day of its own zone")
  func entries() throws {
    let files = GivenFiles(
      texts: Self.photos.merging(["Journal.json": Self.journal]) { $1 })
    #expect(try recognized(files) == [.dayOne])
    let read = try ReadItems(DayOneReader.self, files)
    #expect(read.times == ["2021-03-04T00:48:50+09:00", "2021-03-04"])
    #expect(read.posts.map { $0.zone?.name } == ["Asia/Seoul", "Pacific/Auckland"])
    #expect(read.posts.map(\.id) == ["2F8DDCA258634D9994DF3A4FEE328035", "B"])
    #expect(read.posts.map(\.isStarred) == [true, true])
    let post = try #require(read.posts.first)
    #expect(post.title == "All packed . still waiting...")
    #expect(
      post.words == """
        ![](photo:1)

        1\\. no list! (really)

        ![](photo:2)

        *Café\\_Blum, Seoul, South Korea, 12 °C, Mostly Clear*
        """)
    #expect(
      post.photos.map(\.file.path) == [
        "photos/ef43abe9582131d432f20dcc68e326aa.jpeg",
        "videos/e4631ab0b50ebd6e89c0891b02b1b01c.mov",
        "photos/0CC175B9C0F1B6A831C399E269772661.PNG",
      ])
    #expect(post.tags == ["travel", "bus trip"])
    #expect(read.leftOut == [.audio])
    #expect(read.faults.isEmpty)
  }

  @Test("may have several journals, in a folder")
  func journals() throws {
    let entry = #"{"entries":[{"uuid":"1","creationDate":"2021-03-04T04:00:00Z","text":"a"}]}"#
    let files = GivenFiles(texts: [
      "Export/Home.json": entry,
      "Export/Work.json": entry.replacing("\"1\"", with: "\"2\""),
      "Export/photos/x.json": "{}", "__MACOSX/Export/._Home.json": "x",
    ])
    #expect(try recognized(files) == [.dayOne])
    let read = try ReadItems(DayOneReader.self, files)
    #expect(read.times == ["2021-03-04T04:00:00+00:00", "2021-03-04T04:00:00+00:00"])
    #expect(read.posts.map(\.place.file) == ["Export/Home.json", "Export/Work.json"])
    #expect(read.error == nil)
  }

  @Test("has rich text where there is no other")
  func richText() throws {
    let rich =
      #"{\"contents\":[{\"attributes\":{\"line\":{\"header\":1}},\"text\":\"Tea *\\n\"},"#
      + #"{\"embeddedObjects\":[{\"type\":\"photo\",\"identifier\":\"AB\"}]},"#
      + #"{\"attributes\":{\"line\":{\"listStyle\":\"bulleted\"}},\"text\":\"one\\n\"}]}"#
    let files = GivenFiles(texts: [
      "Journal.json":
        #"{"entries":[{"uuid":"1","creationDate":"2021-03-04T04:00:00Z","richText":""# + rich
        + #"","photos":[{"identifier":"AB","md5":"ab"}]}]}"#,
      "photos/ab.heic": "x",
    ])
    let read = try ReadItems(DayOneReader.self, files)
    #expect(read.titles == ["Tea \\*"])
    #expect(read.words == ["![](photo:1)\n\n- one"])
  }

  @Test("keeps the other entries where one is wrong, and an entry without its photo")
  func damage() throws {
    let files = GivenFiles(texts: [
      "Journal.json": #"""
      {"metadata": {}, "entries": [
      {"uuid": "1", "creationDate": "1024-03-04T04:00:00Z", "text": "old ![](dayone-moment://FF) \u0000"},
      {"uuid": "2", "creationDate": "9999-12-31T23:00:00Z", "timeZone": "Asia/Seoul", "text": "new"},
      {"uuid": "3", "creationDate": "2021-03-04T04:00:00Z", "text": "photo ![](dayone-moment://EE)",
       "photos": [{"identifier": "EE", "md5": "ee", "type": "jpeg"}]},
      {"uuid": "3", "creationDate": "2021-03-04T04:00:00Z", "text": "other"},
      {"uuid": "3", "creationDate": "2021-03-04T04:00:00Z", "text": "other"},
      {"uuid": "4", "creationDate": "yesterday", "text": 5, "tags": {"a": 1}, "photos": "x"},
      {"uuid": "5", "creationDate": "2021-03-04T04:00:00Z", "text": "\ud800"},
      [1], {"uuid": "6", "creationDate": "2021-03-04T04:00:00Z", "text": "ok", "timeZone": "Mars"},
      {"uuid": "7", "creationDate": "2021-03-04T04:
      """#
    ])
    #expect(try recognized(files) == [.dayOne])
    let read = try ReadItems(DayOneReader.self, files)
    #expect(read.times.prefix(2) == ["1024-03-04T04:00:00+00:00", "2021-03-04T04:00:00+00:00"])
    #expect(read.words == ["old", "photo", "ok"])
    #expect(
      read.faults == [
        .missingFile("FF"), .time("9999-12-31T23:00:00Z"), .missingFile("photos/ee.jpeg"),
        .sameID("3"), .time("yesterday"), .syntax(detail: "not JSON"),
        .syntax(detail: "not JSON"),
      ])
    #expect(
      read.error == .damaged(ArrivalPlace("Journal.json", .line(11)), detail: "ends in the middle"))
  }

  @Test("is refused where it is deeper than anybody nests")
  func depth() throws {
    let files = GivenFiles(texts: [
      "Journal.json": #"{"metadata": {}, "entries": ["# + String(repeating: "[", count: 100_000)
    ])
    let read = try ReadItems(DayOneReader.self, files)
    #expect(
      read.error
        == .damaged(
          ArrivalPlace("Journal.json", .line(1)), detail: "more than 512 brackets inside each other"
        ))
  }
}
