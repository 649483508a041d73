import Files
import Foundation
import Testing
import TestSupport

@testable import ServerCommands

@Suite("Sharing with phones in the network")
struct SharingTests {
  private static let isPossible =
    InstalledProgram.isThere("curl") && InstalledProgram.isThere("openssl")

  @Test(
    "the server makes a certificate, which openssl and curl take, and keeps it",
    .enabled(if: isPossible, "needs curl and openssl"))
  func certificate() async throws {
    let program = try JournalProgram()
    let certificate = program.folder.path("journal/journal.certificate")
    var said: [String] = []
    for _ in 0..<2 {
      let server = try await ServerProgram(on: program, ["--share"])
      for host in ["127.0.0.1", "localhost"] {
        let answer = try await InstalledProgram.run(
          "curl",
          [
            "-sS", "--cacert", certificate, "-w", " %{http_code}",
            "https://\(host):\(server.port)/health",
          ])
        #expect(answer.output.hasSuffix(" 200"), "\(answer.error)")
      }
      said.append(try await server.end().error)
    }
    let shown = try await InstalledProgram.run(
      "openssl",
      ["x509", "-in", certificate, "-noout", "-fingerprint", "-sha256", "-ext", "subjectAltName"])
    let fingerprint = try #require(
      shown.output.split(separator: "\n").first?.split(separator: "=").last)
    #expect(said.allSatisfy { $0.contains("fingerprint:\n\(fingerprint)\n") }, "\(said)")
    #expect(shown.output.contains("IP Address:127.0.0.1") && shown.output.contains("DNS:localhost"))
    let attributes = try FileManager.default.attributesOfItem(atPath: certificate)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // Nobody else is its issuer, and it makes no others.
    let checked = try await InstalledProgram.run(
      "openssl", ["verify", "-CAfile", certificate, "-purpose", "sslserver", certificate])
    #expect(checked.output.hasSuffix(": OK\n"), "\(checked.error)")
  }

  @Test(
    "the page of a link shows the fingerprint", .enabled(if: isPossible, "needs curl and openssl"))
  func page() async throws {
    let program = try JournalProgram()
    let server = try await ServerProgram(on: program, ["--share"])
    let link = try await program.server("pair").output.trimmingCharacters(in: .newlines)
    #expect(link.hasPrefix("https://127.0.0.1:\(server.port)/pair/"))
    let page = try await InstalledProgram.run(
      "curl", ["-sS", "--cacert", program.folder.path("journal/journal.certificate"), link])
    let said = try await server.end().error
    let fingerprint = try #require(said.firstMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/)).output.0
    #expect(page.output.contains("<code>\(fingerprint)</code>"))
  }

  @Test("a certificate that was changed is not used, and stays")
  func damaged() async throws {
    let program = try JournalProgram()
    _ = try await ServerProgram(on: program).end()
    try program.folder.write(
      Array("-----BEGIN NOTHING-----".utf8), to: "journal/journal.certificate")
    let error = await #expect(throws: ServerProgram.NotStarted.self) {
      try await ServerProgram(on: program, ["--share"])
    }
    #expect(error?.error.contains("journal.certificate is damaged; remove it") == true)
    #expect(
      try program.folder.read("journal/journal.certificate")
        == Array("-----BEGIN NOTHING-----".utf8))
  }

  @Test("the address is that of the home network")
  func address() {
    let addresses = [
      ("lo", "127.0.0.1"), ("docker0", "172.17.0.1"), ("wlan0", "192.168.1.7"),
      ("eth0", "10.0.0.4"),
      ("eth0", "fe80::1"), ("ppp0", "203.0.113.9"),
    ].map { (device: $0.0, address: $0.1) }
    #expect(Sharing.home(among: addresses, routed: "10.0.0.4") == "10.0.0.4")
    #expect(Sharing.home(among: addresses, routed: "203.0.113.9") == "192.168.1.7")
    #expect(Sharing.home(among: addresses, routed: nil) == "192.168.1.7")
    #expect(Sharing.home(among: Array(addresses.prefix(2)), routed: "172.17.0.1") == nil)
  }
}
