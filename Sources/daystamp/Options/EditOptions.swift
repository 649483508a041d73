import ArgumentParser
import Filters
import Shell
import Stamping
import Wording

/// What is done to photos before they are stamped.
struct EditOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Cut to a shape, width to height as displayed: square, 4:5, 3:2, 16:9 or any other. A JPEG is cut \
      without loss, at its blocks.
      """, valueName: "shape"),
    transform: { text in try Wording.checking(text, among: CropShape.usualNames, CropShape.init) })
  var crop: CropShape?

  @Option(
    help: ArgumentHelp(
      """
      Which part is left: a place as of --position (default: center), or the share of what is cut off \
      that lies left and above: 0.5,0.2 or 50%,20%.
      """, valueName: "place"),
    transform: { text in
      try Wording.checking(
        text, among: LabelPosition.allCases.map(\.rawValue), CropGravity.init)
    })
  var gravity: CropGravity?

  @Option(
    help: ArgumentHelp(
      "Turn clockwise before it is cut: 90, 180 or 270. A JPEG gets another orientation tag.",
      valueName: "degrees"),
    transform: { text in try Wording.checking { try PhotoEdit.quarterTurns(parsing: text) } })
  var rotate: Int?

  @Flag(help: "Cut and turn a JPEG's pixels, to the pixel, and re-encode it.")
  var exact = false

  @Option(
    help: ArgumentHelp(
      """
      Put a filter over what is left, and re-encode it: nashville, toaster, 1977, clarendon, chrome, \
      fade, instant, mono, noir, process, tonal, transfer, tone, linear, sepia, xray, or normal for none.
      """, valueName: "name"),
    transform: { text in
      try Wording.checking(text, among: PhotoEdit.filterNames, PhotoEdit.filter)
    })
  var filter: Filter?

  func validate() throws {
    if gravity != nil, crop == nil { throw ValidationError("--gravity goes with --crop.") }
    if exact, crop == nil, rotate == nil {
      throw ValidationError("--exact goes with --crop or --rotate.")
    }
  }

  /// - Throws: `ValidationError` where the inputs themselves are replaced: each further run would edit them
  ///   again.
  func check(isInPlace: Bool) throws {
    guard isInPlace, !edit.isNone else { return }
    throw ValidationError(
      "--in-place does not go with \(edit.optionNames.joined(separator: " and ")): what is cut off "
        + "would be lost, and each further run would do it again. Give -o.")
  }

  var edit: PhotoEdit {
    var edit = PhotoEdit()
    edit.crop = crop
    edit.gravity = gravity ?? .center
    edit.quarterTurns = rotate ?? 0
    edit.isExact = exact
    edit.filter = filter ?? .normal
    return edit
  }
}
