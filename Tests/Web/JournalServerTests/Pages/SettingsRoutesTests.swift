import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Store
import TestSupport
import Testing

@testable import JournalServer

@Suite("Settings")
struct SettingsRoutesTests {
  private static let shown = [
    "time-zone": "Asia/Seoul", "day-start": "00:00", "week-start": "", "lock-after": "15",
    "label-style": "plain",
    "label-position": "bottom-left", "label-color": "#ffffff", "label-size": "16",
  ]

  private struct SeenSettings: Decodable {
    let settings: [Setting]

    struct Setting: Decodable {
      let key: String
      let value: String?
      let `default`: Bool
    }

    subscript(_ key: String) -> Setting? { settings.first { $0.key == key } }
  }

  @Test("Only what differs is set, and a style brings its own look")
  func setting() async throws {
    let test = try await PageJournal()
    #expect(try await test.submit("/settings", Self.shown).location == "/settings/days?saved=1")
    #expect(try test.journal.settings.current().texts == [.timeZone: "Asia/Seoul"])
    let film = Self.shown.merging(["label-style": "film", "day-start": "04:00"]) { $1 }
    _ = try await test.submit("/settings", film)
    let settings = try test.journal.settings.current()
    #expect(settings.texts[.dayStart] == "04:00")
    #expect(settings.text(.labelPosition) == "bottom-right")
  }

  @Test(
    "One value that cannot be leaves all as it was, and is named",
    arguments: [
      ("time-zone", "Asia/Soul"), ("lock-after", "2"), ("label-size", "big"),
      ("day-start", "25:00"),
    ])
  func refused(key: String, text: String) async throws {
    let test = try await PageJournal()
    let fields = Self.shown.merging(["week-start": "monday", key: text]) { $1 }
    let answer = try await test.submit("/settings", fields)
    let group = ["lock-after": "lock", "label-size": "label"][key] ?? "days"
    #expect(answer.location.hasPrefix("/settings/\(group)?problem=\(key)&"))
    #expect(try test.journal.settings.current().texts == [.timeZone: "Asia/Seoul"])
    #expect(try await test.visit(answer.location).text.contains("role=\"alert\""))
  }

  @Test("Programs change several together or none")
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

  @Test("Copies that go to a folder of the server are made, and the folder is not shown")
  func copies() async throws {
    let site = try await Site()
    #expect(!(try await site.get("/settings/label").text.contains("go to a folder on the server")))
    let folder = site.folder.path("album of mine")
    try site.journal.settings.set(.exportFolder, to: folder)
    let page = try await site.get("/settings/label").text
    #expect(page.contains("go to a folder on the server") && !page.contains("album of mine"))
    #expect(!(try await site.get("/api/v1/settings").text.contains("album of mine")))
    #expect(try await site.post(Site.photo()).status == .created)
    let copies = site.folder.files.filter { $0.hasPrefix("album of mine/") && $0.hasSuffix("jpg") }
    #expect(copies.count == 1)
  }

  @Test(
    "Programs cannot set what is not a setting, or is set on the machine alone",
    arguments: [
      #"{"label-font": "/etc/passwd"}"#, #"{"export-to": "/tmp"}"#, #"{"export-to": null}"#,
      #"{"time-zone": null}"#, #"{"time-zone": "Moon"}"#, #"{"colour": "red"}"#, "{}", "5",
      #"{"day-start": 4}"#, #"{"web-address": "https://example.org"}"#, #"{"web-address": null}"#,
    ])
  func badSettings(json: String) async throws {
    let site = try await Site()
    let response = try await site.send(.patch, "/api/v1/settings", json)
    #expect(response.status == .unprocessableContent)
    #expect(try site.journal.settings.current().texts == [.timeZone: "Asia/Seoul"])
  }
}
