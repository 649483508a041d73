import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TestSupport

@testable import JournalServer

extension PageJournal {
  /// Visits as a browser does, which takes gzip or not.
  fileprivate func visit(_ path: String, _ headers: HTTPFields) async throws -> TestResponse {
    let cookie = HTTPField(name: .cookie, value: "daystamp=\(site.token)")
    return try await site.request(.get, path, headers + [cookie], token: nil)
  }
}

extension HTTPFields {
  fileprivate static func + (fields: HTTPFields, others: [HTTPField]) -> HTTPFields {
    others.reduce(into: fields) { $0[$1.name] = $1.value }
  }
}

@Suite("Compression")
struct CompressionTests {
  private static let gzip: HTTPFields = [.acceptEncoding: "br, gzip, deflate"]

  @Test(
    "is for text that is long enough",
    arguments: [
      ("/assets/app.css", true), ("/assets/watch.js", true),
      ("/service-worker.js", true), ("/api/v1/openapi.json", true), ("/months/2024-01", true),
      ("/settings", true), ("/assets/icon-192.png", false), ("/health", false),
    ])
  func text(path: String, isCompressed: Bool) async throws {
    let test = try await PageJournal()
    let plain = try await test.visit(path, [:])
    let answer = try await test.visit(path, Self.gzip)
    #expect(plain.headers[.contentEncoding] == nil)
    #expect(answer.status == .ok)
    #expect((answer.headers[.contentEncoding] == "gzip") == isCompressed)
    #expect(answer.headers[.contentLength] == "\(answer.body.readableBytes)")
    for answer in [plain, answer] {
      #expect((answer.headers[.vary] == "Accept-Encoding") == !path.hasSuffix(".png"))
    }
    guard isCompressed else { return }
    #expect(answer.body.readableBytes < plain.body.readableBytes / 2)
    #expect(try await unpacked(answer.bytes) == plain.bytes)
  }

  /// What another program makes of it.
  private func unpacked(_ bytes: [UInt8]) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "answer.gz")
    let run = try await InstalledProgram.run("gzip", ["-d", path])
    #expect(run.status == 0, "\(run.error)")
    return try folder.read("answer")
  }

  @Test("is not for a part of an answer, nor for a photo or all of the journal")
  func notText() async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    let photo = try await site.get("/api/v1/posts/1/photo", Self.gzip)
    let part = try await site.get(
      "/api/v1/posts/1/photo", [.acceptEncoding: "gzip", .range: "bytes=0-5"])
    let all = try await site.get("/api/v1/export", Self.gzip)
    #expect(photo.status == .ok)
    #expect(part.status == .partialContent)
    #expect(all.status == .ok)
    for answer in [photo, part, all] {
      #expect(answer.headers[.contentEncoding] == nil)
      #expect(answer.headers[.vary] == nil)
    }
  }

  @Test("makes the tag a weak one, by which the file is known again")
  func tags() async throws {
    let test = try await PageJournal()
    let plain = try await test.visit("/assets/app.css", [:])
    let answer = try await test.visit("/assets/app.css", Self.gzip)
    let tag = try #require(plain.headers[.eTag])
    #expect(answer.headers[.eTag] == "W/\(tag)")
    for (field, encoding) in [(tag, "gzip"), ("W/\(tag)", "gzip"), ("W/\(tag)", "")] {
      let again = try await test.visit(
        "/assets/app.css", [.ifNoneMatch: field, .acceptEncoding: encoding])
      #expect(again.status == .notModified)
      #expect(again.headers[.vary] == "Accept-Encoding")
      #expect(again.headers[.eTag] == (encoding.isEmpty ? tag : "W/\(tag)"))
    }
  }

  @Test("shows in the answer to HEAD as in that to GET")
  func head() async throws {
    let site = try await Site()
    for path in ["/assets/app.css", "/months/2024-01", "/api/v1/openapi.json", "/health"] {
      let get = try await site.get(path, Self.gzip)
      let head = try await site.request(.head, path, Self.gzip)
      #expect(head.headers[.contentLength] == get.headers[.contentLength])
      #expect(head.headers[.contentEncoding] == get.headers[.contentEncoding])
      #expect(head.headers[.eTag] == get.headers[.eTag])
      #expect(head.headers[.vary] == get.headers[.vary])
      #expect(head.body.readableBytes == 0)
    }
  }

  @Test(
    "is not where the address may bring in what another site chose beside what is secret",
    arguments: [
      "/timeline?q=a", "/lock?next=/months/2024-01", "/months/2024-01?a=b",
      "/api/v1/posts?q=caption",
      "/pair/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "/nothing/caption",
    ])
  func secrets(path: String) async throws {
    let test = try await PageJournal()
    for site in ["none", "same-origin", "same-site"] {
      let answer = try await test.visit(
        path, Self.gzip + [HTTPField(name: .secFetchSite, value: site)])
      #expect(answer.headers[.contentEncoding] == nil, "\(path) \(answer.status)")
    }
  }

  @Test("is for a program's own query, which no site makes a browser send")
  func programs() async throws {
    let site = try await Site()
    for number in 0..<9 {
      _ = try await site.post([("2024-01-31 12:0\(number)", "caption number \(number)")])
    }
    let answer = try await site.get("/api/v1/posts?q=caption", Self.gzip)
    #expect(answer.headers[.contentEncoding] == "gzip")
  }

  @Test(
    "is for whoever takes it, by the weights that are given",
    arguments: [
      ("gzip", true), ("x-gzip", true), ("GZIP", true), ("deflate, gzip;q=1.0, *;q=0.5", true),
      ("*", true), ("gzip;q=0.001", true), ("br;q=1, gzip ; q = 0.8", true),
      ("", false), ("identity", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.0", false),
      ("*;q=0", false), ("*, gzip;q=0", false), ("gzip;q=0.5, identity", false),
      ("gzip;q=x", false), (";,;q=1,,", false), ("gzipped", false),
    ])
  func weights(field: String, isTaken: Bool) {
    #expect(AcceptedEncodings(field).takesGzip == isTaken)
  }
}
