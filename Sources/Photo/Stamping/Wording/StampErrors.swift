import JPEGSplice
import Raster
import CaptureTime
import Files
import Fonts
import Formats
import SystemPackage
package import Wording

extension StampError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .file(let error): error.reason
    case .photo(let error): error.wording
    case .video(let error): error.wording
    case .raster(let error): error.wording
    case .label(let error): error.wording
    case .jpeg(let error): error.wording
    case .tiff(let obstacle): obstacle.wording
    case .companion(let problem): problem.wording
    case .needsLibRaw(let format):
      ErrorMessage("stamp.libraw", ["format": .text(format.name)])
    case .notDeveloped(let format, let detail):
      ErrorMessage(
        "stamp.not-developed", ["format": .text(format.name), "detail": .text(detail)])
    case .tooManyPixels(let width, let height, let limit):
      ErrorMessage(
        "too-many-pixels.size",
        ["width": .number(width), "height": .number(height), "limit": .number(limit / 1_000_000)])
    case .tooManyFrames(let frames, let width, let height, let limit):
      ErrorMessage(
        "too-many-pixels.frames",
        [
          "count": .number(frames), "width": .number(width), "height": .number(height),
          "limit": .number(limit / 1_000_000),
        ])
    case .tooMuchMemory(let needed, let allowed):
      ErrorMessage("too-much-memory.needed", ErrorMessage.memory(needed: needed, allowed: allowed))
    case .noCaptureTime: ErrorMessage("no-time")
    case .onlyFileModified(let time):
      ErrorMessage("no-time.modified", ["time": .text(time.description)])
    case .needsZone(let time):
      ErrorMessage("no-time.zone", ["time": .text(time.description)])
    case .shift(let time, let error):
      ErrorMessage(
        "photo.shift",
        [
          "reason": .message(error.wording), "time": .text(time.description),
          "source": .text(time.source.rawValue),
        ])
    case .skipped(let error): error.wording
    case .sizeMismatch(let width, let height, let expectedWidth, let expectedHeight):
      ErrorMessage(
        "photo.other-size",
        [
          "width": .number(width), "height": .number(height),
          "expectedWidth": .number(expectedWidth), "expectedHeight": .number(expectedHeight),
        ])
    case .losses(let losses):
      ErrorMessage("stamp.losses", ["losses": .messages(losses.map { $0.wording(isDone: false) })])
    case .inPlaceLosesPixels(let format):
      ErrorMessage("stamp.in-place-loss", ["format": .text(format.name)])
    case .inPlaceChangesFormat(let from, let to):
      ErrorMessage(
        "stamp.in-place",
        [
          "from": .text(from.nameWithArticle), "to": .text(to.nameWithArticle),
          "name": .text(from.rawValue),
        ])
    case .outputNameSays(let said, let format):
      ErrorMessage(
        "stamp.output-name",
        [
          "format": .text(format.nameWithArticle), "said": .text(said.name),
          "extension": .text(format.fileExtension),
        ])
    case .conflict(let conflict): conflict.wording(of: "output.refused")
    case .outputOfAnother(let output):
      ErrorMessage("output.of-another", ["output": .path(output)])
    case .outputWithOtherOptions(let output):
      ErrorMessage("output.other-options", ["output": .path(output)])
    case .outputIsRaw(let output, let format):
      ErrorMessage(
        "output.raw", ["output": .path(output), "format": .text(format.name)])
    case .outputFile(let error):
      ErrorMessage(
        "output.unreadable", ["output": .path(error.path), "reason": .message(error.reason)])
    case .failedCheck: ErrorMessage("stamp.check")
    case .noText(let name): ErrorMessage("stamp.no-text", ["name": .text(name)])
    case .notStamped: ErrorMessage("photo.not-stamped")
    case .formatWithoutStamp(let format):
      ErrorMessage("photo.without-stamp", ["format": .text(format.nameWithArticle)])
    case .stampedForGood: ErrorMessage("stamped.for-good")
    case .editedSinceStamping: ErrorMessage("stamped.edited")
    case .unreadableStamp(let offset):
      ErrorMessage("stamped.unreadable", ["offset": .number(offset)])
    case .date(let error): error.wording
    case .notDated(let skip): skip.wording
    }
  }
}

