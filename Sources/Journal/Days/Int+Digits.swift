extension Int {
  /// The number that a text of ASCII digits and nothing else writes, of `widths` digits; else nil.
  init?(digits text: Substring, widths: ClosedRange<Int>) {
    let digits = text.utf8
    guard widths ~= digits.count,
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    self.init(text)
  }
}
