import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Store
import Synchronization
import Wording

/// The description of the interface for programs, in OpenAPI 3.1, made from its routes.
struct InterfaceDocument {
  /// What it says of itself.
  static let operation = Operation(
    "getDocument", .owner, "This document", answers: [.ok(.anyObject, "The document.")])

  /// How programs are answered that are refused, by status; with why, as problem details (RFC 9457).
  static let refusals: [HTTPResponse.Status: String] = [
    .badRequest: "The request cannot be read.",
    .unauthorized: "No paired device sent it.",
    .forbidden: """
    The device's scope does not allow it, another site sent it, the PIN or a code is wrong, or \
    this server sends the owner no mail.
    """,
    .notFound: "Not found.",
    .conflict: """
    It conflicts with the journal: the photo is already posted; the day already has a morning page \
    (post has that post's number); the post is in the trash, or is not; several collections have \
    the text; another device wrote the note meanwhile (note has the current one); there is no PIN; \
    or the header Daystamp-Owner of a page's script names another owner than the device's.
    """,
    .preconditionFailed: "The post changed: its ETag is not the one in If-Match.",
    .contentTooLarge: "The body, or a part of it, is too long. JSON can have at most 4 MB.",
    .unsupportedMediaType: "The body or the photo has an unsupported type.",
    .rangeNotSatisfiable: "The photo does not have these bytes.",
    .unprocessableContent: "A field has an invalid value, or the photo cannot be stamped.",
    .locked: "The journal is locked.",
    .failedDependency: "The message did not arrive; the detail says why.",
    .preconditionRequired: "If-Match is missing.",
    .tooManyRequests:
      "It is too soon to try a PIN again, or the limit for an hour or a day is reached.",
    .internalServerError: "The server failed and changed nothing.",
    .serviceUnavailable: "The server is busy; Retry-After says when to try again.",
    .insufficientStorage: "The disk is full; the server changed nothing.",
  ]

  private var schemas: [String: JSON] = [:]
  private var paths: [String: [String: JSON]] = [:]

  /// - Parameter entries: all routes; those that have no operation are not of the interface.
  init(of entries: [Routes.Entry]) {
    for entry in entries {
      guard let operation = entry.operation else { continue }
      let parts = entry.path.split(separator: "/", omittingEmptySubsequences: false)
      let path = parts.map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
      paths[path.joined(separator: "/"), default: [:]][entry.method.rawValue.lowercased()] = json(
        operation, at: entry)
    }
  }

  /// The whole document.
  var json: JSON {
    var (document, schemas) = (Self.frame, schemas)
    let responses = Self.refusals.map { status, description in
      var answer = Answer(status: status, description: description)
      answer.contents = [Content(type: "application/problem+json", schema: .problem)]
      if [.tooManyRequests, .serviceUnavailable].contains(status) { answer.fields = [.retryAfter] }
      return (Self.name(of: status), Self.json(answer, addingTo: &schemas))
    }
    document["paths"] = .object(paths.mapValues(JSON.object))
    document["components"] = [
      "securitySchemes": Self.securitySchemes,
      "responses": .object(Dictionary(uniqueKeysWithValues: responses)),
      "schemas": .object(schemas),
    ]
    return .object(document)
  }

  /// - Throws: what `JSONEncoder` throws.
  func encoded(onManyLines: Bool = false) throws -> [UInt8] {
    guard onManyLines else { return try JSONLine.bytes(json) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return Array(try encoder.encode(json))
  }

  private static let frame: [String: JSON] = [
    "openapi": "3.1.0",
    "info": [
      "title": "Daystamp", "version": "1",
      "summary": "A journal of words, moods and stamped photos, for programs.",
      "description": """
      Every request but the one for this document needs a paired device. Its token comes as a \
      bearer token, or as a cookie from the paired browser. If there is a PIN, the device has to \
      unlock the journal first. A token's scope says what it may do, and x-scope says which scopes \
      each operation accepts: read sees everything and changes nothing, post only posts, all does \
      everything. A device that may only post, or that posts while the journal is locked, sees \
      only the time of its post. It has its own keys, and can post a photo again that is already \
      posted. The server refuses a query parameter with 400 if the operation does not have it, if \
      its value is invalid, or if it is given twice where one is allowed; the problem names it. \
      Errors are problem details (RFC 9457).
      """,
    ],
    "servers": [["url": "/"]],
    "security": [["bearer": []], ["cookie": []]],
    "tags": .array(Operation.Tag.allCases.map { ["name": .string($0.rawValue)] }),
  ]

  private static let securitySchemes: JSON = [
    "bearer": ["type": "http", "scheme": "bearer"],
    "cookie": [
      "type": "apiKey", "in": "cookie", "name": "daystamp",
      "description": """
      Called __Host-daystamp over TLS. After a day, an answer replaces the token with a new \
      cookie.
      """,
    ],
  ]
}

// MARK: Operations

extension InterfaceDocument {
  /// With what a request may be refused: what follows from its route, its parameters and its body, and what
  /// the operation names.
  static func refusals(
    of operation: Operation, at entry: Routes.Entry
  ) -> Set<HTTPResponse.Status> {
    var all = operation.refusals.union([.badRequest])
    if entry.access != .open {
      all.formUnion([
        .unauthorized, .forbidden, .conflict, .internalServerError, .serviceUnavailable,
      ])
    }
    if entry.access == .unlocked { all.insert(.locked) }
    if entry.method != .get { all.insert(.insufficientStorage) }
    if !operation.bodies.isEmpty {
      all.formUnion([.contentTooLarge, .unsupportedMediaType, .unprocessableContent])
    }
    for parameter in operation.parameters(at: entry) { all.formUnion(parameter.refusals) }
    return all
  }

