import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import TestSupport

@testable import JournalServer

@Suite("The interface's document")
struct InterfaceDocumentTests {
  @Test("has every route of the interface under a name of its own, and none of the pages")
  func operations() async throws {
    let entries = try await Site().server.routes().entries
    for entry in entries {
      #expect((entry.operation != nil) == entry.path.hasPrefix("/api/"), "\(entry.path)")
    }
    let names = entries.compactMap(\.operation?.id)
    #expect(Set(names).count == names.count)
  }

  @Test("says of every refusal why")
  func refusals() async throws {
    for entry in try await Site().server.routes().entries {
      guard let operation = entry.operation else { continue }
      for status in InterfaceDocument.refusals(of: operation, at: entry) {
        #expect(InterfaceDocument.refusals[status] != nil, "\(operation.id) \(status)")
      }
    }
  }

  @Test("is served to anybody")
  func served() async throws {
    let site = try await Site()
    let response = try await site.request(.get, "/api/v1/openapi.json", token: nil)
    #expect(response.status == .ok && response.headers[.contentType] == "application/json")
    let document = try JSONDecoder().decode(JSON.self, from: Data(site.server.document()))
    #expect(try response.json(JSON.self) == document)
  }

  @Test(
    "is valid OpenAPI",
    .enabled("needs Python's openapi-spec-validator") {
      await Python.works("import openapi_spec_validator")
    })
  func valid() async throws {
    let script = """
      from json import load; from sys import argv
      from openapi_spec_validator import validate
      validate(load(open(argv[1])))
      print("valid")
      """
    let folder = try TemporaryFolder()
    let file = try folder.write(try await Site().server.document(), to: "openapi.json")
    #expect(try await Python.lines(of: script, ["\(file)"]) == ["valid"])
  }
}
