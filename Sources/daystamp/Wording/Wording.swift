import CaptureTime
import PhotoFile
import Stamping
import SystemPackage

/// Every sentence that the command line says of a result; errors themselves are data.
///
/// What was wrong, where, and what to do.
enum Wording {
  static let outputExists = "the output is there already; --force writes it again"

  static func lostOutput(_ error: Errno) -> String {
    "Standard output cannot be written: \(error). What was to be read there is missing."
  }

  /// A path for people.
  static func name(_ path: FilePath) -> String { escaped(String(decoding: path)) }

  /// Text from a file or its name, so that it cannot do anything to a terminal.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where scalar.properties.generalCategory == .control || scalar.turnsText:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }

  static func failure(_ path: FilePath, _ error: StampError) -> String {
    "\(name(path)): \(message(for: error))"
  }

  static func warning(_ path: FilePath, _ warning: StampWarning) -> String {
    "\(name(path)): note: \(message(for: warning))"
  }

  /// The line of a dry run; nil where a failure has been told already.
  static func plan(_ record: StampRecord) -> String? {
    let output = record.output.map(name) ?? "standard output"
    switch record.result {
    case .stamped(let photo):
      let source = photo.time.map { "  (\($0.source.rawValue))" } ?? ""
      return "\(name(record.input)) -> \(output)  \(photo.label)\(source)"
    case .skipped: return "\(name(record.input)) -> \(output)  skipped: \(outputExists)"
    case .failed: return nil
    }
  }

  static func summary(_ tally: Tally, seconds: Double) -> String {
    "\(counts(tally)) in \((seconds * 10).rounded() / 10) s."
  }

  static func interrupted(_ tally: Tally, isResumable: Bool) -> String {
    "Interrupted: \(counts(tally))."
      + (isResumable ? " Run the same command again to go on." : "")
  }

  private static func counts(_ tally: Tally) -> String {
    var parts = ["\(tally.stamped) stamped"]
    if tally.skipped > 0 { parts.append("\(tally.skipped) skipped (there already)") }
    if tally.failed > 0 { parts.append("\(tally.failed) failed") }
    return parts.joined(separator: ", ")
  }

  // MARK: Stamping

  static func message(for error: StampError) -> String {
    switch error {
    case .file(let error): message(for: error)
    case .photo(let error): message(for: error)
    case .raster(let error): message(for: error)
    case .label(let error): message(for: error)
    case .tooManyPixels(let width, let height, let limit):
      "\(width)×\(height) pixels are more than the limit of \(limit / 1_000_000) megapixels; "
        + "--max-pixels raises it"
    case .noCaptureTime:
      "says nowhere when it was taken (daystamp info shows what was looked at); --time gives a time"
    case .onlyFileModified(let time):
      "has no capture time, only the file's modification time \(time.description), "
        + "and --require-capture-time was given; --time gives a time"
    case .shift(let time, let error):
      "\(message(for: error)) (\(time.description), from \(time.source.rawValue))"
    case .sizeMismatch(let width, let height, let expectedWidth, let expectedHeight):
      "decodes to \(width)×\(height) pixels, though its header says "
        + "\(expectedWidth)×\(expectedHeight)"
    case .undecodableAnimation(let format):
      "is an animated \(format.name), of which libgd reads nothing; "
        + "take a picture out of it with another program first"
    case .losses(let losses):
      losses.map(loss).joined(separator: "; ") + "; --allow-loss goes ahead"
    case .inPlaceChangesFormat(let from, let to):
      "\(from.nameWithArticle) becomes \(to.nameWithArticle), which cannot stand under its name: "
        + "leave --in-place away, or give --to \(from.rawValue)"
    case .outputNameSays(let said, let format):
      "is written as \(format.nameWithArticle), and the output's name says \(said.name): "
        + "give a name that ends in .\(format.fileExtension)"
    }
  }

