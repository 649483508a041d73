import ArgumentParser
import Shell
import Wording

/// Where the server listens.
struct ListenOptions: ParsableArguments {
  static let usualHost = "127.0.0.1"
  static let usualPort = 8080

  @Option(
    help: ArgumentHelp(
      "The address to listen on: 0.0.0.0 for all of this machine's. Default: \(usualHost), "
        + "for only this machine, or all with --share.",
      valueName: "address"))
  var host: String?

  @Option(help: ArgumentHelp("The port to listen on; 0 for any that is free.", valueName: "number"))
  var port = Self.usualPort

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port \(port): give a number from 0 to 65535.")
    }
  }

  /// Where the server listens.
  ///
  /// - Parameter usual: the host where none is given.
  /// - Returns: the address.
  /// - Throws: `ValidationError` where this machine has no such address.
  func address(usual: String = usualHost) throws -> ListenAddress {
    try ListenAddress(host: host ?? usual, port: port)
  }
}

/// How what goes over the network is kept from others.
struct TLSOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp("Open the server to phones in this network, with a certificate of its own."))
  var share = false

  @Option(
    help: ArgumentHelp("The certificate chain, in PEM.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"]))
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp("The certificate's key, in PEM.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"]))
  var tlsKey: String?

  @Flag(
    help: ArgumentHelp(
      "Run behind a proxy with TLS; browsers reach it by --url. The proxy must set "
        + "X-Forwarded-For and limit connections by address, as the server does without one. "
        + "With --tls-certificate, the proxy connects over TLS too."))
  var behindProxy = false

  @Flag(
    help:
      "Listen beyond this machine without TLS: others on the network can see photos and PIN.")
  var allowHttp = false

  /// Whether browsers reach the server over TLS.
  var isSecure: Bool { share || tlsCertificate != nil || behindProxy }

  /// The certificate and its key, where they are given.
  var files: TLSFiles? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return TLSFiles(certificate: tlsCertificate, key: tlsKey)
  }

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else { throw ValidationError(Wording.halfTLS) }
    guard !share || !(behindProxy || allowHttp || tlsCertificate != nil) else {
      throw ValidationError(Wording.shareAlone)
    }
  }
}
