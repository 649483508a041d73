import CHashing

/// A way to compute the rounds of SHA-256 (FIPS 180-4 §6.2.2).
package protocol SHA256Rounds {
  /// Takes whole blocks of 64 bytes into a hash value.
  static func mix(_ blocks: RawSpan, into state: inout SHA256State)
}

/// The rounds by the processor's instructions for them, or by ``SwiftRounds`` where it has none.
package enum ProcessorRounds: SHA256Rounds {
  package static let hasInstructions = chashing_has_sha256()

  package static func mix(_ blocks: RawSpan, into state: inout SHA256State) {
    guard hasInstructions else { return SwiftRounds.mix(blocks, into: &state) }
    blocks.withUnsafeBytes { blocks in
      // A state is eight words in the order that C wants.
      withUnsafeMutablePointer(to: &state) { state in
        state.withMemoryRebound(to: UInt32.self, capacity: 8) { words in
          chashing_sha256(words, blocks.baseAddress, blocks.count / SHA256Block.byteCount)
        }
      }
    }
  }
}
