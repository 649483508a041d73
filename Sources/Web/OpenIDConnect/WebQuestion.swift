package import Sending

/// A web request and the limits of its answer: a GET, or a form with POST (RFC 9110, sections 9.3.1
/// and 9.3.3).
package struct WebQuestion: Sendable {
  package let request: WebRequest
  /// Whether ``WebRequest/body`` is posted.
  package let isPost: Bool
  /// The most bytes to read of the answer's body.
  package let limit: Int
  /// Which networks it may reach by IP address, in addition to the policy; nil for all.
  package let reaches: Set<IPAddress.Reach>?

  /// - Parameters:
  ///   - address: where it goes.
  ///   - form: what is posted; nil for GET.
  ///   - fields: as of ``WebRequest``; that of a form's type too.
  ///   - limit: as ``limit``.
  ///   - policy: as of ``WebRequest``.
  ///   - reaches: as ``reaches``.
  package init(
    to address: WebAddress, form: String? = nil, fields: KeyValuePairs<String, String?> = [:],
    limit: Int, policy: AddressPolicy, reaches: Set<IPAddress.Reach>? = nil
  ) {
    request = WebRequest(
      to: address, fields: fields, body: Array((form ?? "").utf8), policy: policy)
    (isPost, self.limit, self.reaches) = (form != nil, limit, reaches)
  }
}

/// An answer.
package struct WebReply: Sendable {
  package let status: Int
  /// Nil if it is longer than the request's limit.
  package let body: [UInt8]?
  /// The network of the IP address that answered.
  package let reach: IPAddress.Reach

  package init(status: Int, body: [UInt8]?, reach: IPAddress.Reach) {
    (self.status, self.body, self.reach) = (status, body, reach)
  }
}
