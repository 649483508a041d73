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

  @Test("Templates are added, changed, named otherwise, removed and brought back")
  func templates() async throws {
    let test = try await PageJournal()
    let path = "/settings/writing/templates"
    let empty = try await test.visit("/settings/writing").text
    #expect(empty.contains("name=\"video-size\" type=\"number\""))
    #expect(!empty.contains("?template="))
    let added = try await test.submit(
      path, ["was": "", "name": "Evening", "words": "## Good\r\n\r\n- "])
    #expect(added.location == "/settings/writing?saved=1", "\(added.text)")
    let page = try await test.visit("/settings/writing?template=Evening").text
    #expect(page.contains("name=\"was\" value=\"Evening\""))
    #expect(page.contains(">\n## Good\n\n-</textarea>"))
    // A new one takes no other's place.
    let twice = try await test.submit(path, ["was": "", "name": "evening", "words": "Mine"])
    #expect(twice.status == .conflict && twice.text.contains(">\nMine</textarea>"))
    #expect(twice.text.contains("id=\"template-name-wrong\">There is a template"))
    let nothing = try await test.submit(path, ["was": "Evening", "name": "Evening", "words": " "])
    #expect(nothing.status == .unprocessableContent)
    let named = try await test.submit(
      path, ["was": "Evening", "name": "Night", "words": "## Good"])
    #expect(named.location == "/settings/writing?saved=1")
    #expect(try test.journal.templates.all().map(\.name.text) == ["Night"])
    let removed = try await test.submit("\(path)/remove", ["was": "Night", "name": "Night"])
    #expect(removed.text.contains("Template “Night” removed."))
    #expect(removed.text.contains("type=\"hidden\" name=\"words\" value=\"## Good\""))
    #expect(try test.journal.templates.all().isEmpty)
    // Sent again, it is gone all the same.
    let again = try await test.submit("\(path)/remove", ["name": "Night"])
    #expect(again.location == "/settings/writing")
    _ = try await test.submit(path, ["name": "Night", "words": "## Good"])
    #expect(try test.journal.templates.all().map(\.words.text) == ["## Good"])
  }

  @Test("The largest video is set, and one that is none is told beside what was typed")
  func videoSize() async throws {
    let test = try await PageJournal()
    let set = try await test.submit("/settings", ["video-size": "50"])
    #expect(set.location == "/settings/writing?saved=1")
    #expect(try test.journal.settings.current().videoSize.bytes == 50_000_000)
    let wrong = try await test.submit("/settings", ["video-size": "2001"])
    #expect(wrong.location == "/settings/writing?problem=video-size&video-size=2001")
    let page = try await test.visit(wrong.location).text
    #expect(page.contains("value=\"2001\"") && page.contains("id=\"video-size-wrong\""))
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
