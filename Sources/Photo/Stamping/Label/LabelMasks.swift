import Raster

/// The masks of a label's parts, drawn once, to be coloured as the picture under them asks.
struct LabelMasks: Sendable {
  private let style: LabelStyle
  private let ink: Coverage
  private var plate: Coverage?
  private var outline: Coverage?
  /// The soft shadow of a label, or the shade behind the light of one that glows.
  private var shadow: Coverage?
  /// The light of one that glows, from the widest on.
  private var glows: [(share: Double, mask: Coverage)] = []
  /// The ink and what directly surrounds it; nil where its contrast is not measured.
  private var edge: Coverage?

  /// How the label suits a picture.
  struct Fit: Hashable {
    /// Whether letters have the colour of what sets them off, and the other way round.
    var isInverted: Bool
    /// Whether the line around the letters is drawn: of letters with a soft shadow where this alone does
    /// not set them off, of those that glow where the ground is light.
    var hasOutline: Bool
  }

  /// The lines and shadows in em.
  private enum Size {
    static let outline = 0.09
    /// With a soft shadow below it.
    static let softOutline = 0.075
    /// The line around letters that glow.
    static let hairline = 0.035
    /// A line has at least this many pixels, or it would be too thin on a small photo to set off white
    /// glyphs from a white ground.
    static let leastOutline = 1.25
    static let leastHairline = 0.5
    static let edge = 0.04
    static let leastEdge = 1.0
    /// Right and down.
    static let shadowOffset = 1.0 / 16
    static let shadowGrowth = 0.05
    static let shadowDeviation = 0.07
    static let shadeGrowth = 0.08
    static let shadeDeviation = 0.1
    /// Light falls off fast near the letters, and slowly further out: how far it is even, its deviation
    /// beyond, and its share of the glow's opacity.
    static let glows = [
      (growth: 0.09, deviation: 0.16, share: 0.65), (growth: 0.03, deviation: 0.05, share: 1.0),
    ]
  }

  /// How far a part may reach around the ink, in pixels.
  static func reach(emSize: Double) -> Double {
    max(0.6 * emSize, Size.leastOutline)
  }

  /// Draws the masks.
  ///
  /// - Parameters:
  ///   - style: the label's.
  ///   - em: in pixels.
  ///   - plate: the plate, where there is one.
  ///   - mask: draws the letters, or a line of a width in pixels around them, moved right and down.
  /// - Throws: what `mask` throws.
  init(
    _ style: LabelStyle, emSize em: Double, plate: Coverage?,
    mask: (_ outline: Double?, _ offset: Double) throws(RasterError) -> Coverage
  ) throws(RasterError) {
    self.style = style
    self.plate = plate
    ink = try mask(nil, 0)
    if style.outline != nil {
      let share = style.isSoft ? Size.softOutline : Size.outline
      let width =
        style.glow == nil
        ? max(share * em, Size.leastOutline) : max(Size.hairline * em, Size.leastHairline)
      outline = try mask(width, 0)
    }
    if style.glow != nil {
      for glow in Size.glows {
        let light = try mask(glow.growth * em, 0).softened(by: glow.deviation * em)
        glows.append((glow.share, light))
      }
      if style.outline != nil {
        shadow = try mask(Size.shadeGrowth * em, 0).softened(by: Size.shadeDeviation * em)
      }
    } else if style.isSoft, style.outline != nil {
      shadow = try mask(Size.shadowGrowth * em, Size.shadowOffset * em)
        .softened(by: Size.shadowDeviation * em)
      edge = try mask(max(Size.edge * em, Size.leastEdge), 0)
    }
  }
}

extension LabelMasks {
  /// Below this gray a ground is dark enough for light to be seen on it; a quarter of it may be lighter.
  private static let lightGround = 128
  private static let lightShare = 0.25
  /// How much of its opacity the shade behind light has.
  private static let shade = 0.6
  /// The least contrast of text (WCAG 2.2, 1.4.3).
  static let leastContrast = 4.5

