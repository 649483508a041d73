import HTTPTypes
import Wording

/// With which status each kind of problem is answered.
enum ProblemStatus {
  /// By the kind, and by the text's key where one of a kind is answered otherwise.
  static let table: [String: HTTPResponse.Status] = [
    "days": .badRequest, "month": .badRequest, "query": .badRequest, "cursor": .badRequest,
    "json": .badRequest, "length": .badRequest, "form": .badRequest, "no-key": .badRequest,
    "request": .badRequest,
    "no-device": .unauthorized,
    "origin": .forbidden, "scope": .forbidden, "token": .unprocessableContent,
    "wrong-pin": .forbidden, "pin-again": .forbidden, "not-your-collection": .forbidden,
    "no-page": .notFound, "no-post": .notFound, "no-device-id": .notFound,
    "without-photo": .notFound, "no-version": .notFound,
    "no-pairing.code": .notFound, "no-draft": .notFound,
    "no-collection": .notFound, "no-text": .notFound, "no-text.several": .conflict,
    "no-highlight": .notFound, "no-note": .notFound, "note-changed": .conflict,
    "passage": .unprocessableContent, "too-many-highlights": .unprocessableContent,
    "text-pool": .unprocessableContent,
    "no-section": .notFound, "no-section.several": .conflict, "no-place": .notFound,
    "not-read": .conflict, "sections": .unprocessableContent, "no-round": .notFound,
    "no-round.empty": .conflict, "plan": .unprocessableContent, "plan-exists": .conflict,
    "no-plan": .notFound, "plan-followed": .conflict, "not-followed": .conflict,
    "no-portion": .notFound, "plan-read": .conflict, "plan-waits": .conflict,
    "plan-line": .unprocessableContent, "too-many-plans": .unprocessableContent,
    "too-many-runs": .unprocessableContent,
    "person": .unprocessableContent, "person.archived": .conflict,
    "person.not-archived": .conflict, "person.not-deleted": .conflict,
    "person-deleted": .conflict, "person-exists": .conflict, "no-person": .notFound,
    "several-people": .conflict, "too-many-people": .unprocessableContent,
    "contact": .unprocessableContent, "no-contact": .notFound,
    "snooze": .unprocessableContent, "snooze.archived": .conflict,
    "snooze.not-due": .conflict, "snooze.none": .conflict,
    "yearly-date": .unprocessableContent,
    "reminder": .unprocessableContent, "no-reminder": .notFound, "reminder-exists": .conflict,
    "too-many-reminders": .unprocessableContent, "no-way": .notFound, "way-exists": .conflict,
    "no-mail": .forbidden, "way-unconfirmed": .conflict, "way-confirmed": .conflict,
    "code": .unprocessableContent, "wrong-code": .forbidden, "no-code": .conflict,
    "too-many-tests": .tooManyRequests, "too-many-mails": .tooManyRequests,
    "account": .unprocessableContent, "account-linked": .conflict,
    "too-many-accounts": .unprocessableContent, "no-account": .notFound,
    "account-unknown": .forbidden,
    "sign-in": .badRequest, "sign-in.denied": .forbidden, "sign-in.refused": .forbidden,
    "sign-in.no-answer": .badGateway, "sign-in.address": .conflict,
    "no-feed": .notFound, "no-test": .conflict, "sending": .failedDependency,
    "web-address": .unprocessableContent, "hook": .unprocessableContent,
    "push": .unprocessableContent, "mail-address": .unprocessableContent,
    "method": .methodNotAllowed,
    "morning-exists": .conflict, "collection-exists": .conflict,
    "in-trash": .conflict, "not-in-trash": .conflict, "posted-before": .conflict,
    "changed": .conflict, "other-owner": .conflict, "no-pin": .conflict, "pin-exists": .conflict,
    "no-pairing": .gone, "no-challenge": .gone, "no-passkey": .notFound,
    "no-relying-party": .conflict, "last-passkey": .conflict, "passkey-known": .conflict,
    "passkey": .unprocessableContent, "too-many-passkeys": .unprocessableContent,
    "passkey-refused": .forbidden, "passkey-copied": .forbidden,
    "passkey-wait": .tooManyRequests, "passkey-shut": .tooManyRequests,
    "changed.version": .preconditionFailed,
    "too-long": .contentTooLarge,
    "content-type": .unsupportedMediaType, "form.type": .unsupportedMediaType,
    "photo.unknown": .unsupportedMediaType, "photo.no-height": .unsupportedMediaType,
    "photo.hierarchical": .unsupportedMediaType,
    "range": .rangeNotSatisfiable,
    "photo": .unprocessableContent, "photos": .unprocessableContent,
    "no-photo": .unprocessableContent, "no-time": .unprocessableContent,
    "too-many-pixels": .unprocessableContent, "too-much-memory": .unprocessableContent,
    "stamp.losses": .unprocessableContent, "stamped": .unprocessableContent,
    "label": .unprocessableContent, "edit": .unprocessableContent, "caption": .unprocessableContent,
    "without-photo.caption": .unprocessableContent,
    "words": .unprocessableContent, "mood": .unprocessableContent, "moods": .badRequest,
    "title": .unprocessableContent,
    "empty-post": .unprocessableContent, "incomplete-morning": .unprocessableContent,
    "too-many-drafts": .unprocessableContent, "too-many-photos": .unprocessableContent,
    "card": .unprocessableContent, "collection": .unprocessableContent,
    "record": .unprocessableContent,
    "no-file": .unprocessableContent,
    "drafts-full": .insufficientStorage,
    "future-day": .unprocessableContent, "too-many-tags": .unprocessableContent,
    "name": .unprocessableContent, "time": .unprocessableContent,
    "time-zone": .unprocessableContent, "setting": .unprocessableContent,
    "day-start": .unprocessableContent, "week-start": .unprocessableContent,
    "pin": .unprocessableContent, "weak-pin": .unprocessableContent,
    "pins-differ": .unprocessableContent, "key-used": .unprocessableContent,
    "star": .unprocessableContent, "field": .unprocessableContent,
    "no-change": .unprocessableContent, "form.repeated": .unprocessableContent,
    "form.unknown": .unprocessableContent,
    "locked": .locked, "revoked": .unauthorized,
    "no-if-match": .preconditionRequired,
    "wait": .tooManyRequests, "pin-shut": .tooManyRequests,
    "server": .internalServerError, "journal": .internalServerError,
    "file": .internalServerError, "page": .internalServerError, "pepper": .internalServerError,
    "stamp": .internalServerError, "broken-photo": .internalServerError,
    "setting.broken": .internalServerError, "label.font-missing": .internalServerError,
    "busy": .serviceUnavailable, "ended": .serviceUnavailable, "memory": .serviceUnavailable,
    "key-in-use": .serviceUnavailable, "queue-full": .serviceUnavailable,
    "disk-full": .insufficientStorage,
  ]

