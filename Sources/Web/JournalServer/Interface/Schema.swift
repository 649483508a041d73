/// What a value of the interface may be, in the words of JSON Schema (2020-12), which OpenAPI 3.1 takes.
///
/// A record's schema stands beside the record, as a constant of this type. One that has a name stands once in
/// the document, and is referred to by the name everywhere else.
struct Schema: Sendable {
  indirect enum Form: Sendable {
    /// A string, number or boolean, of which the keywords say everything.
    case value
    /// An object with all of some members, any of others, and no more than these.
    case object([String: Schema], optional: [String: Schema])
    case array(of: Schema)
    /// One of several, by the keyword `anyOf` or `oneOf`.
    case choice(String, [Schema])
    case named(String, Schema)
  }

  let form: Form
  /// What else holds of it; also of a named one, in this place alone.
  var keywords: [String: JSON] = [:]
}

// MARK: Values

extension Schema {
  /// - Parameters:
  ///   - about: what it is, for who reads the document.
  ///   - length: how many characters (Unicode code points) it has.
  ///   - pattern: a regular expression that it matches (ECMA-262).
  ///   - examples: some that it may be.
  /// - Returns: any text that is not said to be wrong by these.
  static func string(
    _ about: String? = nil, length: ClosedRange<Int>? = nil, matching pattern: String? = nil,
    examples: [JSON] = []
  ) -> Schema {
    Schema(
      "string", about,
      [
        "minLength": length.map(\.lowerBound).flatMap { $0 > 0 ? JSON($0) : nil },
        "maxLength": length.map { JSON($0.upperBound) }, "pattern": pattern.map(JSON.string),
        "examples": examples.isEmpty ? nil : .array(examples),
      ])
  }

  /// A day of the calendar, such as 2024-01-31.
  static func date(_ about: String? = nil) -> Schema {
    Schema("string", about, ["format": "date", "examples": ["2024-01-31"]])
  }

  /// A moment with its offset from UTC (RFC 3339).
  static func dateTime(_ about: String? = nil) -> Schema {
    Schema("string", about, ["format": "date-time"])
  }

  /// Bytes of a media type, such as `image/*`.
  static func bytes(_ type: String, _ about: String? = nil) -> Schema {
    Schema("string", about, ["contentMediaType": .string(type)])
  }

  /// One of the values of an enumeration; `usually` the one where it is missing.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    of type: Choice.Type, _ about: String? = nil, usually: Choice? = nil
  ) -> Schema where Choice.RawValue == String {
    choice(type.allCases.map(\.rawValue), about, usually: usually?.rawValue)
  }

  static func choice(
    _ values: [String], _ about: String? = nil, usually: String? = nil
  ) -> Schema {
    Schema(
      nil, about,
      ["enum": .array(values.map(JSON.string)), "default": usually.map(JSON.string)])
  }

  static func integer(_ about: String? = nil) -> Schema { Schema("integer", about, [:]) }

  static func integer(_ about: String? = nil, from least: Int) -> Schema {
    Schema("integer", about, ["minimum": JSON(least)])
  }

  static func integer(
    _ about: String? = nil, in range: ClosedRange<Int>, usually: Int? = nil
  ) -> Schema {
    Schema(
      "integer", about,
      [
        "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound),
        "default": usually.map { JSON($0) },
      ])
  }

  /// How many there are.
  static func count(_ about: String? = nil) -> Schema { integer(about, from: 0) }

  /// Seconds since 1970 in UTC.
  static func seconds(_ about: String = "") -> Schema {
    integer(about.isEmpty ? secondsMeaning : "\(about) \(secondsMeaning)")
  }

  private static let secondsMeaning = "In seconds since 1970 in UTC."

  static func number(
    _ about: String? = nil, in range: ClosedRange<Int>, examples: [JSON] = []
  ) -> Schema {
    integer(about, in: range).with(["type": "number", "examples": .array(examples)])
  }

  static func boolean(_ about: String? = nil, usually: Bool? = nil) -> Schema {
    Schema("boolean", about, ["default": usually.map(JSON.boolean)])
  }

  /// One value alone.
  static func constant(_ value: JSON, _ about: String? = nil) -> Schema {
    Schema(nil, about, ["const": value])
  }

  private init(_ type: String?, _ about: String?, _ keywords: [String: JSON?]) {
    form = .value
    self.keywords = keywords.compactMapValues(\.self)
    self.keywords["type"] = type.map(JSON.string)
    self.keywords["description"] = about.map(JSON.string)
  }
}

