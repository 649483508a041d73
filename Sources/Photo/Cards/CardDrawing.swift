import Formats
package import Raster

/// Draws the lines of a card.
struct CardDrawing {
  let stacks: [ParagraphSetting.Script: FontStack]
  let language: String

  /// How far around the lines a photo has to be dark, in em.
  private static let surroundings = 0.35
  /// How far ink may reach out of its line to both sides, in em: slanted letters, accents.
  private static let overhang = 1.0
  /// Likewise above and below its baseline.
  private static let (rise, fall) = (1.6, 1.0)
  /// Below this em, in pixels, letters are drawn larger and averaged, for each starts at a whole pixel.
  private static let smallestDrawnEm = 128.0

  func width(_ text: String, _ setting: ParagraphSetting) throws(CardError) -> Double {
    try line(text, setting).width
  }

  private func line(_ text: String, _ setting: ParagraphSetting) throws(CardError) -> TextLine {
    guard let stack = stacks[setting.script] else {
      preconditionFailure("there is a stack for each script")
    }
    do {
      return try stack.line(
        text, TextSetting(direction: setting.direction, language: language))
    } catch {
      throw CardError(error)
    }
  }

  func draw(
    _ layout: CardLayout, _ style: CardStyle, on photo: Image?
  ) throws(CardError) -> Image {
    var (ink, secondInk) = (style.theme.ink, style.theme.secondInk)
    let ground: Image
    if let photo {
      photo.darken(by: Self.black(behind: layout, on: photo))
      (ink, secondInk) = (.white, .white)
      ground = photo
    } else {
      ground = try Self.ground(of: style)
    }
    if let rule = layout.rule { ground.fill(rule, with: secondInk) }
    for line in layout.lines {
      try draw(line, in: line.role == .byline ? secondInk : ink, on: ground)
    }
    return ground
  }

  private static func ground(of style: CardStyle) throws(CardError) -> Image {
    let (width, height) = (style.shape.size.width, style.shape.size.height)
    do {
      let ground = try Image(width: width, height: height)
      ground.fill(
        PixelRectangle(x: 0, y: 0, width: width, height: height), with: style.theme.ground)
      return ground
    } catch {
      throw .raster(error)
    }
  }

  private func draw(
    _ line: CardLayout.Line, in ink: RGBA, on image: Image
  ) throws(CardError) {
    let (em, reach) = (line.emSize, Self.overhang * line.emSize)
    let left = Int((line.x - reach).rounded(.down))
    let top = Int((line.baseline - Self.rise * em).rounded(.down))
    let factor = max(1, Int((Self.smallestDrawnEm / em).rounded(.up)))
    let fine = Double(factor)
    let text = try self.line(line.text, line.setting)
    do {
      let mask = try text.coverage(
        x: (line.x - Double(left)) * fine, baseline: (line.baseline - Double(top)) * fine,
        emSize: em * fine, width: (Int(line.width + 2 * reach) + 2) * factor,
        height: (Int((Self.rise + Self.fall) * em) + 2) * factor)
      image.paint(ink, through: mask.averaged(by: factor), x: left, y: top)
    } catch {
      throw .raster(error)
    }
  }

  /// The least layer of black, in 255ths, with which white ink has its contrast everywhere behind the
  /// lines: at the lightest block of 8 × 8 pixels, by the mean of their luminance.
  private static func black(behind layout: CardLayout, on photo: Image) -> Int {
    let areas = layout.inkAreas(around: surroundings)
    // All black is enough.
    var (few, enough) = (-1, 255)
    while enough - few > 1 {
      let middle = (few + enough) / 2
      let behind = photo.greatestLuminance(in: areas, darkenedBy: middle)
      if Luminance.contrast(1, behind) >= Card.contrastOnPhoto {
        enough = middle
      } else {
        few = middle
      }
    }
    return enough
  }
}

extension CardLayout {
  /// What is behind the lines and the rule.
  ///
  /// - Parameter em: how far around them, in em of each line.
  /// - Returns: a rectangle for each.
  package func inkAreas(around em: Double) -> [PixelRectangle] {
    let areas = lines.map { line in
      let reach = em * line.emSize
      let (left, top) = (line.x - reach, line.baseline - line.emSize - reach)
      return PixelRectangle(
        x: Int(left), y: Int(top), width: Int(line.width + 2 * reach) + 1,
        height: Int(1.3 * line.emSize + 2 * reach) + 1)
    }
    return areas + (rule.map { [$0] } ?? [])
  }
}

extension RGBA {
  static let white = RGBA(red: 255, green: 255, blue: 255)
}
