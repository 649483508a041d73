/// Names of files that come over the network, or go there. They are told and shown, and may say a
/// time, but are never used as a path.
enum FileName {
  /// Bytes of UTF-8 that a name is cut to, as file systems have them.
  static let byteLimit = 255

  /// The last component of what was sent as a name, be it a path of Unix or Windows, without control
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

  /// A header that has a browser save a file under this name (RFC 6266, with the encoding of RFC 8187).
  static func disposition(_ kind: String, _ name: String) -> String {
    guard !name.isEmpty else { return kind }
    return "\(kind); filename*=UTF-8''\(PercentCoding.encoded(name))"
  }
}
