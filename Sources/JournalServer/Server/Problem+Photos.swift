import Files
import Formats
import HTTPTypes
import Journal
import Raster
import Stamping
import Store
import SystemPackage

/// What the server says of photos and of the forms that they come in.
extension Problem {
  init(_ error: StampError) {
    switch error {
    case .noCaptureTime, .onlyFileModified:
      self.init(
        .unprocessableContent, "no-time",
        "The photo says nowhere when it was taken; give the time with it.")
    case .tooManyPixels(let width, let height, let limit):
      self.init(
        .unprocessableContent, "too-many-pixels",
        "The photo has \(width) by \(height) pixels; \(limit / 1_000_000) megapixels are taken.")
    case .photo(.unknownFormat), .photo(.unsupported):
      self.init(.unsupportedMediaType, "photo", "The file is no photo of a kind that is taken.")
    case .photo(.empty), .file(.empty):
      self.init(.unprocessableContent, "photo", "The photo has no bytes.")
    case .file(let error): self.init(error)
    case .label(let error): self.init(error)
    case .raster(.cannotAllocate):
      self.init(.serviceUnavailable, "memory", "There is no memory for the photo.", retryAfter: 30)
    case .raster(.cannotDraw), .failedCheck, .sizeMismatch, .losses, .inPlaceChangesFormat,
      .outputNameSays:
      self.init(.internalServerError, "stamp", "The photo could not be stamped.")
    case .stampedForGood, .editedSinceStamping, .unreadableStamp:
      self.init(
        .unprocessableContent, "stamped",
        "The photo carries a stamp that cannot be taken off; post the original.")
    case .photo, .raster, .jpeg, .shift, .undecodableAnimation, .notStamped, .formatWithoutStamp:
      self.init(
        .unprocessableContent, "photo", "The photo is damaged, or of a kind that is not stamped.")
    }
  }

  private init(_ error: LabelError) {
    let detail =
      switch error {
      case .tooSmallToDraw: "The label would be too small to be read on this photo."
      case .marginTooLarge: "The label's margin leaves nothing of this photo."
      case .missingGlyph: "No font of the label has one of its characters."
      default: "The label cannot be drawn as it is set."
      }
    self.init(.unprocessableContent, "label", detail)
  }

  init(_ error: FileError) {
    switch error {
    case .system(_, _, .noSpace):
      self.init(
        .insufficientStorage, "disk-full", "The server's disk is full; nothing was changed.")
    case .tooLarge: self.init(.contentTooLarge, "too-long", "The photo is too large.")
    default: self.init(.internalServerError, "file", "The server cannot read or write a file.")
    }
  }

  init(_ error: MultipartError) {
    switch error {
    case .notMultipart:
      self.init(
        .unsupportedMediaType, "form", "The body has to be multipart/form-data with its boundary.")
    case .noDelimiter:
      self.init(.badRequest, "form", "The body does not begin with the boundary that was said.")
    case .badDelimiter(let part):
      self.init(.badRequest, "form", "Something stands behind the boundary after part \(part).")
    case .headersTooLong(let limit):
      self.init(.badRequest, "form", "The headers of a part take more than \(limit) bytes.")
    case .noName: self.init(.badRequest, "form", "A part of the form has no name.")
    case .tooManyParts(let limit):
      self.init(.badRequest, "form", "The form has more than \(limit) parts.")
    case .tooManyFiles(let limit):
      self.init(
        .unprocessableContent, "photos", "At most \(limit) photos are taken in one request.")
    case .fieldTooLong(_, let limit):
      self.init(
        .contentTooLarge, "too-long", "The fields of the form take more than \(limit) bytes.")
    case .fieldNotText: self.init(.badRequest, "form", "A field of the form is not UTF-8.")
    case .fileTooLong(let limit), .bodyTooLong(let limit):
      self.init(
        .contentTooLarge, "too-long", "More than \(limit / 1_000_000) MB are not taken.")
    case .length(let observed, let announced):
      self.init(
        .badRequest, "length", "The body has \(observed) bytes or more, not \(announced).")
    case .interrupted: self.init(.badRequest, "length", "The body broke off.")
    case .endsEarly: self.init(.badRequest, "form", "The form ends before its last boundary.")
    }
  }

  init(_ error: PostKeyError) {
    switch error {
    case .otherPhoto(let number):
      self.init(
        .unprocessableContent, "key-used", "Another photo was posted under this key, as \(number).")
    case .inUse:
      self.init(
        .serviceUnavailable, "key-in-use", "The photo is being posted just now.", retryAfter: 1)
    }
  }

  init(_ error: SettingError) {
    self.init(
      .unprocessableContent, "setting",
      "The setting \(error.key.rawValue) does not take this value.")
  }
}
