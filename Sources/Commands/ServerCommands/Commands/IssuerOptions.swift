import ArgumentParser
import Foundation
import Glibc
import Journal
import JournalServer
import OpenIDConnect
import Shell
import SystemPackage
import Wording

/// By whose accounts people may sign in (OpenID Connect).
struct IssuerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let people sign in by accounts of this server (OpenID Connect), as daystamp owner link says. "
        + "Needs --oidc-client, and --url with https.", valueName: "url"))
  var oidcIssuer: String?

  @Option(help: ArgumentHelp("The name by which it knows this server.", valueName: "id"))
  var oidcClient: String?

  @Option(
    help: ArgumentHelp(
      "The file of the client's secret, which nobody else may read. Default: the systemd "
        + "credential \(SecretFile.name), if there is one.",
      valueName: "file"),
    completion: .file())
  var oidcSecretFile: String?

  @Option(
    help: ArgumentHelp("What pages call it. Default: its host.", valueName: "name"))
  var oidcName: String?

  @Flag(help: "Make an owner of whoever signs in and is linked with none.")
  var oidcCreate = false

  @Flag(
    help: ArgumentHelp(
      "Let owners made so set up mail addresses for reminders, in pages and by programs. Needs "
        + "--oidc-create."))
  var oidcCreateMail = false

  @Option(
    help: ArgumentHelp(
      "For Sign in with Apple: the team; the secret's file is then the key's.", valueName: "id"))
  var oidcAppleTeam: String?

  @Option(help: ArgumentHelp("For Sign in with Apple: the name of the key.", valueName: "id"))
  var oidcAppleKeyId: String?

  func validate() throws {
    let others =
      [oidcClient, oidcSecretFile, oidcName, oidcAppleTeam, oidcAppleKeyId].contains { $0 != nil }
      || oidcCreate || oidcCreateMail
    guard oidcIssuer != nil || !others else { throw ValidationError(Wording.noIssuer) }
    guard oidcIssuer == nil || oidcClient != nil else { throw ValidationError(Wording.noClient) }
    guard oidcCreate || !oidcCreateMail else { throw ValidationError(Wording.mailOfNobody) }
    guard (oidcAppleTeam == nil) == (oidcAppleKeyId == nil) else {
      throw ValidationError(Wording.halfApple)
    }
    if let oidcName {
      guard (1...64).contains(oidcName.count), !oidcName.unicodeScalars.contains(where: \.isHidden)
      else { throw ValidationError(Wording.badIssuerName) }
    }
  }

  /// The issuer that is set up.
  ///
  /// - Parameter url: how browsers reach the server.
  /// - Returns: nil for none.
  /// - Throws: `ValidationError`.
  func settings(at url: BaseAddress?) throws -> IssuerSettings? {
    guard let oidcIssuer, let oidcClient else { return nil }
    guard let url else { throw ValidationError(Wording.issuerNeedsAddress) }
    do {
      return try IssuerSettings(
        issuer: oidcIssuer, client: oidcClient, secret: secret(),
        redirect: url.text + JournalServer.signInReturn,
        scopes: oidcAppleTeam == nil ? ["profile", "email"] : ["email"], mayCreate: oidcCreate,
        name: oidcName)
    } catch let error as OIDCError {
      throw ValidationError(Wording.badIssuer(error))
    }
  }

  private func secret() throws -> ClientSecret {
    guard let text = try SecretFile.read(oidcSecretFile) else {
      guard oidcAppleTeam == nil else { throw ValidationError(Wording.noAppleKey) }
      return .none
    }
    if let oidcAppleTeam, let oidcAppleKeyId {
      return .appleKey(team: oidcAppleTeam, key: oidcAppleKeyId, pem: text)
    }
    return .text(text)
  }
}

/// A secret that is never an argument, which everybody on the machine can read.
private enum SecretFile {
  /// Of the credential (systemd.exec(5), "Credentials").
  static let name = "daystamp-oidc-secret"
  private static let limit = 65_536

  /// - Parameter path: nil for the credential.
  /// - Returns: the text without the line break at its end; nil where there is neither.
  /// - Throws: `ValidationError`.
  static func read(_ path: String?) throws -> String? {
    if let path { return try read(at: path, mayBeShared: false) }
    let folder = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
    guard let folder, case let path = "\(folder)/\(name)",
      FileManager.default.fileExists(atPath: path)
    else { return nil }
    // Its folder keeps others out, and its group is a mask of an access list.
    return try read(at: path, mayBeShared: true)
  }

  private static func read(at path: String, mayBeShared: Bool) throws -> String {
    func refusal(_ why: String) -> ValidationError {
      ValidationError(Wording.noFile("--oidc-secret-file", path, why))
    }
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { try? file.close() }
      var facts = stat()
      guard fstat(file.rawValue, &facts) == 0 else { throw Errno(rawValue: errno) }
      guard mayBeShared || facts.st_mode & 0o077 == 0 else {
        throw refusal("others may read or change it; chmod 600 keeps them out")
      }
      bytes = try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch let error as Errno {
      throw refusal("cannot be read: \(error)")
    }
    guard bytes.count < limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw refusal("is not a text")
    }
    let secret = text.trimmingCharacters(in: .newlines)
    guard !secret.isEmpty else { throw refusal("is empty") }
    return secret
  }
}

extension Unicode.Scalar {
  fileprivate var isHidden: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}

extension Wording {
  fileprivate static let noIssuer = "The options of --oidc… need --oidc-issuer."
  fileprivate static let noClient =
    "--oidc-issuer needs --oidc-client, the name that it gave to this server."
  fileprivate static let mailOfNobody = "--oidc-create-mail needs --oidc-create."
  fileprivate static let halfApple = "--oidc-apple-team and --oidc-apple-key-id belong together."
  fileprivate static let noAppleKey =
    "--oidc-apple-team needs --oidc-secret-file with the key as Apple gives it."
  fileprivate static let badIssuerName = "--oidc-name has 1 to 64 characters in one line."
  fileprivate static let issuerNeedsAddress =
    "--oidc-issuer needs --url, the address that browsers are sent back to."

  fileprivate static func badIssuer(_ error: OIDCError) -> String {
    switch error {
    case .address(.redirect, _):
      "--oidc-issuer needs --url with https://, or one of this machine alone, such as "
        + "http://localhost:8080."
    case .address, .issuerQuery:
      "--oidc-issuer is the address that begins the issuer's discovery document, with https://, and "
        + "without a query."
    case .client: "--oidc-client has 1 to 500 bytes."
    case .appleKey:
      "--oidc-secret-file is not a private key in PEM (P-256), as Apple gives it."
    default: "--oidc-issuer: \(error)."
    }
  }

  /// An issuer that cannot be asked when the server starts is asked again whenever somebody signs in.
  static func issuerSilent(_ issuer: IssuerSettings, _ error: OIDCError) -> String {
    "nobody can sign in at \(escaped(issuer.name)) yet: \(error)"
  }
}
