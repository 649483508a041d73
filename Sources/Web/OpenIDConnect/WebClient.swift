import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOSSL
package import Sending

/// Sends requests with an HTTP client of the server's own, within one time limit, and only to
/// checked addresses. It follows no redirect and uses no proxy.
///
/// Each request has a client of its own, which ends with it: where connections go is a setting of the whole
/// client, and requests are few. Their threads are the process's.
package struct WebClient: WebSender {
  private let limit: Duration
  private let resolver: HostResolver
  private let certificates: String?

  /// - Parameters:
  ///   - limit: the time for everything.
  ///   - resolver: what finds the host.
  ///   - certificates: the file of those that are trusted, instead of the machine's.
  package init(
    limit: Duration = .seconds(10), resolver: HostResolver = .system, certificates: String? = nil
  ) {
    (self.limit, self.resolver, self.certificates) = (limit, resolver, certificates)
  }

  package func post(_ request: WebRequest) async throws(SendingError) -> WebAnswer {
    try await exchange(request, isPost: true) { response, _ in
      // Whatever still comes of the body ends with the client.
      WebAnswer(
        status: Int(response.status.code), location: response.headers.first(name: "Location"),
        retryAfter: response.headers.first(name: "Retry-After"))
    }
  }

  /// Sends a request, and reads the answer.
  ///
  /// - Throws: ``SendingError`` where nothing was answered, or not to its end; redirections are answers.
  package func ask(_ question: WebQuestion) async throws(SendingError) -> WebReply {
    try await exchange(question.request, isPost: question.isPost, to: question.reaches) {
      response, address in
      var body: [UInt8]? = []
      for try await part in response.body {
        body?.append(contentsOf: part.readableBytesView)
        if let count = body?.count, count > question.limit {
          body = nil
          break
        }
      }
      return WebReply(status: Int(response.status.code), body: body, reach: address.reach)
    }
  }

  /// Tries the host's addresses until one is connected to.
  private func exchange<Answer: Sendable>(
    _ request: WebRequest, isPost: Bool, to reaches: Set<IPAddress.Reach>? = nil,
    _ read: @escaping @Sendable (HTTPClientResponse, IPAddress) async throws -> Answer
  ) async throws(SendingError) -> Answer {
    let end = ContinuousClock.now + limit
    let addresses = try await request.policy.addresses(
      of: request.address, by: resolver, within: limit)
    let host = request.address.host
    if let reaches, let refused = addresses.first(where: { !reaches.contains($0.reach) }) {
      throw .refusedAddress(host: host, address: refused.description)
    }
    var last = SendingError.timedOut(host: host, seconds: limit.secondsRoundedUp)
    for address in addresses {
      let left = end - .now
      guard left > .zero else { break }
      do {
        return try await exchange(request, isPost, address, within: left, read)
      } catch {
        last = sendingError(error, host)
        // Nothing was sent, so that another address may be tried.
        guard let error = error as? IOError, Self.notConnected.contains(error.errnoCode) else {
          throw last
        }
      }
    }
    throw last
  }

  private static let notConnected: Set = [
    ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT,
  ]

  /// - Throws: what the client throws.
  private func exchange<Answer: Sendable>(
    _ request: WebRequest, _ isPost: Bool, _ address: IPAddress, within left: Duration,
    _ read: @escaping @Sendable (HTTPClientResponse, IPAddress) async throws -> Answer
  ) async throws -> Answer {
    var message = HTTPClientRequest(url: request.address.description)
    message.headers = .init(request.fields.map { ($0.name, $0.value) })
    if isPost {
      message.method = .POST
      message.body = .bytes(ByteBuffer(bytes: request.body))
    }
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: configuration(request.address, address, within: left))
    let answer: Result<Answer, any Error>
    do {
      answer = .success(
        try await Self.within(left) { [message] in
          try await read(client.execute(message, timeout: TimeAmount(left)), address)
        })
    } catch {
      answer = .failure(error)
    }
    try await client.shutdown()
    return try answer.get()
  }

  /// The client's own limits end with the head of an answer; a body may drip for ever.
  private static func within<Answer: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: limit)
        throw HTTPClientError.deadlineExceeded
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw HTTPClientError.cancelled }
      return first
    }
  }

  private func configuration(
    _ address: WebAddress, _ checked: IPAddress, within left: Duration
  ) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(left), read: TimeAmount(left), write: TimeAmount(left)),
      proxy: nil, decompression: .disabled)
    if let certificates {
      var security = TLSConfiguration.makeClientConfiguration()
      security.trustRoots = .file(certificates)
      configuration.tlsConfiguration = security
    }
    // The certificate is still checked by the host's name. One that is an address is not resolved.
    configuration.dnsOverride = [address.host: checked.description]
    // Without this it tries again and again until the time is over.
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }

  private func sendingError(_ error: any Error, _ host: String) -> SendingError {
    switch error as? HTTPClientError {
    case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      .timedOut(host: host, seconds: limit.secondsRoundedUp)
    default: .unreachable(host: host, reason: "\(error)")
    }
  }
}
