import Files
import Formats
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import JournalSupport
import NIOCore
import Store
import Synchronization
import SystemPackage
import Testing
import TestSupport

@testable import JournalServer

@Suite("Photos over the network")
struct PhotoRouteTests {
  /// A site with one post, of a JPEG that gives its original back, and one of a PNG, which does not.
  private func makeSite() async throws -> (site: Site, originals: [[UInt8]]) {
    let site = try await Site()
    let originals = [try Site.photo(), try MadePhoto.png()]
    for (photo, name) in zip(originals, ["점심 \"1\".jpg", "IMG_20240131_235959.png"]) {
      #expect(
        try await site.post(photo, name: name.replacing("\"", with: "%22")).status == .created)
    }
    return (site, originals)
  }

  @Test("end within a long one where their device is revoked, however slowly it is read")
  func revoked() async throws {
    let site = try await Site()
    let device = try site.device("anna")
    let answer = PhotoAnswer(
      tag: EntityTag(hash: [1]), mediaType: "image/jpeg", disposition: "inline",
      journal: try site.journals.journal(askedForBy: device, keys: .none),
      workers: site.server.queues.common)
    let request = Request(
      head: .init(method: .get, scheme: nil, authority: nil, path: "/"),
      body: .init(buffer: ByteBuffer()))
    let response = try await answer.response(to: request) {
      .bytes(ByteBuffer(repeating: 7, count: 3_000_000))
    }
    let writer = KeepingWriter { written in
      guard written > 400_000, written < 600_000 else { return }
      _ = try site.journals.devices.revoke(device.id, of: device.owner, now: site.clock.read())
      // A client that reads slowly.
      Thread.sleep(forTimeInterval: 1.1)
    }
    await #expect {
      try await response.body.write(writer)
    } throws: {
      if case JournalError.revoked = $0 { true } else { false }
    }
    #expect(writer.bytes.all.withLock(\.count) < 1_000_000)
  }

  @Test("are the stamped ones and the originals, under their names")
  func whole() async throws {
    let (site, originals) = try await makeSite()
    for (number, original) in zip(1..., originals) {
      let photo = try await site.get("/api/v1/posts/\(number)/photo")
      #expect(photo.status == .ok)
      #expect(photo.bytes != original)
      #expect(photo.headers[.cacheControl] == "no-store")
      #expect(photo.headers[.contentLength] == "\(photo.bytes.count)")
      let answer = try await site.get("/api/v1/posts/\(number)/original")
      #expect(answer.bytes == original)
      #expect(answer.headers[.contentType] == (number == 1 ? "image/jpeg" : "image/png"))
    }
    let first = try await site.get("/api/v1/posts/1/original")
    #expect(
      first.headers[.contentDisposition]
        == "attachment; filename*=UTF-8''%EC%A0%90%EC%8B%AC%20%221%22.jpg")
  }

  /// What somebody who made a journal may put in the place of a photo.
  enum Elsewhere: CaseIterable {
    case pathOutside, absolutePath, link, linkedFolder
  }

  @Test("are none but the journal's own", arguments: Elsewhere.allCases)
  func elsewhere(_ place: Elsewhere) async throws {
    let (site, _) = try await makeSite()
    let secret = try MadePhoto.jpeg()
    try site.folder.write(secret, to: "secret.jpg")
    let file = site.folder.path("journal/\(try site.journal.posts.post(1).thePhoto.file)")
    let folder = FilePath(file).removingLastComponent().string
    func put(_ path: String) async throws {
      let sqlite = try await InstalledProgram.sqlite3(
        site.folder.path("journal/journal.sqlite"),
        "PRAGMA ignore_check_constraints = ON; UPDATE photo SET file = '\(path)' WHERE id = 1")
      #expect(sqlite.status == 0, "\(sqlite.error)")
    }
    switch place {
    case .pathOutside: try await put("photos/../../secret.jpg")
    case .absolutePath: try await put(site.folder.path("secret.jpg"))
    case .link:
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createSymbolicLink(
        atPath: file, withDestinationPath: site.folder.path("secret.jpg"))
    case .linkedFolder:
      try FileManager.default.moveItem(atPath: folder, toPath: site.folder.path("day"))
      try FileManager.default.createSymbolicLink(
        atPath: folder, withDestinationPath: site.folder.path("day"))
    }
    for kind in ["photo", "original", "thumbnail?size=256"] {
      let answer = try await site.get("/api/v1/posts/1/\(kind)")
      #expect(answer.status.code >= 400 && answer.bytes != secret, "\(kind): \(answer.status)")
    }
    #expect(try site.folder.read("secret.jpg") == secret)
  }

  @Test("come in parts", arguments: ["photo", "original"], [1, 2])
  func ranges(kind: String, number: Int) async throws {
    let (site, _) = try await makeSite()
    let uri = "/api/v1/posts/\(number)/\(kind)"
    let whole = try await site.get(uri)
    let size = whole.bytes.count
    for (field, range) in [
      ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=-7", size - 7..<size),
      ("bytes=\(size - 1)-", size - 1..<size),
    ] {
      let part = try await site.get(uri, [.range: field])
      #expect(part.status == .partialContent)
      #expect(part.bytes == Array(whole.bytes[range]))
      #expect(
        part.headers[.contentRange] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
    }
    let none = try await site.get(uri, [.range: "bytes=\(size)-"])
    #expect(none.status == .rangeNotSatisfiable)
    #expect(none.headers[.contentRange] == "bytes */\(size)")
    #expect(try await site.get(uri, [.range: "bytes=0-1,3-4"]).bytes == whole.bytes)
    let tag = try #require(whole.headers[.eTag])
    let same = try await site.get(uri, [.range: "bytes=0-1", .ifRange: tag])
    #expect(same.status == .partialContent)
    let other = try await site.get(uri, [.range: "bytes=0-1", .ifRange: "\"x\""])
    #expect(other.status == .ok)
  }

  @Test(
    "are not sent to who has them, or asks for the head alone",
    arguments: [
      "photo", "original", "thumbnail?size=256",
    ])
  func conditions(kind: String) async throws {
    let (site, _) = try await makeSite()
    let uri = "/api/v1/posts/1/\(kind)"
    let whole = try await site.get(uri)
    let tag = try #require(whole.headers[.eTag])
    let same = try await site.get(uri, [.ifNoneMatch: "\"x\", W/\(tag)"])
    #expect(same.status == .notModified)
    #expect(same.bytes.isEmpty)
    let head = try await site.request(.head, uri, [.range: "bytes=0-1"])
    #expect(head.status == .ok)
    #expect(head.bytes.isEmpty)
    #expect(head.headers[.contentLength] == "\(whole.bytes.count)")
    #expect(head.headers[.eTag] == tag)
  }

  @Test("have thumbnails of several sizes", arguments: ["", "?size=", "?size=255", "?size=-256"])
  func sizes(query: String) async throws {
    let (site, _) = try await makeSite()
    #expect(try await site.get("/api/v1/posts/1/thumbnail\(query)").status == .badRequest)
    for size in [96, 160, 192, 256, 320, 1024] {
      let thumbnail = try await site.get("/api/v1/posts/1/thumbnail?size=\(size)")
      #expect(thumbnail.status == .ok)
      #expect(thumbnail.headers[.cacheControl] == "no-store")
      let (width, height) = (160, 120)
      #expect(
        try PhotoFile(thumbnail.bytes).header.width
          == min(size, [160, 320].contains(size) ? height : width))
    }
  }

  @Test("that are gone or changed are told, not sent")
  func broken() async throws {
    let (site, _) = try await makeSite()
    for file in site.files { try site.folder.write([1, 2, 3], to: file) }
    let original = try await site.get("/api/v1/posts/1/original")
    #expect(original.status == .internalServerError)
    #expect(!original.text.contains("photos/"))
    #expect(try await site.get("/api/v1/posts/9/photo").status == .notFound)
  }
}

