// Everything inlined into the rounds is in this file, since a debug build, although optimized,
// inlines nothing from one file into another.

/// Eight words: a hash value, the working variables a to h, or the 32 bytes of a digest.
package struct SHA256State: BitwiseCopyable {
  var a, b, c, d, e, f, g, h: UInt32

  /// H⁽⁰⁾ of FIPS 180-4 §5.3.3.
  static let initial = SHA256State(
    a: 0x6a09_e667, b: 0xbb67_ae85, c: 0x3c6e_f372, d: 0xa54f_f53a,
    e: 0x510e_527f, f: 0x9b05_688c, g: 0x1f83_d9ab, h: 0x5be0_cd19)

  /// The hash value after one more block: FIPS 180-4 §6.2.2.
  @inline(never)
  func mixed(with block: borrowing SHA256Block) -> SHA256State { compressed(block) }

  /// The hash value after one more block that is the last: the 32 bytes of `digest` after one
  /// block of 64 bytes.
  ///
  /// This is all that PBKDF2 does, so it has a copy of the rounds in which the second half of the
  /// block is known: the padding and the length of 768 bits (FIPS 180-4 §5.1.1).
  @inline(never)
  func finished(with digest: borrowing SHA256State) -> SHA256State {
    compressed(
      SHA256Block(
        digest.a, digest.b, digest.c, digest.d, digest.e, digest.f, digest.g, digest.h,
        0x8000_0000, 0, 0, 0, 0, 0, 0, 768))
  }

  @inline(__always)
  static func ^= (left: inout SHA256State, right: borrowing SHA256State) {
    left.a ^= right.a
    left.b ^= right.b
    left.c ^= right.c
    left.d ^= right.d
    left.e ^= right.e
    left.f ^= right.f
    left.g ^= right.g
    left.h ^= right.h
  }
}

/// Sixteen words: a block of 64 bytes, or a quarter of the message schedule or of the constants.
struct SHA256Block: BitwiseCopyable {
  var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: UInt32
}

/// The rounds of SHA-256 in Swift.
package enum SwiftRounds: SHA256Rounds {
  package static func mix(_ blocks: RawSpan, into state: inout SHA256State) {
    var mixed = state
    for offset in stride(from: 0, to: blocks.byteCount, by: SHA256Block.byteCount) {
      mixed = mixed.compressed(SHA256Block(blocks, at: offset))
    }
    state = mixed
  }
}

extension SHA256Block {
  @inline(__always)
  init(
    _ w0: UInt32, _ w1: UInt32, _ w2: UInt32, _ w3: UInt32,
    _ w4: UInt32, _ w5: UInt32, _ w6: UInt32, _ w7: UInt32,
    _ w8: UInt32, _ w9: UInt32, _ w10: UInt32, _ w11: UInt32,
    _ w12: UInt32, _ w13: UInt32, _ w14: UInt32, _ w15: UInt32
  ) {
    (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
    (self.w4, self.w5, self.w6, self.w7) = (w4, w5, w6, w7)
    (self.w8, self.w9, self.w10, self.w11) = (w8, w9, w10, w11)
    (self.w12, self.w13, self.w14, self.w15) = (w12, w13, w14, w15)
  }

  /// The next sixteen words of the message schedule, FIPS 180-4 §6.2.2 step 1.
  @inline(__always)
  fileprivate mutating func advance() {
    @inline(__always)
    func next(_ w: inout UInt32, _ after1: UInt32, _ after9: UInt32, _ after14: UInt32) {
      // σ₀ and σ₁, equations 4.6 and 4.7.
      let sigma0 = after1.rotated(7) ^ after1.rotated(18) ^ (after1 &>> 3)
      let sigma1 = after14.rotated(17) ^ after14.rotated(19) ^ (after14 &>> 10)
      w = w &+ sigma0 &+ after9 &+ sigma1
    }
    next(&w0, w1, w9, w14)
    next(&w1, w2, w10, w15)
    next(&w2, w3, w11, w0)
    next(&w3, w4, w12, w1)
    next(&w4, w5, w13, w2)
    next(&w5, w6, w14, w3)
    next(&w6, w7, w15, w4)
    next(&w7, w8, w0, w5)
    next(&w8, w9, w1, w6)
    next(&w9, w10, w2, w7)
    next(&w10, w11, w3, w8)
    next(&w11, w12, w4, w9)
    next(&w12, w13, w5, w10)
    next(&w13, w14, w6, w11)
    next(&w14, w15, w7, w12)
    next(&w15, w0, w8, w13)
  }
}

extension SHA256State {
  @inline(__always)
  fileprivate func compressed(_ block: SHA256Block) -> SHA256State {
    var words = block
    var state = self
    // The constants K of §4.2.2.
    state.sixteenRounds(
      words,
      SHA256Block(
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174))
    words.advance()
    state.sixteenRounds(
      words,
      SHA256Block(
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967))
    words.advance()
    state.sixteenRounds(
      words,
      SHA256Block(
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
        0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070))
    words.advance()
    state.sixteenRounds(
      words,
      SHA256Block(
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
        0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2))
    return SHA256State(
      a: a &+ state.a, b: b &+ state.b, c: c &+ state.c, d: d &+ state.d,
      e: e &+ state.e, f: f &+ state.f, g: g &+ state.g, h: h &+ state.h)
  }

  @inline(__always)
  private mutating func sixteenRounds(_ words: SHA256Block, _ constants: SHA256Block) {
    round(words.w0, constants.w0)
    round(words.w1, constants.w1)
    round(words.w2, constants.w2)
    round(words.w3, constants.w3)
    round(words.w4, constants.w4)
    round(words.w5, constants.w5)
    round(words.w6, constants.w6)
    round(words.w7, constants.w7)
    round(words.w8, constants.w8)
    round(words.w9, constants.w9)
    round(words.w10, constants.w10)
    round(words.w11, constants.w11)
    round(words.w12, constants.w12)
    round(words.w13, constants.w13)
    round(words.w14, constants.w14)
    round(words.w15, constants.w15)
  }

  /// FIPS 180-4 §6.2.2 step 3; the compiler turns the moves into other names of registers.
  @inline(__always)
  private mutating func round(_ word: UInt32, _ constant: UInt32) {
    // Σ₀, Σ₁, Ch and Maj, equations 4.2 to 4.5, the last two with an operation less.
    let sum0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
    let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
    let choice = g ^ (e & (f ^ g))
    let majority = b ^ ((a ^ b) & (b ^ c))
    let first = h &+ constant &+ word &+ choice &+ sum1
    (h, g, f, e) = (g, f, e, d &+ first)
    (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
  }
}

extension UInt32 {
  /// ROTR of FIPS 180-4 §3.2, by 1 to 31.
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 {
    (self &>> count) | (self &<< (32 &- count))
  }
}
