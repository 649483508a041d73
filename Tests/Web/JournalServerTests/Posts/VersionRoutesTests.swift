import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Testing

@testable import JournalServer

@Suite("Versions of words over the network")
struct VersionRouteTests {
  private struct List: Decodable {
    let versions: [Version]
  }

  private struct Version: Decodable {
    let number: Int
    let title: String?
    let characters: Int
    let words: String?
    let written: String?
    let replaced: String
  }

  private static let path = "/api/v1/posts/1/versions"

  /// A post with three texts, each an hour after the one before.
  private func makeSite() async throws -> Site {
    let site = try await Site()
    _ = try await site.write(#"{"words": "하나", "title": "t", "mood": 3}"#)
    for words in ["둘", "셋"] {
      site.clock.advance(3_600)
      let changed = try await site.send(
        .patch, "/api/v1/posts/1", #"{"words": "\#(words)", "title": ""}"#, [.ifMatch: "*"])
      #expect(changed.status == .ok)
    }
    return site
  }

  @Test("are listed without their words, and read one by one")
  func read() async throws {
    let site = try await makeSite()
    let list = try await site.get(Self.path).json(List.self).versions
    #expect(list.map(\.number) == [1, 2])
    #expect(list.map(\.title) == ["t", nil])
    #expect(list.map(\.characters) == [2, 1])
    #expect(list.allSatisfy { $0.words == nil })
    #expect(list.map(\.written) == ["2025-06-15T15:06:40Z", "2025-06-15T16:06:40Z"])
    #expect(list.map(\.replaced) == ["2025-06-15T16:06:40Z", "2025-06-15T17:06:40Z"])
    let first = try await site.get("\(Self.path)/1").json(Version.self)
    #expect((first.words, first.title, first.characters) == ("하나", "t", 2))
    for path in ["\(Self.path)/0", "\(Self.path)/3", "\(Self.path)/01", "\(Self.path)/x"] {
      let response = try await site.get(path)
      #expect((response.status, response.problem) == (.notFound, "/problems/no-version"))
    }
    #expect(try await site.get("/api/v1/posts/2/versions").status == .notFound)
    _ = try await site.write(#"{"mood": 3}"#)
    #expect(try await site.get("/api/v1/posts/2/versions").text == #"{"versions":[]}"#)
  }

  @Test("come back into the state of the post that is meant, and what they replace is kept")
  func restored() async throws {
    let site = try await makeSite()
    let post = try await site.get("/api/v1/posts/1")
    let tag = try #require(post.headers[.eTag])
    let restore = "\(Self.path)/1/restore"
    #expect(try await site.request(.post, restore).status.code == 428)
    let other = try await site.request(.post, restore, [.ifMatch: "\"x\""])
    #expect(other.status == .preconditionFailed)
    #expect(try await site.get("/api/v1/posts/1").text == post.text)
    let response = try await site.request(.post, restore, [.ifMatch: tag])
    #expect(response.status == .ok, "\(response.text)")
    let restored = try response.json(SeenPost.self)
    #expect((restored.words, restored.title, restored.mood) == ("하나", "t", 3))
    #expect(response.headers[.eTag] != tag)
    let list = try await site.get(Self.path).json(List.self).versions
    #expect(list.map(\.number) == [1, 2, 3])
    #expect(try await site.get("\(Self.path)/3").json(Version.self).words == "셋")
    let missing = try await site.request(.post, "\(Self.path)/9/restore", [.ifMatch: "*"])
    #expect((missing.status, missing.problem) == (.notFound, "/problems/no-version"))
    _ = try await site.request(.delete, "/api/v1/posts/1")
    let inTrash = try await site.request(.post, restore, [.ifMatch: "*"])
    #expect(inTrash.status == .conflict)
  }

  @Test("come back once of many that mean the same state")
  func parallel() async throws {
    let site = try await makeSite()
    let tag = try #require(try await site.get("/api/v1/posts/1").headers[.eTag])
    let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
      for version in [1, 2, 1, 2] {
        group.addTask {
          try await site.request(
            .post, "\(Self.path)/\(version)/restore", [.ifMatch: tag]
          ).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == .ok }.count == 1)
    #expect(statuses.filter { $0 == .preconditionFailed }.count == 3)
  }
}
