import Testing
import TestSupport

@Suite("A word that no command or option of the server has")
struct MistypedTests {
  @Test(
    "is told first, with the nearest name",
    arguments: [
      (["piar"], "There is no command 'piar'. Did you mean 'pair'?"),
      (["--prot", "8081"], "Unknown option '--prot'. Did you mean '--port'?"),
      (["--host", "0.0.0.0", "--hepl"], "Unknown option '--hepl'. Did you mean '--help'?"),
      (["serve", "--behind-prxy", "--port", "99999"], "Did you mean '--behind-proxy'?"),
      (["devices", "revok", "3"], "There is no command 'revok'. Did you mean 'revoke'?"),
      (["devices", "revoke", "x", "--onwer", "mina"], "Did you mean '--owner'?"),
      (["token", "ad"], "There is no command 'ad'. Did you mean 'add'?"),
      (["token", "add", "--scop", "post"], "Did you mean '--scope'?"),
      (["help", "piar"], "There is no command 'piar'. Did you mean 'pair'?"),
      (
        ["photo.jpg"],
        "There is no command 'photo.jpg'. The commands are: serve, pair, devices, token, log, openapi."
      ),
      (["--port", "0", "pair"], "The command comes before its options: daystamp-server pair"),
    ])
  func first(arguments: [String], says: String) async throws {
    let folder = try TemporaryFolder()
    let result = try await Program.run(
      Program.daystampServer, arguments, in: folder.path, environment: ["HOME": folder.path])
    #expect(result.status == 64)
    #expect(result.error.prefix { $0 != "\n" }.hasSuffix(says), "\(result.error)")
    #expect(result.output == "")
    #expect(folder.files.isEmpty)
  }
}