extension LabelError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .length(let text): ErrorMessage("label.length", ["text": .text(text)])
    case .colour(let text): ErrorMessage("label.colour", ["text": .text(text)])
    case .position(let text):
      ErrorMessage(
        "label.position",
        ["text": .text(text), "names": .names(LabelPosition.allCases.map(\.rawValue))])
    case .font(let text):
      ErrorMessage(
        "label.font", ["text": .text(text), "names": .names(BundledFont.allCases.map(\.rawValue))])
    case .placeholder(let text):
      ErrorMessage(
        "label.placeholder",
        ["text": .text(text), "names": .names(LabelText.fieldNames)])
    case .timePattern(let text, let error):
      ErrorMessage(
        "label.time-pattern", ["text": .text(text), "reason": .message(error.wording)])
    case .tooManyLines(let observed, let limit):
      ErrorMessage("label.lines", ["observed": .number(observed), "limit": .number(limit)])
    case .unknownFields(let names): ErrorMessage("label.unknown-fields", ["names": .names(names)])
    case .fieldNotKept(let field):
      ErrorMessage("label.not-kept", ["name": .text(field.rawValue)])
    case .controlCharacter(let scalar, let offset):
      ErrorMessage(
        "label.control-character",
        ["codes": .text(Wording.codePoint(scalar)), "place": .number(offset + 1)])
    case .tooManyBytes(let observed, let limit):
      ErrorMessage("label.bytes", ["observed": .number(observed), "limit": .number(limit)])
    case .emptyTemplate: ErrorMessage("label.empty")
    case .emptyText(let format): ErrorMessage("label.shows-nothing", ["format": .text(format)])
    case .missingGlyph(let character, let fonts):
      ErrorMessage(
        "label.glyph",
        [
          "character": .text(String(character)), "fonts": .names(fonts),
          "codes": .text(
            character.unicodeScalars.map(Wording.codePoint).joined(separator: " ")),
        ])
    case .fontFile(let error): error.wording
    case .marginTooLarge(let margin, let width, let height):
      ErrorMessage(
        "label.margin",
        [
          "margin": Self.points(margin), "width": Self.points(width), "height": Self.points(height),
        ])
    case .tooSmallToDraw(let em, let smallest, let width, let height):
      ErrorMessage(
        "label.too-small",
        [
          "em": .text("\((em * 100).rounded() / 100)"), "smallest": .number(Int(smallest)),
          "width": .number(width), "height": .number(height),
        ])
    }
  }

  private static func points(_ value: Double) -> ErrorMessage.Value {
    .text("\((value * 10).rounded() / 10) pt")
  }
}

extension EditError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .crop(let text):
      ErrorMessage("edit.crop", ["text": .text(text), "names": .names(CropShape.usualNames)])
    case .gravity(let text):
      ErrorMessage(
        "edit.gravity",
        ["text": .text(text), "names": .names(LabelPosition.allCases.map(\.rawValue))])
    case .rotation(let text): ErrorMessage("edit.rotation", ["text": .text(text)])
    case .filter(let text):
      ErrorMessage(
        "edit.filter", ["text": .text(text), "names": .names(PhotoEdit.filterNames)])
    case .word(let text): ErrorMessage("edit.word", ["text": .text(text)])
    case .tooLong(let observed, let limit):
      ErrorMessage("edit.too-long", ["observed": .number(observed), "limit": .number(limit)])
    }
  }
}

