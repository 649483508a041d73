import Foundation

/// Why something was not sent.
package enum SendingError: Error, Sendable, Hashable, Codable {
  /// No host of this name.
  case unknownHost(String)
  /// An address of the host where nothing is sent to, such as one of a private network.
  case refusedAddress(host: String, address: String)
  /// No connection, or one that broke; the reason as the library or program says it.
  case unreachable(host: String, reason: String)
  case timedOut(host: String, seconds: Int)
  /// It answered that another address is meant, which is not followed.
  case redirected(host: String, status: Int, location: String?)
  /// It answered with a status that is no success.
  case refused(host: String, status: Int)
  /// There is nobody there any longer who could be reached.
  case gone(host: String, status: Int)
  /// The machine does not have the program.
  case notInstalled(program: String)
  /// The program ended with another status than 0; what it said last, on one line.
  case failed(program: String, status: Int, said: String)
  /// The program did not end in time.
  case hung(program: String, seconds: Int)
  /// What is known of where to send is not as it was set up.
  case broken
  /// The server alone sends by this way.
  case onlyByServer
  /// Its owner has sent as many mails within a day as one may.
  case overLimit(mails: Int)

  /// Whether trying again later may help.
  package var isPassing: Bool {
    switch self {
    case .unknownHost, .unreachable, .timedOut, .hung, .onlyByServer, .overLimit: true
    case .refused(_, let status): status >= 500 || status == 429 || status == 408
    // 75 asks for another try (EX_TEMPFAIL, sysexits.h).
    case .failed(_, let status, _): status == 75
    case .refusedAddress, .redirected, .gone, .notInstalled, .broken: false
    }
  }
}

extension SendingError {
  /// The error without details of the machine's network, for people who are guests on it: how a
  /// connection failed, where a server redirects, what a program printed.
  package var forGuests: SendingError {
    switch self {
    case .unknownHost(let host), .refusedAddress(let host, _), .unreachable(let host, _),
      .timedOut(let host, _):
      .unreachable(host: host, reason: "")
    case .redirected(let host, let status, _):
      .redirected(host: host, status: status, location: nil)
    case .failed(let program, let status, _): .failed(program: program, status: status, said: "")
    case .refused, .gone, .notInstalled, .hung, .broken, .onlyByServer, .overLimit: self
    }
  }
}

/// The error in the form stored beside the way that failed.
extension SendingError {
  /// JSON. Hosts and locations have at most 2,000 bytes, and a program's output a line of a few
  /// hundred.
  package var stored: String {
    guard let data = try? JSONEncoder().encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }

  /// Nil for a text that is not from ``stored``.
  package init?(stored text: String) {
    guard let error = try? JSONDecoder().decode(SendingError.self, from: Data(text.utf8)) else {
      return nil
    }
    self = error
  }
}
