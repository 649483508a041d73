import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Store
import Testing
import TestSupport

@testable import JournalServer

/// A site with a browser that is paired with it, on 31 January 2024, 15:00 in Seoul.
struct PageJournal: Sendable {
  static let now = 1_706_680_800

  let site: Site
  let journal: OwnerJournal

  var journals: Journal { site.journals }
  /// The browser.
  var device: Device {
    get throws { try #require(journals.devices.list(of: journal.owner, now: Self.now).first) }
  }

  init() async throws {
    site = try await Site(at: Self.now)
    journal = try site.journal
  }

  /// Posts a photo taken at a time of the journal's clock, as "2024-01-31 12:00".
  func post(
    _ time: String, caption: String = "", isStarred: Bool = false, tags: [String] = []
  ) async throws {
    let fields = [("time", time), ("caption", caption), ("star", "\(isStarred)")]
    let response = try await site.post(Site.photo(), fields + tags.map { ("tag", $0) })
    #expect(response.status == .created, "\(response.text)")
  }

  func visit(
    _ path: String, language: String = "en", cookies: String? = nil, isPaired: Bool = true
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.acceptLanguage: language]
    if let cookies { headers[.cookie] = cookies }
    return try await site.request(.get, path, headers, token: isPaired ? site.token : nil)
  }

  /// Sends a form.
  func submit(_ path: String, _ fields: [String: String] = [:]) async throws -> TestResponse {
    let body = fields.map { "\($0.key)=\($0.value.percentEncoded)" }.joined(separator: "&")
    return try await site.request(
      .post, path, [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: body))
  }
}

extension TestResponse {
  var location: String { headers[.location] ?? "" }
}
