import ArgumentParser
import CaptureTime
import Files
import Formats
import PhotoFacts
import Places
import Raster
import Shell
import Stamping
import SystemPackage
import Wording

/// What a run puts on photos besides its one label, and where its fields' values come from.
struct FieldOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Another label, such as 'top-right={camera}', or with its own look \
      'top-right,style=box,size=12={camera}'; may be repeated.
      """, valueName: "place=text"))
  var also: [String] = []

  @Option(
    help: ArgumentHelp(
      "Use the options in one of your profiles; daystamp profile list shows them.",
      valueName: "name"))
  var profile: String?

  @Option(
    help: "A picture to put on the photos, such as a PNG with transparency.",
    completion: .file(), transform: RawArguments.path)
  var logo: FilePath?

  @Option(
    help: ArgumentHelp("Height of the logo: 32, 96px.", valueName: "length"),
    transform: Length.argument)
  var logoHeight: Length?

  @Option(help: "Where the logo goes (default: top-right).")
  var logoPosition: LabelPosition?

  @Option(
    help: ArgumentHelp(
      """
      A text for each photo, by its name: a CSV file with the columns input and text, or one JSON \
      object per line.
      """, valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var textFrom: FilePath?

  @Option(
    help: ArgumentHelp(
      """
      A list of towns for {place}, such as cities500.txt from GeoNames. Default: your own list; see \
      daystamp gazetteer.
      """, valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  var gazetteer: FilePath?

  @Flag(help: "Fail photos that have no value for a field.")
  var requireFields = false

  init() {}

  func validate() throws {
    if logo == nil, logoHeight != nil || logoPosition != nil {
      throw ValidationError("--logo-height and --logo-position need --logo.")
    }
    if logoHeight?.isZero == true {
      throw ValidationError("--logo-height 0 would draw nothing; the usual height is 32.")
    }
    guard also.count < Self.mostLabels else {
      throw ValidationError("--also can be given at most \(Self.mostLabels - 1) times.")
    }
  }

  private static let mostLabels = 32

  /// The looks of all labels, the first label's first.
  func looks(beside look: LabelLook) throws -> [LabelLook] {
    try [look] + also.map { try FurtherLabel(parsing: $0).look(over: look) }
  }

  /// Checks that the fields of labels can have values in a run.
  ///
  /// - Parameters:
  ///   - texts: the labels'.
  ///   - isReproducible: whether a list of towns has to be named.
  /// - Throws: `ValidationError`.
  func check(_ texts: some Sequence<LabelText>, isReproducible: Bool) throws {
    let fields = texts.reduce(into: Set<LabelField>()) { $0.formUnion($1.fields) }
    if fields.contains(.owner) { throw ValidationError(Wording.ownerWithoutJournal) }
    if fields.contains(.place), towns(isReproducible: isReproducible) == nil {
      throw ValidationError(isReproducible ? Wording.noNamedGazetteer : Wording.noGazetteer)
    }
  }

  /// The list of towns: the one that is named, or else the user's own, where there is one and the machine
  /// may be asked.
  func towns(isReproducible: Bool) -> FilePath? {
    if gazetteer != nil || isReproducible { return gazetteer }
    guard let own = GazetteerCommand.place, (try? own.stat()) != nil else { return nil }
    return own
  }

  /// Names towns, their countries in the language of labels.
  ///
  /// - Parameters:
  ///   - path: the list of towns.
  ///   - locale: the labels'.
  ///   - fonts: where they lack a letter of a name, it is written in ASCII.
  /// - Returns: nil where there is no list of towns.
  /// - Throws: `ValidationError`.
  func placeName(
    _ path: FilePath?, locale: String, fonts: LabelFonts
  ) throws -> (@Sendable (GeoPosition) -> String?)? {
    guard let path else { return nil }
    let towns: Gazetteer
    do {
      towns = try Gazetteer(path)
    } catch {
      throw ValidationError("--gazetteer \(Wording.name(path)): \(Wording.sentence(for: error))")
    }
    let countries = CountryNames(
      identifier: try Wording.checking { try LocaleNames.identifier(locale) })
    return { position in
      guard let town = towns.place(near: position) else { return nil }
      let name = town.text(countries)
      return (try? fonts.line(name)) == nil ? town.text(countries, isASCII: true) : name
    }
  }

  /// The logo with its height and place.
  ///
  /// - Parameters:
  ///   - margin: its distance from the edges.
  ///   - decoder: decodes it.
  /// - Returns: nil where none is given.
  /// - Throws: `ValidationError`.
  func logo(margin: Length, decoder: any PictureDecoder) throws -> LabelLogo? {
    guard let logo else { return nil }
    do {
      return LabelLogo(
        try LabelLogo.picture(
          of: OriginalPhoto(reading: InputPhoto(named: logo)), decoder: decoder),
        height: logoHeight ?? LabelLogo.usualHeight,
        margin: margin, position: logoPosition ?? .topRight)
    } catch StampError.tooManyPixels(let width, let height, let limit) {
      throw ValidationError(
        Wording.logoTooLarge(logo, width: width, height: height, limit: limit / 1_000_000))
    } catch {
      throw ValidationError("--logo \(Wording.name(logo)): \(Wording.sentence(for: error))")
    }
  }
}

/// A label beside the first, as --also gives it: its place, options of its look, and its text.
struct FurtherLabel {
  let position: LabelPosition
  private let options: [String]
  private let text: String
  private let whole: String

  /// - Throws: `ValidationError`.
  init(parsing argument: String) throws {
    whole = argument
    guard let end = argument.firstIndex(where: { ",=".contains($0) }) else {
      throw ValidationError(Wording.furtherLabel(argument))
    }
    let name = String(argument[..<end])
    position = try Wording.checking(
      name, among: LabelPosition.allCases.map(\.rawValue), LabelPosition.init(parsing:))
    var rest = argument[end...]
    var options: [String] = []
    while rest.first == "," {
      let pair = rest.dropFirst()
      guard let middle = pair.firstIndex(of: "="),
        let end = pair[pair.index(after: middle)...].firstIndex(where: { ",=".contains($0) })
      else { throw ValidationError(Wording.furtherLabel(argument)) }
      let name = pair[..<middle]
      guard Self.names.contains(String(name)) else {
        throw ValidationError(Wording.furtherLabelOption(String(name), among: Self.names))
      }
      guard !options.contains(where: { $0.hasPrefix("--\(name)=") }) else {
        throw ValidationError(Wording.furtherLabelTwice(String(name)))
      }
      options.append("--\(name)=\(pair[pair.index(after: middle)..<end])")
      rest = pair[end...]
    }
    (self.options, text) = (options, String(rest.dropFirst()))
  }

  private static let names = [
    "style", "format", "locale", "size", "min-size", "max-width", "margin", "color",
    "outline", "glow", "background", "tone", "font",
  ]

  /// Its look: the first label's, changed by the given options.
  ///
  /// - Throws: `ValidationError`.
  func look(over usual: LabelLook) throws -> LabelLook {
    do {
      var look = try LabelOptions.parse(options + ["--text", text]).look(over: usual)
      look.style.position = position
      return look
    } catch {
      throw ValidationError("--also '\(whole)': \(LabelOptions.message(for: error))")
    }
  }
}
