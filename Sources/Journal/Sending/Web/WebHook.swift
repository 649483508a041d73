import Foundation

/// A program of the person's own, or a service: it gets a request and tells the person.
package struct WebHook: Sendable, Hashable {
  package let address: WebAddress
  package let format: HookFormat
  /// Shows the receiver who sends; nil where it does not ask.
  private let token: String?

  /// Why a text is not a token: a token has only visible ASCII characters, at most
  /// ``longestToken``.
  package enum Failure: Error, Sendable, Hashable {
    case character(Fault, place: Int)
    case tooLong(bytes: Int)
    /// So many bytes were read, and there were more.
    case moreThan(bytes: Int)

    /// A kind of character that no token has.
    package enum Fault: Sendable, Hashable, CaseIterable {
      case blank, lineBreak, control
      /// None of ASCII.
      case foreign
    }
  }

  /// Something that the receiver will probably refuse.
  package enum Doubt: Sendable, Hashable {
    /// The address is none at which its format is read.
    case path
    /// The format asks for a token, and there is none, neither beside the address nor in it.
    case token
  }

  /// The most characters of a token.
  package static let longestToken = 1_000

  /// - Parameters:
  ///   - address: where the receiver listens.
  ///   - format: what it reads.
  ///   - token: an empty one is none.
  /// - Throws: ``Failure``.
  package init(
    address: WebAddress, format: HookFormat = .ntfy, token: String? = nil
  ) throws(Failure) {
    if let token {
      try Self.checkCharacters(of: token)
      let bytes = token.utf8.count
      guard bytes <= Self.longestToken else { throw .tooLong(bytes: bytes) }
    }
    (self.address, self.format) = (address, format)
    self.token = token?.isEmpty == true ? nil : token
  }

  /// Checks that a text has only a token's characters, of any length.
  ///
  /// - Throws: ``Failure/character(_:place:)`` of the first that no token has; places are counted from 1.
  package static func checkCharacters(of token: String) throws(Failure) {
    for (index, character) in token.unicodeScalars.enumerated() {
      let fault: Failure.Fault
      switch character.value {
      case 0x21...0x7E: continue
      case 0x09, 0x20: fault = .blank
      case 0x0A, 0x0D: fault = .lineBreak
      case 0..<0x20, 0x7F: fault = .control
      default: fault = .foreign
      }
      throw .character(fault, place: index + 1)
    }
  }

  /// What the receiver will probably refuse, by the documentation of its format.
  package var doubts: [Doubt] {
    guard format == .gotify else { return [] }
    var doubts: [Doubt] = address.path.hasSuffix("/message") ? [] : [.path]
    if token == nil, !address.asks(for: "token") { doubts.append(.token) }
    return doubts
  }

  /// The request that delivers a notice.
  package func request(
    for notice: Notice, policy: AddressPolicy = .loopbackAllowed
  ) -> WebRequest {
    switch format {
    case .ntfy: ntfy(notice, policy)
    case .gotify: gotify(notice, policy)
    case .apprise: apprise(notice, policy)
    }
  }

  private var bearer: String? { token.map { "Bearer \($0)" } }

  private func ntfy(_ notice: Notice, _ policy: AddressPolicy) -> WebRequest {
    WebRequest(
      to: address,
      fields: [
        "Content-Type": "text/plain; charset=utf-8",
        "Title": notice.body.isEmpty ? nil : EncodedWords.onOneLine(notice.title),
        "Priority": notice.priority == .high ? "high" : nil,
        "Click": notice.link.map(EncodedWords.onOneLine),
        "Authorization": bearer,
      ],
      body: Array(notice.text.utf8), policy: policy)
  }

  private func gotify(_ notice: Notice, _ policy: AddressPolicy) -> WebRequest {
    struct Body: Encodable {
      let title: String
      let message: String
      let priority: Int
      let extras: [String: [String: [String: String]]]?
    }
    return WebRequest(
      to: address, fields: ["Content-Type": "application/json", "X-Gotify-Key": token],
      body: WebRequest.json(
        Body(
          title: notice.title, message: notice.text, priority: notice.priority == .high ? 8 : 5,
          extras: notice.link.map { ["client::notification": ["click": ["url": $0]]] })),
      policy: policy)
  }

  private func apprise(_ notice: Notice, _ policy: AddressPolicy) -> WebRequest {
    struct Body: Encodable {
      let title: String
      let body: String
      let type: String
    }
    let body = [notice.text, notice.link].compactMap { $0 }.joined(separator: "\n")
    return WebRequest(
      to: address, fields: ["Content-Type": "application/json", "Authorization": bearer],
      body: WebRequest.json(
        Body(
          title: notice.title, body: body, type: notice.priority == .high ? "warning" : "info")),
      policy: policy)
  }
}

/// The format that a receiver reads.
package enum HookFormat: String, Sendable, Hashable, CaseIterable {
  /// The lines as text, the rest in header fields, to the address of a topic
  /// (docs.ntfy.sh/publish: message title, message priority, click action, access tokens; what is not
  /// ASCII as RFC 2047 has it).
  case ntfy
  /// JSON to an address that ends in `/message`, with an application's token in a header field or in the
  /// query (gotify.net/api-docs, createMessage, and its security definitions appTokenHeader and
  /// appTokenQuery; gotify.net/docs/msgextras, client::notification).
  case gotify
  /// JSON to an address such as `/notify/KEY` (github.com/caronc/apprise-api, API details).
  case apprise
}

extension Notice {
  /// The lines, which no receiver takes empty: the title then.
  fileprivate var text: String { body.isEmpty ? title : body }
}
