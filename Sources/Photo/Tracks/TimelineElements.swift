/// Finds the elements of the arrays of a JSON text that hold a timeline, piece by piece, so that a file of any
/// size is read: those of the whole text, or of its members `locations`, `semanticSegments` and `rawSignals`.
///
/// It only finds where an element ends; what is in it, Foundation reads.
struct TimelineElements {
  private enum Place {
    case start, end
    /// In the outer object, between its members or in one that is passed over.
    case members
    /// In an array of elements.
    case elements
  }

  static let names: Set<String> = ["locations", "semanticSegments", "rawSignals"]
  static let depthLimit = 512
  /// Bytes of an element; a day of a phone's path has some thousand.
  private let elementLimit: Int

  private(set) var line = 1
  /// Where the present element begins.
  private(set) var start = 1
  private var place = Place.start
  private var depth = 0
  /// The depth of the elements' array.
  private var arrayDepth = 0
  private var isInText = false
  private var isEscaped = false
  /// The last text of the outer object, which is its member's name.
  private var name: [UInt8] = []
  private var element: [UInt8] = []

  init(elementLimit: Int = 1 << 22) { self.elementLimit = elementLimit }

  /// - Parameters:
  ///   - piece: what follows the pieces before it.
  ///   - found: called with each element that is an object or an array, and the line where it begins.
  /// - Throws: ``TrackError``, and what `found` throws.
  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>,
    found: ([UInt8], _ line: Int) throws(TrackError) -> Void
  ) throws(TrackError) {
    for byte in piece {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isInText { takeInText(byte) } else { try take(byte) }
      guard place == .elements, depth > arrayDepth || !element.isEmpty else { continue }
      element.append(byte)
      if element.count > elementLimit { throw .element(line: start, limit: elementLimit) }
      if depth == arrayDepth, !isInText {
        try found(element, start)
        element.removeAll(keepingCapacity: true)
      }
    }
  }

  /// - Throws: ``TrackError/cut(line:)`` where brackets are open.
  func end() throws(TrackError) {
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
    if depth == 1, isInText, name.count < 32 { name.append(byte) }
  }

  private mutating func take(_ byte: UInt8) throws(TrackError) {
    switch byte {
    case UInt8(ascii: "\""):
      guard depth > 0 else { throw .json(line: line) }
      isInText = true
      if depth == 1 { name.removeAll(keepingCapacity: true) }
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): try close()
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
    default:
      guard depth > 0 else { throw .json(line: line) }
    }
  }

  private mutating func open(_ byte: UInt8) throws(TrackError) {
    depth += 1
    guard depth <= Self.depthLimit else { throw .depth(line: line, limit: Self.depthLimit) }
    let isArray = byte == UInt8(ascii: "[")
    switch place {
    case .start:
      place = isArray ? .elements : .members
      arrayDepth = 1
    case .end: throw .json(line: line)
    case .members:
      if depth == 2, isArray, Self.names.contains(String(decoding: name, as: UTF8.self)) {
        (place, arrayDepth) = (.elements, 2)
      }
    case .elements:
      if depth == arrayDepth + 1 { start = line }
    }
  }

  private mutating func close() throws(TrackError) {
    guard depth > 0 else { throw .json(line: line) }
    depth -= 1
    if depth == 0 {
      place = .end
    } else if place == .elements, depth < arrayDepth {
      place = .members
    }
  }
}
