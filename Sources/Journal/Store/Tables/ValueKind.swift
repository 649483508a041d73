package import CaptureTime
package import Files

/// A kind of value: how to read and check it, in a row of a table and in a line of an export.
package struct ValueKind<Value>: Sendable {
  /// Reads it in a row; throws ``JournalError/database(_:)`` for what this program does not write.
  package let stored: @Sendable (inout RowDecoder) throws -> Value
  /// Reads it in a member of a line; throws ``ExportedValueError`` for what this program does not write.
  package let exported: @Sendable (CheckedFields<AnyKey>, AnyKey) throws -> Value
  /// Writes it to a member of a line.
  let encode: @Sendable (Value, inout KeyedEncodingContainer<AnyKey>, AnyKey) throws -> Void

  package init(
    stored: @escaping @Sendable (inout RowDecoder) throws -> Value,
    exported: @escaping @Sendable (CheckedFields<AnyKey>, AnyKey) throws -> Value,
    encode: @escaping @Sendable (Value, inout KeyedEncodingContainer<AnyKey>, AnyKey) throws -> Void
  ) {
    (self.stored, self.exported, self.encode) = (stored, exported, encode)
  }

  /// A value that is stored and exported as the same text.
  ///
  /// - Parameters:
  ///   - read: makes the value of the text; nil where that is none.
  ///   - text: the text again.
  /// - Returns: its kind.
  package static func read(
    _ read: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
  ) -> Self {
    Self(stored: { try $0.next(read) }) {
      try $0.value($1, read)
    } encode: {
      try $1.encode(text($0), forKey: $2)
    }
  }
}

extension ValueKind where Value: LineValue {
  package init(
    stored: @escaping @Sendable (inout RowDecoder) throws -> Value,
    exported: @escaping @Sendable (CheckedFields<AnyKey>, AnyKey) throws -> Value
  ) {
    self.init(stored: stored, exported: exported) { try $0.encode(to: &$1, as: $2) }
  }
}

/// A value that JSON knows. It encodes as its own type, which takes half as long as to encode any value.
package protocol LineValue: Sendable {
  func encode(to fields: inout KeyedEncodingContainer<AnyKey>, as key: AnyKey) throws
}

extension Int: LineValue {
  package func encode(to fields: inout KeyedEncodingContainer<AnyKey>, as key: AnyKey) throws {
    try fields.encode(self, forKey: key)
  }
}

extension Bool: LineValue {
  package func encode(to fields: inout KeyedEncodingContainer<AnyKey>, as key: AnyKey) throws {
    try fields.encode(self, forKey: key)
  }
}

extension String: LineValue {
  package func encode(to fields: inout KeyedEncodingContainer<AnyKey>, as key: AnyKey) throws {
    try fields.encode(self, forKey: key)
  }
}

/// A line leaves out what may be null in a row, and is.
extension Optional: LineValue where Wrapped: LineValue {
  package func encode(to fields: inout KeyedEncodingContainer<AnyKey>, as key: AnyKey) throws {
    try self?.encode(to: &fields, as: key)
  }
}

extension ValueKind<Int> {
  /// A number.
  ///
  /// - Parameters:
  ///   - range: its limits.
  ///   - exported: its limits in an export; nil for the same.
  /// - Returns: its kind.
  package static func number(_ range: ClosedRange<Int>, exported: ClosedRange<Int>? = nil) -> Self {
    Self(stored: { try $0.next(in: range) }) { try $0.number($1, in: exported ?? range) }
  }

  /// In seconds since 1970 in UTC.
  package static var moment: Self { number(DayRule.instants) }
}

extension ValueKind<Int?> {
  package static func numberIfAny(_ range: ClosedRange<Int>) -> Self {
    Self(stored: { try $0.nextIfAny(in: range) }) { try $0.numberIfAny($1, in: range) }
  }

  package static var momentIfAny: Self { numberIfAny(DayRule.instants) }
}

extension ValueKind<Bool> {
  package static var flag: Self {
    Self(stored: { try $0.next(in: 0...1) == 1 }) { try $0.flag($1) }
  }
}

extension ValueKind<String> {
  /// A day, as ISO 8601 writes it.
  package static var day: Self {
    Self(stored: { try $0.day().description }) { try $0.day($1) }
  }

  /// A text of so many bytes; an export has no control characters in it.
  package static func line(_ bytes: ClosedRange<Int>) -> Self {
    Self(stored: { try $0.text(bytes) }) { try $0.line($1, bytes) }
  }

  /// A text of so many bytes, whatever it says.
  package static func text(_ bytes: ClosedRange<Int>) -> Self {
    Self(stored: { try $0.text(bytes) }) { try $0.text($1, bytes) }
  }

  package static func oneOf(_ known: [String]) -> Self {
    Self(stored: { try $0.next { known.contains($0) ? $0 : nil } }) { try $0.oneOf($1, known) }
  }

  /// So many bytes, as a blob in a row and in hexadecimal in a line.
  package static func hash(bytes count: Int) -> Self {
    Self(stored: { try $0.bytes(count).hexadecimal }) {
      let text = try $0.line($1, 2 * count...2 * count)
      try $0.check($1, [UInt8](hexadecimal: text)?.count == count)
      return text
    }
  }
}

extension ValueKind<String?> {
  /// As ``ValueKind/hash(bytes:)``, where there is one.
  package static func hashIfAny(bytes count: Int) -> Self {
    Self(stored: { try $0.bytesIfAny(count)?.hexadecimal }) {
      let text = try $0.textIfAny($1)
      try $0.check($1, text.map { [UInt8](hexadecimal: $0)?.count == count } ?? true)
      return text
    }
  }
}

extension ValueKind<CivilDate> {
  package static var date: ValueKind<CivilDate> {
    Self(stored: { try $0.day() }) {
      try $0.value($1) { CivilDate(iso: $0) }
    } encode: {
      try $1.encode($0.description, forKey: $2)
    }
  }
}