  static func message(for warning: StampWarning) -> String {
    switch warning {
    case .lost(let loss): Self.loss(loss)
    case .shrunk(let factor):
      "the label was too large for the photo and is shrunk to \(Int((factor * 100).rounded()))%"
    case .timeOfFileModification:
      "has no capture time; the label shows when the file was last changed"
    case .nameSays(let said, let content):
      "is \(content.nameWithArticle), though its name says \(said.name)"
    case .approximatedColours:
      "the palette has no room for every shade of the label: the nearest colours were taken"
    case .unreadableMetadata(let problem):
      "\(name(problem.kind)) at byte \(problem.offset) cannot be read: "
        + message(for: problem.reason)
    }
  }

  private static func loss(_ loss: StampLoss) -> String {
    switch loss {
    case .animation(let frames):
      "is animated: of \(frames.map { "\($0) pictures" } ?? "its pictures") only the first stays"
    case .pages(let count): "has \(count) pages: only the first stays"
    case .bitsPerChannel(let bits): "has \(bits) bits a channel: 8 stay"
    case .partialTransparency: "is partly transparent: transparency is kept in 128 steps, not 256"
    case .transparency(let format):
      "is transparent in places, which \(format.nameWithArticle) cannot be"
    case .cmyk: "is in CMYK: it becomes RGB"
    case .metadata(let kinds, let format):
      "\(format.nameWithArticle) is written without \(kinds.map(name).joined(separator: ", "))"
    case .extra(.gainMap): "its HDR gain map is not carried over"
    case .extra(.depthMap): "its depth map is not carried over"
    case .extra(.motionPhoto): "its motion video is not carried over"
    case .extra(.auxiliary(let name)): "its auxiliary image \(name) is not carried over"
    }
  }

  private static func name(_ kind: MetadataKind) -> String {
    switch kind {
    case .exif: "EXIF"
    case .xmp: "XMP"
    case .iptc: "IPTC"
    case .icc: "the ICC profile"
    case .extendedXMP: "extended XMP"
    case .exifFields: "EXIF fields that do not fit"
    case .comment: "the comment"
    case .trailer: "what follows the image"
    case .block(let name): "“\(name)”"
    }
  }

  static func message(for error: LabelError) -> String {
    switch error {
    case .length(let text):
      "“\(text)” is no length: give points of the frame (16) or pixels (48px)"
    case .colour(let text):
      "“\(text)” is no colour: give #RRGGBB, #RRGGBBAA, a CSS colour name, or none"
    case .placeholder(let text):
      "“\(text)” in the text means nothing: {time} is the time, {{ and }} are braces"
    case .controlCharacter(let scalar, let offset):
      "the text has a control character (U+\(String(scalar.value, radix: 16, uppercase: true))) "
        + "after \(offset) characters; a label is one line"
    case .emptyTemplate: "the text is empty; {time} is the time"
    case .emptyText(let format):
      "the label would be empty: “\(format)” shows nothing of what is known of the time"
    case .missingGlyph(let character, let fonts):
      "no font has the character “\(escaped(String(character)))” (\(codePoints(character))); looked in "
        + "\(fonts.joined(separator: ", ")); --font gives another"
    case .marginTooLarge(let margin, let width, let height):
      "a margin of \(points(margin)) leaves no room on a frame of "
        + "\(points(width)) × \(points(height)); give a smaller --margin"
    case .tooSmallToDraw(let em, let smallest, let width, let height):
      "the label would be \((em * 100).rounded() / 100) pixels high on \(width)×\(height) pixels, "
        + "and nobody reads less than \(Int(smallest))"
    }
  }

  private static func points(_ value: Double) -> String { "\((value * 10).rounded() / 10) pt" }

  private static func codePoints(_ character: Character) -> String {
    character.unicodeScalars.map { "U+\(String($0.value, radix: 16, uppercase: true))" }
      .joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// Whether the character changes the direction of the text around it (Unicode Annex 9).
  fileprivate var turnsText: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
