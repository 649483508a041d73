/// Writes a value as one line of JSON: the bytes that Foundation's `JSONEncoder` makes with `.sortedKeys` and
/// `.withoutEscapingSlashes`, in a quarter of the time, since it keeps no tree of what it writes.
///
/// Numbers that are not finite become the texts "inf", "-inf" and "nan". Two things are not supported, and no
/// output of the programs needs them: containers nested by hand, and types that `JSONEncoder` treats specially,
/// such as `Date` and `Data`.
package final class JSONLine: Encoder {
  package let codingPath: [any CodingKey] = []
  package let userInfo: [CodingUserInfoKey: Any] = [:]
  private var bytes: [UInt8] = []
  private var shape = Shape.none

  private enum Shape {
    case none
    /// The names of an object's members, and where they begin.
    case object([(name: String, start: Int)])
    case array(isEmpty: Bool)
  }

  private init() { bytes.reserveCapacity(1_024) }

  /// - Throws: what encoding the value throws.
  package static func text(_ value: some Encodable) throws -> String {
    String(decoding: try bytes(value), as: UTF8.self)
  }

  /// The text in UTF-8.
  ///
  /// - Throws: what encoding the value throws.
  package static func bytes(_ value: some Encodable) throws -> [UInt8] {
    let line = JSONLine()
    try line.write(value)
    return line.bytes
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .none = shape { shape = .object([]) }
    return KeyedEncodingContainer(Members<Key>(line: self))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    shape = .array(isEmpty: true)
    bytes.append(UInt8(ascii: "["))
    return Elements(line: self)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { Single(line: self) }

  private func beginMember(_ name: String) {
    guard case .object(var members) = shape else { return }
    shape = .none
    members.append((name, bytes.count))
    shape = .object(members)
    write(text: name)
    bytes.append(UInt8(ascii: ":"))
  }

  private func beginElement() {
    if case .array(isEmpty: false) = shape { bytes.append(UInt8(ascii: ",")) }
    shape = .array(isEmpty: false)
  }

  private func write<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let text as String: write(text: text)
    case let number as Int: bytes += String(number).utf8
    case let truth as Bool: bytes += (truth ? "true" : "false").utf8
    case let number as Double: write(number)
    case let number as Float: write(number)
    case let number as any BinaryInteger: bytes += "\(number)".utf8
    default:
      let (outer, start) = (shape, bytes.count)
      shape = .none
      try value.encode(to: self)
      endContainer(from: start)
      shape = outer
    }
  }

  private func writeNull() { bytes += "null".utf8 }

  private func write(_ number: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard number.isFinite else {
      return write(text: number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    }
    let digits = number.description
    bytes += digits.utf8.dropLast(digits.hasSuffix(".0") ? 2 : 0)
  }

  private func endContainer(from start: Int) {
    switch shape {
    case .none: break
    case .array: bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      let ends = members.dropFirst().map(\.start) + [bytes.count]
      let sorted = zip(members, ends).sorted {
        $0.0.name.utf8.lexicographicallyPrecedes($1.0.name.utf8)
      }
      var object = [UInt8(ascii: "{")]
      object.reserveCapacity(bytes.count - start + members.count + 2)
      for ((_, start), end) in sorted {
        if object.count > 1 { object.append(UInt8(ascii: ",")) }
        object += bytes[start..<end]
      }
      object.append(UInt8(ascii: "}"))
      bytes.replaceSubrange(start..., with: object)
    }
  }

  /// A text with escapes where JSON demands them (RFC 8259, section 7).
  private func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: Self.isEscaped) {
      for byte in text.utf8 {
        if Self.isEscaped(byte) { bytes += Self.escape(byte).utf8 } else { bytes.append(byte) }
      }
    } else {
      bytes += text.utf8
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
  // One generic method serves for all the types that the protocols list.

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let line: JSONLine
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
      line.beginMember(key.stringValue)
      line.writeNull()
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      line.beginMember(key.stringValue)
      try line.write(value)
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
      line.beginElement()
      line.writeNull()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      count += 1
      line.beginElement()
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

    func encodeNil() { line.writeNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try line.write(value) }
  }

  private func unsupported() -> Never {
    preconditionFailure("no output nests containers by hand")
  }
}
