package import CaptureTime
package import Fonts
import Foundation
package import Raster

/// The words of a label: fixed text around the time.
package struct LabelText: Sendable {
  private let parts: [Part]
  private let format: TimeFormat

  /// Bytes of UTF-8 that a template has at most, and a time's format.
  package static let byteLimit = 16_384

  private enum Part: Sendable {
    case text(String)
    case time
  }

  /// Makes the words from a template.
  ///
  /// - Parameters:
  ///   - template: text in which `{time}` stands for the formatted time, and `{{` and `}}` for braces.
  ///   - format: how the time is written.
  /// - Throws: ``LabelError/tooManyBytes(observed:limit:)``, ``LabelError/placeholder(_:)``,
  ///   ``LabelError/controlCharacter(_:offset:)`` or ``LabelError/emptyTemplate``.
  package init(template: String = "{time}", format: TimeFormat) throws(LabelError) {
    try Self.checkLength(template)
    try Self.checkLength(format.pattern)
    if template.allSatisfy(\.isWhitespace) { throw .emptyTemplate }
    for (offset, character) in template.enumerated() {
      for scalar in character.unicodeScalars where scalar.properties.generalCategory == .control {
        throw .controlCharacter(scalar, offset: offset)
      }
    }
    self.parts = try Self.parts(of: template)
    self.format = format
  }

  /// True where the template has a `{time}`; without one a photo needs no capture time.
  package var needsTime: Bool {
    parts.contains { if case .time = $0 { true } else { false } }
  }

  /// The words for one photo, without white space at either end.
  ///
  /// Among words that run right to left the time is a unit of its own, between U+2068 and U+2069:
  /// otherwise 2024-01-31 after an Arabic word is 31-01-2024 (UAX #9, section 2.7 and rule W2).
  ///
  /// - Throws: ``LabelError/emptyText(format:)`` when there is nothing to draw.
  package func string(for time: CaptureTime?) throws(LabelError) -> String {
    var words = ""
    for part in parts {
      switch part {
      case .text(let text): words += text
      case .time:
        let text = time.map(format.string(from:)) ?? ""
        words += text.isEmpty || !runsRightToLeft ? text : "\u{2068}\(text)\u{2069}"
      }
    }
    let trimmed = words.drop(while: \.isWhitespace)
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else {
      throw .emptyText(format: format.pattern)
    }
    return String(trimmed[...last])
  }

  /// Whether the fixed text has a letter of a script that runs right to left.
  private var runsRightToLeft: Bool {
    parts.contains { part in
      guard case .text(let text) = part else { return false }
      return text.unicodeScalars.contains(where: \.isRightToLeft)
    }
  }

  /// Far more than fits on a photo.
  private static func checkLength(_ text: String) throws(LabelError) {
    guard text.utf8.count <= byteLimit else {
      throw .tooManyBytes(observed: text.utf8.count, limit: byteLimit)
    }
  }

  private static func parts(of template: String) throws(LabelError) -> [Part] {
    var parts: [Part] = []
    var text = ""
    var rest = template[...]
    while let character = rest.first {
      if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
        text.append(character)
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("{time}") {
        parts.append(.text(text))
        parts.append(.time)
        text = ""
        rest = rest.dropFirst("{time}".count)
      } else if character == "{" || character == "}" {
        let end = rest.firstIndex(of: "}") ?? rest.index(before: rest.endIndex)
        throw .placeholder(String(rest[...end]))
      } else {
        text.append(character)
        rest = rest.dropFirst()
      }
    }
    parts.append(.text(text))
    return parts
  }
}

/// The faces of a label: the one asked for, then the bundled ones as fallbacks.
package struct LabelFonts: Sendable {
  private let fonts: FontStack

  /// Finds the faces and opens the one asked for; a photo is stamped with the same ones on every
  /// machine.
  ///
  /// - Throws: `FontNotFound` where a bundled face is missing, `FontError` where the file asked for
  ///   is not a font.
  package init(face: LabelStyle.Face, searchPath: FontSearchPath) throws {
    var paths: [String] = []
    var fallbacks: [BundledFont] = [.sans, .hangul]
    switch face {
    case .file(let path): paths.append(path)
    case .bundled(let font):
      paths.append(try searchPath.locate(font))
      fallbacks.removeAll { $0 == font }
    }
    for fallback in fallbacks { paths.append(try searchPath.locate(fallback)) }
    fonts = try FontStack(paths)
  }

  /// Lays a line of text out: every character in the first face that has it, joined, ordered and
  /// placed as its script asks, one pen position after the other by the faces' own unhinted advances.
  ///
  /// - Throws: ``LabelError/missingGlyph(_:fonts:)``; ``LabelError/fontFile(_:)`` where a fallback
  ///   cannot be read.
  package func line(_ text: String) throws(LabelError) -> TextLine {
    do {
      return try fonts.line(text.precomposedStringWithCanonicalMapping)
    } catch {
      switch error {
      case .missingGlyph(let character): throw .missingGlyph(character, fonts: fonts.paths)
      case .font(let error): throw .fontFile(error)
      }
    }
  }
}

extension TextLine {
  /// The line box is that of the first face, whichever faces are used.
  package var extents: LabelGeometry.TextExtents {
    LabelGeometry.TextExtents(width: width, ascent: fonts.ascent, descent: fonts.descent)
  }
}
