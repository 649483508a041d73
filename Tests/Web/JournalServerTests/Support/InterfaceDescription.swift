import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import JournalServer

/// What the routes of a server say of the interface, to which tests hold its answers.
struct InterfaceDescription: Sendable {
  private let entries: [Routes.Entry]

  init(_ entries: [Routes.Entry]) { self.entries = entries.filter { $0.operation != nil } }

  /// Holds an answer to what its route says: its status, and the members that its JSON has. Every path may
  /// refuse a method.
  func check(_ response: TestResponse, of method: HTTPRequest.Method, _ uri: String) throws {
    guard response.status != .methodNotAllowed,
      let entry = entry(method == .head ? .get : method, uri), let operation = entry.operation
    else { return }
    let name = "\(method) \(entry.path) \(response.status.code)"
    guard let answer = operation.answers.first(where: { $0.status == response.status }) else {
      let refusals = InterfaceDocument.refusals(of: operation, at: entry)
      #expect(refusals.contains(response.status), "\(name)")
      return try check(
        response, [Content(type: "application/problem+json", schema: .problem)], name)
    }
    try check(response, answer.contents, name)
  }

  private func check(_ response: TestResponse, _ contents: [Content], _ name: String) throws {
    guard response.body.readableBytes > 0, response.headers[.contentEncoding] == nil else { return }
    let type = response.headers[.contentType] ?? ""
    let content = contents.first {
      type == $0.type || $0.type.hasSuffix("/*") && type.hasPrefix($0.type.dropLast())
    }
    guard let content, type.hasSuffix("json") else {
      #expect(content != nil, "\(name) \(type)")
      return
    }
    #expect(content.schema.misfits(try response.json(JSON.self)) == [], "\(name)")
  }

  /// The one whose path has the fewest parameters where several match, as the router takes it.
  private func entry(_ method: HTTPRequest.Method, _ uri: String) -> Routes.Entry? {
    let parts = uri.prefix { $0 != "?" }.split(separator: "/")
    return entries.filter { entry in
      let names = entry.path.split(separator: "/")
      return entry.method == method && parts.count == names.count
        && zip(parts, names).allSatisfy { $0 == $1 || $1.hasPrefix(":") }
    }.min { $0.path.count { $0 == ":" } < $1.path.count { $0 == ":" } }
  }
}

extension Schema {
  /// Where a value is not what the schema says: the path of each place, and what is wrong there.
  func misfits(_ value: JSON, at place: String = "$") -> [String] {
    if case .named(_, let schema) = form {
      return schema.misfits(value, at: place) + missing(in: value, at: place)
    }
    if value == .null, case .array(let types) = keywords["type"], types.contains("null") {
      return []
    }
    switch (form, value) {
    case (.value, _): return isAllowed(value) ? [] : ["\(place): \(value)"]
    case (.object(let always, let optional), .object(let members)):
      let known = always.merging(optional) { $1 }
      let unknown = members.keys.filter { known[$0] == nil }.map { "\(place).\($0): unknown" }
      let lacking = always.keys.filter { members[$0] == nil }.map { "\(place).\($0): missing" }
      return unknown + lacking
        + members.flatMap { name, value in
          known[name]?.misfits(value, at: "\(place).\(name)") ?? []
        }
    case (.array(let items), .array(let values)):
      return values.enumerated().flatMap { items.misfits($1, at: "\(place)[\($0)]") }
    case (.choice(_, let choices), _):
      let each = choices.map { $0.misfits(value, at: place) }
      return each.contains([]) ? [] : each.flatMap(\.self)
    default: return ["\(place): \(value)"]
    }
  }

  /// The members that are required in this place alone.
  private func missing(in value: JSON, at place: String) -> [String] {
    guard case .array(let names) = keywords["required"], case .object(let members) = value else {
      return []
    }
    return names.compactMap { name in
      guard case .string(let name) = name, members[name] == nil else { return nil }
      return "\(place).\(name): missing"
    }
  }

  private func isAllowed(_ value: JSON) -> Bool {
    if let only = keywords["const"] { return value == only }
    if case .array(let values) = keywords["enum"] { return values.contains(value) }
    guard let type = keywords["type"] else { return true }
    let types: [JSON] = if case .array(let types) = type { types } else { [type] }
    return switch value {
    case .null: types.contains("null")
    case .boolean: types.contains("boolean")
    case .integer: types.contains("integer") || types.contains("number")
    // A whole number below 0 is read as one.
    case .fraction(let number):
      types.contains("number") || types.contains("integer") && number.rounded() == number
    case .string: types.contains("string")
    case .array: types.contains("array")
    case .object: types.contains("object")
    }
  }
}

extension JSON: Decodable {
  /// What there is most of is tried first: each try that fails makes an error, with all of its path.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let members = try? value.decode([String: JSON].self) {
      self = .object(members)
    } else if let number = try? value.decode(UInt64.self) {
      self = .integer(number)
    } else if let flag = try? value.decode(Bool.self) {
      self = .boolean(flag)
    } else if let items = try? value.decode([JSON].self) {
      self = .array(items)
    } else {
      self = .fraction(try value.decode(Double.self))
    }
  }
}
