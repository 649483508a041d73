package import ArgumentParser
package import Filters
import Shell
package import Stamping
import Wording

/// What is done to photos before they are stamped.
package struct EditOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Crop to a shape, width to height as displayed: square, 4:5, 3:2, 16:9 or any other; or to a part, \
      left,top,width,height as shares of the photo: 0.1,0.2,0.5,0.5 or 10%,20%,50%,50%. JPEGs are \
      cropped without loss, at their blocks.
      """, valueName: "shape"),
    transform: { text in try Wording.checking(text, among: CropShape.usualNames, PhotoCrop.init) })
  package var crop: PhotoCrop?

  @Option(
    help: ArgumentHelp(
      """
      Which part to keep: a place, as for --position (default: center), or how much of the cut comes \
      off the left and the top: 0.5,0.2 or 50%,20%.
      """, valueName: "place"),
    transform: { text in
      try Wording.checking(
        text, among: LabelPosition.allCases.map(\.rawValue), CropGravity.init)
    })
  var gravity: CropGravity?

  @Option(
    help: ArgumentHelp(
      "Rotate clockwise before the crop: 90, 180 or 270. A JPEG only gets a new orientation tag.",
      valueName: "degrees"),
    transform: { text in try Wording.checking { try PhotoEdit.quarterTurns(parsing: text) } })
  var rotate: Int?

  @Flag(help: "Crop and rotate a JPEG to the exact pixel, and re-encode it.")
  var exact = false

  @Option(
    help: ArgumentHelp(
      """
      Apply a filter after the crop, and re-encode the photo: nashville, toaster, 1977, clarendon, chrome, \
      fade, instant, mono, noir, process, tonal, transfer, tone, linear, sepia, xray, or normal for none.
      """, valueName: "name"),
    transform: { text in
      try Wording.checking(text, among: PhotoEdit.filterNames, PhotoEdit.filter)
    })
  package var filter: Filter?

  package init() {}

  package func validate() throws {
    try Self.check(gravity, with: crop)
    if exact, crop == nil, rotate == nil {
      throw ValidationError("--exact needs --crop or --rotate.")
    }
  }

  /// - Throws: `ValidationError` where a place is given for what has one.
  package static func check(_ gravity: CropGravity?, with crop: PhotoCrop?) throws {
    if gravity == nil { return }
    switch crop {
    case nil: throw ValidationError("--gravity needs --crop.")
    case .area: throw ValidationError("--gravity needs a shape, but --crop gives a part.")
    case .shape: break
    }
  }

  /// - Throws: `ValidationError` where the inputs themselves are replaced: each further run would edit them
  ///   again.
  package func check(isInPlace: Bool) throws {
    guard isInPlace, !edit.isNone else { return }
    throw ValidationError(
      "--in-place cannot be used with \(edit.optionNames.joined(separator: " and ")): the original "
        + "would be lost, and each run would edit the photo again. Give -o.")
  }

  package var edit: PhotoEdit {
    var edit = PhotoEdit()
    edit.crop = crop?.at(gravity)
    edit.quarterTurns = rotate ?? 0
    edit.isExact = exact
    edit.filter = filter ?? .normal
    return edit
  }
}

extension PhotoCrop {
  /// A shape at a place, where one is given.
  package func at(_ gravity: CropGravity?) -> PhotoCrop {
    if case .shape(let shape, _) = self, let gravity { .shape(shape, gravity) } else { self }
  }
}

/// What else is to be done to a post's photo before it is stamped.
package struct EditChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Crop to another part, as for daystamp post: square, 4:5, any other width to height, or \
      left,top,width,height as shares.
      """, valueName: "shape"),
    transform: { text in try Wording.checking(text, among: CropShape.usualNames, PhotoCrop.init) })
  package var crop: PhotoCrop?

  @Option(
    help: ArgumentHelp(
      "Which part to keep: a place, as for --position (default: center), or 0.5,0.2.",
      valueName: "place"),
    transform: { text in
      try Wording.checking(
        text, among: LabelPosition.allCases.map(\.rawValue), CropGravity.init)
    })
  var gravity: CropGravity?

  @Flag(help: "Undo the crop.")
  var noCrop = false

  @Option(
    help: ArgumentHelp(
      "Rotate clockwise, counted from the original: 0, 90, 180 or 270.",
      valueName: "degrees"),
    transform: { text in
      try Wording.checking { try PhotoEdit.quarterTurns(parsing: text, allowsNone: true) }
    })
  var rotate: Int?

  @Flag(help: "Crop and rotate a JPEG to the exact pixel, and re-encode it.")
  var exact = false

  @Option(
    help: ArgumentHelp("Another filter, or normal for none.", valueName: "name"),
    transform: { text in
      try Wording.checking(text, among: PhotoEdit.filterNames, PhotoEdit.filter)
    })
  package var filter: Filter?

  @Flag(help: "Undo all edits, then apply the other options.")
  package var unedited = false

  package init() {}

  package func validate() throws {
    if noCrop, crop != nil {
      throw ValidationError("--no-crop and --crop cannot be used together.")
    }
    try EditOptions.check(gravity, with: crop)
  }

  /// Nil where nothing is given.
  package var change: PhotoEditChange? {
    var change = unedited ? PhotoEditChange(to: PhotoEdit()) : PhotoEditChange()
    if let crop { change.crop = .some(crop.at(gravity)) }
    if noCrop { change.crop = .some(nil) }
    change.quarterTurns = rotate
    // What was exact stays so unless another part is left.
    change.isExact = exact ? true : crop.map { _ in false }
    change.filter = filter
    return change.isEmpty ? nil : change
  }

  /// The options as they were given.
  package var repeated: [String] {
    var options: [String] = []
    switch crop?.at(gravity) {
    case .shape(let shape, let place): options += ["--crop", shape.text, "--gravity", place.text]
    case .area(let area): options += ["--crop", area.text]
    case nil: break
    }
    if noCrop { options.append("--no-crop") }
    if let rotate { options += ["--rotate", "\(rotate * 90)"] }
    if exact { options.append("--exact") }
    if let filter { options += ["--filter", filter.name] }
    if unedited { options.append("--unedited") }
    return options
  }
}
