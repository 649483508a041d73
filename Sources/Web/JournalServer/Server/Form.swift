import CaptureTime
import Foundation
import Hummingbird
import Journal
import NIOCore
import Store
import Wording

/// The fields of a page's form (`application/x-www-form-urlencoded`).
struct Form: Hashable, Sendable {
  let fields: [String: String]

  /// More than any page's form has: the composer's has eight for each photo.
  private static let mostFields = 600
  /// Bytes that a form takes that has no words in it; ``LongBodies`` receives the others.
  static let shortLimit = 65_536
  /// Enough for as many letters as the field for words takes, each of three bytes that are written
  /// otherwise: what is too long is refused as words, and what was typed is there again.
  static let wordsLimit = 9 * PostWords.byteLimit + shortLimit

  /// - Throws: ``Problem`` where the body is not a form, and as ``Request/collectBody(upTo:)`` where it
  ///   is longer.
  init(of request: Request) async throws {
    let body = try await request.collectBody(upTo: Self.shortLimit)
    try self.init(encoded: Array(body.readableBytesView))
  }

  /// Reads names and values (URL standard, section 5.1).
  ///
  /// - Throws: ``Problem`` where one is not UTF-8, or a name comes twice, or there are more than a form
  ///   has.
  init(encoded: [UInt8]) throws {
    var fields: [String: String] = [:]
    let separators = encoded.count { $0 == UInt8(ascii: "&") }
    guard separators < Self.mostFields else { throw Problem("form.encoding") }
    for field in encoded.split(separator: UInt8(ascii: "&")) {
      let end = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
      guard let name = Self.text(field[..<end]), let value = Self.text(field[end...].dropFirst()),
        fields.updateValue(value, forKey: name) == nil
      else { throw Problem("form.encoding") }
    }
    self.fields = fields
  }

  init(fields: [String: String]) { self.fields = fields }

  subscript(_ name: String) -> String? { fields[name] }

  /// The form without some of its fields, which no page shows again.
  func without(_ names: String...) -> Form {
    Form(fields: fields.filter { !names.contains($0.key) })
  }

  func bytes(_ name: String) -> [UInt8] { Array((fields[name] ?? "").utf8) }

  /// Nil where it is not UTF-8, or a "%" stands for no byte.
  private static func text(_ encoded: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var place = encoded.startIndex
    while place < encoded.endIndex {
      switch encoded[place] {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard place + 2 < encoded.endIndex, let high = digit(encoded[place + 1]),
          let low = digit(encoded[place + 2])
        else { return nil }
        bytes.append(high << 4 | low)
        place += 2
      case let byte: bytes.append(byte)
      }
      place += 1
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
      (letter | 0x20) - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// The parameters of a request's address, as forms write them.
struct Query: Sendable {
  /// Nil where it is not text.
  private let fields: [(name: String?, value: String?)]

  /// Of those that nobody asks for nothing is wrong: a page leaves them aside.
  init(of request: Request) {
    // Not by the decoder of bodies, which takes a name only once, where the interface takes several
    // tags, and reads bytes that are not UTF-8 as U+FFFD.
    let query = (request.uri.query ?? "").replacing("+", with: " ")
    fields = query.split(separator: "&").map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(\.removingPercentEncoding)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  /// What a form says, where an address could say the same.
  init(_ form: Form) { fields = form.fields.map { ($0.key, $0.value) } }

  /// Checks that there are no parameters but these: one that is mistyped would leave a condition out.
  ///
  /// - Throws: ``Problem``, which names the first.
  func refuseUnknown(_ known: [String]) throws {
    for (name, _) in fields {
      guard let name else { throw Problem("query.encoding") }
      if known.contains(name) { continue }
      let shown = ErrorMessage.Value.text(String(name.prefix(100)))
      throw known.isEmpty
        ? Problem("query.none", ["name": shown])
        : Problem("query.unknown", ["name": shown, "names": .names(known)])
    }
  }

  /// The values of a parameter that may come several times.
  ///
  /// - Throws: ``Problem`` where one is not text.
  func values(_ name: String) throws -> [String] {
    try fields.filter { $0.name == name }.map { field in
      guard let value = field.value else { throw bad(name, "query.text") }
      return value
    }
  }

  /// The one value of a parameter; nil where it is missing.
  ///
  /// - Throws: ``Problem`` where it comes twice, or is not text.
  subscript(_ name: String) -> String? {
    get throws {
      let values = try values(name)
      guard values.count <= 1 else { throw bad(name, "query.repeated") }
      return values.first
    }
  }

  /// The one value of a parameter, as it is read; nil where it is missing.
  ///
  /// - Throws: ``Problem``, which names the parameter.
  func value<Value>(_ name: String, _ read: (String) throws -> Value) throws -> Value? {
    try self[name].map { try understood(name, $0, read) }
  }

  /// The values of a parameter that may come several times, as they are read.
  ///
  /// - Throws: ``Problem``, which names the parameter.
  func values<Value>(_ name: String, _ read: (String) throws -> Value) throws -> [Value] {
    try values(name).map { try understood(name, $0, read) }
  }

  private func understood<Value>(
    _ name: String, _ text: String, _ read: (String) throws -> Value
  ) throws -> Value {
    do {
      return try read(text)
    } catch let error as any Worded {
      throw Problem("query.value", ["name": .text(name), "reason": .message(error.wording)])
    }
  }

  /// The one value of a field that a person may leave empty; nil where it is.
  func text(_ name: String) throws -> String? {
    try self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// One of the values that there are; nil where it is missing or empty.
  ///
  /// - Throws: ``Problem``, which names them.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, as type: Choice.Type = Choice.self
  ) throws -> Choice? where Choice.RawValue == String {
    try text(name).map { text in
      guard let choice = Choice(rawValue: text) else {
        throw Problem(
          "query.choice",
          ["name": .text(name), "names": .names(Choice.allCases.map(\.rawValue))])
      }
      return choice
    }
  }

  func day(_ name: String) throws -> CivilDate? {
    try self[name].map { text in
      guard let day = CivilDate(iso: text) else { throw bad(name, "query.day") }
      return day
    }
  }

  func flag(_ name: String) throws -> Bool? {
    switch try self[name] {
    case nil: nil
    case "true": true
    case "false": false
    case .some: throw bad(name, "query.flag")
    }
  }

  func number<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws -> Number? {
    try self[name].map { text in
      guard let number = Number(text), range.contains(number), text == "\(number)" else {
        throw Problem(
          "query.number",
          [
            "name": .text(name), "least": .text("\(range.lowerBound)"),
            "most": .text("\(range.upperBound)"),
          ])
      }
      return number
    }
  }

  private func bad(_ name: String, _ key: String) -> Problem {
    Problem(key, ["name": .text(name)])
  }
}

extension String {
  /// Percent-encoded (RFC 3986, section 2.1) but for the characters that may stand as they are
  /// everywhere: for a value of a query, a component of a path, or a header.
  var percentEncoded: String {
    // Never nil: a string is always valid Unicode.
    addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
  }
}

extension CharacterSet {
  /// RFC 3986, section 2.3.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
