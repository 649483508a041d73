import Crypto
import Files
import Foundation
import NIOSSL
import Sending
import SwiftASN1
import SystemPackage
import X509

/// A certificate that the server makes for itself, so that phones in its network can open it over TLS without
/// a name of their own on the internet. It is kept with its key in the journal's folder, for the user alone
/// (0600). A new one is made when the machine's address changes or before it expires: browsers warn of it once.
struct OwnCertificate {
  private let certificate: Certificate
  private let key: P256.Signing.PrivateKey

  static let file: ContainedPath = "journal.certificate"
  /// Days that it is good for: iOS takes no more (Apple, "Requirements for trusted certificates in iOS 13").
  private static let lifetime = 825
  /// A new one is made when at most these days are left.
  private static let margin = 30
  /// More than a certificate and a key take.
  private static let room = 65_536

  /// Takes the certificate that is kept, where it is good for the hosts, and else makes one.
  ///
  /// - Parameters:
  ///   - hosts: the names and numeric addresses that browsers use.
  ///   - folder: the journal's.
  ///   - now: seconds since 1970 in UTC.
  /// - Throws: ``ServerError/certificate(_:)`` where the file was changed; `FileError`, `Errno` where it cannot be read or
  ///   written.
  init(for hosts: [String], in folder: FilePath, now: Int) throws {
    let folder = try ContainingFolder(folder)
    let now = Date(timeIntervalSince1970: TimeInterval(now))
    if let kept = try Self.kept(in: folder), try kept.isGood(for: hosts, at: now) {
      self = kept
    } else {
      try self.init(for: hosts, from: now)
      try keep(in: folder)
    }
  }

  private init(certificate: Certificate, key: P256.Signing.PrivateKey) {
    (self.certificate, self.key) = (certificate, key)
  }

  /// Makes one (RFC 5280): its own issuer, for servers alone, with the hosts as its names.
  private init(for hosts: [String], from now: Date) throws {
    key = P256.Signing.PrivateKey()
    let name = try DistinguishedName { CommonName("Daystamp") }
    certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(),
      publicKey: Certificate.PublicKey(key.publicKey),
      // Clocks of phones differ by some minutes.
      notValidBefore: now.addingTimeInterval(-86_400),
      notValidAfter: now.addingTimeInterval(TimeInterval(Self.lifetime - 2) * 86_400),
      issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(hosts.map(Self.name))
      },
      issuerPrivateKey: Certificate.PrivateKey(key))
  }

  /// A host as a certificate names it (RFC 5280, section 4.2.1.6).
  private static func name(_ host: String) -> GeneralName {
    guard let address = IPAddress(host) else { return .dnsName(host) }
    return .ipAddress(ASN1OctetString(contentBytes: address.bytes[...]))
  }

  private func isGood(for hosts: [String], at now: Date) throws -> Bool {
    let names = try certificate.extensions.subjectAlternativeNames ?? SubjectAlternativeNames([])
    let days = certificate.notValidAfter.timeIntervalSince(now) / 86_400
    return certificate.notValidBefore <= now && days > TimeInterval(Self.margin)
      && hosts.allSatisfy { names.contains(Self.name($0)) }
  }

  /// The SHA-256 of the certificate, as browsers show it: pairs of digits with colons.
  var fingerprint: String {
    get throws {
      SHA256.hash(data: try certificate.serializeAsPEM().derBytes)
        .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
        .joined(separator: ":")
    }
  }

  /// What the server speaks with it.
  func configuration() throws -> TLSConfiguration {
    let chain = try NIOSSLCertificate(
      bytes: certificate.serializeAsPEM().derBytes, format: .der)
    let key = try NIOSSLPrivateKey(bytes: Array(key.derRepresentation), format: .der)
    return .daystamp(chain: [chain], key: key)
  }
}

extension OwnCertificate {
  /// The one in a folder; nil where there is none.
  private static func kept(in folder: ContainingFolder) throws -> OwnCertificate? {
    let text: String
    do {
      let file = try folder.open(file, .readOnly, options: .nonBlocking)
      defer { try? file.close() }
      text = try file.text(atMost: room)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
    guard
      let parts = try? PEMDocument.parseMultiple(pemString: text), parts.count == 2,
      let key = try? P256.Signing.PrivateKey(derRepresentation: parts[0].derBytes),
      let certificate = try? Certificate(pemDocument: parts[1]),
      certificate.publicKey == Certificate.PublicKey(key.publicKey)
    else {
      throw ServerError.certificate(folder.path.pushing(file))
    }
    return OwnCertificate(certificate: certificate, key: key)
  }

  private func keep(in folder: ContainingFolder) throws {
    let text = key.pemRepresentation + "\n" + (try certificate.serializeAsPEM().pemString) + "\n"
    let file = WholeFile(
      Self.file, beneath: folder, replaces: true, isDurable: true, permissions: .ownerReadWrite)
    try file.write(Array(text.utf8), attributes: nil)
  }
}
