package import ArgumentParser
import Decoding
import Journal
import Shell
import Store

/// The journal in a browser, on phone and desktop.
package struct DaystampServer: ProgramCommand {
  package static let configuration = CommandConfiguration(
    commandName: "daystamp-server",
    abstract: "Serves the journal to browsers, on phone and desktop.",
    discussion: """
      If the journal's owner has no device yet, it prints a link on the terminal. The link works \
      once, within \(Pairing.lifetime / 60) minutes. The browser that opens it becomes a device of \
      that owner.

      EXAMPLES
        daystamp-server
        A link, if it runs as a service, or for another phone:
          daystamp-server pair
        For phones in the same network:
          daystamp-server --host 0.0.0.0 --tls-certificate cert.pem --tls-key key.pem

      daystamp-server help serve says more about how it listens.
      Shell completion: daystamp-server --generate-completion-script bash (or zsh, fish).
      """,
    version: ProgramVersion.text,
    subcommands: [Serve.self, Pair.self, Devices.self, Tokens.self, Log.self, OpenAPI.self],
    defaultSubcommand: Serve.self)

  package init() {}

  @MainActor package static func runProgram() async {
    DecoderProgram.runIfAsked()
    tellVersionIfAsked()
    await runByArguments()
  }
}
