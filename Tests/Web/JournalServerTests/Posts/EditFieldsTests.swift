import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Stamping
import Store
import Testing
import TestSupport
import Wording

@testable import JournalServer

@Suite("Fields of a photo's crop, turn and filter")
struct EditFieldsTests {
  private func fields(_ values: [String: String]) -> EditFields {
    EditFields(typed: { values[$0] })
  }

  @Test(
    "say the edit that they are",
    arguments: [
      ([:], ""), (["crop": "", "rotate": "0", "filter": "normal"], ""),
      (["crop": "0,0,1,1"], ""), (["crop": "4:5"], "crop=4:5"),
      (
        ["crop": "0.1,0.2,0.5,0.5", "rotate": "270", "filter": "1977"],
        "rotate=270 crop=0.1,0.2,0.5,0.5 filter=1977"
      ),
    ] as [([String: String], String)])
  func said(values: [String: String], text: String) throws {
    let edit = try fields(values).edit()
    #expect(edit.text == text)
    // And are those of it again.
    #expect(try EditFields(edit).edit() == edit)
  }

  @Test(
    "are refused where they say none",
    arguments: [
      ("crop", "0.5,0.5,0.6,0.1"), ("crop", "square exact"), ("crop", "1,2"), ("rotate", "45"),
      ("filter", "Sepias"), ("filter", "sepia rotate=90"),
      ("crop", String(repeating: "9", count: 300)),
    ])
  func refused(name: String, value: String) throws {
    #expect(throws: EditError.self) { try fields([name: value]).edit() }
    let texts = Checkout.folder.appending(path: "Sources/Web/JournalServer/Assets/texts").path
    let words = PageWords(.english, try PageTexts(folder: texts))
    let content = fields([name: value]).content(words, source: "/")
    #expect((content["isWrong"] as? [String])?.count == 1)
  }

  @Test("change of an edit what a person chose otherwise, and leave what has no field")
  func change() throws {
    let edit = try PhotoEdit(parsing: "rotate=90 crop=5:7 gravity=0,0 exact filter=noir")
    func changed(_ values: [String: String]) throws -> String? {
      try EditFields.change({ values[$0] }, of: edit)?.applied(to: edit).text
    }
    #expect(try changed([:]) == nil)
    let same = ["crop": "5:7", "rotate": "90", "filter": "noir"]
    #expect(try changed(same) == nil)
    #expect(
      try changed(same.merging(["filter": ""]) { $1 })
        == "rotate=90 crop=5:7 gravity=0,0 exact")
    #expect(
      try changed(same.merging(["crop": "square"]) { $1 })
        == "rotate=90 crop=square exact filter=noir")
    #expect(try changed(["crop": "", "rotate": "", "filter": ""]) == "")
  }
}

@Suite("Edits of photos over the network")
struct EditRouteTests {
  private static let edit = "rotate=90 crop=0.25,0,0.5,1 filter=mono"

  private func edit(_ response: TestResponse) throws -> String? {
    struct Seen: Decodable { let edit: String? }
    return try response.json(Seen.self).edit
  }

