import Glibc
import Hashing

/// Times the derivation of a key from a password: `KeyDerivationTime ITERATIONS TIMES`.
///
/// Prints a line for each time, with a tab between: its seconds, and the key's 32 bytes in
/// hexadecimal, so that others can tell whether they did the same.
@main
struct KeyDerivationTime {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap(Int.init)
    guard numbers.count == 2, numbers.allSatisfy({ $0 >= 1 }) else {
      print("KeyDerivationTime ITERATIONS TIMES")
      exit(64)
    }
    let (password, salt) = (Array("correct horse battery staple".utf8), [UInt8](0..<16))
    for _ in 0..<numbers[1] {
      var hex = ""
      let took = ContinuousClock().measure {
        let key = PBKDF2.deriveKey(
          from: password.span, salt: salt.span, iterations: numbers[0], count: 32)
        hex = key.withSpan { key in
          key.indices.map { (key[$0] < 16 ? "0" : "") + String(key[$0], radix: 16) }.joined()
        }
      }
      print("\(took / .seconds(1))\t\(hex)")
    }
  }
}
