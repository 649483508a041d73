import Files
import Foundation
import Testing
import TestSupport

@Suite("A mistake at the start of the server")
struct MistakesTests {
  @Test(
    "in the command line is explained, and nothing is made",
    arguments: [
      (["--host", "0.0.0.0"], "others on the network can see photos and PIN"),
      (["--host", "::"], ":: is not only this machine"),
      (["--host", "nowhere.invalid"], "--host nowhere.invalid: this machine has no such address"),
      (["--host", "128.0.0.1"], "--allow-http"),
      (["--share", "--allow-http"], "--share brings its own certificate"),
      (["--share", "--url", "http://a.example"], "--url must begin with https://"),
      (["--port", "65536"], "--port 65536: give a number from 0 to 65535"),
      (["--port", "http"], "http"),
      (["--tls-certificate", "c.pem"], "Give --tls-certificate and --tls-key together"),
      (["--tls-key", "k.pem"], "Give --tls-certificate and --tls-key together"),
      (
        ["--tls-certificate", "c.pem", "--tls-key", "k.pem"],
        "--tls-certificate c.pem: cannot be read: No such file or directory."
      ),
      (
        ["--tls-certificate", ".", "--tls-key", "k.pem"],
        "--tls-certificate .: cannot be read: Is a directory."
      ),
      (
        ["--tls-certificate", "text", "--tls-key", "k.pem"],
        "--tls-certificate text: is not a certificate in PEM."
      ),
      (["--behind-proxy"], "--behind-proxy needs --url"),
      (["--behind-proxy", "--url", "http://a.example"], "--url with https://"),
      (["--url", "photos.example.org"], "such as https://photos.example.org"),
      (["--url", "https://a.example/photos"], "nothing after"),
      (["--owner", ""], "--owner : the name is empty"),
      (["pair", "--url", "ftp://a.example"], "such as https://photos.example.org"),
      (["--oidc-client", "a"], "need --oidc-issuer"), (["--oidc-create"], "need --oidc-issuer"),
      (["--oidc-create-mail"], "need --oidc-issuer"),
      (
        ["--oidc-issuer", "https://a.example", "--oidc-client", "a", "--oidc-create-mail"],
        "needs --oidc-create"
      ),
      (["--oidc-issuer", "https://a.example"], "--oidc-issuer needs --oidc-client"),
      (
        ["--oidc-issuer", "https://a.example", "--oidc-client", "a"],
        "--oidc-issuer needs --url, the address"
      ),
      (
        [
          "--oidc-issuer", "https://a.example", "--oidc-client", "a", "--url", "http://b.example",
        ], "--url with https://, or an address of only this machine"
      ),
      (
        [
          "--oidc-issuer", "http://a.example", "--oidc-client", "a", "--url", "http://localhost",
        ], "discovery document, with https://"
      ),
      (
        [
          "--oidc-issuer", "https://a.example", "--oidc-client", "a", "--url", "http://localhost",
          "--oidc-secret-file", "none",
        ], "--oidc-secret-file none: cannot be read: No such file or directory."
      ),
      (
        [
          "--oidc-issuer", "https://a.example", "--oidc-client", "a", "--url", "http://localhost",
          "--oidc-secret-file", "text",
        ], "--oidc-secret-file text: others can read or change it; chmod 600 keeps them out."
      ),
      (
        [
          "--oidc-issuer", "https://a.example", "--oidc-client", "a", "--url", "http://localhost",
          "--oidc-apple-team", "T", "--oidc-apple-key-id", "K",
        ], "--oidc-apple-team needs --oidc-secret-file"
      ),
      (
        ["--oidc-issuer", "https://a.example", "--oidc-client", "a", "--oidc-apple-team", "T"],
        "Give --oidc-apple-team and --oidc-apple-key-id together"
      ),
      (["pair", "--cancel", "--url", "http://a.example"], "leave out --url"),
      (["log", "--limit", "0"], "give a number from 1 to 10000"),
      (["log", "--since", "2026-02-30"], "write the day as 2026-01-31"),
      (["devices", "revoke"], "number"),
      (["devices", "revoke", "x"], "'x' is invalid"),
    ])
  func usage(arguments: [String], says: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("text".utf8), to: "text")
    let result = try await Program.run(
      Program.daystampServer, arguments + ["--journal", "journal"], in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(folder.files == ["text"])
  }