@Suite("Ranges and entity tags")
struct ByteRangeTests {
  @Test(
    "mean bytes that are there, the whole, or none",
    arguments: [
      ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)),
      ("bytes=-10", .part(90..<100)), ("bytes=-1000", .part(0..<100)),
      ("bytes=50-1000", .part(50..<100)), ("Bytes = 0-0", .whole), ("BYTES=0-0", .part(0..<1)),
      ("bytes=99-99999999999999999999999", .part(99..<100)),
      ("bytes=100-", .unsatisfiable), ("bytes=100-200", .unsatisfiable),
      ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999999-", .unsatisfiable),
      ("bytes=9-0", .whole), ("bytes=0-1,5-6", .whole), ("bytes=", .whole), ("bytes=-", .whole),
      ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=--1", .whole), ("items=0-1", .whole),
      ("bytes", .whole), ("", .whole),
    ])
  func range(field: String, expected: ByteRange) {
    #expect(ByteRange(field, size: 100) == expected)
  }

  @Test("are of no bytes where there are none")
  func empty() {
    #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
    #expect(ByteRange("bytes=-1", size: 0) == .unsatisfiable)
    #expect(ByteRange(nil, size: 0) == .whole)
  }

  @Test(
    "are compared as RFC 9110 says",
    arguments: [
      ("\"00ff\"", true, true), ("*", true, true), (" * ", true, true),
      ("\"x\", \"00ff\"", true, true), ("\"a,b\",\"00ff\"", true, true),
      ("W/\"00ff\"", false, true), ("\"x\", W/\"00ff\"", false, true),
      ("\"x\"", false, false), ("00ff", false, false), ("", false, false), ("\"00ff", false, false),
      ("\"*\"", false, false),
    ])
  func tags(field: String, strongly: Bool, weakly: Bool) {
    let tag = EntityTag(hash: [0, 255])
    #expect(tag.isMeant(by: field, weakly: false) == strongly)
    #expect(tag.isMeant(by: field, weakly: true) == weakly)
  }
}
