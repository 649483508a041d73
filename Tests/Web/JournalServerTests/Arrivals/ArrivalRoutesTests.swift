import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import JournalSupport
import NIOCore
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("A journal of another program, brought by the pages")
struct ArrivalRoutesTests {
  private static let text = Array(Site.brought.utf8)

  private func postCount(_ site: Site) throws -> Int {
    try site.journal.posts.size().posts
  }

  @Test("shows what would come, comes once, and is taken back")
  func words() async throws {
    let site = try await Site()
    #expect(try await site.bring(Self.text, named: "a.txt").location == "/settings/import")
    let seen = try await site.settledArrivals()
    #expect(seen.contains("a.txt: jrnl") && seen.contains("<dd><bdi>2</bdi></dd>"))
    #expect(seen.contains("1, such as @sea"))
    #expect(try await site.settledArrivals(language: "ko").contains("1개(예: @sea)"))
    #expect(try postCount(site) == 0)

    #expect(try await site.doOnArrivals("go").status == .seeOther)
    let done = try await site.settledArrivals()
    #expect(done.contains("2 entries came as arrival 1."))
    #expect(try postCount(site) == 2)
    // Nothing of the file is left, and there is nothing to import.
    #expect(try await site.doOnArrivals("go").location.contains("problem=no-import"))

    let again = try await site.importJournal(Self.text, named: "a.txt")
    #expect(again.contains("There is nothing new in it."))
    let changed = try await site.send(
      .patch, "/api/v1/posts/2", #"{"starred":false}"#, [.ifMatch: "*"])
    #expect(changed.status == .ok)
    let undone = try await site.doOnArrivals("undo", "number=1")
    #expect(undone.location == "/settings/import?undone=1&trashed=1&changed=2")
    let page = try await site.get(undone.location).text
    #expect(page.contains("Moved 1 post of arrival 1 to the trash."))
    #expect(page.contains(#"<a href="/posts/2">2</a>"#))
    #expect(
      try await site.doOnArrivals("undo", "number=1").location.contains("problem=arrival-undone"))
    #expect(try await site.doOnArrivals("undo", "number=7").location.contains("no-arrival"))
  }

  @Test(
    "has photos, which are stamped, from an archive",
    .enabled("\(Python.note)") { await Python.isThere })
  func photos() async throws {
    let (site, folder) = (try await Site(), try TemporaryFolder())
    let (photo, path) = (folder.path("a.jpg"), folder.path("Day One.zip"))
    try Data(Site.photo()).write(to: URL(filePath: photo))
    _ = try await Python.lines(of: Self.dayOne, [path, photo])
    let page = try await site.importJournal(
      Array(Data(contentsOf: URL(filePath: path))), named: "Day One.zip")
    #expect(page.contains("1 entry came as arrival 1."), "\(page)")
    let post = try site.journal.posts.post(1)
    #expect(post.photos.count == 1 && post.words.contains("photo:1"))
    #expect(try await site.get("/api/v1/posts/1/original").bytes == Site.bytes(of: photo))
  }

  private static let dayOne = """
    import hashlib, json, sys, zipfile
    data = open(sys.argv[2], 'rb').read()
    md5 = hashlib.md5(data).hexdigest()
    entry = {"uuid": "A", "creationDate": "2024-01-31T12:00:00Z", "timeZone": "Asia/Seoul",
      "text": "A lake\\n\\n![](dayone-moment://P)",
      "photos": [{"identifier": "P", "md5": md5, "type": "jpeg"}]}
    with zipfile.ZipFile(sys.argv[1], 'w') as z:
      z.writestr("Journal.json", json.dumps({"metadata": {"version": "1.0"}, "entries": [entry]}))
      z.writestr(f"photos/{md5}.jpeg", data)
    """

