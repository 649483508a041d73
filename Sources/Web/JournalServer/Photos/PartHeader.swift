import Foundation

/// The headers of a part of a form (RFC 7578, section 4).
struct PartHeader: Hashable, Sendable {
  /// The field's name.
  let name: String
  /// Nil where the part is not a file. Never a path: see ``FileName``.
  let fileName: String?

  /// - Parameter bytes: the header lines, without the empty line after them.
  /// - Throws: ``MultipartError/noName``.
  init(_ bytes: [UInt8]) throws(MultipartError) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let field = "content-disposition:"
    guard let line = lines.first(where: { $0.prefix(field.count).lowercased() == field }) else {
      throw .noName
    }
    var disposition = HeaderParameters(line.dropFirst(field.count))
    guard disposition.value.lowercased() == "form-data",
      let name = disposition.parameters.removeValue(forKey: "name")
    else { throw .noName }
    self.name = name.unescapedQuotes
    let parameters = disposition.parameters
    // RFC 7578, section 4.2, forbids it, but some clients send it.
    let extended = parameters["filename*"].flatMap(String.init(extendedValue:))
    fileName = (extended ?? parameters["filename"]?.unescapedQuotes).map(FileName.last(of:))
  }
}

/// A header's value with its parameters (RFC 9110, section 5.6.6).
struct HeaderParameters {
  /// What is before the first semicolon.
  let value: String
  /// By name in lower case; of a name that comes twice, the first.
  var parameters: [String: String] = [:]

  init(_ text: some StringProtocol) {
    var characters = Array(text.unicodeScalars)[...]
    value = Self.trimmed(characters.prefix { $0 != ";" })
    characters = characters.drop { $0 != ";" }
    while characters.popFirst() != nil {
      let name = Self.trimmed(characters.prefix { $0 != "=" && $0 != ";" }).lowercased()
      characters = characters.drop { $0 != "=" && $0 != ";" }
      guard characters.first == "=" else { continue }
      characters = characters.dropFirst().drop { $0 == " " || $0 == "\t" }
      let value: String
      if characters.first == "\"" {
        value = Self.quoted(&characters)
        characters = characters.drop { $0 != ";" }
      } else {
        value = Self.trimmed(characters.prefix { $0 != ";" })
        characters = characters.drop { $0 != ";" }
      }
      if parameters[name] == nil { parameters[name] = value }
    }
  }

  /// A backslash escapes a quote or another backslash alone: old browsers sent whole paths of Windows.
  private static func quoted(_ characters: inout ArraySlice<Unicode.Scalar>) -> String {
    characters = characters.dropFirst()
    var text = String.UnicodeScalarView()
    while let character = characters.popFirst(), character != "\"" {
      if character == "\\", let next = characters.first, next == "\"" || next == "\\" {
        characters = characters.dropFirst()
        text.append(next)
      } else {
        text.append(character)
      }
    }
    return String(text)
  }

  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
    var scalars = scalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension String {
  /// Browsers write a quote in a name as `%22` (HTML standard, "multipart/form-data encoding algorithm").
  fileprivate var unescapedQuotes: String { replacing("%22", with: "\"") }

  /// Reads `UTF-8''a%20b` (RFC 8187, section 3.2.1); nil where it is not such a text.
  fileprivate init?(extendedValue text: String) {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8",
      let decoded = parts[2].removingPercentEncoding
    else { return nil }
    self = decoded
  }
}

/// File names that go over the network. Pages show them, and they may tell a time, but they are
/// never used as a path.
enum FileName {
  /// Bytes of UTF-8 that a name is cut to, as file systems have them.
  static let byteLimit = 255

  /// The last component of what was sent as a name, even of a path of Unix or Windows, without control
  /// characters; empty where nothing is left.
  static func last(of sent: String) -> String {
    let last =
      sent.unicodeScalars.split(
        omittingEmptySubsequences: false, whereSeparator: { $0 == "/" || $0 == "\\" }
      ).last ?? []
    let shown = last.filter { $0.properties.generalCategory != .control }
    var name = String(String.UnicodeScalarView(shown))
    while name.utf8.count > byteLimit { name.removeLast() }
    return name == "." || name == ".." ? "" : name
  }

  /// A header that makes a browser save a file under this name (RFC 6266, with the encoding of RFC 8187).
  static func disposition(_ kind: String, _ name: String) -> String {
    guard !name.isEmpty else { return kind }
    return "\(kind); filename*=UTF-8''\(name.percentEncoded)"
  }
}
