import HTTPTypes
import Testing

@testable import JournalServer

@Suite("An operation of the interface")
struct OperationTests {
  private func refusals(
    _ method: HTTPRequest.Method, _ path: String, _ access: Routes.Access, _ operation: Operation
  ) -> [Int] {
    let entry = Routes.Entry(
      method: method, path: path, access: access, scope: nil, operation: operation)
    return InterfaceDocument.refusals(of: operation, at: entry).map(\.code).sorted()
  }

  @Test("is refused as its route, its parameters and its body are, and as it says itself")
  func refused() {
    let reading = Operation("a", .posts, "A", answers: [])
    #expect(refusals(.get, "/a", .open, reading) == [400])
    #expect(refusals(.get, "/a", .device, reading) == [400, 401, 403, 409, 500, 503])
    #expect(
      refusals(.get, "/a/:number", .unlocked, reading) == [400, 401, 403, 404, 409, 423, 500, 503])
    let changing = Operation(
      "b", .posts, "B", parameters: [.ifMatch(isRequired: true)], bodies: [.json(.post)],
      answers: [], refusals: [.tooManyRequests])
    #expect(
      refusals(.post, "/b", .unlocked, changing)
        == [400, 401, 403, 409, 412, 413, 415, 422, 423, 428, 429, 500, 503, 507])
  }
}
