import HTTPTypes
import Wording

/// The status for each kind of problem.
enum ProblemStatus {
  /// By the kind, and by the text's key where one of a kind is answered otherwise.
  static let table = Dictionary(
    uniqueKeysWithValues: kinds.flatMap { status, kinds in
      kinds.split(whereSeparator: \.isWhitespace).map { (String($0), status) }
    })

  private static let kinds: KeyValuePairs<HTTPResponse.Status, String> = [
    .badRequest: "days month query cursor json length form no-key request sign-in moods",
    .unauthorized: "no-device revoked",
    .forbidden: """
    origin scope wrong-pin pin-again not-your-collection no-mail wrong-code account-unknown
    sign-in.denied sign-in.refused passkey-refused passkey-copied
    """,
    .notFound: """
    no-page no-post no-device-id without-photo no-such-photo no-video no-raw no-version no-pairing.code no-draft no-collection
    no-text no-highlight no-note no-section no-place no-round no-plan no-portion no-person
    no-contact no-template no-reminder no-way no-account no-feed no-passkey no-arrival
    """,
    .methodNotAllowed: "method",
    .conflict: """
    no-text.several note-changed no-section.several not-read no-round.empty plan-exists
    plan-followed not-followed plan-read plan-waits person.archived person.not-archived
    person.not-deleted person-deleted person-exists several-people snooze.archived
    snooze.not-due snooze.none reminder-exists way-exists way-unconfirmed way-confirmed no-code
    account-linked sign-in.address no-test morning-exists collection-exists in-trash
    not-in-trash posted-before changed other-owner no-pin pin-exists no-relying-party
    last-passkey passkey-known template-exists no-import import-runs arrival-undone
    """,
    .gone: "no-pairing no-challenge",
    .preconditionFailed: "changed.version",
    .contentTooLarge: "too-long video-size",
    .unsupportedMediaType: """
    content-type form.type photo.unknown photo.video photo.no-height photo.hierarchical
    video.unknown
    """,
    .rangeNotSatisfiable: "range",
    .unprocessableContent: """
    video token passage too-many-highlights text-pool sections plan plan-line too-many-plans template too-many-templates
    too-many-runs person too-many-people contact snooze yearly-date reminder too-many-reminders
    code account too-many-accounts web-address hook push mail-address passkey too-many-passkeys
    photo photos no-photo no-time too-many-pixels too-much-memory stamp.losses stamped label
    edit caption without-photo.caption words mood title empty-post incomplete-morning
    too-many-drafts too-many-photos post-photos several-photos card collection record no-file future-day too-many-tags name
    time time-zone setting day-start week-start pin weak-pin pins-differ key-used star field
    no-change date clock form.repeated form.by-photo form.unknown arrival arrival-entry
    """,
    .locked: "locked",
    .failedDependency: "sending",
    .preconditionRequired: "no-if-match",
    .tooManyRequests: "too-many-tests too-many-mails passkey-wait passkey-shut wait pin-shut",
    .internalServerError: """
    server journal file page pepper stamp broken-photo setting.broken label.font-missing
    """,
    .badGateway: "sign-in.no-answer",
    .serviceUnavailable: "busy ended memory key-in-use queue-full",
    .insufficientStorage: "drafts-full disk-full",
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
