import Arrivals
import Foundation
import Testing

@Suite("A backup of Daylio")
struct DaylioBackupTests {
  private static let json = #"""
    {"version": 15, "pin": "1234", "customMoods": [
    {"id": 1, "custom_name": "", "mood_group_id": 1, "predefined_name_id": 1},
    {"id": 7, "custom_name": "meh+", "mood_group_id": 2, "predefined_name_id": -1},
    {"id": 5, "custom_name": "", "mood_group_id": 5, "predefined_name_id": 5}],
    "tags": [{"id": 179, "name": "good meal"}, {"id": 180, "name": "work"}],
    "dayEntries": [
    {"id": 15024, "year": 2023, "month": 10, "day": 19, "hour": 10, "minute": 45,
     "datetime": 1700408759432, "timeZoneOffset": -18000000, "mood": 7, "tags": [180, 179, 1],
     "note_title": "Title", "note": "one<br>two<div>three &amp; <b>four</b></div>", "assets": [12, 13, 14]},
    {"id": 1, "year": 1024, "month": 0, "day": 31, "hour": 0, "minute": 0, "mood": 5, "note": ""},
    {"id": 2, "year": 2023, "month": 12, "day": 1, "hour": 0, "minute": 0, "mood": 1},
    {"id": 3, "year": 2023, "month": 1, "day": 1, "hour": 9, "minute": 30, "mood": 99, "assets": [77]}],
    "goals": [{"id": 1, "name": "Run"}], "writingTemplates": [],
    "assets": [{"id": 12, "checksum": "f64aecf702fbe90faa086148e57638fa", "type": 1},
    {"id": 13, "checksum": "6ad9fd0faa3332b93920b681f9203328", "type": 1},
    {"id": 14, "checksum": "aa", "type": 2}]}
    """#

  private static func files(_ backup: String) -> GivenFiles {
    GivenFiles(texts: [
      "backup.daylio": backup, "assets/photos/2023/11/f64aecf702fbe90faa086148e57638fa": "JPEG",
    ])
  }

  @Test("has moods in their order, tags, photos and notes of HTML")
  func entries() throws {
    let files = Self.files(
      Data(Self.json.utf8).base64EncodedString(options: .lineLength76Characters))
    #expect(try recognized(files) == [.daylio])
    let read = try ReadItems(DaylioReader.self, files)
    #expect(
      read.times == ["2023-11-19T10:45-05:00", "1024-01-31T00:00", "2023-02-01T09:30"])
    #expect(read.posts.map(\.mood) == [4, 1, nil])
    #expect(read.posts.map(\.id) == ["15024", "1", "3"])
    #expect(read.titles == ["Title", "", ""])
    #expect(read.words[0] == "one\ntwo\n\nthree & **four**")
    #expect(read.posts[0].tags == ["work", "good meal"])
    #expect(
      read.posts[0].photos.map(\.file.path) == [
        "assets/photos/2023/11/f64aecf702fbe90faa086148e57638fa"
      ])
    #expect(read.leftOut == [.audio, .habit])
    #expect(
      read.faults == [
        .missingFile("6ad9fd0faa3332b93920b681f9203328"), .time("2023-12-1-0-0"), .mood("99"),
        .missingFile("77"),
      ])
    #expect(read.error == nil)
  }

  @Test("may be the text alone")
  func alone() throws {
    let files = GivenFiles(texts: [
      "backup_2020_01_01.daylio": Data(Self.json.utf8).base64EncodedString()
    ])
    #expect(try recognized(files) == [.daylio])
    #expect(try ReadItems(DaylioReader.self, files).posts.count == 3)
  }

  @Test("is read as far as it goes")
  func damage() throws {
    let cut = Data(Self.json.utf8.prefix(900)).base64EncodedString()
    #expect(
      try ReadItems(DaylioReader.self, Self.files(cut)).error
        == .damaged(ArrivalPlace(""), detail: "ends in the middle"))
    let broken = Data(Self.json.utf8).base64EncodedString().prefix(600) + "\u{7}*" + "eyJh"
    #expect(
      try ReadItems(DaylioReader.self, Self.files(String(broken))).error
        == .damaged(ArrivalPlace(""), detail: "not base64"))
  }
}
