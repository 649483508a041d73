package import Sending

/// What is asked of an address of the web, whose answer is read: by GET, or a form by POST (RFC 9110, sections
/// 9.3.1 and 9.3.3).
package struct WebQuestion: Sendable {
  package let request: WebRequest
  /// Whether ``WebRequest/body`` is posted.
  package let isPost: Bool
  /// Bytes of the answer's body that are read at most.
  package let limit: Int
  /// From where addresses of IP may be reached that it goes to, beside what the policy says; nil for all.
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

/// What was answered.
package struct WebReply: Sendable {
  package let status: Int
  /// Nil where there is more than the question's limit.
  package let body: [UInt8]?
  /// From where the address of IP is reached that answered.
  package let reach: IPAddress.Reach

  package init(status: Int, body: [UInt8]?, reach: IPAddress.Reach) {
    (self.status, self.body, self.reach) = (status, body, reach)
  }
}
