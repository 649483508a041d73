import Formats
import Foundation

/// A JSON object of a source (RFC 8259). A member that is not of the type asked for is as if it were not there.
package struct JSONObject {
  private let members: [String: Any]

  /// Nil where it is not JSON, or no object.
  ///
  /// - Parameter bytes: at most what ``JSONElements`` gives as one element.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return nil }
    self.init(value: value)
  }

  /// The object that a text is, or the first of the array that it is; nil where it is neither.
  package init?(firstIn bytes: [UInt8]) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return nil }
    self.init(value: (value as? [Any])?.first ?? value)
  }

  private init?(value: Any?) {
    guard let members = value as? [String: Any] else { return nil }
    self.members = members
  }

  package var names: some Collection<String> { members.keys }
  package func has(_ name: String) -> Bool {
    members[name].map { !($0 is NSNull) } ?? false
  }

  package func text(_ name: String) -> String? { members[name] as? String }

  /// A number, or a text that is one.
  package func number(_ name: String) -> Double? {
    if let text = members[name] as? String { return Double(text) }
    return (members[name] as? NSNumber)?.doubleValue
  }

  /// A whole number below 2^53 either way, or a text that is one.
  package func integer(_ name: String) -> Int? {
    guard let number = number(name), number == number.rounded(), abs(number) < 9_007_199_254_740_992
    else { return nil }
    return Int(number)
  }

  /// A text that is not empty, or a whole number as its digits: how sources write the ids of things.
  package func id(_ name: String) -> String? {
    if let text = text(name) { return text.isEmpty ? nil : text }
    return integer(name).map { String($0) }
  }

  /// True, or a number other than 0.
  package func isTrue(_ name: String) -> Bool { (members[name] as? NSNumber)?.boolValue ?? false }

  package func object(_ name: String) -> JSONObject? { JSONObject(value: members[name]) }

  /// The objects of a list; what else is in it is left out.
  package func objects(_ name: String) -> [JSONObject] {
    (members[name] as? [Any] ?? []).compactMap { JSONObject(value: $0) }
  }

  /// The texts and objects of a list, in their order.
  package func items(_ name: String) -> [Item] {
    (members[name] as? [Any] ?? []).compactMap { value in
      (value as? String).map { .text($0) } ?? JSONObject(value: value).map { .object($0) }
    }
  }

  package enum Item {
    case text(String)
    case object(JSONObject)
  }

  /// The texts of a list, or a text alone.
  package func textList(_ name: String) -> [String] { text(name).map { [$0] } ?? texts(name) }

  /// The texts of a list.
  package func texts(_ name: String) -> [String] {
    (members[name] as? [Any] ?? []).compactMap { $0 as? String }
  }

  /// The numbers of a list.
  package func numbers(_ name: String) -> [Double] {
    (members[name] as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.doubleValue }
  }

  /// The whole numbers of a list.
  package func integers(_ name: String) -> [Int] {
    (members[name] as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.intValue }
  }
}

extension ArrivalFiles {
  /// Finds the objects in arrays of a JSON text, one at a time.
  ///
  /// - Parameters:
  ///   - file: one of ``files``.
  ///   - names: as ``JSONElements`` takes them.
  ///   - nameDepth: as ``JSONElements`` takes it.
  ///   - elementLimit: the most bytes of an element.
  ///   - found: called with each element, nil where it is not an object or not JSON, and its line.
  /// - Throws: ``ArrivalError/damaged(_:detail:)`` where it is not JSON any more, and what `found` throws.
  package func readObjects(
    of file: ArrivalFile, in names: Set<String>, nameDepth: Int = 1, elementLimit: Int = 1 << 22,
    found: (JSONObject?, _ line: Int) throws -> Void
  ) throws {
    var elements = JSONElements(of: names, nameDepth: nameDepth, elementLimit: elementLimit)
    var waiting: [(bytes: [UInt8], line: Int)] = []
    var isFirst = true
    try read(file) { piece in
      var piece = piece
      if isFirst {
        isFirst = false
        if piece.starts(with: [0xEF, 0xBB, 0xBF]) { piece = .init(rebasing: piece[3...]) }
      }
      let fault = Result { () throws(JSONElementsFault) in
        try elements.read(piece) { element, line in waiting.append((element, line)) }
      }
      for element in waiting { try found(JSONObject(element.bytes), element.line) }
      waiting.removeAll(keepingCapacity: true)
      if case .failure(let fault) = fault { throw ArrivalError(fault, in: file) }
      return true
    }
    do {
      try elements.end()
    } catch {
      throw ArrivalError(error, in: file)
    }
  }
}

extension ArrivalError {
  /// Where a file is JSON no longer.
  init(_ fault: JSONElementsFault, in file: ArrivalFile) {
    let line =
      switch fault {
      case .syntax(let line), .depth(let line, _), .element(let line, _), .cut(let line): line
      }
    self = .damaged(ArrivalPlace(file.path, .line(line)), detail: Self.detail(of: fault))
  }

  /// What is wrong, without the line.
  static func detail(of fault: JSONElementsFault) -> String {
    switch fault {
    case .syntax: "not JSON"
    case .depth(_, let limit): "more than \(limit) brackets inside each other"
    case .element(_, let limit): "an entry of more than \(limit) bytes"
    case .cut: "ends in the middle"
    }
  }
}
