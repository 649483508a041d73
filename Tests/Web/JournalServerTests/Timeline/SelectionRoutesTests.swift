import Foundation
import HTTPTypes
import HummingbirdTesting
import JournalSupport
import NIOCore
import Store
import Testing
import TestSupport

@testable import Journal
@testable import JournalServer

@Suite("Posts that were chosen together")
struct SelectionRoutesTests {
  private let test: PageJournal

  init() async throws {
    test = try await PageJournal()
    for hour in 10..<14 { try await test.post("2024-01-30 \(hour):00", caption: "no. \(hour)") }
  }

  private func batch(_ json: String, token: String? = nil) async throws -> TestResponse {
    try await test.site.request(
      .post, "/api/v1/posts/batch", [.contentType: "application/json"],
      body: .init(string: json), token: token ?? test.site.token)
  }

  private func posts() throws -> [Post] { try (1...4).map { try test.journal.posts.post($0) } }

  @Test("are starred, tagged, moved to the trash and brought back together")
  func together() async throws {
    #expect(try await batch(#"{"posts":[1,3],"starred":true}"#).text == #"{"posts":2}"#)
    #expect(try posts().map(\.isStarred) == [true, false, true, false])
    #expect(try await batch(#"{"posts":[3],"starred":false}"#).status == .ok)
    #expect(try posts().map(\.isStarred) == [true, false, false, false])
    #expect(try await batch(#"{"posts":[2,3],"addTags":["sea","산"]}"#).status == .ok)
    #expect(try await batch(#"{"posts":[3,4],"addTags":["Sea"]}"#).status == .ok)
    #expect(try posts().map(\.tags) == [[], ["sea", "산"], ["sea", "산"], ["sea"]])
    #expect(try await batch(#"{"posts":[1,2,4],"trashed":true}"#).status == .ok)
    #expect(try test.journal.posts.size() == (1, 3))
    #expect(try await batch(#"{"posts":[1,4],"trashed":false}"#).status == .ok)
    #expect(try test.journal.posts.size() == (3, 1))
  }

  @Test("come back from the trash as far as they are still there")
  func partly() async throws {
    try test.journal.trash.move([1, 2, 3], now: PageJournal.now)
    _ = try test.journal.trash.delete([2])
    _ = try test.journal.trash.restore([3])
    #expect(try await batch(#"{"posts":[1,2,3],"trashed":false}"#).text == #"{"posts":1}"#)
    #expect(try test.journal.posts.size() == (3, 0))
  }

  @Test(
    "stay as they are, all of them, where one cannot be changed",
    arguments: [
      (#"{"posts":[1,9],"starred":true}"#, 404), (#"{"posts":[9,1],"trashed":true}"#, 404),
      (#"{"posts":[1,4],"starred":true}"#, 409), (#"{"posts":[1,4],"trashed":true}"#, 409),
      (#"{"posts":[],"starred":true}"#, 422),
      (#"{"posts":[1,1],"starred":true}"#, 422), (#"{"posts":[1]}"#, 422),
      (#"{"posts":[1],"starred":true,"trashed":true}"#, 422), (#"{"starred":true}"#, 422),
      (#"{"posts":[1],"starred":"yes"}"#, 422), (#"{"posts":["1"],"starred":true}"#, 422),
      (#"{"posts":[1],"addTags":["a,b"]}"#, 422), (#"{"posts":[1],"wrong":true}"#, 422),
      (#"{"posts":[-1],"trashed":true}"#, 404), (#"{"posts":[1.5],"trashed":true}"#, 400),
      ("[]", 422), ("x", 400),
    ])
  func refused(json: String, status: Int) async throws {
    try test.journal.trash.move([4], now: PageJournal.now)
    let before = try posts()
    #expect(try await batch(json).status.code == status, "\(json)")
    #expect(try posts() == before)
  }

  @Test("are a thousand at most")
  func most() async throws {
    let many = (1...1_001).map(String.init).joined(separator: ",")
    #expect(try await batch(#"{"posts":[\#(many)],"starred":true}"#).status.code == 422)
    #expect(try await test.submit("/timeline/archive", ["posts": many]).status.code == 422)
  }

  @Test("are never another owner's")
  func others() async throws {
    let other = try test.site.add("bob")
    let before = try posts()
    for json in [#"{"posts":[1],"starred":true}"#, #"{"posts":[1],"trashed":true}"#] {
      #expect(try await batch(json, token: other).status == .notFound)
    }
    let archive = try await test.site.request(
      .post, "/timeline/archive", [.contentType: "application/x-www-form-urlencoded"],
      body: .init(string: "posts=1"), token: other)
    #expect(archive.status == .notFound)
    #expect(try posts() == before)
  }

  @Test(
    "come as one archive, photos with their labels and words",
    .enabled(if: InstalledProgram.isThere("tar"), "needs tar"))
  func archive() async throws {
    _ = try await test.submit(
      "/write", ["words": "It **rained**.", "title": "Rain", "day": "2024-01-29"])
    let answer = try await test.submit("/timeline/archive", ["posts": "5,1,3"])
    #expect(answer.status == .ok && answer.headers[.contentType] == "application/x-tar")
    #expect(answer.headers[.contentDisposition]?.contains("daystamp-2024-01-31-3.tar") == true)
    let folder = try TemporaryFolder()
    try folder.write(answer.bytes, to: "a.tar")
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/tar")
    tar.arguments = ["-xf", folder.path("a.tar"), "-C", folder.path("")]
    try tar.run()
    tar.waitUntilExit()
    #expect(tar.terminationStatus == 0)
    let files = folder.files.filter { $0 != "a.tar" }
    let photos = files.filter { $0.contains("/photos/2024/01/30/") }
    #expect(photos.count == 2 && files.count == 4, "\(files)")
    let post = try test.journal.posts.post(1).thePhoto
    #expect(
      try folder.read("daystamp-2024-01-31-3/\(post.file)")
        == test.site.folder.read("journal/\(post.file)"))
    let page = String(
      decoding: try folder.read("daystamp-2024-01-31-3/days/2024/01/2024-01-29.md"), as: UTF8.self)
    #expect(page.contains("It **rained**.") && page.contains("Rain"))
    for wrong in ["", "x", "1,x", "1,1"] {
      #expect(try await test.submit("/timeline/archive", ["posts": wrong]).status.code == 422)
    }
    #expect(try await test.submit("/timeline/archive", ["posts": "99"]).status == .notFound)
  }
}
