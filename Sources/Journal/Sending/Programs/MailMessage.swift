import Foundation
import Glibc

/// A notice as a plain-text message (RFC 5322), in UTF-8 and base64 (RFC 2045).
///
/// No text of the notice gets into a header as it is, unless it is printable ASCII on one line.
package struct MailMessage: Sendable, Hashable {
  package let notice: Notice
  package let to: MailAddress
  /// Nil leaves it to the sending program, which knows the user's address.
  package let from: MailAddress?
  /// Seconds since 1970 in UTC, and seconds east of UTC.
  package let time: Int
  package let offset: Int
  /// The right side of the Message-ID; characters that a host name cannot have are removed.
  package let host: String

  package init(
    _ notice: Notice, to: MailAddress, from: MailAddress?, time: Int, offset: Int, host: String
  ) {
    (self.notice, self.to, self.from) = (notice, to, from)
    (self.time, self.offset, self.host) = (time, offset, host)
  }

  /// The message with lines that end in LF, as in the system's text files; the program that reads
  /// it makes CR LF of them.
  package var text: String {
    var headers: [String] = []
    if let from { headers.append("From: \(from.text)") }
    headers += [
      "To: \(to.text)",
      "Subject: \(Self.encoded(notice.title.onOneLine, after: "Subject: "))",
      "Date: \(Self.date(time, offset: offset))",
      "Message-ID: <\(identifier)>",
      // RFC 3834 section 5: absences and the like are not to answer.
      "Auto-Submitted: auto-generated",
    ]
    // RFC 2156 section 5.3.4.
    if notice.priority == .high { headers.append("Importance: high") }
    headers += [
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
    ]
    return headers.joined(separator: "\n") + "\n\n" + Self.base64(body) + "\n"
  }

  /// What the person reads, with the link on a line of its own.
  var body: String {
    let parts = [notice.body.asLines, notice.link?.onOneLine ?? ""].filter { !$0.isEmpty }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// `dot-atom@dot-atom` (RFC 5322 section 3.6.4), the same for the same notice.
  private var identifier: String {
    func atom(_ text: String) -> String {
      let labels = text.split(separator: ".").map { label in
        label.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
      return labels.filter { !$0.isEmpty }.joined(separator: ".")
    }
    let (left, right) = (atom(notice.identifier), atom(host))
    return "\(left.isEmpty ? "reminder" : left)@\(right.isEmpty ? "localhost" : right)"
  }

  /// In lines of 76 characters (RFC 2045 section 6.8).
  private static func base64(_ text: String) -> String {
    Data(text.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
  }
}

/// Headers.
extension MailMessage {
  /// `Mon, 02 Jan 2006 15:04:05 +0900` (RFC 5322 section 3.3).
  static func date(_ time: Int, offset: Int) -> String {
    // Whole minutes, which is all that the field can say.
    let minutes = offset / 60
    var (wall, fields) = (time_t(time + minutes * 60), tm())
    gmtime_r(&wall, &fields)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func two(_ number: some BinaryInteger) -> String {
      number < 10 ? "0\(number)" : "\(number)"
    }
    let clock = [fields.tm_hour, fields.tm_min, fields.tm_sec].map { two($0) }
      .joined(separator: ":")
    let zone = two(minutes.magnitude / 60) + two(minutes.magnitude % 60)
    return """
      \(days[Int(fields.tm_wday)]), \(two(fields.tm_mday)) \(months[Int(fields.tm_mon)]) \
      \(fields.tm_year + 1900) \(clock) \(minutes < 0 ? "-" : "+")\(zone)
      """
  }

  /// A header's text: as it is where it is short and ASCII, else encoded words (RFC 2047), each on a line
  /// of at most 76 characters, which is the whole header's first with its name.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - name: the header's name with its colon and blank.
  /// - Returns: the header's value, its lines after the first with a blank before them.
  static func encoded(_ text: String, after name: String) -> String {
    if EncodedWords.isPlain(text), name.utf8.count + text.utf8.count <= Self.line { return text }
    // The blank that folds the line (RFC 5322 section 2.2.3).
    return EncodedWords.words(of: text, after: name.utf8.count).joined(separator: "\n ")
  }

  private static let line = 76
}
