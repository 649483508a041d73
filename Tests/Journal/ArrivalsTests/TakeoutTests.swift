import CaptureTime
import Testing

@testable import Arrivals

@Suite("Photos of Google Takeout")
struct TakeoutTests {
  private static let year = "Takeout/Google Photos/Photos from 2024/"
  private static let album = "Takeout/Google Photos/Sea/"

  private func json(
    _ title: String, taken: Int = 1_706_713_199, description: String = "", more: String = ""
  ) -> String {
    #"""
    {"title": "\#(title)", "description": "\#(description)", "url": "https://photos.google.com/photo/A",
     "photoTakenTime": {"timestamp": "\#(taken)", "formatted": "31 Jan 2024"}\#(more)}
    """#
  }

  private func read(_ texts: [String: String]) throws -> ReadItems {
    try ReadItems(TakeoutReader.self, GivenFiles(texts: texts))
  }

  @Test("have what the JSON beside them says")
  func record() throws {
    let files = [
      Self.year + "IMG.jpg": "x",
      Self.year + "IMG.jpg.supplemental-metadata.json": json(
        "IMG.jpg", description: " The sea ",
        more: #", "favorited": true, "people": [{"name": "Ann"}, {"name": ""}, {}, 7]"#),
    ]
    let items = try read(files)
    let post = try #require(items.posts.first)
    #expect(items.posts.count == 1)
    #expect(post.time.description == "2024-01-31T14:59:59+00:00")
    #expect(post.photos.map(\.caption) == ["The sea"])
    #expect(post.photos[0].time == nil)
    #expect(post.isStarred)
    #expect(post.people == ["Ann"])
    #expect(post.tags.isEmpty)
    #expect(items.faults.isEmpty)
    #expect(try recognized(GivenFiles(texts: files)) == [.takeout])
  }

  @Test("come once, with their albums as tags, whatever the albums' JSON is called")
  func albums() throws {
    let items = try read([
      Self.year + "IMG(1).jpg": "photo", Self.year + "IMG.jpg(1).json": json("IMG.jpg"),
      Self.year + "metadata.json": #"{"title": "Photos from 2024"}"#,
      Self.album + "IMG.jpg": "photo", Self.album + "IMG.jpg.json": json("IMG.jpg"),
      Self.album + "métadonnées.json": #"{"title": "The sea", "access": "protected"}"#,
      "Takeout/Google Photos/Best/IMG.jpg": "photo",
      "Takeout/Google Photos/Best/IMG.jpg.json": json("IMG.jpg"),
      "Takeout/Google Photos/Best/метаданные.json": #"{"title": "Best of 2024"}"#,
      // Another of the same name and second.
      Self.album + "IMG(1).jpg": "another", Self.album + "IMG.jpg(1).json": json("IMG.jpg"),
      "Takeout/Google Photos/2024년의 사진/메타데이터.json": #"{"title": "2024년의 사진"}"#,
    ])
    #expect(items.posts.count == 2)
    #expect(
      items.posts.map(\.tags).sorted { $0.count < $1.count } == [
        ["The sea"], ["Best of 2024", "The sea"],
      ])
    #expect(Set(items.posts.compactMap(\.id)).count == 2)
  }

  @Test("are one post with their edited copy and their video")
  func together() throws {
    let items = try read([
      Self.year + "IMG.HEIC": "x", Self.year + "IMG.HEIC.json": json("IMG.HEIC"),
      Self.year + "IMG-edited.jpg": "y", Self.year + "IMG.MP4": "z",
    ])
    #expect(
      items.posts.map { $0.photos.map(\.file.name) } == [["IMG-edited.jpg", "IMG.HEIC", "IMG.MP4"]])
  }

  @Test("without JSON have the time of their name")
  func alone() throws {
    let items = try read([
      Self.year + "IMG_20240131_235958.jpg": "", Self.year + "IMG_1.jpg": "",
      Self.year + "IMG_2.jpg": "", Self.year + "IMG_2.jpg.json": "{\"title\": ",
      Self.year + "IMG_3.jpg": "", Self.year + "IMG_3.jpg.json": "{}",
    ])
    #expect(items.times == ["2024-01-31T23:59:58"])
    #expect(
      items.faults == [
        .time("IMG_1.jpg"), .syntax(detail: "not JSON"), .time("IMG_2.jpg"), .time(""),
        .time("IMG_3.jpg"),
      ])
  }

  @Test("leave out what is in the trash, comments, and files that no post holds")
  func leftOut() throws {
    let items = try read([
      Self.year + "IMG.jpg": "",
      Self.year + "IMG.jpg.json": json("IMG.jpg", more: #", "trashed": true"#),
      Self.year + "IMG.avi": "", "Takeout/Google Photos/shared_album_comments.json": "{}",
      "Takeout/archive_browser.html": "<html>",
    ])
    #expect(items.posts.isEmpty)
    #expect(items.leftOut == [.unknown, .document, .comment])
  }

  @Test("of the years 1 and 9999 and of no year, and JSON that is hostile")
  func hostile() throws {
    let deep = String(repeating: "[", count: 100_000)
    let items = try read([
      Self.year + "a.jpg": "", Self.year + "a.jpg.json": json("a", taken: -29_838_000_000),
      Self.year + "b.jpg": "", Self.year + "b.jpg.json": json("b", taken: 253_402_300_799),
      Self.year + "c.jpg": "", Self.year + "c.jpg.json": json("c", taken: .max),
      Self.year + "d.jpg": "", Self.year + "d.jpg.json": deep,
      Self.year + "metadata.json": deep, Self.year + "e.jpg": "",
      Self.year + "e.jpg.json": String(repeating: "\0", count: Companion.byteLimit + 1),
      Self.year + "f.jpg": "", Self.year + "f.jpg.json": "", Self.year + "f.jpg.s.json": "",
    ])
    #expect(items.times == ["1024-06-21T18:40:00+00:00", "9999-12-31T23:59:59+00:00"])
    #expect(items.faults.contains(.tooLarge(limit: Companion.byteLimit)))
    #expect(items.faults.contains(.syntax(detail: "several companions: f.jpg.json, f.jpg.s.json")))
  }

  @Test(
    "know folders of years from albums",
    arguments: [
      ("Photos from 2024", true), ("Fotos von 2021", true), ("2023年の写真", true), ("2024", true),
      ("2019-06-12 #2", true), ("Summer 2024", false), ("Sea", false), ("Photos from home", false),
    ])
  func years(_ title: String, _ isOfYear: Bool) {
    #expect(TakeoutReading.isOfYear(title) == isOfYear)
  }

  @Test("are recognized by as many looks at the list of files, however long it is")
  func recognition() throws {
    func lists(_ count: Int) throws -> Int {
      let files = CountedFiles(photos: count, json: json("IMG.jpg"))
      #expect(try ArrivalFormat.recognize(files).format == .takeout)
      return files.lists
    }
    #expect(try lists(10) == lists(200))
  }
}

/// Photos of Takeout, which count how often their list is asked for.
private final class CountedFiles: ArrivalFiles {
  let name = "takeout"
  private(set) var lists = 0
  private let all: FileList
  private let json: [UInt8]

  init(photos: Int, json: String) {
    self.json = Array(json.utf8)
    all = FileList(
      (0..<photos).flatMap { index in
        ["\(index).jpg", "\(index).jpg.json"].map {
          ArrivalFile(path: "Takeout/\($0)", size: 1, modified: nil)
        }
      })
  }

  var files: FileList {
    lists += 1
    return all
  }

  func read(_ file: ArrivalFile, piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    _ = try json.withUnsafeBufferPointer(piece)
  }
}
