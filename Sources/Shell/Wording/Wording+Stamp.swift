import CaptureTime
import Formats
package import Stamping

extension Wording {
  package static func message(for error: StampError) -> String {
    switch error {
    case .file(let error): message(for: error)
    case .photo(let error): message(for: error)
    case .raster(let error): message(for: error)
    case .label(let error): message(for: error)
    case .jpeg(let error): message(for: error)
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
      losses.map { loss($0, isDone: false) }.joined(separator: "; ") + "; --allow-loss goes ahead"
    case .inPlaceChangesFormat(let from, let to):
      "\(from.nameWithArticle) becomes \(to.nameWithArticle), which cannot stand under its name: "
        + "leave --in-place away, or give --to \(from.rawValue)"
    case .outputNameSays(let said, let format):
      "is written as \(format.nameWithArticle), and the output's name says \(said.name): "
        + "give a name that ends in .\(format.fileExtension)"
    case .failedCheck:
      "the stamped photo did not pass its own check and was not written; "
        + "this is a bug of Daystamp's: please report it, with the photo if you can"
    case .notStamped: "carries no stamp of Daystamp's"
    case .formatWithoutStamp(let format):
      "is \(format.nameWithArticle), and only a JPEG carries a stamp that can be taken off"
    case .stampedForGood:
      "was stamped with --no-undo, so its stamp cannot be taken off; stamp the original instead"
    case .editedSinceStamping:
      "was changed by another program since it was stamped, so its original is not in it any "
        + "more; it was left alone: take the stamp off the file as Daystamp wrote it, or keep this "
        + "one as it is"
    case .unreadableStamp(let offset):
      "the stamp at byte \(offset) is damaged, or of a newer version of Daystamp"
    }
  }

  package static func message(for warning: StampWarning) -> String {
    switch warning {
    case .lost(let loss): Self.loss(loss, isDone: true)
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

  /// Why a photo is not lossless.
  package static func lossReason(_ cause: Fidelity.Cause) -> String {
    switch cause {
    case .losses(let losses):
      losses.map { loss($0, isDone: true) }.joined(separator: "; ")
    case .outputFormat(let format): "\(format.name) is re-encoded"
    }
  }

  private static func loss(_ loss: StampLoss, isDone: Bool) -> String {
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
    case .reencoding(let reason):
      "every pixel \(isDone ? "is" : "would be") re-encoded: \(message(for: reason))"
    }
  }

  private static func message(for reason: ReencodingReason) -> String {
    switch reason {
    case .arithmetic: "it is arithmetic-coded"
    case .cmyk: "it is in CMYK"
    case .unusual:
      "its scans leave out bits that the label needs, or come in an order that decoders differ about"
    case .quality: "--quality was given"
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
}
