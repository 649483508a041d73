import ArgumentParser
import Files
import NIOSSL
import Shell
import SystemPackage
import Wording

/// The files of a certificate and its key, checked before the server starts.
struct TLSFiles {
  let certificate: String
  let key: String

  /// - Throws: `ValidationError` where one cannot be read, or the two do not belong together.
  func check() throws {
    let configuration = try configuration()
    do {
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw ValidationError(Wording.keyDoesNotFit)
    }
  }

  /// What the server speaks: TLS 1.2 at least.
  ///
  /// - Throws: `ValidationError` where a file cannot be read.
  func configuration() throws -> TLSConfiguration {
    let chain = try read("--tls-certificate", certificate, "is not a certificate in PEM") {
      try NIOSSLCertificate.fromPEMBytes($0)
    }
    guard !chain.isEmpty else {
      throw ValidationError(
        Wording.noFile("--tls-certificate", certificate, "is not a certificate in PEM"))
    }
    let key = try read("--tls-key", key, "is not a key in PEM, or takes a passphrase") {
      try NIOSSLPrivateKey(bytes: $0, format: .pem)
    }
    return .daystamp(chain: chain, key: key)
  }

  private func read<Value>(
    _ option: String, _ path: String, _ problem: String, _ make: ([UInt8]) throws -> Value
  ) throws -> Value {
    do {
      return try make(Self.bytes(of: path))
    } catch let error as Errno {
      throw ValidationError(Wording.noFile(option, path, "cannot be read: \(error)"))
    } catch {
      throw ValidationError(Wording.noFile(option, path, problem))
    }
  }

  /// What a file begins with, which is all of one in PEM.
  ///
  /// - Throws: `Errno`.
  private static func bytes(of path: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(
      FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
    defer { try? file.close() }
    return try [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

extension TLSConfiguration {
  /// The suites of TLS 1.2 in OpenSSL's notation: a key of the moment for each connection, so that
  /// nobody who gets the certificate's key later can read recorded traffic (RFC 9325, section 4.2). TLS 1.3
  /// has no others.
  private static let suites = "ECDHE+AESGCM:ECDHE+CHACHA20"

  /// What the server speaks with a certificate: TLS 1.2 at least.
  static func daystamp(chain: [NIOSSLCertificate], key: NIOSSLPrivateKey) -> TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.cipherSuites = suites
    configuration.applicationProtocols = SecureChannel.protocols
    return configuration
  }
}