  /// Seconds after which it may be tried again.
  static let retryAfter = ["busy": 1, "ended": 1, "key-in-use": 1, "memory": 30]

  /// The status of a text's key; nil for what only the command line says.
  static func known(_ key: String) -> HTTPResponse.Status? {
    table[key] ?? table[ErrorMessage(key).kind]
  }

  static func of(_ key: String) -> HTTPResponse.Status { known(key) ?? .internalServerError }
}

extension Refusal: Worded {
  var wording: ErrorMessage {
    switch self {
    case .noDevice: ErrorMessage("no-device")
    case .otherOrigin: ErrorMessage("origin")
    }
  }
}

extension MultipartError: Worded {
  var wording: ErrorMessage {
    switch self {
    case .notMultipart: ErrorMessage("form.type")
    case .noDelimiter: ErrorMessage("form.no-delimiter")
    case .badDelimiter(let part): ErrorMessage("form.delimiter", ["part": .number(part)])
    case .headersTooLong(let limit): ErrorMessage("form.headers", ["limit": .number(limit)])
    case .noName: ErrorMessage("form.no-name")
    case .tooManyParts(let limit): ErrorMessage("form.parts", ["limit": .number(limit)])
    case .tooManyFiles(let limit): ErrorMessage("photos.limit", ["limit": .number(limit)])
    case .fieldTooLong(_, let limit): ErrorMessage("too-long.fields", ["limit": .number(limit)])
    case .fieldNotText: ErrorMessage("form.not-text")
    case .fileTooLong(let limit), .bodyTooLong(let limit):
      ErrorMessage("too-long.megabytes", ["limit": .number(limit / 1_000_000)])
    case .length(let observed, let announced):
      ErrorMessage(
        "length.observed", ["observed": .number(observed), "announced": .number(announced)])
    case .interrupted: ErrorMessage("length.broken-off")
    case .endsEarly: ErrorMessage("form.ends")
    }
  }
}

extension HTTPResponse.Status {
  /// RFC 4918, section 11.3.
  static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "Locked")
  /// RFC 4918, section 11.4: what it depends on, at somebody else's, failed.
  static let failedDependency = HTTPResponse.Status(
    code: 424, reasonPhrase: "Failed Dependency")
  /// RFC 6585, section 3.
  static let preconditionRequired = HTTPResponse.Status(
    code: 428, reasonPhrase: "Precondition Required")
  /// RFC 4918, section 11.5.
  static let insufficientStorage = HTTPResponse.Status(
    code: 507, reasonPhrase: "Insufficient Storage")
}
