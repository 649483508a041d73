import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Store
import SystemPackage
import Testing
import TestSupport

@testable import JournalServer

@Suite("Downloading all of a journal")
struct ExportRouteTests {
  /// A site where an owner has a photo, one that is kept beside its original, and one in the trash.
  private func makeSite() async throws -> (site: Site, token: String, journal: OwnerJournal) {
    let site = try await Site()
    let token = try site.add("김미나")
    for time in ["2024-01-31 12:00", "2024-02-29 08:30"] {
      let posted = try await site.post(
        Site.photo(), [("time", time), ("caption", "점심 👩🏽‍🍳")], token: token)
      #expect(posted.status == .created)
    }
    let png = try await site.post(
      MadePhoto.png(), [("time", "2024-03-01 10:00")], name: "바다.png", token: token)
    #expect(png.status == .created)
    #expect(try await site.request(.delete, "/api/v1/posts/2", token: token).status == .noContent)
    return (site, token, try site.journals.journal(of: OwnerName("김미나")))
  }

  @Test("goes on for two of an owner at a time, and another owner's two")
  func places() async throws {
    let (site, token, journal) = try await makeSite()
    let places = site.server.queues.exports
    do {
      let held = try (0..<2).map { _ in try places.take(for: journal.owner) }
      defer { withExtendedLifetime(held) {} }
      for path in ["/export", "/api/v1/export"] {
        let refused = try await site.request(.get, path, token: token)
        #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "10")
        #expect(try await site.request(.get, path).status == .ok)
      }
    }
    // A place comes free when the last byte was sent.
    for _ in 0..<3 { #expect(try await site.request(.get, "/export", token: token).status == .ok) }
  }

  @Test(
    "gives what an export into a folder has, byte for byte",
    .enabled(if: InstalledProgram.isThere("tar"), "needs tar"),
    arguments: ["/export", "/api/v1/export"])
  func same(path: String) async throws {
    let (site, token, journal) = try await makeSite()
    let number = try journal.posts.write(NewWords(PostWords("아침")), now: 1_749_900_000).post.number
    var change = PostChange()
    change.words = try PostWords("저녁")
    _ = try journal.posts.edit(number, change, now: 1_749_910_000) { _ in
      throw CancellationError()
    }
    let response = try await site.request(.get, path, token: token)
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == "application/x-tar")
    let name = "daystamp-김미나-2025-06-15"
    #expect(
      response.headers[.contentDisposition]
        == FileName.disposition("attachment", "\(name).tar"))

    let folder = try TemporaryFolder()
    try folder.write(response.bytes, to: "export.tar")
    let unpacked = try await InstalledProgram.run(
      "tar", ["-xf", folder.path("export.tar"), "-C", folder.path])
    #expect(unpacked.status == 0 && unpacked.error.isEmpty, "\(unpacked.error)")
    try JournalExport(of: journal, into: FilePath(folder.path("expected"))).run { _ in }
    let difference = try await InstalledProgram.run(
      "diff", ["-r", folder.path("expected"), folder.path(name)])
    #expect(difference.status == 0, "\(difference.output)")
    let files = folder.files.filter { $0.hasPrefix(name) }
    #expect(files.count == 8 && files.contains("\(name)/versions.jsonl"))
    #expect(files.contains { $0.hasPrefix("\(name)/days/2025/06/2025-06-14") })
    #expect(try ExportFolder(opening: FilePath(folder.path(name))).count == 4)
    #expect(try FilePath(folder.path(name)).stat().permissions == .ownerReadWriteExecute)
  }

  @Test(
    "is read by another program too, which finds journal.json last",
    .enabled("\(Python.note)") { await Python.isThere })
  func otherReader() async throws {
    let (site, token, _) = try await makeSite()
    let folder = try TemporaryFolder()
    try folder.write(try await site.request(.get, "/export", token: token).bytes, to: "export.tar")
    let script = """
      from sys import argv; from tarfile import TarFile
      with TarFile(argv[1]) as archive:
          for member in archive: print(member.name)
      """
    let names = try await Python.lines(of: script, [folder.path("export.tar")])
    let top = "daystamp-김미나-2025-06-15"
    #expect(names.first == "\(top)" && names.last == "\(top)/journal.json" && names.count == 7)
  }

  @Test("is for who is past the lock, and no other owner's")
  func locked() async throws {
    let (site, token, journal) = try await makeSite()
    let empty = try await site.get("/export")
    #expect(!empty.text.contains("점심") && empty.text.contains(#""posts" : 0"#))
    let lock = try site.journals.lock(of: journal.owner, iterations: 10, now: site.clock.read)
    try lock.set(PIN(Array("8352".utf8).span))
    #expect(try await site.request(.get, "/api/v1/export", token: token).status == .locked)
    let page = try await site.request(.get, "/export", token: token)
    #expect(page.status == .seeOther && page.bytes.isEmpty)
  }
}
