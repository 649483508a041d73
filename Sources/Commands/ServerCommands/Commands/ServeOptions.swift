import ArgumentParser
import Shell
import Wording

/// Where the server listens.
struct ListenOptions: ParsableArguments {
  static let usualHost = "127.0.0.1"
  static let usualPort = 8080

  @Option(
    help: ArgumentHelp(
      "The address to listen on: 0.0.0.0 for all of this machine's. Default: \(usualHost), for this machine "
        + "alone, and with --share all.",
      valueName: "address"))
  var host: String?

  @Option(help: ArgumentHelp("The port to listen on; 0 for any that is free.", valueName: "number"))
  var port = Self.usualPort

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port goes from 0 to 65535, not \(port).")
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
    help: ArgumentHelp(
      "Open the server to phones in this network, with a certificate that it makes for itself and keeps."
    ))
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
      "A proxy with TLS stands before the server; browsers reach it by --url. It sets "
        + "X-Forwarded-For and limits connections by address, as the server itself does "
        + "otherwise. With --tls-certificate the proxy, too, connects over TLS."))
  var behindProxy = false

  @Flag(help: "Listen beyond this machine without TLS: whoever listens in sees photos and PIN.")
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