extension StampWarning: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .lost(let loss): loss.wording
    case .smallerThanRaw(let format, let picture, let sensor):
      ErrorMessage(
        "note.raw-smaller",
        [
          "format": .text(format.name), "width": .number(picture.width),
          "height": .number(picture.height), "rawWidth": .number(sensor.width),
          "rawHeight": .number(sensor.height),
        ])
    case .developedRaw(let format):
      ErrorMessage("note.raw-developed", ["format": .text(format.name)])
    case .numbered(let written, let conflict):
      conflict.wording(of: "output.numbered", written: written)
    case .shrunk(let factor):
      ErrorMessage("note.shrunk", ["percent": .number(Int((factor * 100).rounded()))])
    case .lossyFormat(let format):
      ErrorMessage("note.lossy", ["format": .text(format.name)])
    case .oldLabelStays: ErrorMessage("note.old-label")
    case .overlappingLabels: ErrorMessage("note.overlap")
    case .grayPhoto: ErrorMessage("note.gray")
    case .lackingGlyphs(let characters):
      ErrorMessage(
        "note.glyphs",
        [
          "characters": .text(String(characters)),
          "codes": .text(
            characters.flatMap(\.unicodeScalars).map(Wording.codePoint).joined(separator: " ")),
        ])
    case .smallText(let pixels):
      ErrorMessage("note.small-text", ["pixels": .text("\((pixels * 10).rounded() / 10)")])
    case .timeOfFileModification: ErrorMessage("note.file-time")
    case .companion(let problem): problem.wording
    case .unusedTime(let candidate):
      ErrorMessage(
        "note.unused-time",
        [
          "source": .text(candidate.source.rawValue), "text": .text(candidate.rawText),
          "reason": candidate.reason.map { .message($0) } ?? .text(""),
        ])
    case .doubtfulTime(let doubt):
      ErrorMessage("note.doubtful-time", ["reason": .message(doubt.wording)])
    case .nameSays(let said, let content):
      ErrorMessage(
        "note.name", ["format": .text(content.nameWithArticle), "said": .text(said.name)])
    case .monthsEnd(let day, let asked):
      ErrorMessage("note.months-end", ["day": .number(asked), "taken": .text("\(day)")])
    case .zoneOfTrack(let zone): ErrorMessage("note.track-zone", ["zone": .text(zone)])
    case .approximatedColours: ErrorMessage("note.colours")
    case .cropMoved(let width, let height, let right, let down):
      ErrorMessage(
        "note.crop-moved",
        [
          "width": .number(width), "height": .number(height),
          "way": .text(Self.way(right: right, down: down)),
        ])
    case .cropTooNarrow(let width, let height):
      ErrorMessage("note.crop-narrow", ["width": .number(width), "height": .number(height)])
    case .cutTrailer: ErrorMessage("note.cut-trailer")
    case .addedEnd: ErrorMessage("note.added-end")
    case .offsetNotWritten: ErrorMessage("note.no-offset")
    case .labelShowsOther(let time): ErrorMessage("note.label-time", ["time": .text(time)])
    case .otherTimeStays(let source):
      ErrorMessage("note.other-time", ["source": .text(source.rawValue)])
    case .unreadableMetadata(let problem):
      ErrorMessage(
        "note.metadata",
        [
          "block": .text(problem.kind.name), "offset": .number(problem.offset),
          "reason": .message(problem.reason.wording),
        ])
    }
  }
}

extension StampWarning {
  /// How far something was moved, in the directions in which it was.
  private static func way(right: Int, down: Int) -> String {
    let parts = [(right, "right", "left"), (down, "down", "up")].filter { $0.0 != 0 }
    return parts.map { "\($0.magnitude) px \($0 > 0 ? $1 : $2)" }.joined(separator: " and ")
  }
}

extension StampLoss: Worded {
  package var wording: ErrorMessage { wording(isDone: true) }

