extension Double {
  /// With so many places after the point, in ASCII, rounded half away from zero; never "-0".
  ///
  /// - Parameter places: 0 to 9.
  /// - Returns: the number, which is to be below 10^9 in size; a larger one as "0".
  func decimal(_ places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let units = Int(exactly: (self * Double(scale)).rounded()) ?? 0
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let sign = units < 0 ? "-" : ""
    return places == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest.padded(to: places))"
  }

  /// With at most so many places: without zeros at the end, and without the point where only they
  /// follow it.
  func decimal(upTo places: Int) -> String {
    let text = decimal(places)
    guard let point = text.firstIndex(of: ".") else { return text }
    guard let last = text[point...].lastIndex(where: { $0 != "0" && $0 != "." }) else {
      return String(text[..<point])
    }
    return String(text[...last])
  }
}

extension BinaryInteger {
  /// Zeros before it up to a number of digits.
  func padded(to digits: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