  /// A certificate and keys, made by another program.
  private func pem() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (certificate, key) in [("c.pem", "k.pem"), ("c2.pem", "k2.pem")] {
      _ = try await InstalledProgram.run(
        "openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=a",
          "-keyout", folder.path(key), "-out", folder.path(certificate),
        ])
    }
    return folder
  }

  @Test(
    "in the files of TLS is explained",
    .enabled(if: InstalledProgram.isThere("openssl"), "needs openssl"))
  func keys() async throws {
    let folder = try await pem()
    func run(_ certificate: String, _ key: String) async throws -> Program {
      try await Program.run(
        Program.daystampServer,
        ["--tls-certificate", certificate, "--tls-key", key, "--journal", "journal"],
        in: folder.path)
    }
    let other = try await run("c.pem", "k2.pem")
    #expect(other.status == 64)
    #expect(other.error.contains("--tls-key does not belong to --tls-certificate."))
    let swapped = try await run("c.pem", "c.pem")
    #expect(swapped.status == 64)
    #expect(swapped.error.contains("--tls-key c.pem: is not a key in PEM, or takes a passphrase."))
  }

  @Test(
    "that is none: a certificate and its key",
    .enabled(if: InstalledProgram.isThere("openssl"), "needs openssl"))
  func goodKeys() async throws {
    let (folder, program) = (try await pem(), try JournalProgram())
    let server = try await ServerProgram(
      on: program,
      ["--tls-certificate", folder.path("c.pem"), "--tls-key", folder.path("k.pem")])
    #expect(try await server.end().error.contains("Listening on https://localhost:\(server.port);"))
  }

  private func failure(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> String {
    let program = try JournalProgram()
    let result = try await Program.run(
      Program.daystampServer, arguments + ["--journal", program.journal, "--owner", "anna"],
      environment: program.environment.merging(environment) { $1 })
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("Error: "), "\(result.error)")
    return result.error
  }

  @Test("of the machine is explained")
  func machine() async throws {
    let other = try await ServerProgram(on: JournalProgram())
    let taken = try await failure(["--port", "\(other.port)"])
    #expect(taken.contains("port \(other.port) of 127.0.0.1 is taken, maybe by another"))
    let elsewhere = try await failure(["--host", "192.0.2.1", "--allow-http", "--port", "0"])
    #expect(elsewhere.contains("--host 192.0.2.1: that is not an address of this machine"))
    let assets = try await failure(["--port", "0"], ["DAYSTAMP_ASSETS": Checkout.samples])
    #expect(assets.contains("the pages' files in \(Checkout.samples) are damaged, or of another"))
  }

  @Test("in the folder is explained as daystamp does it", arguments: ["foreign", "lost", "unmade"])
  func folder(kind: String) async throws {
    let program = try JournalProgram()
    var journal = program.journal
    switch kind {
    case "foreign": try program.folder.write(Array("hello".utf8), to: "journal/journal.sqlite")
    case "lost": try program.folder.write([1], to: "journal/photos/2024/01/31/a.jpg")
    default: journal = "/proc/nowhere/journal"
    }
    let server = try await Program.run(
      Program.daystampServer, ["--port", "0", "--journal", journal, "--owner", "anna"])
    let daystamp = try await Program.run(
      Program.daystamp, ["owner", "add", "anna", "--journal", journal])
    #expect(server.status == 1)
    #expect(server.error == daystamp.error)
    #expect(server.error.hasPrefix("Error: "))
  }
}
