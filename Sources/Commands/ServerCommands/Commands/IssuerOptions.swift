import ArgumentParser
import Foundation
import Glibc
import Journal
import JournalServer
import OpenIDConnect
import Shell
import SystemPackage
import Wording

/// The issuer of accounts for signing in (OpenID Connect).
struct IssuerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let people sign in with their linked accounts of this server (OpenID Connect). Needs "
        + "--oidc-client, and --url with https. See daystamp owner link.", valueName: "url"))
  var oidcIssuer: String?

  @Option(help: ArgumentHelp("This server's client name there.", valueName: "id"))
  var oidcClient: String?

  @Option(
    help: ArgumentHelp(
      "A file with the client's secret, unreadable for others. Default: the systemd "
        + "credential \(SecretFile.name), if there is one.",
      valueName: "file"),
    completion: .file())
  var oidcSecretFile: String?

  @Option(help: ArgumentHelp("The issuer's name on pages. Default: its host.", valueName: "name"))
  var oidcName: String?

  @Flag(help: "Add an owner for each new account that signs in.")
  var oidcCreate = false

  @Flag(
    help: ArgumentHelp(
      "Let such owners set up mail addresses for reminders, on pages and by programs. Needs "
        + "--oidc-create."))
  var oidcCreateMail = false

  @Option(
    help: ArgumentHelp(
      "For Sign in with Apple: the team. The secret's file then has the key.", valueName: "id"))
  var oidcAppleTeam: String?

  @Option(help: ArgumentHelp("For Sign in with Apple: the key's name.", valueName: "id"))
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
        throw refusal("others can read or change it; chmod 600 keeps them out")
      }
      bytes = try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch let error as Errno {
      throw refusal("cannot be read: \(error)")
    }
    guard bytes.count < limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw refusal("is not text")
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
  fileprivate static let noIssuer = "The --oidc… options need --oidc-issuer."
  fileprivate static let noClient =
    "--oidc-issuer needs --oidc-client, this server's client name there."
  fileprivate static let mailOfNobody = "--oidc-create-mail needs --oidc-create."
  fileprivate static let halfApple = "Give --oidc-apple-team and --oidc-apple-key-id together."
  fileprivate static let noAppleKey =
    "--oidc-apple-team needs --oidc-secret-file with the key from Apple."
  fileprivate static let badIssuerName = "--oidc-name must have 1 to 64 characters in one line."
  fileprivate static let issuerNeedsAddress =
    "--oidc-issuer needs --url, the address where browsers return."

  fileprivate static func badIssuer(_ error: OIDCError) -> String {
    switch error {
    case .address(.redirect, _):
      "--oidc-issuer needs --url with https://, or an address of only this machine, such as "
        + "http://localhost:8080."
    case .address, .issuerQuery:
      "--oidc-issuer must be the issuer's address from its discovery document, with https:// "
        + "and without a query."
    case .client: "--oidc-client must have 1 to 500 bytes."
    case .appleKey:
      "--oidc-secret-file is not a private key in PEM (P-256); give the file from Apple."
    default: "--oidc-issuer: \(error)."
    }
  }

  /// An issuer that cannot be asked when the server starts is asked again whenever somebody signs in.
  static func issuerSilent(_ issuer: IssuerSettings, _ error: OIDCError) -> String {
    "nobody can sign in at \(escaped(issuer.name)) yet: \(error)"
  }
}
