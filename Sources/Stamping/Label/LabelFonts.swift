package import Fonts
import Foundation
package import Raster

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
