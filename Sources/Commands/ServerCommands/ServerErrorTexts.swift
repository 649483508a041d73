package import Wording
import JournalServer
import Shell

extension ErrorTexts {
  package static let daystampServer = ErrorTexts(
    [
      "serve.no-assets": .init(
        "the pages' files were not found; looked for{places}\nSet DAYSTAMP_ASSETS to their folder"),
      "serve.assets": .init(
        "the pages' files in {folder} are damaged, or of another version ({detail}); "
          + "reinstall the program"),
      "serve.certificate": .init(
        "{path} is damaged; remove it, and the server makes another. Phones then warn once again"),
      "serve.broken-off": .init("open requests took longer than {time}, and were cut off"),
      "serve.port-taken": .init(
        "port {port} of {host} is taken, maybe by another daystamp-server; --port sets another"),
      "serve.other-address": .init("--host {host}: that is not an address of this machine"),
      "serve.low-port": .init("you may not open port {port}; give --port 1024 or higher"),
      "serve.cannot-listen": .init("the server cannot listen on {host}, port {port}: {errno}"),
    ],
    below: [.server, .shell])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) {
    self.init(key, values, in: .daystampServer)
  }
}
