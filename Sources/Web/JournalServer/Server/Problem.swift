import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Reminders
import Store
import Texts
import Wording

/// Why a request failed, for people and for programs (RFC 9457).
struct Problem: Error, Encodable {
  /// What was wrong; its text is in the one table.
  let message: ErrorMessage
  let status: Int
  let title: String
  /// Seconds after which it may be tried again.
  var retryAfter: Int?
  /// The photos that it is about, by the names that they came with, where others were posted.
  var photos: [String] = []
  /// The place of the photo that it is about, counted from 1, where a request has several.
  var photo: Int?
  /// The note as it is, where it is another than a program saw.
  var note: NoteDescription?
  /// What is wrong with the lines of a plan's file, the first twenty of them.
  var lines: [ErrorMessage] = []
  /// What else the answer says in its head.
  var headers: HTTPFields = [:]

  /// A path on this server that names the kind of problem.
  var type: String { "/problems/\(name)" }
  /// The kind of problem.
  var name: String { message.kind }
  var detail: String { told.sentence(in: .english) }

  /// What was wrong, and with which of several photos.
  private var told: ErrorMessage {
    guard let photo else { return message }
    return ErrorMessage("photos.one", ["photo": .number(photo), "reason": .message(message)])
  }

  /// The post that is there already, where that is what was wrong.
  var post: Int? {
    guard ["key-used", "morning-exists", "posted-before"].contains(name),
      case .number(let number) = message.values["number"]
    else { return nil }
    return number
  }

  private enum CodingKeys: CodingKey {
    case type, title, status, detail, retryAfter, post, photo, note, lines
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(type, forKey: .type)
    try fields.encode(title, forKey: .title)
    try fields.encode(status, forKey: .status)
    try fields.encode(detail, forKey: .detail)
    try fields.encodeIfPresent(retryAfter, forKey: .retryAfter)
    try fields.encodeIfPresent(post, forKey: .post)
    try fields.encodeIfPresent(photo, forKey: .photo)
    try fields.encodeIfPresent(note, forKey: .note)
    if !lines.isEmpty {
      try fields.encode(lines.map { $0.sentence(in: .english) }, forKey: .lines)
    }
  }

  /// - Parameters:
  ///   - key: of the text that says what was wrong; its status is in ``ProblemStatus``.
  ///   - values: what the text tells.
  ///   - retryAfter: seconds, where it is not always the same.
  init(_ key: String, _ values: [String: ErrorMessage.Value] = [:], retryAfter: Int? = nil) {
    self.init(ErrorMessage(key, values), ProblemStatus.of(key), retryAfter: retryAfter)
  }

  private init(_ message: ErrorMessage, _ status: HTTPResponse.Status, retryAfter: Int? = nil) {
    let values = message.values.merging(Self.limits) { $1 }
    self.message = ErrorMessage(message.key, values)
    (self.status, title) = (status.code, status.reasonPhrase)
    self.retryAfter = retryAfter ?? ProblemStatus.retryAfter[message.kind]
  }

  /// What is said of any error.
  init(_ error: any Error) {
    switch error {
    case let error as Problem: self = error
    case let worded as any Worded:
      let message = worded.wording
      guard let status = ProblemStatus.known(message.key) else {
        self.init("server")
        return
      }
      self.init(message, status, retryAfter: Self.wait(after: error))
      if case PlanError.file(let problems) = error { lines = problems.prefix(20).map(\.wording) }
    case let error as HTTPError: self.init(error.status, error.body)
    case is CancellationError: self.init("ended")
    case is NIOTooManyBytesError: self.init("too-long.body")
    case let error as any HTTPResponseError: self.init(error.status, nil)
    default: self.init("server")
    }
  }

  /// What the web framework refused, in its words.
  private init(_ status: HTTPResponse.Status, _ detail: String?) {
    self.init(
      ErrorMessage("request.other", ["detail": .text(detail ?? status.reasonPhrase)]), status)
  }

  /// A kind of problem without its values, as an address names it; nil where there is none.
  static func message(ofKind kind: String) -> ErrorMessage? {
    ErrorTexts.server.kinds.contains(kind) ? ErrorMessage(kind, limits) : nil
  }

  /// What was wrong, by a name that an address has: a kind, or a text of its own that needs no values.
  static func message(named name: String) -> ErrorMessage? {
    if let message = message(ofKind: name) { return message }
    guard ErrorTexts.server.table[name]?.korean != nil else { return nil }
    let message = ErrorMessage(name, limits)
    let isWhole = Language.allCases.allSatisfy { !message.sentence(in: $0).contains("{") }
    return isWhole ? message : nil
  }

  /// The name by which an address tells what was wrong, as exactly as it can without values.
  var shownName: String { Self.message(named: message.key) == nil ? name : message.key }

  /// Whether there was too much to do.
  var isOfLoad: Bool { ["queue-full", "memory"].contains(name) }

  /// Limits of the server's own that texts tell.
  static let limits: [String: ErrorMessage.Value] = [
    "photoMegabytes": .number(MultipartLimits.onePhoto.file / 1_000_000)
  ]

  private static func wait(after error: any Error) -> Int? {
    switch error {
    case LockError.wrongPIN(_, let wait), LockError.noTry(_, let wait),
      PasskeyError.noTry(_, let wait):
      wait > 0 ? wait : nil
    case ReminderError.tooManyTests(_, let wait), ReminderError.tooManyCodes(_, let wait),
      ReminderError.tooManyMails(_, let wait):
      wait
    default: nil
    }
  }

  /// What every answer that tells of it has in its head, be it a page.
  var fields: HTTPFields {
    var fields = headers
    if let retryAfter { fields[.retryAfter] = "\(retryAfter)" }
    if status == 401 { fields[.wwwAuthenticate] = "Bearer" }
    return fields
  }

  func response() -> Response {
    var headers = fields
    headers[.contentType] = "application/problem+json"
    let body = (try? JSONLine.bytes(self)) ?? []
    return Response(
      status: .init(code: status), headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

extension Response {
  /// An answer without a body, which has no length (RFC 9110, section 8.6).
  static func empty(_ status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
    var response = Response(status: status, headers: headers)
    if status == .noContent || status == .notModified { response.headers[.contentLength] = nil }
    return response
  }
}

extension Schema {
  static let problem = Schema.object(
    "Problem",
    [
      "type": .string(),
      "title": .string(),
      "status": .integer(in: 400...599),
      "detail": .string(),
    ],
    optional: [
      "note": .note.about(
        "The current note, if another device wrote it; missing if it was deleted."),
      "lines": .array(
        of: .string(), "The errors in the lines of a plan's file, at most the first twenty.",
        count: 0...20),
      "retryAfter": .count("Seconds to wait before trying again."),
      "post": .integer(
        "The number of the post that already exists, if that is the problem.", from: 1),
      "photo": .integer(
        "Which of several photos has the problem, counted from 1.", in: 1...Post.photoLimit),
    ])
}