  /// What is lost, or would be where the photo was not stamped.
  func wording(isDone: Bool) -> ErrorMessage {
    switch self {
    case .animation(let frames?): ErrorMessage("lost.pictures", ["count": .number(frames)])
    case .animation(nil): ErrorMessage("lost.animation")
    case .pages(let count): ErrorMessage("lost.pages", ["count": .number(count)])
    case .bitsPerChannel(let bits): ErrorMessage("lost.bits", ["bits": .number(bits)])
    case .partialTransparency: ErrorMessage("lost.steps")
    case .transparency(let format):
      ErrorMessage("lost.transparency", ["format": .text(format.nameWithArticle)])
    case .cmyk: ErrorMessage("lost.cmyk")
    case .palette: ErrorMessage("lost.palette")
    case .metadata(let kinds, let format):
      ErrorMessage(
        "lost.metadata",
        ["format": .text(format.nameWithArticle), "kinds": .names(kinds.map(\.name))])
    case .extra(.gainMap): ErrorMessage("lost.gain-map")
    case .extra(.depthMap): ErrorMessage("lost.depth-map")
    case .extra(.motionPhoto): ErrorMessage("lost.motion")
    case .extra(.auxiliary(let name)): ErrorMessage("lost.auxiliary", ["name": .text(name)])
    case .reencoding(let reason):
      ErrorMessage(
        isDone ? "lost.pixels" : "lost.pixels-refused", ["reason": .message(reason.wording)])
    }
  }
}

extension ReencodingReason: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .arithmetic: ErrorMessage("reencoded.arithmetic")
    case .unusual: ErrorMessage("reencoded.unusual")
    case .sharedIdentifiers: ErrorMessage("reencoded.identifiers")
    case .quality: ErrorMessage("reencoded.quality")
    case .exact: ErrorMessage("reencoded.exact")
    case .filter: ErrorMessage("reencoded.filter")
    case .tiff(let obstacle): obstacle.wording
    }
  }
}

extension Fidelity.Cause: Worded {
  /// Why a photo is not lossless.
  package var wording: ErrorMessage {
    switch self {
    case .losses(let losses):
      ErrorMessage("lost.several", ["losses": .messages(losses.map(\.wording))])
    case .outputFormat(let format): ErrorMessage("lost.format", ["format": .text(format.name)])
    }
  }
}

extension PhotoSkip: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .outputExists: ErrorMessage("skipped.exists")
    case .conflict(let conflict): conflict.wording(of: "skipped.conflict")
    case .notStamped: StampError.notStamped.wording
    case .formatWithoutStamp(let format): StampError.formatWithoutStamp(format).wording
    case .date(let skip): skip.wording
    }
  }
}

extension VerificationProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .editedSinceStamping: ErrorMessage("verified.edited")
    case .metadataChangedSinceStamping: ErrorMessage("verified.metadata")
    case .notThisOriginal: ErrorMessage("verified.original")
    case .differs(let component, let blocks):
      ErrorMessage(
        "verified.blocks", ["component": .number(component), "blocks": .number(blocks)])
    case .nothingCompared: ErrorMessage("verified.nothing")
    case .differentPixels(let pixels):
      ErrorMessage("verified.pixels", ["pixels": .number(pixels)])
    case .reencoded: ErrorMessage("verified.reencoded")
    case .differentFrame: ErrorMessage("verified.frame")
    }
  }
}

extension OutputConflict: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .sameOutput: wording(of: "output.same")
    case .overwritesInput: wording(of: "output.is-input")
    }
  }

  /// What is said of what came of it.
  fileprivate func wording(of key: String, written: FilePath? = nil) -> ErrorMessage {
    var values: [String: ErrorMessage.Value] =
      switch self {
      case .sameOutput(let output, let first, let second):
        ["output": .path(output), "first": .path(first), "second": .path(second)]
      case .overwritesInput(let output, let input):
        ["output": .path(output), "input": .path(input)]
      }
    if let written { values["written"] = .path(written) }
    return ErrorMessage(key, values)
  }
}
