import ArgumentParser
import CaptureTime
import Decoding
import Fonts
import Foundation
import Raster
import Shell
import Stamping
import Wording

/// What the label says, how it looks and where it stands.
struct LabelOptions: ParsableArguments {
  @Option(
    help: "A look: plain, film, diary or box (default: plain). Each option below overrides it.")
  var style: LabelStyle.Preset?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How the time is written, as for strftime (plain: '%Y-%m-%d %H:%M').", valueName: "pattern"))
  var format: String?

  @Option(help: "Language of month and day names, such as ko_KR or de_DE.")
  var locale: String?

  @Option(
    parsing: .unconditional, help: "Fixed text around the time, such as 'Site 4 · {time}'.")
  var text: String?

  @Option(
    help: ArgumentHelp(
      "Text size in points of the frame, or pixels: 16, 48px.", valueName: "length"),
    transform: Length.argument)
  var size: Length?

  @Option(
    help: ArgumentHelp("Distance from the photo's edges: 16, 48px.", valueName: "length"),
    transform: Length.argument)
  var margin: Length?

  @Option(help: "Where the label stands.")
  var position: LabelPosition?

  @Option(
    help: ArgumentHelp(
      "Colour of the text: #RRGGBB, #RRGGBBAA or a CSS name.", valueName: "colour"),
    transform: ColourArgument.init(parsing:))
  var color: ColourArgument?

  @Option(
    help: ArgumentHelp("Colour of the line around the text, or none.", valueName: "colour"),
    transform: ColourArgument.init(parsing:))
  var outline: ColourArgument?

  @Option(
    help: ArgumentHelp("Colour of a plate behind the text, or none.", valueName: "colour"),
    transform: ColourArgument.init(parsing:))
  var background: ColourArgument?

  @Option(
    help: "A TrueType or OpenType font file; bundled fonts help out where it lacks a character.",
    completion: .file(extensions: ["ttf", "otf", "ttc"]))
  var font: String?

  /// The look with all options applied.
  ///
  /// - Parameter usual: the look without options; a style that is given takes its place.
  /// - Returns: a look whose text can be drawn.
  /// - Throws: `ValidationError`.
  func look(over usual: LabelLook = LabelLook(style: LabelStyle(.plain))) throws -> LabelLook {
    var look = style.map { LabelLook(style: LabelStyle($0)) } ?? usual
    look.style = try changed(look.style)
    if let text { look.template = text }
    _ = try Wording.checking { try look.text() }
    return look
  }

  private func changed(_ usual: LabelStyle) throws -> LabelStyle {
    var style = usual
    if let format { style.format = format }
    if let locale { style.locale = locale }
    if let font { style.face = .file(font) }
    if let size {
      if size.isZero { throw ValidationError("--size 0 would draw nothing; the usual size is 16.") }
      style.size = size
    }
    if let margin { style.margin = margin }
    if let position { style.position = position }
    if let color {
      guard let colour = color.colour else {
        throw ValidationError("--color none would draw nothing; give a colour.")
      }
      style.colour = colour
    }
    if let outline { style.outline = outline.colour }
    if let background { style.background = background.colour }
    return style
  }
}

/// A colour on the command line; `none` is one too.
struct ColourArgument {
  let colour: RGBA?

  init(parsing text: String) throws {
    colour = try Wording.checking(
      text, among: LabelColour.names + ["none"], LabelColour.parse)
  }
}

extension Length {
  fileprivate static func argument(_ text: String) throws -> Length {
    try Wording.checking { try Length(parsing: text) }
  }
}

extension LabelStyle.Preset: ExpressibleByArgument {}
extension LabelPosition: ExpressibleByArgument {}

extension LabelFonts {
  /// Opens a face and the bundled ones, which lie beside the program or where `DAYSTAMP_FONTS` says.
  ///
  /// - Throws: `ValidationError` for a face that is not a font. Where a bundled one is missing the
  ///   installation is wrong, not the command line; that is said, and what is thrown ends the program.
  init(ofThisProgram face: LabelStyle.Face) throws {
    do {
      self = try LabelFonts(
        face: face,
        searchPath: .ofThisProgram)
    } catch let error as FontNotFound {
      Console.say("Error: \(Wording.sentence(for: error))")
      throw ExitStatus.failure.exitCode
    } catch {
      throw ValidationError(Wording.sentence(for: error))
    }
  }
}

extension FontSearchPath {
  /// Beside the program, or where `DAYSTAMP_FONTS` says.
  static var ofThisProgram: FontSearchPath {
    FontSearchPath(
      override: ProcessInfo.processInfo.environment["DAYSTAMP_FONTS"],
      executableFolder: ExecutableFolder.current())
  }
}

extension Stamper {
  /// The stamper of the journal's photos. It may re-encode a photo: an original that does not come
  /// back by unstamping is kept beside the stamped photo.
  init(drawing look: LabelLook, time: TimeSettings, _ limit: PixelLimitOption) throws {
    self.init(
      Stamper.Settings(
        style: look.style, text: try look.text(),
        fonts: try LabelFonts(ofThisProgram: look.style.face),
        time: time, quality: nil, allowsLoss: true, keepsUndo: true,
        maxPixels: limit.pixels, decoder: DecoderProcesses.ofThisProgram))
  }

  /// The stamper of a post's photo whose time is known, so that none is looked for in the photo.
  init(redrawing look: LabelLook, _ limit: PixelLimitOption) throws {
    let time = TimeSettings(
      reader: .ofThisMachine(zone: nil), given: nil, adjustment: CaptureTimeAdjustment(),
      requiresCaptureTime: false)
    try self.init(drawing: look, time: time, limit)
  }
}

extension DecoderProcesses {
  /// Decodes the photos of one command, however many stampers it makes.
  static let ofThisProgram = DecoderProcesses(limits: DecoderLimits(memoryUse: .kept))
}
