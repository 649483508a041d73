package import SystemPackage

/// What to say of an error, or of anything else that a person should know: the key of a text in the
/// table, and the values to fill it with.
package struct ErrorMessage: Error, Sendable {
  /// The text's key: the kind, or the kind, a dot and a detail, as `pin` and
  /// `pin.length`.
  package let key: String
  package let values: [String: Value]
  /// What it is about, such as a file or an option; only the command line names it, before the text.
  package var subject: Value?
  private let texts: ErrorTexts

  /// - Parameters:
  ///   - key: the text's key.
  ///   - values: what fills the text's places.
  ///   - texts: where the text is.
  package init(_ key: String, _ values: [String: Value] = [:], in texts: ErrorTexts) {
    (self.key, self.values, self.texts) = (key, values, texts)
  }

  /// The problem's name in the interface: `/problems/KIND`.
  package var kind: String { Self.kind(of: key) }

  /// Whether it says that a disk is full, or gives that as its reason.
  package var isOfFullDisk: Bool {
    kind == "disk-full"
      || values.values.contains {
        if case .message(let reason) = $0 { reason.isOfFullDisk } else { false }
      }
  }

  static func kind(of key: String) -> String { String(key.prefix { $0 != "." }) }

  /// The same, of a file.
  package func about(_ path: FilePath) -> ErrorMessage {
    var message = self
    message.subject = .path(path)
    return message
  }

  /// What stands in a place of a text.
  package indirect enum Value: Sendable {
    /// From a person or a file: shown on a terminal so that it can do nothing to it.
    case text(String)
    case number(Int)
    case path(FilePath)
    /// A length of time.
    case seconds(Int)
    /// A word of ours, in each language.
    case word(english: String, korean: String)
    /// Each on a line of its own.
    case lines([String])
    case message(ErrorMessage)
    case messages([ErrorMessage])
  }
}

extension ErrorMessage.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
  package init(integerLiteral number: Int) { self = .number(number) }

  /// Names that there are to choose from.
  package static func names(_ names: [String]) -> Self { .text(names.joined(separator: ", ")) }
}

/// Something that there is a text for: an error, a warning, or the reason for a result.
package protocol Worded: Sendable {
  var wording: ErrorMessage { get }
}

extension ErrorMessage: Worded {
  package var wording: ErrorMessage { self }
}

extension ErrorMessage {
  /// The message for what has no wording of its own, as it describes itself.
  package init(foreign problem: Any) {
    self.init("foreign", ["detail": .text("\(problem)")], in: .shared)
  }

  /// The message for any error; one without wording of its own is shown as it describes itself.
  package init(any error: any Error) {
    self = (error as? any Worded)?.wording ?? Self(foreign: error)
  }
}

/// A language of the texts; raw values as in BCP 47.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"

  /// The language's own name for itself.
  package var name: String {
    switch self {
    case .english: "English"
    case .korean: "한국어"
    }
  }
}

extension ErrorMessage {
  /// The text for the command line: a clause without capital and full stop, with what can be done
  /// there.
  package var commandLine: String {
    let text = Self.text(of: self, .commandLine)
    return subject.map { "\(Self.text(of: $0, .commandLine)): \(text)" } ?? text
  }

  /// The text for the interface and the pages: a sentence. Where the table has a text for the command
  /// line alone, which may tell of files and options, that of the kind stands for it.
  package func sentence(in language: Language) -> String {
    var text = Self.text(of: self, .page(language))
    guard language == .english else { return text }
    if !texts.forPages(key).english.hasPrefix("{") {
      text = text.prefix(1).uppercased() + text.dropFirst()
    }
    if let last = text.last, !".?!".contains(last) { text += "." }
    return text
  }

  private enum Place {
    case commandLine
    case page(Language)
  }

  private static func text(of message: ErrorMessage, _ place: Place) -> String {
    let template: String
    switch place {
    case .commandLine:
      guard let text = message.texts.table[message.key] else { return message.key }
      template = text.english + (text.hint ?? "")
    case .page(let language):
      let text = message.texts.forPages(message.key)
      // Pages use the typographic apostrophe.
      template =
        language == .korean
        ? text.korean ?? message.key : String(text.english.map { $0 == "'" ? "’" : $0 })
    }
    return Template.filled(template) { name in
      (message.values[name] ?? message.texts.limits[name].map(Value.number)).map { value in
        guard case .number(let number) = value else { return (text(of: value, place), nil) }
        return ("\(number)", number)
      }
    }
  }

  private static func text(of value: Value, _ place: Place) -> String {
    switch (value, place) {
    case (.text(let text), .commandLine): Wording.escaped(text)
    case (.text(let text), .page): Isolation.shown(text)
    case (.number(let number), _): "\(number)"
    case (.path(let path), _): Wording.name(path)
    case (.seconds(let seconds), .page(.korean)): Wording.koreanDuration(seconds)
    case (.seconds(let seconds), _): Wording.duration(seconds)
    case (.word(_, let korean), .page(.korean)): korean
    case (.word(let english, _), _): english
    case (.lines(let lines), _): lines.map { "\n  \(Wording.escaped($0))" }.joined()
    case (.message(let message), _): text(of: message, place)
    case (.messages(let messages), _):
      messages.map { text(of: $0, place) }.joined(separator: "; ")
    }
  }
}

/// A text with places to fill: `{name}`, or `{name|word|words}` for a number with what is counted.
package enum Template {
  /// - Parameters:
  ///   - template: the text.
  ///   - value: what stands in a place, and its number where it is one; nil where there is nothing,
  ///     which leaves the place as it is.
  /// - Returns: the text with its places filled.
  package static func filled(
    _ template: String, _ value: (String) -> (text: String, number: Int?)?
  ) -> String {
    var text = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let place = rest[rest.index(after: start)..<end]
      let parts = place.split(separator: "|").map(String.init)
      text += rest[..<start]
      if let name = parts.first, let (filling, number) = value(name) {
        text += filling
        if parts.count == 3, let number {
          text += " \(Wording.agreeing(number, parts[1], parts[2]))"
        }
      } else {
        text += rest[start...end]
      }
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}

extension ErrorMessage {
  /// The values of two amounts of bytes, in MiB: the needed one rounded up, the allowed one down.
  package static func memory(needed: Int, allowed: Int) -> [String: Value] {
    let unit = 1 << 20
    return [
      "needed": .number(needed / unit + (needed % unit > 0 ? 1 : 0)),
      "allowed": .number(allowed / unit),
    ]
  }

  /// A number that is not in its range.
  package static func values(_ observed: Int, _ expected: ClosedRange<Int>) -> [String: Value] {
    [
      "observed": .number(observed), "least": .number(expected.lowerBound),
      "most": .number(expected.upperBound),
    ]
  }
}
