import Foundation

/// A web request with POST (RFC 9110, section 9.3.3).
package struct WebRequest: Sendable, Hashable {
  package let address: WebAddress
  package let fields: [Field]
  package let body: [UInt8]
  package let policy: AddressPolicy
  /// The statuses that mean that the receiver no longer exists.
  package let goneStatuses: Set<Int>

  /// A header field (RFC 9110, section 5).
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// - Parameters:
  ///   - address: where it goes.
  ///   - fields: beside them `User-Agent` is sent, and what the version of HTTP asks for. In a value,
  ///     characters other than visible ASCII become spaces: none can begin another field (RFC 9110,
  ///     section 5.5). One that is empty then is left out.
  ///   - body: its bytes.
  ///   - policy: to which addresses of IP it may go.
  ///   - goneStatuses: as ``goneStatuses``.
  package init(
    to address: WebAddress, fields: KeyValuePairs<String, String?>, body: [UInt8],
    policy: AddressPolicy, goneStatuses: Set<Int> = []
  ) {
    let given = fields.compactMap { name, value in value.map { (name, $0) } }
    self.fields = (given + [("User-Agent", "Daystamp")]).compactMap { name, value in
      let plain = value.unicodeScalars.map { (" "..."~").contains($0) ? Character($0) : " " }
      let text = String(plain).trimmingBlanks
      return text.isEmpty ? nil : Field(name: name, value: text)
    }
    (self.address, self.body, self.policy) = (address, body, policy)
    self.goneStatuses = goneStatuses
  }

  /// What an answer means.
  ///
  /// - Throws: unless the status is 2xx, ``SendingError/redirected(host:status:location:)`` for 3xx,
  ///   `gone` for one of ``goneStatuses``, and `refused`.
  package func check(_ answer: WebAnswer) throws(SendingError) {
    switch answer.status {
    case 200..<300: return
    case 300..<400:
      throw .redirected(host: address.host, status: answer.status, location: answer.location)
    case let status where goneStatuses.contains(status):
      throw .gone(host: address.host, status: status)
    case let status: throw .refused(host: address.host, status: status)
    }
  }
}

extension WebRequest {
  /// A body of JSON, with keys in order, so that the same is the same bytes.
  ///
  /// - Parameter value: of strings and numbers alone, which JSON always has a text for.
  /// - Returns: UTF-8.
  package static func json(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try [UInt8](encoder.encode(value))
    } catch {
      preconditionFailure("strings and numbers are JSON: \(error)")
    }
  }
}

/// What was answered. Of the body nothing is read: nothing that it says is used, and it may never end.
package struct WebAnswer: Sendable, Hashable {
  package let status: Int
  /// Where something else would be asked for (RFC 9110, section 10.2.2), the first 2,000 bytes.
  package let location: String?
  /// Seconds after which to try again (RFC 9110, section 10.2.3); nil where a date stands there instead.
  package let retryAfter: Int?

  package init(status: Int, location: String?, retryAfter: String?) {
    self.status = status
    self.location = location.map { String(decoding: $0.utf8.prefix(2_000), as: UTF8.self) }
    self.retryAfter = retryAfter.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

/// What sends requests. Each does it within a limit of time for all, to an address that the request's policy
/// permits, follows no redirection, and uses neither a proxy nor what other programs have set.
package protocol WebSender: Sendable {
  /// - Throws: ``SendingError`` where nothing was answered; what an answer means,
  ///   ``WebRequest/check(_:)`` says.
  func post(_ request: WebRequest) async throws(SendingError) -> WebAnswer
}

extension WebSender {
  /// Posts, and takes nothing but success for an answer.
  package func send(_ request: WebRequest) async throws(SendingError) {
    try await request.check(post(request))
  }
}
