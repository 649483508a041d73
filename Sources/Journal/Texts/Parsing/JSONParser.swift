import Foundation

/// Reads objects of JSON, one a line (JSON Lines), with the fields of ``TextField``.
struct JSONLinesParser: LineParser {
  mutating func read(_ line: ArraySlice<UInt8>?, _ number: Int, _ items: inout [ReadItem]) {
    guard let line else { return items.appendTooLong(number) }
    if line.isBlank { return }
    items.append(at: number) { text throws(FieldError) in try text.read(object: line) }
  }

  mutating func end(_ items: inout [ReadItem]) {}
}

/// Reads an array of objects of JSON (RFC 8259), one after the other.
struct JSONArrayParser: CollectionParser {
  private enum Place {
    case beforeArray, beforeElement, afterElement, afterArray
    /// In an object, array or text of the array, or in a number or word.
    case inElement
  }

  private var place = Place.beforeArray
  private var element: [UInt8] = []
  private var depth = 0
  private var isInText = false
  private var isEscaped = false
  private var isTooLong = false
  private var line = 1
  private var start = 1
  private var isFirst = true

  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ items: inout [ReadItem]
  ) throws(ReadError) {
    for byte in piece {
      try take(byte, &items)
      if byte == .lineFeed { line += 1 }
    }
  }

  mutating func end(_ items: inout [ReadItem]) throws(ReadError) {
    guard place == .afterArray else { throw .json(line: line) }
  }

  private mutating func take(_ byte: UInt8, _ items: inout [ReadItem]) throws(ReadError) {
    switch place {
    case .inElement: try takeInElement(byte, &items)
    case _ where [.blank, .tab, .lineFeed, .carriageReturn].contains(byte): break
    case .beforeArray where byte == UInt8(ascii: "["): place = .beforeElement
    case .beforeElement where byte == UInt8(ascii: "]") && isFirst: place = .afterArray
    case .afterElement where byte == UInt8(ascii: ","): place = .beforeElement
    case .afterElement where byte == UInt8(ascii: "]"): place = .afterArray
    case .beforeElement where ![UInt8(ascii: ","), UInt8(ascii: "]")].contains(byte):
      (place, start, isFirst) = (.inElement, line, false)
      try takeInElement(byte, &items)
    case .beforeArray, .beforeElement, .afterElement, .afterArray: throw .json(line: line)
    }
  }

  private mutating func takeInElement(
    _ byte: UInt8, _ items: inout [ReadItem]
  ) throws(ReadError) {
    if !isInText, depth == 0, [UInt8(ascii: ","), UInt8(ascii: "]")].contains(byte) {
      // After a number or a word.
      endElement(&items)
      return try take(byte, &items)
    }
    if element.count >= ReadText.recordLimit { isTooLong = true }
    if !isTooLong { element.append(byte) }
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == .quote {
        isInText = false
        if depth == 0 { endElement(&items) }
      }
      return
    }
    switch byte {
    case .quote: isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth = max(0, depth - 1)
      if depth == 0 { endElement(&items) }
    default: break
    }
  }

  private mutating func endElement(_ items: inout [ReadItem]) {
    if isTooLong {
      items.appendTooLong(start)
    } else {
      items.append(at: start) { text throws(FieldError) in try text.read(object: element[...]) }
    }
    element.removeAll(keepingCapacity: true)
    (place, isTooLong) = (.afterElement, false)
  }
}

extension ReadText {
  /// Sets the fields that an object of JSON has.
  fileprivate mutating func read(object bytes: ArraySlice<UInt8>) throws(FieldError) {
    // Such a character is written as \u0000 too.
    if String(validating: bytes, as: UTF8.self) == nil { throw FieldError(.encoding) }
    let fields: [String: JSONText]
    do {
      fields = try JSONDecoder().decode([String: JSONText].self, from: Data(bytes))
    } catch {
      throw FieldError(.json)
    }
    for name in fields.keys.sorted() {
      guard let field = TextField(rawValue: name) else {
        throw FieldError(.unknownField(String(name.prefix(60))))
      }
      switch fields[name] {
      case .text(let text): try set(field, text: text)
      case .other: throw FieldError(.notText(field))
      case .null, nil: break
      }
    }
  }
}

/// A value of an object.
private enum JSONText: Decodable {
  case text(String)
  case null, other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .other
    }
  }
}
