/// Writes a value as one line of JSON: the bytes that Foundation's `JSONEncoder` makes with `.sortedKeys` and
/// `.withoutEscapingSlashes`, in a fraction of the time, since it keeps no tree of what it writes.
///
/// Numbers that are not finite become the texts "inf", "-inf" and "nan". Two things are not supported, and no
/// output of the programs needs them: containers nested by hand, and types that `JSONEncoder` treats specially,
/// such as `Date` and `Data`.
package final class JSONLine: Encoder {
  package let codingPath: [any CodingKey] = []
  package let userInfo: [CodingUserInfoKey: Any] = [:]
  /// A structure, so that a call from here has to ask only once whether it is alone with what it changes.
  private var text = Text()

  private init() {}

  /// - Throws: what encoding the value throws.
  package static func text(_ value: some Encodable) throws -> String {
    String(decoding: try bytes(value), as: UTF8.self)
  }

  /// The text in UTF-8.
  ///
  /// - Throws: what encoding the value throws.
  package static func bytes(_ value: some Encodable) throws -> [UInt8] {
    let line = JSONLine()
    try line.write(single: value)
    return line.text.bytes
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    text.beginObject()
    return KeyedEncodingContainer(Members<Key>(line: self))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    text.beginArray()
    return Elements(line: self)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { Single(line: self) }

  private func write(_ value: some Encodable) throws {
    let outer = text.beginValue()
    try value.encode(to: self)
    text.endValue(in: outer)
  }

  /// What has no parts comes here, since it encodes itself in a container for a single value.
  private func write<Value: Encodable>(single value: Value) throws {
    switch value {
    case let words as String: text.write(words)
    case let number as Int: text.write(number)
    case let truth as Bool: text.write(truth)
    case let number as Double: text.write(number)
    case let number as Float: text.write(number)
    case let number as any BinaryInteger: text.write(integer: number)
    default: try write(value)
    }
  }
}

/// What was written, and where in it one is.
private struct Text {
  private(set) var bytes: [UInt8] = []
  private var shape = Shape.none
  /// Those of all objects that have begun, the innermost last.
  private var members: [Member] = []
  /// An object while its members are put in order; kept, so that it is not allocated for each of them.
  private var ordered: [UInt8] = []

  fileprivate enum Shape {
    case none
    /// Which is its first member.
    case object(from: Int)
    case array(isEmpty: Bool)
  }

  /// Where a member of an object is, its name and its value.
  private struct Member {
    let name: String
    let start: Int
    var end: Int
  }

  /// What a value is part of.
  struct Outer {
    fileprivate let shape: Shape
    fileprivate let start: Int
  }

  init() { bytes.reserveCapacity(1_024) }

  mutating func beginValue() -> Outer {
    defer { shape = .none }
    return Outer(shape: shape, start: bytes.count)
  }

  mutating func endValue(in outer: Outer) {
    switch shape {
    case .none: break
    case .array: bytes.append(UInt8(ascii: "]"))
    case .object(let first): endObject(from: first, at: outer.start)
    }
    shape = outer.shape
  }

  /// Where one has begun, its members go on.
  mutating func beginObject() {
    if case .none = shape { shape = .object(from: members.count) }
  }

  mutating func beginMember(_ name: String) {
    endMember()
    members.append(Member(name: name, start: bytes.count, end: bytes.count))
    write(name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func endMember() {
    guard case .object(let first) = shape, members.count > first else { return }
    members[members.count - 1].end = bytes.count
  }

  private mutating func endObject(from first: Int, at start: Int) {
    endMember()
    members[first...].sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    ordered.append(UInt8(ascii: "{"))
    for member in members[first...] {
      if ordered.count > 1 { ordered.append(UInt8(ascii: ",")) }
      ordered += bytes[member.start..<member.end]
    }
    ordered.append(UInt8(ascii: "}"))
    bytes.replaceSubrange(start..., with: ordered)
    ordered.removeAll(keepingCapacity: true)
    members.removeSubrange(first...)
  }

  mutating func beginArray() {
    shape = .array(isEmpty: true)
    bytes.append(UInt8(ascii: "["))
  }

  mutating func beginElement() {
    if case .array(isEmpty: false) = shape { bytes.append(UInt8(ascii: ",")) }
    shape = .array(isEmpty: false)
  }

  mutating func writeNull() { bytes += "null".utf8 }
  mutating func write(_ truth: Bool) { bytes += (truth ? "true" : "false").utf8 }
  mutating func write(_ number: Int) { bytes += String(number).utf8 }
  mutating func write(integer number: any BinaryInteger) { bytes += "\(number)".utf8 }

  mutating func write(_ number: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard number.isFinite else {
      return write(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    }
    let digits = number.description
    bytes += digits.utf8.dropLast(digits.hasSuffix(".0") ? 2 : 0)
  }

  /// A text with escapes where JSON demands them (RFC 8259, section 7).
  mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      if utf8.contains(where: Self.isEscaped) {
        for byte in utf8 {
          if Self.isEscaped(byte) { bytes += Self.escape(byte).utf8 } else { bytes.append(byte) }
        }
      } else {
        bytes += utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

extension JSONLine {
  // One generic method serves for all the types that the protocols list, but for those that there are most of.

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let line: JSONLine
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
      line.text.beginMember(key.stringValue)
      line.text.writeNull()
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      line.text.beginMember(key.stringValue)
      try line.write(value)
    }

    func encode(_ words: String, forKey key: Key) {
      line.text.beginMember(key.stringValue)
      line.text.write(words)
    }

    func encode(_ number: Int, forKey key: Key) {
      line.text.beginMember(key.stringValue)
      line.text.write(number)
    }

    func encode(_ truth: Bool, forKey key: Key) {
      line.text.beginMember(key.stringValue)
      line.text.write(truth)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { line.unsupported() }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      line.unsupported()
    }

    func superEncoder() -> any Encoder { line.unsupported() }
    func superEncoder(forKey key: Key) -> any Encoder { line.unsupported() }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let line: JSONLine
    var codingPath: [any CodingKey] { [] }
    var count = 0

    init(line: JSONLine) { self.line = line }

    mutating func encodeNil() {
      count += 1
      line.text.beginElement()
      line.text.writeNull()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      count += 1
      line.text.beginElement()
      try line.write(value)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { line.unsupported() }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { line.unsupported() }
    func superEncoder() -> any Encoder { line.unsupported() }
  }

  private struct Single: SingleValueEncodingContainer {
    let line: JSONLine
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { line.text.writeNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try line.write(single: value) }
  }

  private func unsupported() -> Never {
    preconditionFailure("no output nests containers by hand")
  }
}
