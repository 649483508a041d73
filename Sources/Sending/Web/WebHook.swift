import Foundation

/// A program of the person's own, or a service, that is told by a request and tells the person.
package struct WebHook: Sendable, Hashable {
  package let address: WebAddress
  package let format: HookFormat
  /// Shows the receiver who sends; nil where it does not ask.
  private let token: String?

  package enum Failure: Error, Sendable, Hashable {
    /// A token has visible characters of ASCII alone, at most ``longestToken``.
    case token(length: Int)
  }

  /// Characters of a token at most.
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
      guard token.utf8.count <= Self.longestToken,
        token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { throw .token(length: token.count) }
    }
    (self.address, self.format) = (address, format)
    self.token = token?.isEmpty == true ? nil : token
  }

  /// The request by which a notice is told.
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
      body: json(
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
      body: json(
        Body(
          title: notice.title, body: body, type: notice.priority == .high ? "warning" : "info")),
      policy: policy)
  }
}

/// What a receiver reads.
package enum HookFormat: String, Sendable, Hashable, CaseIterable {
  /// The lines as text, the rest in header fields, to the address of a topic
  /// (docs.ntfy.sh/publish: message title, message priority, click action, access tokens; what is not
  /// ASCII as RFC 2047 has it).
  case ntfy
  /// JSON to an address that ends in `/message`, with an application's token (gotify.net/api-docs,
  /// createMessage; gotify.net/docs/msgextras, client::notification).
  case gotify
  /// JSON to an address such as `/notify/KEY` (github.com/caronc/apprise-api, API details).
  case apprise
}

extension Notice {
  /// The lines, which no receiver takes empty: the title then.
  fileprivate var text: String { body.isEmpty ? title : body }
}

/// With keys in order, so that the same is the same bytes.
///
/// - Parameter value: of strings and numbers alone, which JSON always has a text for.
/// - Returns: UTF-8.
func json(_ value: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return try [UInt8](encoder.encode(value))
  } catch {
    preconditionFailure("strings and numbers are JSON: \(error)")
  }
}
