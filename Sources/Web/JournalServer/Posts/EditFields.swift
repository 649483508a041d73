import Filters
import Stamping

/// The fields for a photo's crop, rotation and filter: a post's, or those that a person chose.
///
/// In the form of several photos each field's name ends in the key of its photo.
struct EditFields: Hashable, Sendable {
  /// A shape, or an area, as `PhotoCrop` reads it; empty for the whole photo.
  private var crop = ""
  /// Degrees.
  private var rotation = ""
  private var filter = ""
  /// Where a shape that is not cut out of the middle lies.
  private var gravity: String?

  /// The fields by their names.
  private static let fields:
    [(name: String, path: any WritableKeyPath<EditFields, String> & Sendable)] = [
      ("crop", \.crop), ("rotate", \.rotation), ("filter", \.filter),
    ]

  init(_ edit: PhotoEdit) {
    switch edit.crop {
    case .shape(let shape, let gravity):
      crop = shape.text
      if gravity != .center { self.gravity = gravity.text }
    case .area(let area): crop = area.text
    case nil: break
    }
    if edit.quarterTurns > 0 { rotation = "\(90 * edit.quarterTurns)" }
    if edit.filter != .normal { filter = edit.filter.name }
  }

  /// What a form or an address says.
  ///
  /// - Parameters:
  ///   - suffix: how the names of its fields end.
  ///   - field: the field of a name, nil where there is none.
  init(suffix: String = "", typed field: (String) -> String?) {
    for (name, path) in Self.fields { self[keyPath: path] = field(name + suffix) ?? "" }
    if rotation == "0" { rotation = "" }
    if filter == Filter.normal.name { filter = "" }
  }

  /// - Throws: `EditError`.
  func edit() throws -> PhotoEdit {
    let words = try [("rotate", rotation), ("crop", crop), ("filter", filter)].compactMap {
      word, value in
      if value.isEmpty { return nil as String? }
      // Another word would begin there.
      guard !value.contains(" ") else { throw EditError.word(value) }
      return "\(word)=\(value)"
    }
    return try PhotoEdit(parsing: words.joined(separator: " "))
  }

  /// What is chosen differently from an edit; nil where nothing is.
  ///
  /// - Throws: `EditError`.
  func change(of edit: PhotoEdit) throws -> PhotoEditChange? {
    let now = EditFields(edit)
    var chosen = try self.edit()
    // What has no field here stays.
    if crop == now.crop { chosen.crop = edit.crop }
    chosen.isExact = edit.isExact && !chosen.isNone
    return chosen == edit ? nil : PhotoEditChange(to: chosen)
  }

  /// What a form or an address says differently from an edit; nil where it has no such fields.
  ///
  /// - Throws: `EditError`.
  static func change(_ field: (String) -> String?, of edit: PhotoEdit) throws -> PhotoEditChange? {
    guard fields.contains(where: { field($0.name) != nil }) else { return nil }
    return try EditFields(typed: field).change(of: edit)
  }

  /// The query of an address that shows a photo so; empty where there is nothing to do.
  var query: String {
    let said = Self.fields.filter { !self[keyPath: $0.path].isEmpty }
      .map { "\($0.name)=\(self[keyPath: $0.path].percentEncoded)" }
    return said.isEmpty ? "" : "?" + said.joined(separator: "&")
  }

  /// For the template `edit-fields`.
  ///
  /// - Parameters:
  ///   - words: in the page's language.
  ///   - suffix: how the names of the fields end.
  ///   - source: the address of a small picture of the photo as it was taken.
  /// - Returns: the content, which says what is wrong with it.
  func content(_ words: Words, suffix: String = "", source: String) -> PageContent {
    var wrong: [String] = []
    do { _ = try edit() } catch { wrong = words.problem(Problem(error)) }
    return [
      "suffix": suffix, "source": source, "isWrong": wrong, "gravity": gravity.once,
      "shapes": shapes(words),
      "turns": ["", "90", "180", "270"].map {
        Choice.content($0, words("rotate-\($0.isEmpty ? "0" : $0)"), isChosen: $0 == rotation)
      },
      "filters": Filter.allCases.map { each in
        let name = each == .normal ? "" : each.name
        return Choice.content(name, words("filter-\(each.name)"), isChosen: name == filter)
          .merging(["vignette": each.recipe.vignette.map(Self.text).once]) { $1 }
      },
      "corners": [LabelPosition.topLeft, .topRight, .bottomLeft, .bottomRight].map {
        Choice.content($0.rawValue, words("position-\($0.rawValue)"), isChosen: false)
      },
    ]
  }

  private func shapes(_ words: Words) -> [PageContent] {
    func content(_ shape: String, _ value: String, _ text: String) -> PageContent {
      Choice.content(value, text, isChosen: value == crop).merging(["shape": shape]) { $1 }
    }
    let isArea = crop.contains(",")
    let own = isArea || crop.isEmpty || CropShape.usualNames.contains(crop) ? nil : crop
    var free = content("free", isArea ? crop : "", words("crop-free"))
    // Without a script it says no more than that the part stays.
    free["isScripted"] = !isArea
    if !isArea { free["isChosen"] = false }
    return [content("", "", words("crop-whole")), free]
      + (CropShape.usualNames + [own].compactMap(\.self)).map {
        content($0, $0, $0 == "square" ? words("crop-square") : $0)
      }
  }

  /// As the script reads it: numbers, and the colour's code.
  private static func text(_ vignette: Vignette) -> String {
    let code = String(vignette.colour.code, radix: 16)
    let digits = String(repeating: "0", count: 6 - code.count) + code
    return "\(vignette.radius) \(vignette.softness) \(vignette.strength) \(digits)"
  }
}
