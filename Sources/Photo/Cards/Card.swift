package import Formats
package import Raster

/// A text drawn as a picture to share.
package struct Card {
  package let image: Image
  package let layout: CardLayout
  /// Characters that no face has: a box stands for each.
  package let lacking: [Character]

  /// White ink has at least this contrast with the photo behind it (WCAG 2.2, 1.4.3).
  package static let contrastOnPhoto = 4.5

  /// Draws a text.
  ///
  /// - Parameters:
  ///   - text: what it says.
  ///   - style: how it looks.
  ///   - fonts: in which faces.
  ///   - photo: what it is drawn on, in true colour, opaque and of the shape's size; nil for the theme's
  ///     ground. The picture becomes the card's.
  /// - Throws: ``CardError``, and `FontNotFound` where a bundled face is missing.
  package init(
    _ text: CardText, _ style: CardStyle, fonts: CardFonts, on photo: Image? = nil
  ) throws {
    let chosen = try fonts.chosen(for: text)
    let drawing = CardDrawing(stacks: chosen.stacks, language: text.language)
    layout = try CardLayout(chosen.text, style, measure: drawing.width)
    lacking = chosen.lacking
    image = try drawing.draw(layout, style, on: photo)
  }

  /// The card as a file.
  ///
  /// - Parameters:
  ///   - format: JPEG, PNG or WebP, or another one that is written.
  ///   - quality: 1…100, of lossy formats.
  /// - Returns: the file's bytes.
  /// - Throws: ``CardError/raster(_:)``.
  package func encoded(as format: PhotoFormat, quality: Int = 90) throws(CardError) -> [UInt8] {
    do {
      return try image.encoded(as: Encoding(format, quality: quality))
    } catch {
      throw .raster(error)
    }
  }
}
