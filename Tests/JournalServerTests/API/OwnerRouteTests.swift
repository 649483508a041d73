import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Store
import Testing

@testable import JournalServer

@Suite("An owner's things over the network")
struct OwnerRouteTests {
  private struct SeenSettings: Decodable {
    let settings: [Setting]

    struct Setting: Decodable {
      let key: String
      let value: String?
      let `default`: Bool
    }

    subscript(_ key: String) -> Setting? { settings.first { $0.key == key } }
  }

  @Test("are settings, which are changed all together or not at all")
  func settings() async throws {
    let site = try await Site()
    let changed = try await site.send(
      .patch, "/api/v1/settings", #"{"label-style": "film", "day-start": "04:00"}"#)
    #expect(try changed.json(SeenSettings.self)["label-style"]?.value == "film")
    let both = try await site.send(
      .patch, "/api/v1/settings", #"{"day-start": null, "label-position": "nowhere"}"#)
    #expect(both.status == .unprocessableContent)
    let settings = try await site.get("/api/v1/settings").json(SeenSettings.self)
    #expect(settings["day-start"]?.value == "04:00")
    let reset = try await site.send(.patch, "/api/v1/settings", #"{"day-start": null}"#)
    #expect(try reset.json(SeenSettings.self)["day-start"]?.default == true)
  }

  @Test(
    "are no settings that are none, or name files of the server",
    arguments: [
      #"{"label-font": "/etc/passwd"}"#, #"{"export-to": "/tmp"}"#, #"{"export-to": null}"#,
      #"{"time-zone": null}"#, #"{"time-zone": "Moon"}"#, #"{"colour": "red"}"#, "{}", "5",
      #"{"day-start": 4}"#,
    ])
  func badSettings(json: String) async throws {
    let site = try await Site()
    let response = try await site.send(.patch, "/api/v1/settings", json)
    #expect(response.status == .unprocessableContent)
    #expect(try site.journal.settings.current().texts == [.timeZone: "Asia/Seoul"])
  }

  @Test("are devices, which can be forgotten")
  func devices() async throws {
    struct Devices: Decodable {
      let devices: [Device]
      struct Device: Decodable {
        let id: Int
        let current: Bool
      }
    }
    let site = try await Site()
    let second = try site.pair("anna")
    let bea = try site.add("bea")
    let devices = try await site.get("/api/v1/devices").json(Devices.self).devices
    #expect(devices.count == 2)
    #expect(devices.filter(\.current).count == 1)
    let other = try #require(devices.first { !$0.current })
    let path = "/api/v1/devices/\(other.id)"
    #expect(try await site.request(.delete, path, token: bea).status == .notFound)
    #expect(try await site.request(.delete, path).status == .noContent)
    #expect(try await site.request(.delete, path).status == .notFound)
    #expect(try await site.request(.get, "/api/v1/posts", token: second).status == .unauthorized)
    #expect(try await site.request(.delete, "/api/v1/devices/x").status == .notFound)
  }

  @Test("are unlocked by no device but the one that did it, and no later one")
  func deviceNumbers() async throws {
    let site = try await Site()
    try site.setPIN()
    let second = try site.pair("anna")
    let unlocked = try await site.request(
      .post, "/api/v1/unlock", [.contentType: "application/json"],
      body: .init(string: #"{"pin": "8352"}"#), token: second)
    #expect(unlocked.status == .noContent)
    #expect(try await site.get("/api/v1/posts").status == .locked)
    let devices = try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read())
    let id = try #require(devices.map(\.id).max())
    #expect(try site.journals.devices.revoke(id, of: OwnerName("anna")))
    let third = try site.pair("anna")
    #expect(try await site.request(.get, "/api/v1/posts", token: third).status == .locked)
  }

  @Test("are behind a lock that says how it is")
  func lock() async throws {
    let site = try await Site()
    #expect(try await site.get("/api/v1/lock").text == #"{"hasPIN":false,"locked":false}"#)
    let noPIN = try await site.send(.post, "/api/v1/unlock", #"{"pin": "1234"}"#)
    #expect(noPIN.status == .conflict)
    try site.setPIN()
    let locked = #"{"hasPIN":true,"locked":true,"triesLeft":10,"wait":0}"#
    #expect(try await site.get("/api/v1/lock").text == locked)
    let wrong = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8351"}"#)
    #expect(wrong.status == .forbidden)
    #expect(
      try await site.send(.post, "/api/v1/unlock", #"{"pin": "x"}"#).status == .unprocessableContent
    )
    #expect(try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#).status == .noContent)
    site.clock.advance(600)
    let open = try await site.get("/api/v1/lock").text
    #expect(
      open
        == #"{"hasPIN":true,"locked":false,"locksOnLeaving":false,"secondsLeftUnused":300,"triesLeft":10,"wait":0}"#
    )
    #expect(try await site.get("/api/v1/posts").status == .ok)
    #expect(try await site.request(.post, "/api/v1/lock").status == .noContent)
    #expect(try await site.get("/api/v1/posts").status == .locked)
    for _ in 0..<4 { _ = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8351"}"#) }
    let wait = try await site.send(.post, "/api/v1/unlock", #"{"pin": "8352"}"#)
    #expect(wait.status == .tooManyRequests)
    #expect(wait.headers[.retryAfter] == "30")
  }

  @Test("are memories, a post drawn by lot, and figures")
  func finds() async throws {
    let site = try await Site()
    #expect(try await site.get("/api/v1/random").status == .notFound)
    #expect(try await site.get("/api/v1/statistics").text == #"{"days":0,"months":[],"posts":0}"#)
    try await site.post([("2023-01-31 10:00", "a"), ("2024-01-31 10:00", "b")])
    let memories = try await site.get("/api/v1/memories?day=2025-01-31").json(SeenPage.self)
    #expect(memories.posts.map(\.number) == [1, 2])
    #expect(try await site.get("/api/v1/memories").json(SeenPage.self).posts.isEmpty)
    let first = try await site.get("/api/v1/random?seed=7").text
    #expect(try await site.get("/api/v1/random?seed=7").text == first)
    #expect(try await site.get("/api/v1/random?seed=18446744073709551616").status == .badRequest)
    #expect(try await site.get("/api/v1/random").status == .ok)
    #expect(try await site.get("/api/v1/statistics").text.contains(#""posts":2"#))
  }
}
