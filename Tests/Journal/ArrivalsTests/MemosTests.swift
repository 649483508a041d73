import CaptureTime
import Testing

@testable import Arrivals

@Suite("Memos")
struct MemosTests {
  @Test("of an archive come with their words and attachments")
  func archive() throws {
    let files = GivenFiles(texts: [
      "manifest.json": #"{"format": "memos-export", "formatVersion": "1.0"}"#,
      "memos/a.json": #"""
      {"uid": "a", "creator": "ann", "createTime": "2024-01-31T14:59:58Z", "pinned": true,
       "visibility": "PRIVATE", "contentPath": "memos/a.md", "tags": ["sea"],
       "location": {"placeholder": "Seoul"}, "relations": [{"type": "REFERENCE", "memo": "b"}],
       "attachments": [
         {"uid": "1", "filename": "p.jpg", "path": "attachments/1/p.jpg"},
         {"uid": "2", "filename": "x.pdf", "path": "attachments/2/x.pdf"},
         {"uid": "3", "filename": "y.pdf", "externalLink": "https://x.org/y.pdf"},
         {"uid": "4", "filename": "gone.jpg", "path": "attachments/4/gone.jpg"}]}
      """#, "memos/a.md": "Words #sea",
      "memos/b.json":
        #"{"uid": "b", "createTime": "2024-01-31T15:00:00Z", "contentPath": "memos/b.md", "parent": "a"}"#,
      "memos/b.md": "A comment", "attachments/1/p.jpg": "", "attachments/2/x.pdf": "",
      "memos/c.json":
        #"{"uid": "c", "createTime": "2024-01-31T15:00:00Z", "contentPath": "../../c.md"}"#,
      "memos/d.json": "{",
    ])
    #expect(try recognized(files) == [.memos])
    let items = try ReadItems(MemosReader.self, files)
    let post = try #require(items.posts.first)
    #expect(items.posts.count == 1)
    #expect(post.id == "a")
    #expect(post.time.description == "2024-01-31T14:59:58+00:00")
    #expect(post.words == "Words #sea\n\n[y.pdf](https://x.org/y.pdf)\n\n*Seoul*")
    #expect(post.isStarred)
    #expect(post.tags == ["sea"])
    #expect(post.photos.map(\.file.path) == ["attachments/1/p.jpg"])
    #expect(items.leftOut == [.document, .relation, .comment])
    #expect(
      items.faults == [
        .missingFile("gone.jpg"), .missingFile("../../c.md"), .syntax(detail: "not JSON"),
      ])
  }

  @Test(
    "of the API's answers come, old and new",
    arguments: [
      #"""
      {"memos": [{"name": "memos/a", "createTime": "2024-01-01T00:00:00Z", "displayTime": "2024-01-31T14:59:58Z",
        "content": "Words #sea", "visibility": "PRIVATE", "pinned": true,
        "attachments": [{"name": "attachments/1", "filename": "p.jpg"}]}], "nextPageToken": ""}
      """#,
      #"""
      [{"id": 7, "createdTs": 1706713198, "content": "Words #sea", "visibility": "PRIVATE", "pinned": true,
        "resourceList": [{"id": 1, "filename": "p.jpg"}]}]
      """#,
      #"""
      {"data": [{"id": 7, "createdTs": 1706713198, "content": "Words #sea", "visibility": "PRIVATE", "pinned": true,
        "resourceList": [{"id": 1, "filename": "p.jpg"}]}]}
      """#,
    ])
  func answers(_ json: String) throws {
    let files = GivenFiles(texts: ["memos.json": json, "resources/p.jpg": ""])
    #expect(try recognized(files) == [.memos])
    let items = try ReadItems(MemosReader.self, files)
    let post = try #require(items.posts.first)
    #expect(post.time.description == "2024-01-31T14:59:58+00:00")
    #expect(post.id == "memos/a" || post.id == "7")
    #expect(post.tags == ["sea"])
    #expect(post.photos.map(\.file.path) == ["resources/p.jpg"])
    #expect(post.isStarred)
  }

  @Test("that are cut or have no time are named, and the others come")
  func hostile() throws {
    let items = try ReadItems(
      MemosReader.self,
      GivenFiles(texts: [
        "a.json": #"""
        {"memos": [{"createTime": "soon", "content": "x", "visibility": "PRIVATE"},
        {"createTime": "9999-12-31T23:59:59Z", "content": "late", "visibility": "PRIVATE"},
        {"content": "
        """#
      ]))
    #expect(items.words == ["late"])
    #expect(items.faults == [.time("soon")])
    #expect(items.error != nil)
  }
}
