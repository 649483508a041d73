import Glibc
import SystemPackage

/// The input of `curl --config` (curl(1)): no secret is among the arguments, which every user of
/// the machine can read.
enum CurlOptions {
  /// An option a line.
  ///
  /// - Parameters:
  ///   - request: what is sent.
  ///   - address: where the connection goes; the certificate is still checked by the host's name.
  ///   - body: an open file.
  ///   - limit: for everything that curl does.
  /// - Returns: the lines.
  static func text(
    _ request: WebRequest, _ address: IPAddress, body: FileDescriptor, limit: Duration
  ) -> String {
    let scheme = request.address.isSecure ? "https" : "http"
    let place = "::\(address.beforePort):\(request.address.port)"
    let options: [(String, String)] =
      [
        ("url", request.address.description),
        ("connect-to", place),
        ("proto", "=\(scheme)"),
        ("max-redirs", "0"),
        ("max-time", "\(limit.inSeconds)"),
        ("noproxy", "*"),
        ("request", "POST"),
        // Opened anew, as a file: what is open here is closed in the program.
        ("data-binary", "@/proc/\(getpid())/fd/\(body.rawValue)"),
      ] + request.fields.map { ("header", "\($0.name): \($0.value)") }
    let switches = ["globoff", "path-as-is", "include", "no-buffer", "silent", "show-error"]
    return (options.map { "\($0) = \(quoted($1))" } + switches).joined(separator: "\n") + "\n"
  }

  /// In a quotation, a backslash and a quotation mark have a backslash in front; a line ends with the
  /// line, so no character that ends one may stand in it.
  static func quoted(_ value: String) -> String {
    let escaped = value.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(Character(scalar))"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": " "
      default: String(Character(scalar))
      }
    }
    return "\"\(escaped.joined())\""
  }
}

/// Status line and header fields (RFC 9112, sections 4 and 5) as `curl --include` prints them, also of later
/// versions.
struct AnswerHead: Sendable {
  /// Bytes so far.
  private(set) var count = 0
  /// There once the head is whole; heads of a status 1xx come before the answer's own (RFC 9110, section
  /// 15.2).
  private(set) var answer: WebAnswer?
  private var line: [UInt8] = []
  private var status: Int?
  private var fields: [String: String] = [:]

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes where answer == nil {
      count += 1
      if byte == UInt8(ascii: "\n") { endLine() } else { line.append(byte) }
    }
  }

  private mutating func endLine() {
    defer { line = [] }
    let text = String(
      decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    guard let status else {
      let parts = text.split(separator: " ")
      if parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3 {
        status = Int(parts[1])
      }
      return
    }
    if text.isEmpty {
      if (100..<200).contains(status) {
        self.status = nil
      } else {
        answer = WebAnswer(
          status: status, location: fields["location"], retryAfter: fields["retry-after"])
      }
      fields = [:]
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...]
      fields[text[..<colon].lowercased()] =
        value.trimmingPrefix { $0 == " " }
        .description
    }
  }
}
