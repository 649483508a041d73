import Foundation
import JournalServer
import Sending
import TestSupport

/// A server of a test's own, which does as its requests' paths say (`Tests/Fixtures/receiver.py`), and tells
/// what it was sent.
struct WebReceiver {
  let port: Int
  private let program: RunningProgram
  private let folder: TemporaryFolder
  /// A certificate of its own, for `localhost`; nil without TLS.
  let certificate: String?

  static var isPossible: Bool {
    get async {
      let hasPython = await Python.isThere
      return hasPython && InstalledProgram.isThere("curl")
    }
  }

  /// - Parameters:
  ///   - host: the address of IP where it listens.
  ///   - isSecure: whether it does by TLS.
  /// - Throws: ``Unstarted``.
  init(at host: String = "127.0.0.1", isSecure: Bool = false) async throws {
    folder = try TemporaryFolder()
    let (key, certificate) = (folder.path("k.pem"), folder.path("c.pem"))
    if isSecure {
      _ = try await InstalledProgram.run(
        "openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
          "-addext", "subjectAltName=DNS:localhost,DNS:push.example,DNS:xn--bcher-kva.example",
          "-keyout", key, "-out",
          certificate,
        ])
    }
    self.certificate = isSecure ? certificate : nil
    program = try await RunningProgram(
      "/usr/bin/env",
      ["python3", Checkout.fixture("receiver.py"), host, folder.path("received")]
        + (isSecure ? [certificate, key] : []))
    let printed = await program.output.wait(for: "\n") ?? ""
    guard let port = Int(printed.split(separator: "\n").first ?? "") else {
      throw Unstarted(error: program.error.text)
    }
    self.port = port
  }

  struct Unstarted: Error {
    let error: String
  }

  /// A request as it came.
  struct Received {
    let method: String
    let path: String
    /// By names in small letters.
    let fields: [String: String]
    let body: [UInt8]
  }

  /// All so far; what was answered is there.
  var received: [Received] {
    let lines = (try? folder.read("received")) ?? []
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard
        let all = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let method = all["method"] as? String, let path = all["path"] as? String,
        let fields = all["fields"] as? [[String]],
        let body = (all["body"] as? String).flatMap({ Data(base64Encoded: $0) })
      else { return nil }
      let named = fields.map { ($0[0].lowercased(), $0.count > 1 ? $0[1] : "") }
      return Received(
        method: method, path: path,
        fields: Dictionary(named, uniquingKeysWith: { "\($0)|\($1)" }), body: [UInt8](body))
    }
  }
}

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
