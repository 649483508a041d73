import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOSSL
package import Sending

/// Sends by the server's own client of HTTP.
///
/// Each request has a client of its own, which ends with it: where connections go is a setting of the whole
/// client, and reminders are few. Their threads are the process's.
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
    let end = ContinuousClock.now + limit
    let addresses = try await request.policy.addresses(
      of: request.address, by: resolver, within: limit)
    let host = request.address.host
    var last = SendingError.timedOut(host: host, seconds: limit.secondsRoundedUp)
    for address in addresses {
      let left = end - .now
      guard left > .zero else { break }
      do {
        return try await post(request, to: address, within: left)
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
  private func post(
    _ request: WebRequest, to address: IPAddress, within left: Duration
  ) async throws -> WebAnswer {
    var message = HTTPClientRequest(url: request.address.description)
    message.method = .POST
    message.headers = .init(request.fields.map { ($0.name, $0.value) })
    message.body = .bytes(ByteBuffer(bytes: request.body))
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: configuration(request.address, address, within: left))
    let answer: Result<WebAnswer, any Error>
    do {
      let response = try await client.execute(message, timeout: TimeAmount(left))
      answer = .success(
        WebAnswer(
          status: Int(response.status.code), location: response.headers.first(name: "Location"),
          retryAfter: response.headers.first(name: "Retry-After")))
    } catch {
      answer = .failure(error)
    }
    // Whatever still comes of the body ends here.
    try await client.shutdown()
    return try answer.get()
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
