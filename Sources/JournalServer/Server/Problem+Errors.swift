import CaptureTime
import Files
import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Raster
import Stamping
import Store
import SystemPackage

/// Every sentence that the server says of an error; errors themselves are data.
extension Problem {
  init(_ error: any Error) {
    switch error {
    case let error as Problem: self = error
    case let error as Refusal: self.init(error)
    case let error as JournalError: self.init(error)
    case let error as LockError: self.init(error)
    case let error as PINError: self.init(error)
    case let error as HTTPError:
      self.init(error.status, "request", error.body ?? error.status.reasonPhrase)
    case is CancellationError:
      self.init(.serviceUnavailable, "ended", "The request was ended.", retryAfter: 1)
    case is CaptionError:
      self.init(
        .unprocessableContent, "caption",
        "A caption has at most 100 characters, and no control characters.")
    case is NameError:
      self.init(
        .unprocessableContent, "name",
        "A tag has at most 32 characters, and no blanks, commas or control characters.")
    case is DayRangeError: self.init(.badRequest, "days", "Days are written as 2024-01-31.")
    case let error as StampError: self.init(error)
    case let error as FileError: self.init(error)
    case let error as MultipartError: self.init(error)
    case let error as PostKeyError: self.init(error)
    case let error as SettingError: self.init(error)
    case is FontError:
      self.init(.unprocessableContent, "label", "The label's font cannot be read.")
    case is NIOTooManyBytesError:
      self.init(.contentTooLarge, "too-long", "The body is longer than it may be.")
    case let error as any HTTPResponseError:
      self.init(error.status, "request", error.status.reasonPhrase)
    default: self.init(.internalServerError, "server", "Something went wrong; nothing was changed.")
    }
  }

  private init(_ refusal: Refusal) {
    switch refusal {
    case .noDevice:
      self.init(
        .unauthorized, "no-device", "This device is not paired: daystamp-server pair makes a link.")
    case .otherOrigin: self.init(.forbidden, "origin", "The request came from another site.")
    }
  }

  private init(_ error: JournalError) {
    switch error {
    case .locked: self.init(.locked, "locked", "The journal is locked.")
    case .unknownOwner: self.init(.unauthorized, "no-device", "This device's owner is gone.")
    case .unknownPost: self.init(.notFound, "no-post", "There is no such post.")
    case .postInTrash: self.init(.conflict, "in-trash", "The post is in the trash.")
    case .postNotInTrash: self.init(.conflict, "not-in-trash", "The post is not in the trash.")
    case .postedBefore(let number, _):
      self.init(.conflict, "posted-before", "The photo is posted already, as \(number).")
    case .noTime:
      self.init(.unprocessableContent, "no-time", "The photo says nowhere when it was taken.")
    case .timeInGap, .yearOutOfRange:
      self.init(.unprocessableContent, "time", "The journal's clocks never showed this time.")
    case .changedMeanwhile:
      self.init(.conflict, "changed", "The post was changed in the meantime; look at it again.")
    case .setting(let error):
      self.init(
        .internalServerError, "setting", "The setting \(error.key.rawValue) cannot be read.")
    case .file(let error): self.init(error)
    case .photoBroken:
      self.init(.internalServerError, "broken-photo", "The photo is not there as it was stored.")
    case .database(let failure) where failure.kind == .locked:
      self.init(.serviceUnavailable, "busy", "The journal is busy; try again.", retryAfter: 1)
    case .database(let failure) where failure.kind == .diskFull:
      self.init(
        .insufficientStorage, "disk-full", "The server's disk is full; nothing was changed.")
    default: self.init(.internalServerError, "journal", "The journal cannot be read; see the log.")
    }
  }

  private init(_ error: LockError) {
    switch error {
    case .noPIN: self.init(.conflict, "no-pin", "The journal has no PIN.")
    case .pinExists: self.init(.conflict, "pin-exists", "The journal has a PIN already.")
    case .wrongPIN(let tries, let wait):
      self.init(
        .forbidden, "wrong-pin", "That is not the PIN; \(tries.left) tries left.",
        retryAfter: wait > 0 ? wait : nil)
    case .noTry(let tries, let wait):
      self.init(
        .tooManyRequests, tries.isShut ? "pin-shut" : "wait",
        tries.isShut ? "The PIN is shut." : "No PIN is tried before \(wait) s have passed.",
        retryAfter: wait > 0 ? wait : nil)
    case .changedMeanwhile: self.init(.conflict, "changed", "The PIN was changed in the meantime.")
    case .pepper, .damaged:
      self.init(.internalServerError, "pepper", "PINs cannot be compared; see the log.")
    }
  }

  private init(_ error: PINError) {
    switch error {
    case .notDigits, .length:
      self.init(.unprocessableContent, "pin", "A PIN has 4 to 12 digits.")
    case .weak:
      self.init(.unprocessableContent, "weak-pin", "The PIN is among the first that anybody tries.")
    }
  }
}