// MARK: What is made of others

extension Schema {
  /// An object that the document has once.
  ///
  /// - Parameters:
  ///   - name: its own.
  ///   - members: those that it always has.
  ///   - optional: those that may be missing.
  ///   - about: what it is.
  /// - Returns: the schema, by its name.
  static func object(
    _ name: String, _ members: [String: Schema], optional: [String: Schema] = [:],
    about: String? = nil
  ) -> Schema {
    object(members, optional: optional, about: about).named(name)
  }

  static func object(
    _ members: [String: Schema], optional: [String: Schema] = [:], about: String? = nil
  ) -> Schema {
    var schema = Schema(form: .object(members, optional: optional))
    schema.keywords["description"] = about.map(JSON.string)
    return schema
  }

  static func array(
    of items: Schema, _ about: String? = nil, count: ClosedRange<Int>? = nil
  ) -> Schema {
    var schema = Schema(form: .array(of: items))
    schema.keywords["description"] = about.map(JSON.string)
    schema.keywords["minItems"] = count.flatMap { $0.lowerBound > 0 ? JSON($0.lowerBound) : nil }
    schema.keywords["maxItems"] = count.map { JSON($0.upperBound) }
    return schema
  }

  /// An object with all of a list, as one member.
  static func list(_ member: String, of items: Schema) -> Schema {
    object([member: array(of: items)])
  }

  static func anyOf(_ choices: [Schema]) -> Schema { Schema(form: .choice("anyOf", choices)) }

  static func oneOf(_ choices: [Schema]) -> Schema { Schema(form: .choice("oneOf", choices)) }

  func named(_ name: String) -> Schema { Schema(form: .named(name, self)) }

  /// The same, of which something is said in this place.
  func about(_ text: String) -> Schema { with(["description": .string(text)]) }

  func examples(_ values: JSON...) -> Schema { with(["examples": .array(values)]) }

  /// The same, with members that it has here in any case.
  func requiring(_ members: String...) -> Schema {
    with(["required": .array(members.map(JSON.string))])
  }

  /// The same, with one of its members at least.
  var notEmpty: Schema { with(["minProperties": 1]) }

  /// The same, or null.
  var orNull: Schema {
    guard let type = keywords["type"] else { return .oneOf([self, .null]) }
    return with(["type": [type, "null"]])
  }

  /// Of which nothing is said.
  static let anyObject = Schema("object", nil, [:])

  private static let null = Schema("null", nil, [:])

  func with(_ more: [String: JSON]) -> Schema {
    var schema = self
    schema.keywords.merge(more) { $1 }
    return schema
  }
}

extension JSON {
  /// - Precondition: it is no less than 0.
  init(_ number: Int) { self = .integer(UInt64(number)) }
}

// MARK: In the document

extension Schema {
  /// Writes the schema.
  ///
  /// - Parameter named: all that have a name, to which those that it refers to are added.
  /// - Returns: the schema, or a reference to it by its name.
  func json(addingTo named: inout [String: JSON]) -> JSON {
    var members = keywords
    switch form {
    case .value: break
    case .object(let always, let optional):
      let all = always.merging(optional) { $1 }
      members["type"] = "object"
      members["properties"] = .object(all.mapValues { $0.json(addingTo: &named) })
      if !always.isEmpty { members["required"] = .array(always.keys.sorted().map(JSON.string)) }
      members["additionalProperties"] = false
    case .array(let items):
      members["type"] = "array"
      members["items"] = items.json(addingTo: &named)
    case .choice(let keyword, let choices):
      members[keyword] = .array(choices.map { $0.json(addingTo: &named) })
    case .named(let name, let schema):
      if named[name] == nil { named[name] = schema.json(addingTo: &named) }
      let reference: JSON = .string("#/components/schemas/\(name)")
      // Beside a reference only a description is sure to be read by all programs.
      if members.keys.allSatisfy({ $0 == "description" }) {
        members["$ref"] = reference
      } else {
        return ["allOf": [["$ref": reference], .object(members)]]
      }
    }
    return .object(members)
  }
}
