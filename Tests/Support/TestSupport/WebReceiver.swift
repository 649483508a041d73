import Foundation

/// A server of a test's own, which does as its requests' paths say (`Tests/Fixtures/receiver.py`), and tells
/// what it was sent.
package struct WebReceiver: Sendable {
  package let port: Int
  private let program: RunningProgram
  private let folder: TemporaryFolder
  /// A certificate of its own, for `localhost`; nil without TLS.
  package let certificate: String?

  package static var isPossible: Bool {
    get async {
      let hasPython = await Python.isThere
      return hasPython && InstalledProgram.isThere("curl")
    }
  }

  /// - Parameters:
  ///   - host: the address of IP where it listens.
  ///   - isSecure: whether it does by TLS.
  /// - Throws: ``Unstarted``.
  package init(at host: String = "127.0.0.1", isSecure: Bool = false) async throws {
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
  package struct Received: Sendable {
    package let method: String
    package let path: String
    /// By names in small letters.
    package let fields: [String: String]
    package let body: [UInt8]
  }

  /// All so far; what was answered is there.
  package var received: [Received] {
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
