import Foundation
import KeyDerivation

/// What opens a session again: 256 random bits, of which the database has the SHA-256 alone.
package struct SessionToken: Sendable, Hashable {
  let bytes: [UInt8]

  init() { bytes = .random(count: SecretFile.size) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var hash: Data { Data(SHA256.hash(bytes.span)) }
}