  @Test("comes in pieces, which go on where they are")
  func pieces() async throws {
    let (site, text) = (try await Site(), Self.text)
    func send(_ range: Range<Int>) async throws -> String {
      try await site.bringPiece(text[range], at: range.lowerBound, of: text.count).text
    }
    #expect(try await send(0..<0) == #"{"received":0}"#)
    #expect(try await send(0..<10) == #"{"received":10}"#)
    // What is not next is not taken, whatever it is.
    #expect(try await send(0..<5) == #"{"received":10}"#)
    #expect(try await send(20..<30) == #"{"received":10}"#)
    #expect(try await site.settledArrivals().contains("of a.txt are here"))
    #expect(try await site.doOnArrivals("go").location.contains("problem=no-import"))
    let longer = try await site.bringPiece(text + [0], at: 10, of: text.count).text
    #expect(longer == #"{"received":10}"#)
    #expect(try await send(10..<text.count) == "{\"received\":\(text.count)}")
    #expect(try await site.settledArrivals().contains("a.txt: jrnl"))
    // Another file takes its place.
    #expect(try await site.bringPiece([1], at: 0, of: 2, "b.txt").text == #"{"received":1}"#)
    #expect(try await site.settledArrivals().contains("of b.txt are here"))
    #expect(try await site.doOnArrivals("discard").status == .seeOther)
    #expect(try await !site.settledArrivals().contains("b.txt"))
    for query in ["", "?name=a&size=0&at=0", "?name=a&size=2&at=-1", "?name=a&size=x&at=0"] {
      #expect(
        try await site.request(.post, "/settings/import/pieces\(query)").status
          == .unprocessableContent)
    }
  }

  @Test("has no more bytes than the disk has room for")
  func room() async throws {
    let site = try await Site()
    let refused = try await site.bringPiece([], at: 0, of: 1 << 60)
    #expect(refused.status == .insufficientStorage && refused.text.contains("MB"))
    let announced = try await site.request(
      .post, "/settings/import/file",
      [.contentType: "multipart/form-data; boundary=x", .contentLength: "\(1 << 60)"])
    #expect(announced.location.contains("problem=disk-full"))
  }

  @Test("says why it cannot be read, and asks for what its format needs")
  func refusals() async throws {
    let site = try await Site()
    _ = try await site.bring(Array("no journal".utf8), named: "<b>.txt")
    let unread = try await site.settledArrivals()
    #expect(unread.contains("Its format is unknown") && !unread.contains("<b>"))
    let chat = """
      01/02/2024, 10:00 - Mina: hello
      01/02/2024, 10:01 - Jun: hi
      03/02/2024, 10:02 - Mina: bye

      """
    _ = try await site.bring(Array(chat.utf8), named: "WhatsApp Chat with Jun.txt")
    let asked = try await site.settledArrivals()
    #expect(asked.contains("list=\"bring-authors\"") && asked.contains("<option value=\"Mina\">"))
    #expect(try await site.doOnArrivals("look", "format=nothing").status == .badRequest)
    #expect(try await site.doOnArrivals("look", "format=day-one").status == .seeOther)
    #expect(try await site.settledArrivals().contains("role=\"alert\""))
    #expect(try await site.doOnArrivals("look", "author=Mina&order=day").status == .seeOther)
    let seen = try await site.settledArrivals()
    #expect(seen.contains("WhatsApp chat") && seen.contains("name=\"order\""))
    #expect(seen.contains("Feb 1, 2024") && seen.contains("Feb 3, 2024"))
  }

  @Test("is one at a time on a server; others are told when to come again")
  func places() async throws {
    let site = try await Site()
    let bea = try site.add("bea")
    _ = try await site.importJournal(Self.text, named: "a.txt")
    let places = site.server.queues.imports
    do {
      let held = try places.take(for: OwnerName("bea"))
      defer { withExtendedLifetime(held) {} }
      _ = try await site.bring(Self.text, named: "a.txt")
      for (deed, form) in [("look", ""), ("undo", "number=1")] {
        let refused = try await site.doOnArrivals(deed, form)
        #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "10")
      }
      let undo = try await site.send(.post, "/api/v1/arrivals/1/undo", "{}")
      #expect(undo.status == .serviceUnavailable)
    }
    // It waited, and is there.
    #expect(try await site.doOnArrivals("look").status == .seeOther)
    #expect(try await site.settledArrivals().contains("a.txt: jrnl"))
    #expect(try await !site.settledArrivals(token: bea).contains("a.txt"))
    #expect(
      try await site.doOnArrivals("undo", "number=1", token: bea).location.contains("no-arrival"))
  }

  @Test("goes with its device, and a day after it was last asked for")
  func ends() async throws {
    let site = try await Site()
    _ = try await site.bring(Self.text, named: "a.txt")
    #expect(try await site.settledArrivals().contains("a.txt: jrnl"))
    site.clock.advance(ArrivalDesk.lifetime + 1)
    #expect(try await !site.settledArrivals().contains("a.txt"))
    let other = try site.pair("anna")
    _ = try await site.bring(Self.text, named: "b.txt", token: other)
    #expect(try await site.settledArrivals().contains("b.txt: jrnl"))
    let devices = try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read())
    let last = try #require(devices.max { $0.id < $1.id })
    #expect(try await site.request(.delete, "/api/v1/devices/\(last.id)").status == .noContent)
    #expect(try await !site.settledArrivals().contains("b.txt"))
  }

  @Test("waits while the journal is locked")
  func locked() async throws {
    let site = try await Site()
    _ = try await site.bring(Self.text, named: "a.txt")
    _ = try await site.settledArrivals()
    try site.setPIN()
    #expect(try await site.doOnArrivals("go").status == .locked)
    #expect(try await site.bringPiece([1], at: 0, of: 2).status == .locked)
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin":"8352"}"#).status.code < 300)
    #expect(try await site.settledArrivals().contains("a.txt: jrnl"))
    #expect(try await site.doOnArrivals("go").status == .seeOther)
    #expect(try await site.settledArrivals().contains("2 entries came"))
  }

  @Test("is listed for programs, and taken back by them")
  func interface() async throws {
    let site = try await Site()
    #expect(try await site.get("/api/v1/arrivals").text == #"{"arrivals":[]}"#)
    _ = try await site.importJournal(Self.text, named: "a.txt")
    let list = try await site.get("/api/v1/arrivals").text
    #expect(list.contains(#""source":"a.txt""#) && list.contains(#""postsHere":2"#))
    let undone = try await site.send(.post, "/api/v1/arrivals/1/undo", "{}")
    #expect(undone.status == .ok && undone.text.contains(#""trashed":2"#))
    #expect(try await site.send(.post, "/api/v1/arrivals/1/undo", "{}").status == .conflict)
    #expect(try await site.send(.post, "/api/v1/arrivals/9/undo", "{}").status == .notFound)
  }
}

extension Site {
  fileprivate static func bytes(of path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path)))
  }
}
