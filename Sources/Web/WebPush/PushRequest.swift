package import Sending

/// A browser that receives messages: the address of its push service, and its keys.
package struct PushTarget: Sendable {
  /// The subscription's `endpoint` (Push API, section 8), by ``AddressPolicy/publicOnly``.
  package let address: WebAddress
  package let subscription: PushSubscription

  package init(address: WebAddress, subscription: PushSubscription) {
    (self.address, self.subscription) = (address, subscription)
  }
}

/// The message for the page's service worker: JSON with `title`, `body`, `link` (if there is one)
/// and `tag`, which is the same for the same reminder.
package struct PushPayload: Sendable, Hashable, Encodable {
  package let title: String
  package private(set) var body: String
  package let link: String?
  package let tag: String

  package init(_ notice: Notice) {
    (title, body, link) = (notice.title, notice.body, notice.link)
    tag = notice.identifier
  }

  /// If it is too long for one message, the body is shortened with an ellipsis.
  ///
  /// - Throws: ``PushError/tooLong(bytes:limit:)`` where title and link are too long already.
  package func bytes() throws(PushError) -> [UInt8] {
    let whole = WebRequest.json(self)
    guard whole.count > PushMessage.limit else { return whole }
    // A character of the body is at least a byte of the text, so that many may stay at most.
    var shorter = self
    var (fitting, kept) = (0, min(body.count, PushMessage.limit))
    while fitting < kept {
      let middle = (fitting + kept + 1) / 2
      shorter.body = body.prefix(middle) + "…"
      let fits = WebRequest.json(shorter).count <= PushMessage.limit
      if fits { fitting = middle } else { kept = middle - 1 }
    }
    shorter.body = fitting == 0 ? "" : body.prefix(fitting) + "…"
    let bytes = WebRequest.json(shorter)
    guard bytes.count <= PushMessage.limit else {
      throw .tooLong(bytes: bytes.count, limit: PushMessage.limit)
    }
    return bytes
  }
}

/// The request that has a push service deliver a message (RFC 8030, section 5).
package enum PushRequest {
  /// Encrypts a notice, and signs the request for half a day.
  ///
  /// - Parameters:
  ///   - notice: what the browser shows.
  ///   - target: the browser.
  ///   - key: the one that its subscription is bound to.
  ///   - seconds: how long the service keeps it for a browser that is not there, `TTL` (RFC 8030, section
  ///     5.2).
  ///   - subject: where the service finds who runs the server (RFC 8292, section 2.1).
  ///   - now: seconds since 1970.
  /// - Returns: a request whose answers 404 and 410 say that the subscription has ended (RFC 8030, sections
  ///   6.2 and 7.3).
  /// - Throws: ``PushError``.
  package static func of(
    _ notice: Notice, to target: PushTarget, by key: PushKey, keptFor seconds: Int,
    subject: String, now: Int
  ) throws(PushError) -> WebRequest {
    let authorization = try key.authorization(
      audience: target.address.origin, subject: subject, expires: now + PushKey.longest / 2)
    return WebRequest(
      to: target.address,
      fields: [
        "Authorization": authorization,
        "Content-Encoding": PushMessage.contentEncoding,
        "Content-Type": "application/octet-stream",
        "TTL": "\(max(seconds, 0))",
        // RFC 8030, sections 5.3 and 5.4.
        "Urgency": notice.priority == .high ? "high" : "normal",
        "Topic": notice.identifier,
      ],
      body: try PushMessage.encrypt(
        PushPayload(notice).bytes(), for: target.subscription),
      policy: .publicOnly, goneStatuses: [404, 410])
  }
}
