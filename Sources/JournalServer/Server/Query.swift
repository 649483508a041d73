import CaptureTime
import Hummingbird
import Wording

/// The parameters of a request's address, as forms write them.
struct Query {
  private let fields: [(name: String, value: String)]

  /// - Throws: ``Problem`` where what is encoded is no text.
  init(of request: Request) throws {
    fields = try (request.uri.query ?? "").split(separator: "&").map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decoded(parts[0].utf8, plusIsBlank: true),
        let value = PercentCoding.decoded(
          parts.dropFirst().first?.utf8 ?? "".utf8[...], plusIsBlank: true)
      else { throw Problem("query.encoding") }
      return (name, value)
    }
  }

  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The one value of a parameter; nil where it is not there.
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
