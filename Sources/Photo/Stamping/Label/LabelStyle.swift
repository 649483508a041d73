import CaptureTime
package import Fonts
package import Raster

/// How a label looks and where it stands; what it says is ``LabelText``.
package struct LabelStyle: Sendable, Hashable {
  /// The strftime pattern of the time.
  package var format: String
  /// The language of month and day names, such as `ko_KR`.
  package var locale: String
  /// The face that is tried first for every character.
  package var face: Face
  /// The size of the text: the em of its font.
  package var size: Length
  /// The distance from the edges of the photo to the label's anchor.
  package var margin: Length
  package var position: LabelPosition
  /// The colour of the glyphs.
  package var colour: RGBA
  /// The colour of the line around the glyphs; nil draws none.
  package var outline: RGBA?
  /// The colour of a soft light around them; nil draws none.
  package var glow: RGBA?
  /// The colour of the plate behind the text; nil draws none.
  package var background: RGBA?
  /// Whether a soft shadow in the outline's colour replaces the outline, on photos where the shadow is enough
  /// to set the text off.
  package var isSoft = false
  /// The least size of the text, for photos so small that nobody could read it; nil for none.
  package var minSize: Length?
  /// The greatest width of lines, with the plate; nil for all within the margins.
  package var maxWidth: Length?
  /// Whether the letters get the lighter or the darker of two colours: their own, and the outline's or else the
  /// plate's. Nil leaves them as they are. A label that glows has no tone.
  package var tone: Tone?

  package enum Tone: String, CaseIterable, Sendable {
    case light, dark
    /// The one with more contrast to the photo under the label.
    case auto
  }

  /// A font: one that comes with Daystamp, a file of the user's own, or a family that is installed.
  package enum Face: Sendable, Hashable {
    case bundled(BundledFont)
    case file(String)
    case family(String)
  }
}

extension LabelStyle {
  /// Whether one of its colours is not gray.
  var hasColour: Bool {
    [colour, outline, glow, background].compactMap(\.self).contains { colour in
      let parts = [colour.red, colour.green, colour.blue]
      return (parts.max() ?? 0) - (parts.min() ?? 0) > 16
    }
  }
}

extension LabelStyle {
  /// The looks that have a name.
  package enum Preset: String, CaseIterable, Sendable {
    /// White with a soft shadow, or with a dark outline if the photo needs one.
    case plain
    /// The orange seven-segment date of a film camera's back.
    case film
    /// A Korean diary's date: large, with the day of the week; dark on light photos, light on dark ones.
    case diary
    /// White on a translucent dark plate.
    case box
  }

  package init(_ preset: Preset) {
    switch preset {
    case .plain: self = .plain
    case .film: self = .film
    case .diary: self = .diary
    case .box: self = .box
    }
  }

  private static let plain = LabelStyle(
    format: "%Y-%m-%d %H:%M", locale: "en_US", face: .bundled(.sans), size: .points(16),
    margin: .points(16), position: .bottomLeft,
    colour: RGBA(red: 255, green: 255, blue: 255, alpha: 255),
    outline: RGBA(red: 0, green: 0, blue: 0, alpha: 217), background: nil, isSoft: true)

  private static let film = {
    var style = plain
    style.format = "'%y    %m    %d    %H:%M"
    style.face = .bundled(.sevenSegment)
    style.position = .bottomRight
    style.colour = RGBA(red: 255, green: 140, blue: 26, alpha: 255)
    style.outline = RGBA(red: 48, green: 8, blue: 0, alpha: 217)
    style.glow = RGBA(red: 255, green: 96, blue: 0, alpha: 150)
    style.isSoft = false
    return style
  }()

  private static let diary = {
    var style = plain
    style.format = "%Y년 %m월 %d일 (%a) %H:%M"
    style.locale = "ko_KR"
    style.face = .bundled(.hangul)
    style.size = .points(20)
    style.colour = RGBA(red: 0, green: 0, blue: 0, alpha: 255)
    style.outline = RGBA(red: 255, green: 255, blue: 255, alpha: 230)
    style.isSoft = false
    style.tone = .auto
    return style
  }()

  private static let box = {
    var style = plain
    style.outline = nil
    style.isSoft = false
    style.background = RGBA(red: 0, green: 0, blue: 0, alpha: 184)
    return style
  }()
}

/// Where on the displayed photo a label stands: one of nine places.
package enum LabelPosition: String, CaseIterable, Sendable {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// Reads a place as people write it: `bottom-left`, `TopLeft`, `bottom centre`, `middle`.
  ///
  /// - Throws: ``LabelError/position(_:)``.
  package init(parsing text: String) throws(LabelError) {
    var words: Set<String> = []
    var rest = text.lowercased().filter { !"-_ ".contains($0) }[...]
    while !rest.isEmpty {
      guard let (word, meaning) = Self.words.first(where: { rest.hasPrefix($0.key) }),
        words.insert(meaning).inserted || meaning == Self.middle
      else { throw .position(text) }
      rest = rest.dropFirst(word.count)
    }
    if words.count == 2 { words.remove(Self.middle) }
    guard
      let position = Self.allCases.first(where: {
        Set($0.rawValue.split(separator: "-").map(String.init)) == words
      })
    else { throw .position(text) }
    self = position
  }

  private static let middle = LabelPosition.center.rawValue
  private static let words = [
    "top": "top", "bottom": "bottom", "left": "left", "right": "right", "center": middle,
    "centre": middle, "middle": middle,
  ]

  /// Where along one axis the label stands.
  enum Alignment {
    case start, middle, end

    /// Where a part begins that stands so in a whole, with a margin at the ends.
    func start(of part: Double, in whole: Double, margin: Double) -> Double {
      switch self {
      case .start: margin
      case .middle: (whole - part) / 2
      case .end: whole - margin - part
      }
    }
  }

  var horizontal: Alignment {
    switch self {
    case .topLeft, .left, .bottomLeft: .start
    case .top, .center, .bottom: .middle
    case .topRight, .right, .bottomRight: .end
    }
  }

  var vertical: Alignment {
    switch self {
    case .topLeft, .top, .topRight: .start
    case .left, .center, .right: .middle
    case .bottomLeft, .bottom, .bottomRight: .end
    }
  }
}

extension LabelStyle.Face: CustomStringConvertible {
  /// Reads a bundled font's name, such as `sans`, the path of a font's file, which has a slash in
  /// it, or a family's name, which has none.
  ///
  /// - Throws: ``LabelError/font(_:)`` with the text when it can be none of them.
  package init(parsing text: String) throws(LabelError) {
    let hasControls = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    if let font = BundledFont(rawValue: text) {
      self = .bundled(font)
    } else if text.utf8.contains(UInt8(ascii: "/")), !text.utf8.contains(0) {
      self = .file(text)
    } else if !text.trimmed.isEmpty, !hasControls, text.utf8.count <= Self.longestName {
      self = .family(text)
    } else {
      throw .font(text)
    }
  }

  /// Bytes of a family's name; OpenType's names are far shorter.
  private static let longestName = 255

  /// The font as ``init(parsing:)`` reads it. A path without a slash gets `./` before it, which leads
  /// to the same file.
  package var description: String {
    switch self {
    case .bundled(let font): font.rawValue
    case .file(let path): path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)"
    case .family(let name): name
    }
  }
}
