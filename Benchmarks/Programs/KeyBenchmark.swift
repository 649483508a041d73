import ArgumentParser
import Files
import Hashing

/// Prints a line for each time, with a tab between: its seconds, and the key's 32 bytes in
/// hexadecimal, so that others can tell whether they did the same.
struct KeyBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Times the derivation of a key from a password.")

  @Argument(help: "How many iterations a key takes.") var iterations: Int
  @Argument(help: "How many keys are derived.") var times: Int

  func run() {
    let (password, salt) = (Array("correct horse battery staple".utf8), [UInt8](0..<16))
    for _ in 0..<times {
      let start = Clock.wall
      let key = PBKDF2.deriveKey(
        from: password.span, salt: salt.span, iterations: iterations, count: 32)
      let seconds = Clock.wall - start
      print("\(seconds)\t\(key.withSpan { key in key.indices.map { key[$0] } }.hexadecimal)")
    }
  }
}
