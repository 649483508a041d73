import Foundation
import Testing
import TestSupport

@Suite(
  "daystamp-server --oidc-create",
  .enabled("\(OpenIDProvider.note)") { await Python.has(OpenIDProvider.module) })
struct CreateOwnerTests {
  private static let own = "http://localhost"

  /// Signs in as the browser of a person does, from the server to the issuer and back.
  ///
  /// - Returns: the token of the device that the browser is then.
  private func signIn(
    _ person: String, at server: ServerProgram, by provider: OpenIDProvider
  ) throws -> String {
    let begun = try post("/sign-in/account", "next=/", to: server.port)
    let address = try field("Refresh", of: begun).dropFirst("0; url=\(provider.address)".count)
    let cookie = try field("Set-Cookie", of: begun).prefix { $0 != ";" }
    let sent = try post(String(address), "action=authorize&sub=\(person)", to: provider.port)
    let back = try field("Location", of: sent).dropFirst(Self.own.count)
    let answer = try ask(
      Connection.head("GET \(back)", ["Cookie: \(cookie)"]), of: server.port)
    #expect(answer.hasPrefix("HTTP/1.1 303 "), "\(answer)")
    let device = try field("Set-Cookie", of: answer)
    return String(device.dropFirst("daystamp=".count).prefix { $0 != ";" })
  }

  private func post(_ path: String, _ form: String, to port: Int) throws -> String {
    let fields = [
      "Origin: \(Self.own)", "Content-Type: application/x-www-form-urlencoded",
      "Content-Length: \(form.utf8.count)",
    ]
    return try ask(Connection.head("POST \(path)", fields) + form, of: port)
  }

  private func ask(_ request: String, of port: Int) throws -> String {
    let connection = try Connection(port: port)
    try connection.send(Array(request.utf8))
    return String(decoding: connection.rest(), as: UTF8.self)
  }

  private func field(_ name: String, of answer: String) throws -> String {
    let lines = answer.split(separator: "\r\n")
    let line = lines.first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
    return String(try #require(line, "\(answer)").dropFirst(name.count + 2))
  }

  @Test(
    "makes an owner of whoever signs in first, who comes back to the same journal, not to another's"
  )
  func create() async throws {
    let provider = try await OpenIDProvider(as: .shared)
    let program = try JournalProgram()
    let secret = try program.folder.write("secret\n".utf8, to: "secret")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
    let server = try await ServerProgram(
      on: program,
      [
        "--url", Self.own, "--oidc-issuer", provider.address, "--oidc-client", "daystamp",
        "--oidc-secret-file", secret, "--oidc-create",
      ])
    func owner(_ token: String) throws -> String {
      let page = try server.request("GET /settings", token: token)
      #expect(page.hasPrefix("HTTP/1.1 200 "), "\(page)")
      return page
    }
    func owners() async throws -> [Substring] {
      let list = try await Program.run(
        Program.daystamp, ["owner", "list", "--json", "--journal", program.journal],
        environment: program.environment)
      return list.output.split(separator: "\n")
    }
    let first = try signIn("mina", at: server, by: provider)
    let again = try signIn("mina", at: server, by: provider)
    #expect(first != again)
    #expect(try await owners().count == 2)
    let devices = try await program.server("devices", "--json", owner: "Mina")
    #expect(devices.output.split(separator: "\n").count == 2, "\(devices.output)")
    // What the first posts, the second sees, and nobody else.
    let other = try signIn("mina-2", at: server, by: provider)
    let unnamed = try signIn("jun", at: server, by: provider)
    let names = try await owners().joined()
    for name in [#""Mina""#, #""MINA (2)""#, #""Owner""#, #""anna""#] {
      #expect(names.contains(name), "\(names)")
    }
    let plan = #"{"words":"Geheimnis"}"#
    let made = try ask(
      Connection.head(
        "POST /api/v1/posts", token: first,
        [
          "Content-Type: application/json", "Idempotency-Key: 1",
          "Content-Length: \(plan.utf8.count)",
        ]) + plan, of: server.port)
    #expect(made.hasPrefix("HTTP/1.1 201 "), "\(made)")
    for (token, isSeen) in [(first, true), (again, true), (other, false), (unnamed, false)] {
      let posts = try server.request("GET /api/v1/posts", token: token)
      #expect(posts.hasPrefix("HTTP/1.1 200 ") && posts.contains("Geheimnis") == isSeen)
    }
    #expect(try await server.end().status == 0)
  }
}
