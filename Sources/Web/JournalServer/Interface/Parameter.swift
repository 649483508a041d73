import HTTPTypes
import Hummingbird
import Journal

/// A parameter of an operation (section 4.8.12).
struct Parameter: Sendable {
  enum Place: String, Sendable { case path, query, header }

  let name: String
  let place: Place
  let isRequired: Bool
  /// Its description is that of the parameter.
  let schema: Schema
  /// With what an operation may be refused for it.
  let refusals: Set<HTTPResponse.Status>

  /// One of the address, which may be missing.
  static func query(
    _ name: String, _ schema: Schema, refusals: Set<HTTPResponse.Status> = []
  ) -> Parameter {
    Parameter(
      name: name, place: .query, isRequired: false, schema: schema, refusals: refusals)
  }

  /// One that the address has in any case.
  static func required(
    _ name: String, _ schema: Schema, refusals: Set<HTTPResponse.Status> = []
  ) -> Parameter {
    Parameter(name: name, place: .query, isRequired: true, schema: schema, refusals: refusals)
  }

  static func header(
    _ name: HTTPField.Name, _ schema: Schema, isRequired: Bool = false,
    refusals: Set<HTTPResponse.Status> = []
  ) -> Parameter {
    Parameter(
      name: name.rawName, place: .header, isRequired: isRequired, schema: schema,
      refusals: refusals)
  }

  static func path(_ name: String) -> Parameter {
    let schema: Schema =
      switch name {
      case "month": .string("The month.", matching: "^[0-9]{4}-[0-9]{2}$", examples: ["2024-01"])
      case "version": .integer("The version, counted from 1.", from: 1)
      default: .integer("Its number.", from: 1)
      }
    return Parameter(
      name: name, place: .path, isRequired: true, schema: schema, refusals: [.notFound])
  }
}

/// The limits of a page of records.
enum PageSize {
  static let range = 1...200
  static let usual = 50
}

extension Query {
  /// How many a page is to have at most.
  ///
  /// - Throws: ``Problem``.
  func limit() throws -> Int { try number("limit", in: PageSize.range) ?? PageSize.usual }
}

extension Parameter {
  /// How many a page has at most.
  static func limit(_ about: String = "The maximum number of entries.") -> Parameter {
    .query("limit", .integer(about, in: PageSize.range, usually: PageSize.usual))
  }

  /// Where a page begins, as text.
  static let after: Parameter = .query(
    "after", .string("The previous page's next; the rest of the query stays the same."))

  /// Where a page begins, as the number of the last one before it.
  static func after(_ kind: String) -> Parameter {
    .query(
      "after",
      .integer(
        """
        The number of the last \(kind) on the previous page, given there as next; the rest of the \
        query stays the same.
        """, from: 1))
  }

  /// The state of the post that is meant; where it is needed, a request without it is refused.
  static func ifMatch(isRequired: Bool) -> Parameter {
    .header(
      .ifMatch, .string("The ETag of the post to change."), isRequired: isRequired,
      refusals: isRequired ? [.preconditionFailed, .preconditionRequired] : [.preconditionFailed])
  }

  static let ifNoneMatch: Parameter = .header(
    .ifNoneMatch, .string("The ETag that the client has."))

  /// Which part of a photo is asked for, and what the client has of it.
  static let ofPhoto: [Parameter] = [
    .query(
      "photo",
      .integer(
        "Which of the post's photos, counted from 1; default: the cover.",
        in: 1...Post.photoLimit)),
    .ifNoneMatch,
    .header(
      .range, .string("One range of bytes; for several, the answer is the whole file."),
      refusals: [.rangeNotSatisfiable]),
    .header(.ifRange, .string("The ETag that the range belongs to.")),
  ]

  static let idempotencyKey: Parameter = .header(
    .idempotencyKey,
    .string("A key for this post alone, such as a UUID.", length: 1...255, matching: "^[ -~]+$"),
    isRequired: true)
}

extension Schema {
  /// A page of records, and what the next one is asked for with.
  static func page(_ name: String, _ member: String, of items: Schema) -> Schema {
    .object(
      name, [member: .array(of: items)],
      optional: [
        "next": .string("The value of after for the next page; missing on the last page.")
      ])
  }
}
