import HTTPTypes
import Hummingbird
import Store

/// What the interface's document says of one route (OpenAPI 3.1.0, section 4.8.10).
///
/// What follows from the route is not said: its path's parameters, and with what any request of its kind may
/// be refused (``InterfaceDocument``).
struct Operation: Sendable {
  /// The groups of operations in the document.
  enum Tag: String, CaseIterable, Sendable {
    case posts, photos, finds, owner, lock, reading, texts, people, reminders
  }

  /// Its name, which none other has: programs that are made from the document call it so.
  let id: String
  let tag: Tag
  let summary: String
  let description: String?
  /// What a device has to be allowed.
  let scope: DeviceScope
  /// Those of the address and the head, without those of the path.
  let parameters: [Parameter]
  /// The names of those that stand in the address.
  private let query: [String]
  /// The types of body that it takes; none where it takes no body.
  let bodies: [Content]
  let answers: [Answer]
  /// With what it may be refused, besides what follows from its route, parameters and body.
  let refusals: Set<HTTPResponse.Status>

  init(
    _ id: String, _ tag: Tag, _ summary: String, _ description: String? = nil,
    scope: DeviceScope = .all, parameters: [Parameter] = [], bodies: [Content] = [],
    answers: [Answer], refusals: Set<HTTPResponse.Status> = []
  ) {
    (self.id, self.tag, self.summary, self.description) = (id, tag, summary, description)
    (self.scope, self.parameters, self.bodies) = (scope, parameters, bodies)
    query = parameters.filter { $0.place == .query }.map(\.name)
    (self.answers, self.refusals) = (answers, refusals)
  }

  /// Checks that a request's address has none but the operation's parameters.
  ///
  /// - Throws: ``Problem``, which names the first other one.
  func checkQuery(of request: Request) throws {
    try Query(of: request).refuseUnknown(query)
  }
}

/// Content of a body or an answer, by its media type (section 4.8.14).
struct Content: Sendable {
  let type: String
  let schema: Schema
  /// How fields of a form are written.
  var encoding: [String: JSON] = [:]

  static func json(_ schema: Schema) -> Content {
    Content(type: "application/json", schema: schema)
  }

  static func form(_ schema: Schema, encoding: [String: JSON] = [:]) -> Content {
    Content(type: "multipart/form-data", schema: schema, encoding: encoding)
  }

  /// Bytes of a media type.
  static func bytes(_ type: String) -> Content { Content(type: type, schema: .bytes(type)) }
}

/// An answer to an operation (section 4.8.17).
struct Answer: Sendable {
  /// A header field.
  enum Field: String, Sendable {
    case eTag = "ETag"
    case location = "Location"
    case acceptRanges = "Accept-Ranges"
    case contentDisposition = "Content-Disposition"
    case contentRange = "Content-Range"
    case retryAfter = "Retry-After"

    var schema: Schema {
      switch self {
      case .eTag: .string("Names this version.", matching: #"^"[0-9a-f]{32}"$"#)
      case .acceptRanges: .constant("bytes")
      case .retryAfter: .string(matching: "^[0-9]+$")
      case .location, .contentDisposition, .contentRange: .string()
      }
    }
  }

  let status: HTTPResponse.Status
  let description: String
  var contents: [Content] = []
  var fields: [Field] = []

  static func ok(_ schema: Schema, _ description: String) -> Answer {
    Answer(status: .ok, description: description, contents: [.json(schema)])
  }

  static func created(_ schema: Schema, _ description: String) -> Answer {
    Answer(status: .created, description: description, contents: [.json(schema)])
  }

  static func noContent(_ description: String) -> Answer {
    Answer(status: .noContent, description: description)
  }

  /// All of a photo, a range of its bytes, or nothing where the client has it.
  static let ofPicture = ofFile("The whole picture.", ["image/*"])
  static let ofPhoto = ofFile("The whole photo or video.", ["image/*", "video/*"])
  static let ofVideo = ofFile("The whole video.", ["video/*"])
  static let ofRaw = ofFile("The whole raw file.", ["application/octet-stream"])

  private static func ofFile(_ description: String, _ mediaTypes: [String]) -> [Answer] {
    [
      Answer(status: .ok, description: description, contents: mediaTypes.map { .bytes($0) })
        .with(.eTag, .acceptRanges, .contentDisposition),
      Answer(
        status: .partialContent, description: "The requested range.",
        contents: mediaTypes.map { .bytes($0) }
      ).with(.eTag, .acceptRanges, .contentDisposition, .contentRange),
      .notModified,
    ]
  }

  /// To a client that has it already.
  static let notModified = Answer(
    status: .notModified, description: "The client already has this version.", fields: [.eTag])

  /// The same with fields in its head.
  func with(_ fields: Field...) -> Answer {
    var answer = self
    answer.fields += fields
    return answer
  }
}
