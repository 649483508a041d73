import ArgumentParser
import Files
import Foundation
import Hashing

/// Prints a line for each time, with a tab between: seconds of one core, and the digest in hexadecimal,
/// so that others can tell whether they did the same. The file is read once, untimed.
struct HashBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash", abstract: "Times SHA-256 of a file.")

  @Argument(help: "The file.") var file: String
  @Argument(help: "How many times it is hashed.") var times: Int
  @Flag(help: "Hash in Swift, without the processor's instructions for it.") var swift = false

  func run() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    for _ in 0..<times {
      let start = Clock.processor
      let digest = swift ? SwiftSHA256.hash(bytes.span) : SHA256.hash(bytes.span)
      print("\(Clock.processor - start)\t\(digest.hexadecimal)")
    }
  }
}
