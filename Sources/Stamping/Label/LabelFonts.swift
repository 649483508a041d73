import Foundation
package import Fonts
import Raster

/// The faces of a label: the one asked for, then the bundled ones that help out.
package struct LabelFonts: Sendable {
  private let fonts: [Font]

  /// Opens the faces; a photo is stamped with the same ones on every machine.
  ///
  /// - Throws: `FontNotFound` where a bundled face is missing, `FontError` where a file is not a
  ///   font.
  package init(face: LabelStyle.Face, searchPath: FontSearchPath) throws {
    var fonts: [Font] = []
    var helpers: [BundledFont] = [.sans, .hangul]
    switch face {
    case .file(let path): fonts.append(try Font(file: path))
    case .bundled(let font):
      fonts.append(try Font(file: searchPath.locate(font)))
      helpers.removeAll { $0 == font }
    }
    for helper in helpers {
      fonts.append(try Font(file: searchPath.locate(helper)))
    }
    self.fonts = fonts
  }

  /// Sets a line of text: every character in the first face that has it, one pen position after
  /// the other by the faces' own unhinted advances.
  ///
  /// The line box is that of the first face, whichever faces are used, so that it does not depend
  /// on the text.
  ///
  /// - Throws: ``LabelError/missingGlyph(_:fonts:)``.
  package func line(_ text: String) throws(LabelError) -> LabelLine {
    var glyphs: [LabelLine.Glyph] = []
    var pen = 0.0
    for character in text.precomposedStringWithCanonicalMapping {
      let scalars = character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
      guard let font = fonts.first(where: { scalars.allSatisfy($0.has) }) else {
        throw .missingGlyph(character, fonts: fonts.map(\.path))
      }
      for scalar in scalars {
        glyphs.append(.init(scalar: scalar, font: font, pen: pen))
        pen += font.advance(of: scalar)
      }
    }
    let extents = LabelGeometry.TextExtents(
      width: pen, ascent: fonts[0].ascent, descent: fonts[0].descent)
    return LabelLine(glyphs: glyphs, extents: extents)
  }
}

/// One line of text with every glyph in its place, in em; it has no size yet.
package struct LabelLine: Sendable {
  struct Glyph: Sendable {
    let scalar: Unicode.Scalar
    let font: Font
    /// From the line's left end, in em.
    let pen: Double
  }

  let glyphs: [Glyph]
  package let extents: LabelGeometry.TextExtents
}
