import CaptureTime
import Foundation
import Hummingbird
import NIOCore
import Wording

/// The fields of a form of a page, as a body (`application/x-www-form-urlencoded`).
struct Form {
  private let fields: [String: String]

  /// - Throws: ``Problem`` where the body is not a form, and as ``Request/collectBody(upTo:)`` where it
  ///   is longer than 64 KiB.
  init(of request: Request) async throws {
    let buffer = try await request.collectBody(upTo: 65_536)
    do {
      fields = try URLEncodedFormDecoder().decode(
        [String: String].self, from: String(buffer: buffer))
    } catch {
      throw Problem("form.encoding")
    }
  }

  subscript(_ name: String) -> String? { fields[name] }

  func bytes(_ name: String) -> [UInt8] { Array((fields[name] ?? "").utf8) }
}

/// The parameters of a request's address, as forms write them.
struct Query {
  private let fields: [(name: String, value: String)]

  /// - Throws: ``Problem`` where what is encoded is not text.
  init(of request: Request) throws {
    // Not by the decoder of bodies, which takes a name only once, where the interface takes several
    // tags, and reads bytes that are not UTF-8 as U+FFFD.
    let query = (request.uri.query ?? "").replacing("+", with: " ")
    fields = try query.split(separator: "&").map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(\.removingPercentEncoding)
      guard let name = parts[0], let value = parts.count > 1 ? parts[1] : "" else {
        throw Problem("query.encoding")
      }
      return (name, value)
    }
  }

  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The one value of a parameter; nil where it is missing.
  ///
  /// - Throws: ``Problem`` where it comes twice.
  subscript(_ name: String) -> String? {
    get throws {
      let values = values(name)
      guard values.count <= 1 else { throw bad(name, "query.repeated") }
      return values.first
    }
  }

  /// The one value of a field that a person may leave empty; nil where it is.
  func text(_ name: String) throws -> String? {
    try self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  func day(_ name: String) throws -> CivilDate? {
    try self[name].map { text in
      guard let day = CivilDate(iso: text) else { throw bad(name, "query.day") }
      return day
    }
  }

  func flag(_ name: String) throws -> Bool? {
    switch try self[name] {
    case nil: nil
    case "true": true
    case "false": false
    case .some: throw bad(name, "query.flag")
    }
  }

  func number<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws -> Number? {
    try self[name].map { text in
      guard let number = Number(text), range.contains(number), text == "\(number)" else {
        throw Problem(
          "query.number",
          [
            "name": .text(name), "least": .text("\(range.lowerBound)"),
            "most": .text("\(range.upperBound)"),
          ])
      }
      return number
    }
  }

  private func bad(_ name: String, _ key: String) -> Problem {
    Problem(key, ["name": .text(name)])
  }
}

extension String {
  /// Percent-encoded (RFC 3986, section 2.1) but for the characters that may stand as they are
  /// everywhere: for a value of a query, a component of a path, or a header.
  var percentEncoded: String {
    // Never nil: a string is always valid Unicode.
    addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
  }
}

extension CharacterSet {
  /// RFC 3986, section 2.3.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
