/// A device's name: 1 to 100 characters on one line.
package struct DeviceName: Sendable, Hashable {
  /// Characters as a reader counts them.
  package static let limit = 100
  /// Scalars, which the schema counts, since one character can have any number of marks; each takes at
  /// most four bytes.
  static let scalarLimit = 100

  package let text: String

  /// Accepts any text: a long one is cut between characters, and one that shows nothing becomes
  /// "Device".
  package init(_ text: String) {
    let line = text.prefix { !$0.isNewline }.filter { $0.unicodeScalars.allSatisfy(\.isShown) }
    var (name, scalars) = ("", 0)
    for character in line.trimmingPrefix(while: \.isWhitespace).prefix(Self.limit) {
      scalars += character.unicodeScalars.count
      guard scalars <= Self.scalarLimit else { break }
      name.append(character)
    }
    // What is joined anew can be another number of characters, never of scalars.
    self.text = name.isEmpty ? "Device" : name
  }
}

extension DeviceName {
  /// The name, or the first of "name (2)", "name (3)" and so on that is none of others.
  func distinct(from others: Set<String>) -> DeviceName {
    guard others.contains(text) else { return self }
    for number in 2... {
      let ending = " (\(number))"
      var base = text
      // Each takes away one scalar at least, until both together are short enough.
      while base.unicodeScalars.count + ending.unicodeScalars.count > Self.scalarLimit {
        base.removeLast()
      }
      if !others.contains(base + ending) { return DeviceName(base + ending) }
    }
    return self
  }
}

extension Unicode.Scalar {
  fileprivate var isShown: Bool { properties.generalCategory != .control }
}
