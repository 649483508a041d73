extension [UInt8] {
  /// The bytes that pairs of hexadecimal digits stand for; what is no pair is left out.
  init(hex: some StringProtocol) {
    let digits = Array<Character>(hex)
    self = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
