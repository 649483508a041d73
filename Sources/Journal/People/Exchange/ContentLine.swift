import Foundation
import Store

/// A line of a vCard, unfolded: `[group "."] name *(";" parameter) ":" value` (RFC 6350, section 3.3).
///
/// Versions 3 (RFC 2426) and 2.1 are read too: what these have beside it is a parameter without a name,
/// which is a type or an encoding, and values in quoted-printable or base64.
struct ContentLine: Sendable, Hashable {
  struct Parameter: Sendable, Hashable {
    /// In capitals.
    let name: String
    let values: [String]
  }

  /// In capitals; empty where there is none.
  let group: String
  /// In capitals.
  let name: String
  let parameters: [Parameter]
  /// As it is written: encoded and escaped.
  let value: [UInt8]
  /// The line of the file where it begins, from 1.
  let number: Int

  /// Reads a line; nil where it is none.
  ///
  /// - Parameters:
  ///   - bytes: without folds and the end of the line.
  ///   - number: where it begins in its file.
  init?(_ bytes: [UInt8], number: Int) {
    var rest = bytes[...]
    var name = Self.takeName(&rest)
    var group = ""
    if !name.isEmpty, rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      (group, name) = (name, Self.takeName(&rest))
    }
    guard !name.isEmpty else { return nil }
    var parameters: [Parameter] = []
    while rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst()
      guard let parameter = Self.takeParameter(&rest) else { return nil }
      if !parameter.values.isEmpty { parameters.append(parameter) }
    }
    guard rest.first == UInt8(ascii: ":") else { return nil }
    (self.group, self.name, self.parameters) = (group, name, parameters)
    (value, self.number) = (Array(rest.dropFirst()), number)
  }

  /// The first value of a parameter.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.values.first
  }

  /// Whether it is of a type, which is named in small letters.
  func isOf(type: String) -> Bool {
    parameters.contains { parameter in
      parameter.name == "TYPE"
        && parameter.values.contains { value in
          value.split(separator: ",").contains { $0.lowercased() == type }
        }
    }
  }

  /// How much it is preferred to others of its name: 1 to 100, and 101 where nothing is said.
  var preference: Int {
    if let text = parameter("PREF"), let number = Int(digits: text[...], widths: 1...3),
      1...100 ~= number
    {
      return number
    }
    return isOf(type: "pref") ? 1 : 101
  }

  /// Letters, digits, hyphens, and the underscores that some programs write.
  private static func takeName(_ rest: inout ArraySlice<UInt8>) -> String {
    let name = rest.prefix {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    rest = rest.dropFirst(name.count)
    return String(decoding: name, as: UTF8.self).uppercased()
  }

  private static let endsOfParameter = [";", ":", "=", ","].map { UInt8(ascii: $0) }

  private static func takeParameter(_ rest: inout ArraySlice<UInt8>) -> Parameter? {
    let written = rest.prefix { !endsOfParameter.contains($0) }
    rest = rest.dropFirst(written.count)
    let name = String(decoding: written, as: UTF8.self).uppercased()
    guard rest.first == UInt8(ascii: "=") else {
      // As version 2.1 writes it: `TEL;CELL:` and `NOTE;QUOTED-PRINTABLE:`.
      let isEncoding = ["QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT"].contains(name)
      return Parameter(name: isEncoding ? "ENCODING" : "TYPE", values: name.isEmpty ? [] : [name])
    }
    var values: [String] = []
    repeat {
      rest = rest.dropFirst()
      guard let value = takeParameterValue(&rest) else { return nil }
      values.append(value)
    } while rest.first == UInt8(ascii: ",")
    return Parameter(name: name, values: values)
  }

  /// A value, in quotes or without; nil where the quotes never close.
  private static func takeParameterValue(_ rest: inout ArraySlice<UInt8>) -> String? {
    let quote = UInt8(ascii: "\"")
    let written: ArraySlice<UInt8>
    if rest.first == quote {
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: quote) else { return nil }
      written = rest[..<end]
      rest = rest[(end + 1)...]
    } else {
      written = rest.prefix { ![";", ":", ","].map { UInt8(ascii: $0) }.contains($0) }
      rest = rest.dropFirst(written.count)
    }
    return withoutCarets(String(decoding: written, as: UTF8.self))
  }

  /// What RFC 6868 writes with carets: `^n`, `^^` and `^'`.
  private static func withoutCarets(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "^")) else { return text }
    var plain = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let replacement: Unicode.Scalar? =
        switch (scalar, rest.first) {
        case ("^", "n"): "\n"
        case ("^", "^"): "^"
        case ("^", "'"): "\""
        default: nil
        }
      if replacement != nil { rest = rest.dropFirst() }
      plain.unicodeScalars.append(replacement ?? scalar)
    }
    return plain
  }
}

/// Values of content lines as text.
extension ContentLine {
  /// The value without escapes (RFC 6350, section 3.4).
  ///
  /// - Throws: ``LeftOut/Reason/encoding``, ``LeftOut/Reason/charset(_:)``.
  func text() throws(LeftOut.Reason) -> String { try list(separatedBy: nil)[0] }

  /// The values between separators that are not escaped; at least one, which may be empty.
  ///
  /// - Throws: as ``text()``.
  func list(separatedBy separator: Unicode.Scalar?) throws(LeftOut.Reason) -> [String] {
    var texts = [""]
    var rest = try decoded().unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == separator {
        texts.append("")
      } else if scalar == "\\", let escaped = rest.first.flatMap({ Self.escaped[$0] }) {
        rest = rest.dropFirst()
        texts[texts.count - 1].unicodeScalars.append(escaped)
      } else {
        texts[texts.count - 1].unicodeScalars.append(scalar)
      }
    }
    return texts
  }

  /// What stands for what after a backslash. Some programs escape colons and quotes too.
  private static let escaped: [Unicode.Scalar: Unicode.Scalar] = [
    "\\": "\\", ",": ",", ";": ";", ":": ":", "n": "\n", "N": "\n",
  ]

  /// The value's characters, with escapes.
  private func decoded() throws(LeftOut.Reason) -> String {
    let bytes: [UInt8]
    switch parameter("ENCODING")?.uppercased() {
    case nil, "8BIT", "7BIT": bytes = value
    case "QUOTED-PRINTABLE", "Q": bytes = Self.decoded(quotedPrintable: value)
    case "B", "BASE64":
      let data = value.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      guard let plain = Data(base64Encoded: Data(data)) else { throw .encoding }
      bytes = Array(plain)
    default: throw .encoding
    }
    let charset = parameter("CHARSET") ?? "UTF-8"
    switch charset.uppercased() {
    case "UTF-8", "UTF8", "US-ASCII", "ASCII":
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .encoding }
      return text
    case "ISO-8859-1", "LATIN1", "LATIN-1", "ISO8859-1", "WINDOWS-1252", "CP1252":
      return Self.text(windows1252: bytes)
    default: throw .charset(String(charset.prefix(40)))
    }
  }

  /// Each `=` with two digits as its byte (RFC 2045, section 6.7); what is no such stays.
  private static func decoded(quotedPrintable bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.count,
        let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
      {
        plain.append(high << 4 | low)
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return plain
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Windows-1252, which is what programs mean by ISO-8859-1 too (WHATWG, Encoding, section 4.2).
  private static func text(windows1252 bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      let scalar = 0x80...0x9F ~= byte ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// The characters of 0x80 to 0x9F.
  private static let upper = Array(
    ("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ" as String).unicodeScalars)
}