  @Test("A program posts a photo with an edit, changes that and undoes it; the original stays")
  func program() async throws {
    let site = try await Site()
    let photo = try Site.photo()
    let posted = try await site.post(photo, [("edit", Self.edit)])
    #expect(posted.status == .created, "\(posted.text)")
    #expect(try edit(posted) == Self.edit)
    #expect(try await site.get("/api/v1/posts/1/original").bytes == photo)
    for (text, expected) in [("crop=square filter=noir", "crop=square filter=noir"), ("", nil)] {
      let tag = try #require(try await site.get("/api/v1/posts/1").headers[.eTag])
      let changed = try await site.send(
        .patch, "/api/v1/posts/1", #"{"edit": "\#(text)"}"#, [.ifMatch: tag])
      #expect(changed.status == .ok, "\(changed.text)")
      #expect(try edit(changed) == expected)
      #expect(try await site.get("/api/v1/posts/1/original").bytes == photo)
    }
  }

  @Test(
    "An edit that is none is a problem of its own",
    arguments: ["crop=0", "sepia", "filter=sepia filter=noir", "rotate=45"])
  func wrong(text: String) async throws {
    let site = try await Site()
    let refused = try await site.post(Site.photo(), [("edit", text)])
    #expect(refused.status == .unprocessableContent && refused.problem == "/problems/edit")
    _ = try await site.post(Site.photo())
    let tag = try #require(try await site.get("/api/v1/posts/1").headers[.eTag])
    let change = try await site.send(
      .patch, "/api/v1/posts/1", #"{"edit": "\#(text)"}"#, [.ifMatch: tag])
    #expect(change.status == .unprocessableContent && change.problem == "/problems/edit")
  }

  private func sendPhoto(_ test: PageJournal, to draft: String) async throws -> String {
    let key = DraftName().text
    let body = MultipartBody(fields: [("key", key)], photos: [("a.jpg", try Site.photo())])
    let answer = try await test.site.request(
      .post, "/drafts/\(draft)/photos", [.contentType: body.contentType],
      body: ByteBuffer(bytes: body.bytes), token: test.site.token)
    #expect(answer.status == .noContent, "\(answer.text)")
    return key
  }

  @Test("The composer keeps, shows and posts what is chosen of each photo")
  func composer() async throws {
    let test = try await PageJournal()
    let name = DraftName().text
    let key = try await sendPhoto(test, to: name)
    let fields = [
      "crop.\(key)": "0.1,0.2,0.5,0.5", "rotate.\(key)": "90", "filter.\(key)": "sepia",
    ]
    #expect(try await test.submit("/drafts/\(name)", fields).status == .noContent)
    let path = "/drafts/\(name)/photos/\(key)"
    let card = try await test.visit(path).text
    #expect(card.contains("value=\"0.1,0.2,0.5,0.5\" data-shape=\"free\" checked"))
    #expect(card.contains("value=\"sepia\" data-filter checked"))
    let query = "crop=0.1%2C0.2%2C0.5%2C0.5&amp;rotate=90&amp;filter=sepia"
    #expect(card.contains("/preview?\(query)\""))
    #expect(card.contains("<option value=\"90\" selected>"))
    let whole = try await test.visit("\(path)/picture")
    #expect(whole.headers[.contentType] == "image/jpeg")
    #expect(whole.headers[.cacheControl] == "no-store")
    let edited = try await test.visit("\(path)/preview?crop=0.1,0.2,0.5,0.5&rotate=90&filter=sepia")
    #expect(edited.bytes.starts(with: [0xFF, 0xD8]))
    let wrong = try await test.visit("\(path)/preview?filter=none")
    #expect(wrong.status == .unprocessableContent)
    let posted = try await test.submit(
      "/new", fields.merging(["draft": name, "future": "1"]) { $1 })
    #expect(posted.location == "/posts/1?saved=1", "\(posted.text)")
    #expect(
      try test.journal.posts.post(1).photo?.edit.text
        == "rotate=90 crop=0.1,0.2,0.5,0.5 filter=sepia")
  }

  @Test("What is no edit is told where it stands, and nothing is posted")
  func wrongInComposer() async throws {
    let test = try await PageJournal()
    let name = DraftName().text
    let key = try await sendPhoto(test, to: name)
    let answer = try await test.submit("/new", ["draft": name, "filter.\(key)": "rainbow"])
    #expect(answer.status == .unprocessableContent)
    #expect(answer.text.contains("<p class=\"over\">“rainbow” is not a filter"))
    #expect(try test.journal.posts.size().posts == 0)
  }

  @Test("The page of a post changes its edit, and shows the whole photo to choose from")
  func page() async throws {
    let test = try await PageJournal()
    _ = try await test.site.post(Site.photo(), [("edit", Self.edit)])
    let page = try await test.visit("/posts/1?edit=1").text
    #expect(page.contains("data-source=\"/posts/1/picture?photo=1\""))
    #expect(page.contains("value=\"mono\" data-filter checked"))
    #expect(try await test.visit("/posts/1/picture?photo=1").bytes.starts(with: [0xFF, 0xD8]))
    let label = try await test.visit("/posts/1/label?crop=square&rotate=&filter=xray")
    #expect(label.headers[.contentType] == "image/jpeg")
    let version = try test.journal.posts.post(1).tag.description
    let saved = try await test.submit(
      "/posts/1", ["version": version, "crop": "square", "rotate": "", "filter": "xray"])
    #expect(saved.location == "/posts/1?saved=1", "\(saved.text)")
    #expect(try test.journal.posts.post(1).photo?.edit.text == "crop=square filter=xray")
    let refused = try await test.submit("/posts/1", ["version": "*", "crop": "round"])
    #expect(refused.status == .unprocessableContent)
  }
}
