package import Wording
import JournalServer
import Shell

extension ErrorTexts {
  package static let daystampServer = ErrorTexts(
    [
      "serve.no-assets": .init(
        "the pages' files were not found; looked for{places}\n"
          + "Set DAYSTAMP_ASSETS to the folder that has them"),
      "serve.assets": .init(
        "the pages' files in {folder} are damaged, or not of this version ({detail}); install the "
          + "program anew"),
      "serve.certificate": .init(
        "{path} is damaged; remove it, and the server makes another; phones then warn once more"),
      "serve.broken-off": .init(
        "what was under way was not done within {time}, and was broken off"),
      "serve.port-taken": .init(
        "port {port} of {host} is taken, maybe by another daystamp-server; --port gives another"),
      "serve.other-address": .init("--host {host}: that is not an address of this machine"),
      "serve.low-port": .init(
        "port {port} takes more rights than you have; --port takes any from 1024 on"),
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
