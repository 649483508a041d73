import CaptureTime
import Files
import Stamping
import Store
import SystemPackage
package import Wording

extension CaptionError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .tooLong(let observed, let limit):
      ErrorMessage("caption.too-long", ["observed": .number(observed), "limit": .number(limit)])
    case .tooManyBytes(let observed, let limit):
      ErrorMessage("caption.bytes", ["observed": .number(observed), "limit": .number(limit)])
    case .controlCharacter(let scalar, let offset):
      ErrorMessage(
        "caption.control-character",
        ["code": .text(Wording.codePoint(scalar)), "place": .number(offset + 1)])
    }
  }
}

extension TitleError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .tooLong(let observed, let limit):
      ErrorMessage("title.too-long", ["observed": .number(observed), "limit": .number(limit)])
    case .tooManyBytes(let observed, let limit):
      ErrorMessage("title.bytes", ["observed": .number(observed), "limit": .number(limit)])
    case .notAllowed(let scalar, let offset):
      ErrorMessage(
        "title.character",
        ["code": .text(Wording.codePoint(scalar)), "place": .number(offset + 1)])
    }
  }
}

extension DraftError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknown: ErrorMessage("no-draft")
    case .unknownPhoto: ErrorMessage("no-draft.photo")
    case .tooMany(let limit): ErrorMessage("too-many-drafts.limit", ["limit": .number(limit)])
    case .tooManyPhotos(let limit):
      ErrorMessage("too-many-photos.limit", ["limit": .number(limit)])
    case .full(let limit):
      ErrorMessage("drafts-full.limit", ["limit": .number(limit / 1_000_000)])
    case .tooLong: ErrorMessage("too-long.body")
    }
  }
}

extension PostKeyError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .otherPost(let number): ErrorMessage("key-used.number", ["number": .number(number)])
    case .inUse: ErrorMessage("key-in-use")
    }
  }
}
