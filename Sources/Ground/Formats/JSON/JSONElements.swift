/// Finds the elements of the arrays in a JSON text (RFC 8259), piece by piece, so that it can read a file of
/// any size: the text itself if it is an array, or some members of its outer object.
///
/// It only finds where an element ends; Foundation reads the element.
package struct JSONElements {
  private enum Place {
    case start, end
    /// In the outer object, between its members or in one that is not looked for.
    case members
    /// In an array of elements.
    case elements
  }

  package static let depthLimit = 512
  private let names: Set<String>
  /// The depth of the objects with the members that are looked for.
  private let nameDepth: Int
  private let elementLimit: Int

  /// The line that is being read, counted from 1.
  package private(set) var line = 1
  /// The line where the present element begins.
  package private(set) var start = 1
  private var place = Place.start
  private var depth = 0
  /// The depth of the elements' array.
  private var arrayDepth = 0
  private var isInText = false
  private var isEscaped = false
  /// The last text of such an object, which is its member's name.
  private var name: [UInt8] = []
  private var element: [UInt8] = []

  /// - Parameters:
  ///   - names: the members of an object with arrays to find, each of at most 31 bytes without escapes.
  ///   - nameDepth: how deep these objects are: 1 for the outer object, 3 for those in an array of it.
  ///   - elementLimit: the most bytes of an element.
  package init(of names: Set<String>, nameDepth: Int = 1, elementLimit: Int = 1 << 22) {
    (self.names, self.nameDepth, self.elementLimit) = (names, nameDepth, elementLimit)
  }

  /// - Parameters:
  ///   - piece: what follows the pieces before it.
  ///   - found: called with each element that is an object or an array, and the line where it begins.
  /// - Throws: ``JSONElementsFault``; nothing more is read then.
  package mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, found: ([UInt8], _ line: Int) -> Void
  ) throws(JSONElementsFault) {
    for byte in piece {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isInText { takeInText(byte) } else { try take(byte) }
      guard place == .elements, depth > arrayDepth || !element.isEmpty else { continue }
      element.append(byte)
      if element.count > elementLimit { throw .element(line: start, limit: elementLimit) }
      if depth == arrayDepth, !isInText {
        found(element, start)
        element.removeAll(keepingCapacity: true)
      }
    }
  }

  /// - Throws: ``JSONElementsFault/cut(line:)`` where brackets are open.
  package func end() throws(JSONElementsFault) {
    guard place == .end else { throw .cut(line: line) }
  }

  private mutating func takeInText(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInText = false
    }
    if depth == nameDepth, isInText, name.count < 32 { name.append(byte) }
  }

  private mutating func take(_ byte: UInt8) throws(JSONElementsFault) {
    switch byte {
    case UInt8(ascii: "\""):
      guard depth > 0 else { throw .syntax(line: line) }
      isInText = true
      if depth == nameDepth { name.removeAll(keepingCapacity: true) }
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): try close()
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
    default:
      guard depth > 0 else { throw .syntax(line: line) }
    }
  }

  private mutating func open(_ byte: UInt8) throws(JSONElementsFault) {
    depth += 1
    guard depth <= Self.depthLimit else { throw .depth(line: line, limit: Self.depthLimit) }
    let isArray = byte == UInt8(ascii: "[")
    switch place {
    case .start:
      place = isArray && nameDepth == 1 ? .elements : .members
      arrayDepth = 1
    case .end: throw .syntax(line: line)
    case .members:
      let isNamed = depth == nameDepth + 1 && isArray
      if isNamed, names.contains(String(decoding: name, as: UTF8.self)) {
        (place, arrayDepth) = (.elements, depth)
      }
    case .elements:
      if depth == arrayDepth + 1 { start = line }
    }
  }

  private mutating func close() throws(JSONElementsFault) {
    guard depth > 0 else { throw .syntax(line: line) }
    depth -= 1
    if depth == 0 {
      place = .end
    } else if place == .elements, depth < arrayDepth {
      place = .members
    }
  }
}

/// Why it stopped reading a JSON text; lines are counted from 1.
package enum JSONElementsFault: Error, Sendable, Hashable {
  /// From this line on, it is not JSON.
  case syntax(line: Int)
  /// Brackets are nested deeper than this.
  case depth(line: Int, limit: Int)
  /// An element that begins here has more bytes than this.
  case element(line: Int, limit: Int)
  /// It ends within brackets.
  case cut(line: Int)
}