  /// Whether the picture under the label counts.
  var dependsOnPicture: Bool {
    shadow != nil || style.tone == .auto && style.background == nil && style.glow == nil
  }

  /// How it is drawn where nothing is known of the picture: legible on any, with all its parts.
  var usualFit: Fit { Fit(isInverted: isInverted(on: nil), hasOutline: true) }

  /// The letters with the line around them: what counts of the picture lies under it.
  private var ground: Coverage { outline ?? ink }

  /// The rows in which the picture counts; nil where nothing is drawn.
  var measuredRows: Range<Int>? {
    let values = ground.values
    guard let first = values.firstIndex(where: { $0 > 0 }),
      let last = values.lastIndex(where: { $0 > 0 })
    else { return nil }
    return first / ground.width..<last / ground.width + 1
  }

  func fit(_ backdrop: Backdrop) -> Fit {
    var fit = Fit(
      isInverted: isInverted(on: backdrop.gray(atShare: 0.5, under: ground)), hasOutline: true)
    if style.glow != nil {
      let light = backdrop.gray(atShare: 1 - Self.lightShare, under: ground)
      fit.hasOutline = light.map { $0 >= Self.lightGround } ?? true
    } else if let edge, let shadow {
      let colours = colours(isInverted: fit.isInverted)
      let contrast = backdrop.leastContrast(
        of: ink, within: edge, colour: colours.letters, shade: shadow,
        shadow: colours.outline ?? .clear)
      fit.hasOutline = contrast.map { $0 < Self.leastContrast } ?? true
    }
    return fit
  }

  /// Whether the tone asks for the other colour; light letters do not change with what is under a plate.
  private func isInverted(on gray: @autoclosure () -> UInt8?) -> Bool {
    guard let tone = style.tone, style.glow == nil else { return false }
    let (own, other) = (style.colour.luminance, counterpart.luminance)
    switch tone {
    case .light: return own < other
    case .dark: return own > other
    case .auto:
      guard style.background == nil, let gray = gray() else { return false }
      let ground = RGBA(red: gray, green: gray, blue: gray)
      return counterpart.contrast(to: ground) > style.colour.contrast(to: ground)
    }
  }

  /// What sets the letters off: their line or their plate; else black or white.
  private var counterpart: RGBA {
    if let outline = style.outline ?? style.background { return outline }
    let black = RGBA(red: 0, green: 0, blue: 0)
    let white = RGBA(red: 255, green: 255, blue: 255)
    return style.colour.contrast(to: black) > style.colour.contrast(to: white) ? black : white
  }

  private func colours(isInverted: Bool) -> (letters: RGBA, outline: RGBA?, plate: RGBA?) {
    guard isInverted else { return (style.colour, style.outline, style.background) }
    let colour = style.colour
    return (
      counterpart.with(alpha: colour.alpha), style.outline.map { colour.with(alpha: $0.alpha) },
      style.background.map { colour.with(alpha: $0.alpha) }
    )
  }

  /// The label in its colours.
  func overlay(_ fit: Fit) -> Overlay {
    let colours = colours(isInverted: fit.isInverted)
    var layers: [(colour: RGBA, mask: Coverage)] = []
    if let plate, let colour = colours.plate { layers.append((colour, plate)) }
    if let shadow, let colour = colours.outline {
      if style.glow == nil {
        layers.append((colour, shadow))
      } else if fit.hasOutline {
        layers.append((colour.faded(to: Self.shade), shadow))
      }
    }
    if let glow = style.glow {
      for (share, mask) in glows {
        layers.append((glow.faded(to: share), mask))
      }
    }
    if let outline, let colour = colours.outline, fit.hasOutline {
      layers.append((colour, outline))
    }
    layers.append((colours.letters, ink))
    return Overlay(layers: layers, width: ink.width, height: ink.height)
  }
}

extension RGBA {
  func with(alpha: UInt8) -> RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }

  /// The colour with a share of its opacity.
  fileprivate func faded(to share: Double) -> RGBA {
    with(alpha: UInt8((Double(alpha) * share).rounded()))
  }
}
