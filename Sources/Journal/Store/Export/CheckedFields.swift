import CaptureTime

/// The members of a line, each checked while reading.
package struct CheckedFields<Key: CodingKey> {
  private let fields: KeyedDecodingContainer<Key>

  package init(_ decoder: any Decoder, _ type: Key.Type = Key.self) throws {
    fields = try decoder.container(keyedBy: type)
  }

  package func check(_ field: Key, _ isRight: Bool) throws(ExportedValueError) {
    if !isRight { throw ExportedValueError(field: field.stringValue) }
  }

  package func number(_ field: Key, in range: ClosedRange<Int>) throws -> Int {
    let number = try fields.decode(Int.self, forKey: field)
    try check(field, range.contains(number))
    return number
  }

  package func numberIfAny(_ field: Key, in range: ClosedRange<Int>) throws -> Int? {
    let number = try fields.decodeIfPresent(Int.self, forKey: field)
    try check(field, number.map(range.contains) ?? true)
    return number
  }

  /// In seconds since 1970 in UTC.
  package func moment(_ field: Key) throws -> Int { try number(field, in: DayRule.instants) }

  package func momentIfAny(_ field: Key) throws -> Int? {
    try numberIfAny(field, in: DayRule.instants)
  }

  /// Written as ISO 8601 has it.
  package func day(_ field: Key) throws -> String {
    let day = try fields.decode(String.self, forKey: field)
    try check(field, CivilDate(iso: day)?.description == day)
    return day
  }

  package func flag(_ field: Key) throws -> Bool { try fields.decode(Bool.self, forKey: field) }

  package func textIfAny(_ field: Key) throws -> String? {
    try fields.decodeIfPresent(String.self, forKey: field)
  }

  /// A text of so many bytes, whatever it says.
  package func text(_ field: Key, _ bytes: ClosedRange<Int>) throws -> String {
    let text = try fields.decode(String.self, forKey: field)
    try check(field, bytes.contains(text.utf8.count))
    return text
  }

  /// A text of so many bytes without control characters.
  package func line(_ field: Key, _ bytes: ClosedRange<Int>) throws -> String {
    let text = try fields.decode(String.self, forKey: field)
    try check(
      field, bytes.contains(text.utf8.count) && !text.unicodeScalars.contains(where: \.isControl))
    return text
  }

  /// A text of so many bytes with newlines and tabs as the only control characters.
  package func lines(_ field: Key, _ bytes: ClosedRange<Int>) throws -> String {
    let text = try fields.decode(String.self, forKey: field)
    let isRight = bytes.contains(text.utf8.count) && text.firstControl(except: ["\n", "\t"]) == nil
    try check(field, isRight)
    return text
  }

  package func oneOf(_ field: Key, _ known: [String]) throws -> String {
    let text = try fields.decode(String.self, forKey: field)
    try check(field, known.contains(text))
    return text
  }

  /// What a text is made to, by what reads it where it is stored.
  package func value<Value>(_ field: Key, _ read: (String) -> Value?) throws -> Value {
    guard let value = read(try fields.decode(String.self, forKey: field)) else {
      throw ExportedValueError(field: field.stringValue)
    }
    return value
  }

  package func valueIfAny<Value>(_ field: Key, _ read: (String) -> Value?) throws -> Value? {
    try fields.decodeIfPresent(String.self, forKey: field) == nil ? nil : value(field, read)
  }

  package func texts(_ field: Key) throws -> [String] {
    try fields.decode([String].self, forKey: field)
  }

  /// Texts by names.
  package func textsByName(_ field: Key) throws -> [String: String] {
    try fields.decode([String: String].self, forKey: field)
  }
}
