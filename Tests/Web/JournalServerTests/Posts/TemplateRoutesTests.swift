import HTTPTypes
import HummingbirdTesting
import Testing

@testable import JournalServer

private struct SeenTemplate: Decodable, Equatable {
  let name: String
  let words: String
}

private struct SeenTemplates: Decodable { let templates: [SeenTemplate] }

@Suite("Templates, for programs")
struct TemplateRoutesTests {
  private static let path = "/api/v1/templates"

  @Test("are kept, read and removed")
  func all() async throws {
    let site = try await Site()
    let json = #"{"name":"Evening","words":"Good:\n\nHard:"}"#
    #expect(try await site.send(.put, Self.path, json).status == .created)
    let again = try await site.send(.put, Self.path, #"{"name":"evening","words":"Good:"}"#)
    #expect(again.status == .ok)
    let seen = SeenTemplate(name: "evening", words: "Good:")
    #expect(try await site.get(Self.path).json(SeenTemplates.self).templates == [seen])
    let one = "\(Self.path)/template?name=EVENING"
    #expect(try await site.get(one).json(SeenTemplate.self) == seen)
    #expect(try await site.request(.delete, one).status == .noContent)
    let gone = try await site.request(.delete, one)
    #expect(gone.status == .notFound && gone.problem == "/problems/no-template")
  }

  @Test(
    "are refused where they are none",
    arguments: [
      (#"{"name":"x","words":""}"#, "template"), (#"{"name":"","words":"x"}"#, "name"),
      (#"{"name":"x"}"#, "field"), (#"{"name":"x","words":"y","z":1}"#, "field"),
    ])
  func wrong(json: String, kind: String) async throws {
    let site = try await Site()
    let response = try await site.send(.put, Self.path, json)
    #expect(response.problem == "/problems/\(kind)", "\(response.text)")
  }
}