  private mutating func json(_ operation: Operation, at entry: Routes.Entry) -> JSON {
    var members: [String: JSON] = [
      "operationId": .string(operation.id), "tags": [.string(operation.tag.rawValue)],
      "summary": .string(operation.summary),
    ]
    members["description"] = operation.description.map(JSON.string)
    if let scope = entry.scope {
      members["x-scope"] = .string(scope.rawValue)
    } else {
      members["security"] = []
    }
    let parameters = operation.parameters(at: entry).map { json($0) }
    if !parameters.isEmpty { members["parameters"] = .array(parameters) }
    if !operation.bodies.isEmpty {
      members["requestBody"] = [
        "required": true, "content": Self.json(operation.bodies, addingTo: &schemas),
      ]
    }
    var answers: [String: JSON] = [:]
    for answer in operation.answers {
      answers["\(answer.status.code)"] = Self.json(answer, addingTo: &schemas)
    }
    for status in Self.refusals(of: operation, at: entry) {
      answers["\(status.code)"] = [
        "$ref": .string("#/components/responses/\(Self.name(of: status))")
      ]
    }
    members["responses"] = .object(answers)
    return .object(members)
  }

  private mutating func json(_ parameter: Parameter) -> JSON {
    var schema = parameter.schema
    var members: [String: JSON] = [
      "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
    ]
    members["description"] = schema.keywords.removeValue(forKey: "description")
    if parameter.isRequired { members["required"] = true }
    members["schema"] = schema.json(addingTo: &schemas)
    return .object(members)
  }

  private static func json(_ contents: [Content], addingTo schemas: inout [String: JSON]) -> JSON {
    var types: [String: JSON] = [:]
    for content in contents {
      var members = ["schema": content.schema.json(addingTo: &schemas)]
      if !content.encoding.isEmpty { members["encoding"] = .object(content.encoding) }
      types[content.type] = .object(members)
    }
    return .object(types)
  }

  private static func json(_ answer: Answer, addingTo schemas: inout [String: JSON]) -> JSON {
    var members: [String: JSON] = ["description": .string(answer.description)]
    if !answer.contents.isEmpty { members["content"] = json(answer.contents, addingTo: &schemas) }
    var fields: [String: JSON] = [:]
    for field in answer.fields {
      fields[field.rawValue] = ["schema": field.schema.json(addingTo: &schemas)]
    }
    if !fields.isEmpty { members["headers"] = .object(fields) }
    return .object(members)
  }

  /// The name of the answer with a status, such as `NotFound`.
  private static func name(of status: HTTPResponse.Status) -> String {
    status.reasonPhrase.replacing(" ", with: "")
  }
}

extension Operation {
  /// All of them, those of the route's path first.
  fileprivate func parameters(at entry: Routes.Entry) -> [Parameter] {
    entry.path.split(separator: "/").filter { $0.hasPrefix(":") }
      .map { .path(String($0.dropFirst())) } + parameters
  }
}

// MARK: Served

extension Routes {
  /// Serves the document of all operations. Called after all other routes are added.
  func addDocument() {
    let (path, operation) = ("/api/v1/openapi.json", InterfaceDocument.operation)
    let own = Entry(method: .get, path: path, access: .open, scope: nil, operation: operation)
    let document = ServedDocument(of: entries + [own])
    open(.get, path, operation) { _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: try document.bytes()))
    }
  }
}

/// The document's bytes, which are made when they are first asked for.
private final class ServedDocument: Sendable {
  private let entries: [Routes.Entry]
  private let made = Mutex<ByteBuffer?>(nil)

  init(of entries: [Routes.Entry]) { self.entries = entries }

  /// - Throws: what `JSONEncoder` throws.
  func bytes() throws -> ByteBuffer {
    try made.withLock { made in
      if let made { return made }
      let bytes = ByteBuffer(bytes: try InterfaceDocument(of: entries).encoded())
      made = bytes
      return bytes
    }
  }
}
