import Sending
import OpenIDConnect

/// The two that send requests.
enum Sender: String, CaseIterable {
  case curl, client

  func made(
    limit: Duration = .seconds(600), resolver: HostResolver = .system, trusting: String? = nil
  ) -> any WebSender {
    switch self {
    case .curl:
      // A proxy that is not there: who asks it gets no answer.
      let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy"]
      var environment = Dictionary(uniqueKeysWithValues: proxies.map { ($0, "http://127.0.0.1:1") })
      environment["CURL_CA_BUNDLE"] = trusting
      return CurlProgram(limit: limit, resolver: resolver, environment: environment)
    case .client: return WebClient(limit: limit, resolver: resolver, certificates: trusting)
    }
  }
}
