import Journal
import Stamping
import Store

/// The fields for a label's position and look: a post's, or those that a person chose.
struct LabelFields: Sendable {
  /// The name of a style; empty for a look that is of none.
  private(set) var style: String
  private(set) var position: String
  private(set) var colour: String
  private(set) var size: String

  /// The fields by their settings' names.
  private static let fields:
    [(key: SettingKey, path: any KeyPath<LabelFields, String> & Sendable)] = [
      (.labelStyle, \.style), (.labelPosition, \.position), (.labelColour, \.colour),
      (.labelSize, \.size),
    ]

  init(_ look: LabelLook) {
    style = LabelStyle.Preset(of: look.style)?.rawValue ?? ""
    position = look.style.position.rawValue
    colour = Choice.colour(look.style)
    size = look.style.size.description
  }

  /// Those that were typed over those of a look.
  init(_ look: LabelLook, typed: (String) -> String?) {
    self.init(look)
    style = typed(SettingKey.labelStyle.rawValue) ?? style
    position = typed(SettingKey.labelPosition.rawValue) ?? position
    colour = typed(SettingKey.labelColour.rawValue) ?? colour
    size = typed(SettingKey.labelSize.rawValue) ?? size
  }

  /// What is chosen differently from a look; nil where nothing is.
  ///
  /// Of another style the other fields still say what the look had, unless somebody has seen them change
  /// with it (`isWhole`).
  ///
  /// - Throws: ``SettingError``.
  func change(of look: LabelLook, isWhole: Bool) throws -> LabelChange? {
    let now = LabelFields(look)
    let takesAll = isWhole && style != now.style
    let chosen = Self.fields.filter { field in
      let value = self[keyPath: field.path]
      return !value.isEmpty && (takesAll || value != now[keyPath: field.path])
    }
    if chosen.isEmpty { return nil }
    return try LabelChange(
      Dictionary(uniqueKeysWithValues: chosen.map { ($0.key, self[keyPath: $0.path]) }))
  }

  /// For templates.
  func content(_ words: Words) -> PageContent {
    let styles = LabelStyle.Preset.allCases.map { preset in
      let usual = LabelStyle(preset)
      return Choice.content(
        preset.rawValue, words("style-\(preset.rawValue)"), isChosen: preset.rawValue == style
      ).merging(
        [
          "usualPosition": usual.position.rawValue, "usualColour": Choice.colour(usual),
          "usualSize": usual.size.description,
        ]
      ) { $1 }
    }
    return [
      "styles": styles, "isOwnStyle": style.isEmpty, "labelColour": colour, "labelSize": size,
      "positions": LabelPosition.allCases.map {
        Choice.content(
          $0.rawValue, words("position-\($0.rawValue)"), isChosen: $0.rawValue == position)
      },
    ]
  }
}

extension LabelChange {
  /// What a form, or an address, says of a label differently from its look.
  ///
  /// - Throws: ``SettingError``.
  static func said(_ field: (String) -> String?, of look: LabelLook) throws -> LabelChange? {
    try LabelFields(look, typed: field).change(of: look, isWhole: field("label-whole") != nil)
  }
}

extension LabelStyle.Preset {
  /// The one that a style is of, wherever and how large and in which colour it is drawn.
  init?(of style: LabelStyle) {
    let found = Self.allCases.first { preset in
      var usual = LabelStyle(preset)
      (usual.position, usual.colour, usual.size) = (style.position, style.colour, style.size)
      // Photos have been stamped before there were these.
      (usual.glow, usual.isSoft, usual.tone) = (style.glow, style.isSoft, style.tone)
      return usual == style
    }
    guard let found else { return nil }
    self = found
  }
}
