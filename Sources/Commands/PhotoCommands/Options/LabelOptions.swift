package import ArgumentParser
package import CaptureTime
package import Decoding
package import Fonts
import Foundation
package import Places
import Raster
import Shell
package import Stamping
import SystemPackage
import Wording

/// What the label says, how it looks and where it stands.
package struct LabelOptions: ParsableArguments {
  @Option(
    help: "The look: plain, film, diary or box (default: plain). The options below override it.")
  package var style: LabelStyle.Preset?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How to write the time, as for strftime (plain: '%Y-%m-%d %H:%M'); %x is the date in \
      numbers, as the locale writes it.
      """, valueName: "pattern"))
  package var format: String?

  @Option(help: "Language of month and day names and %x, such as ko_KR or de_DE.")
  package var locale: String?

  @Option(
    parsing: .unconditional,
    help: """
      The label's text, with fields such as {time}, and line breaks: 'Site 4 · {time}'. See FIELDS \
      for all fields.
      """)
  package var text: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "One line of the text, instead of --text; may be repeated.", valueName: "text"))
  package var line: [String] = []

  @Option(
    help: ArgumentHelp(
      "Text size in points of the frame, pixels, or a share of the short edge: 16, 48px, 5%.",
      valueName: "length"),
    transform: Length.argument)
  package var size: Length?

  @Option(
    help: ArgumentHelp(
      "The least text size, for tiny photos: 12px (default: none).", valueName: "length"),
    transform: Length.argument)
  var minSize: Length?

  @Option(
    help: ArgumentHelp(
      "How wide lines are at most before they wrap: 200, 50% (default: what the margins leave).",
      valueName: "length"),
    transform: Length.argument)
  var maxWidth: Length?

  @Option(
    help: ArgumentHelp("Distance from the photo's edges: 16, 48px.", valueName: "length"),
    transform: Length.argument)
  package var margin: Length?

  @Option(help: "Where the label goes.")
  package var position: LabelPosition?

  @Option(
    help: ArgumentHelp(
      "Colour of the text: #RRGGBB, #RRGGBBAA, rgb(), rgba() or a CSS name.", valueName: "colour"),
    transform: ColourArgument.init(parsing:))
  var color: ColourArgument?

  @Option(
    help: """
      Light or dark letters: light, dark, or auto, by the photo under them (diary: auto).
      """)
  var tone: LabelStyle.Tone?

  @Option(
    help: ArgumentHelp("Colour of the outline around the text, or none.", valueName: "colour"),
    transform: ColourArgument.init(parsing:))
  var outline: ColourArgument?

  @Option(
    help: ArgumentHelp("Colour of the glow around the text, or none.", valueName: "colour"),
    transform: ColourArgument.init(parsing:))
  var glow: ColourArgument?

  @Option(
    help: ArgumentHelp("Colour of the plate behind the text, or none.", valueName: "colour"),
    transform: ColourArgument.init(parsing:))
  var background: ColourArgument?

  @Option(
    help: """
      A TrueType or OpenType font file, or the name of an installed family; other fonts supply \
      characters that it lacks.
      """,
    completion: .file(extensions: ["ttf", "otf", "ttc"]))
  package var font: String?

  package init() {}

  package func validate() throws {
    if text != nil, !line.isEmpty {
      throw ValidationError("--text and --line both give the text: use only one of them.")
    }
  }

  /// The look with all options applied.
  ///
  /// - Parameter usual: the look without options; a style that is given takes its place.
  /// - Returns: a look with a text that can be drawn.
  /// - Throws: `ValidationError`.
  package func look(over usual: LabelLook = LabelLook(style: LabelStyle(.plain))) throws
    -> LabelLook
  {
    var look = style.map { LabelLook(style: LabelStyle($0)) } ?? usual
    look.style = try changed(look.style)
    if let text { look.template = text }
    if !line.isEmpty { look.template = line.joined(separator: "\n") }
    do {
      _ = try look.text()
    } catch LabelError.placeholder(let text) {
      let nearest = NearestName.of(
        text.filter { !"{}".contains($0) }, among: LabelText.fieldNames)
      let advice = nearest.map { " " + Wording.didYouMean("{\($0)}") } ?? ""
      throw ValidationError(Wording.sentence(for: LabelError.placeholder(text)) + advice)
    } catch {
      throw ValidationError(Wording.sentence(for: error))
    }
    return look
  }

  private func changed(_ usual: LabelStyle) throws -> LabelStyle {
    var style = usual
    if let format { style.format = format }
    if let locale { style.locale = locale }
    if let font { style.face = try Self.face(font) }
    if let size {
      if size.isZero { throw ValidationError("--size 0 would draw nothing; the usual size is 16.") }
      style.size = size
    }
    if let minSize { style.minSize = minSize }
    if let maxWidth {
      if maxWidth.isZero { throw ValidationError("--max-width 0 has room for nothing.") }
      style.maxWidth = maxWidth
    }
    if let margin { style.margin = margin }
    if let position { style.position = position }
    if let color {
      guard let colour = color.colour else {
        throw ValidationError("--color none would draw nothing; give a colour.")
      }
      style.colour = colour
      style.tone = nil
    }
    if let outline {
      style.outline = outline.colour
      (style.isSoft, style.tone) = (false, nil)
    }
    if let tone { style.tone = tone }
    if let glow { style.glow = glow.colour }
    if let background { style.background = background.colour }
    return style
  }

  /// The face that a value of --font names: a file that is there, else a bundled font or a family.
  private static func face(_ font: String) throws -> LabelStyle.Face {
    if !font.contains("/"), (try? FilePath(font).stat()) != nil { return .file("./\(font)") }
    return try Wording.checking { try LabelStyle.Face(parsing: font) }
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
  package static func argument(_ text: String) throws -> Length {
    try Wording.checking { try Length(parsing: text) }
  }
}

extension LabelStyle.Preset: ExpressibleByArgument {}
extension LabelStyle.Tone: ExpressibleByArgument {}
extension LabelPosition: ExpressibleByArgument {
  package init?(argument: String) {
    guard let position = try? LabelPosition(parsing: argument) else { return nil }
    self = position
  }
}

extension LabelFonts {
  /// Opens a face and the bundled ones, which lie beside the program or where `DAYSTAMP_FONTS` says.
  ///
  /// - Parameters:
  ///   - face: is tried first.
  ///   - installed: the fonts to search for characters that those lack.
  /// - Throws: `ValidationError` for a face that is not a font. Where a bundled one is missing the
  ///   installation is wrong, not the command line. The message says so, and the error ends the program.
  package convenience init(
    ofThisProgram face: LabelStyle.Face, installed: Installed = .ofThisMachine
  ) throws {
    do {
      try self.init(face: face, searchPath: .ofThisProgram, installed: installed)
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
  package static var ofThisProgram: FontSearchPath {
    FontSearchPath(
      override: ProcessInfo.processInfo.environment["DAYSTAMP_FONTS"],
      executableFolder: ExecutableFolder.current())
  }
}

extension Stamper {
  /// The stamper of the journal's photos. It may re-encode a photo: an original that does not come
  /// back by unstamping is kept beside the stamped photo.
  package init(drawing look: LabelLook, time: TimeSettings, _ limit: PixelLimitOption) throws {
    self.init(
      Stamper.Settings(
        labels: [
          LabelDesign(
            style: look.style, text: try look.journalText(),
            fonts: try LabelFonts(ofThisProgram: look.style.face))
        ],
        time: time, quality: nil, allowsLoss: true, keepsUndo: true,
        maxPixels: limit.pixels, decoder: DecoderProcesses.ofThisProgram))
  }

  /// The stamper for a post's photo with a known time; it does not search the photo for one.
  package init(redrawing look: LabelLook, _ limit: PixelLimitOption) throws {
    try self.init(adding: look, zone: nil, limit)
  }

  /// The stamper that searches a photo for its own time, in a zone; nil for this machine's.
  package init(
    adding look: LabelLook, zone: CaptureZone?, places: ZoneFinder? = nil, _ limit: PixelLimitOption
  ) throws {
    let time = TimeSettings(
      reader: .ofThisMachine(zone: zone, places: places), given: nil,
      adjustment: CaptureTimeAdjustment(),
      requiresCaptureTime: false)
    try self.init(drawing: look, time: time, limit)
  }
}

extension DecoderProcesses {
  /// Decodes the photos of one command, however many stampers it makes.
  package static let ofThisProgram = DecoderProcesses(limits: DecoderLimits(memoryUse: .kept))
}
