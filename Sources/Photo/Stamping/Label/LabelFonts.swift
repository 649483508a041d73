package import Fonts
import Foundation
package import Raster
import Synchronization

/// The faces of a label: the one asked for, then the bundled ones, then those that are installed for
/// characters which none of these has, such as emoji.
package final class LabelFonts: Sendable {
  /// Finds the file of an installed face.
  package struct Installed: Sendable {
    fileprivate let family: @Sendable (String) -> String?
    fileprivate let characters: @Sendable ([Character]) -> String?

    /// Of faces with outlines, which have one colour.
    package static let ofThisMachine = Installed { name in
      InstalledFonts.ofThisMachine.file(ofFamily: name)
    } characters: { characters in
      InstalledFonts.ofThisMachine.file(with: characters, language: "")
    }

    /// Finds none: a photo is stamped alike on every machine.
    package static let none = Installed { _ in
      nil
    } characters: { _ in
      nil
    }

    /// - Parameters:
    ///   - family: gives the file of a family; nil where none is called so.
    ///   - characters: gives the file of a face that has characters, or is the nearest to having them.
    package init(
      family: @escaping @Sendable (String) -> String?,
      characters: @escaping @Sendable ([Character]) -> String?
    ) {
      (self.family, self.characters) = (family, characters)
    }
  }

  private let installed: Installed
  private let known: Mutex<Known>

  /// What was found so far.
  private struct Known {
    /// Grows as characters need further faces, up to ``mostFaces``.
    var fonts: FontStack
    /// Characters that no face has, which are not looked for again; up to ``mostLost`` of them.
    var lost: Set<Character> = []
  }

  /// More than the scripts of a label.
  private static let mostFaces = 16
  private static let mostLost = 4_096

  /// Finds the faces and opens the one asked for.
  ///
  /// - Throws: `FontNotFound` where a bundled face is missing, `FontError` where the file asked for
  ///   is not a font, ``LabelError/font(_:)`` where no installed family is called as the one asked for.
  package init(
    face: LabelStyle.Face, searchPath: FontSearchPath, installed: Installed = .none
  ) throws {
    var paths: [String] = []
    var fallbacks: [BundledFont] = [.sans, .hangul]
    switch face {
    case .file(let path): paths.append(path)
    case .family(let name):
      guard let path = installed.family(name) else { throw LabelError.font(name) }
      paths.append(path)
    case .bundled(let font):
      paths.append(try searchPath.locate(font))
      fallbacks.removeAll { $0 == font }
    }
    for fallback in fallbacks { paths.append(try searchPath.locate(fallback)) }
    known = Mutex(Known(fonts: try FontStack(paths)))
    self.installed = installed
  }

  /// Lays a line of text out: every character in the first face that has it, joined, ordered and
  /// placed as its script asks, one pen position after the other by the faces' own unhinted advances.
  ///
  /// The blanks of typography, which few faces have, are plain ones: before `a. m.` Spanish has a
  /// narrow one that does not break.
  ///
  /// - Throws: ``LabelError/missingGlyph(_:fonts:)``; ``LabelError/fontFile(_:)`` where a fallback
  ///   cannot be read.
  package func line(_ text: String) throws(LabelError) -> TextLine {
    var fonts = known.withLock { $0.fonts }
    let text = text.precomposedStringWithCanonicalMapping.withPlainBlanks
    while true {
      do {
        return try fonts.line(text)
      } catch {
        switch error {
        case .missingGlyph(let character):
          // A character may be drawn as others, and the face may lack one of them.
          guard let wider = faces(with: character), wider.paths.count > fonts.paths.count else {
            throw .missingGlyph(character, fonts: fonts.paths)
          }
          fonts = wider
        case .font(let error): throw .fontFile(error)
        }
      }
    }
  }

  /// The characters of a text that no face has, nor one that is installed.
  func lacking(in text: String) -> [Character] {
    let text = text.precomposedStringWithCanonicalMapping.withPlainBlanks
    let lacking = (try? known.withLock { $0.fonts }.lacking(in: text)) ?? []
    return lacking.filter { faces(with: $0) == nil }
  }

  /// The faces, with an installed one more where none of them has a character; nil where none is found.
  private func faces(with character: Character) -> FontStack? {
    func has(_ fonts: FontStack) -> Bool {
      (try? fonts.lacking(in: String(character)))?.isEmpty == true
    }
    return known.withLock { known in
      if known.lost.contains(character) { return nil }
      let fonts = known.fonts
      if has(fonts) { return fonts }
      if fonts.paths.count < Self.mostFaces, let path = installed.characters([character]),
        !fonts.paths.contains(path), let wider = try? FontStack(fonts.paths + [path]), has(wider)
      {
        known.fonts = wider
        return wider
      }
      if known.lost.count < Self.mostLost { known.lost.insert(character) }
      return nil
    }
  }
}

extension String {
  /// U+3000 stays: in the faces that have it, it is as wide as an ideograph.
  fileprivate var withPlainBlanks: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          scalar.properties.generalCategory == .spaceSeparator && scalar != "\u{3000}"
            ? " " : scalar
        }))
  }
}
