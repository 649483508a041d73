import HTTPTypes
import Hummingbird
import Journal
import Logging
import NIOCore
import OpenIDConnect
import Store
import Wording

/// Signing in with an account of another server (OpenID Connect), and linking one to an owner.
struct AccountRoutes: ServerRoutes {
  let server: ServerParts
  let access: AccountAccess?
  let gate: Gate
  let pinAgain: PINAgain
  private let starts = Begun<BegunSignIn>(lifetime: SignInStart.limit)
  private var cookie: SignInCookie { SignInCookie(way: .account, settings: settings) }

  /// Where the issuer sends browsers back to.
  static let returnPath = "/sign-in/account/return"

  func add(to routes: Routes) {
    routes.open(.post, "/sign-in/account") { request, context in
      let next = try await Form(of: request)["next"].flatMap(Self.kept) ?? "/"
      // The cookie of the way back is for this address alone.
      if let own = addressElsewhere(of: request) {
        return try leaving(to: "\(own)/sign-in?next=\(next.percentEncoded)", request)
      }
      return try await start(.signIn(next: next), request, context)
    }
    routes.unlocked(.post, "/settings/accounts/link") { request, context, visit in
      if let own = addressElsewhere(of: request) {
        throw Problem("sign-in.address", ["address": .text(own)])
      }
      let form = try await Form(of: request)
      if let refusal = try await pinAgain.refusal(of: form, by: visit.guest, at: .accounts) {
        return refusal
      }
      return try await start(.link(device: visit.device.id), request, context)
    }
    routes.open(.get, Self.returnPath) { request, context in
      do {
        return try await finish(request, context)
      } catch let error as OIDCError {
        context.logger.warning("signing in failed: \(error.logged)")
        throw error
      } catch let error as AccountError {
        guard case .unknown(let issuer, let subject) = error else { throw error }
        context.logger.warning("signing in failed: the account is linked with nobody")
        return try refused(issuer, subject, request)
      }
    }
    // The form that Apple's page posts is read anew as an address of this site, for which browsers send
    // its cookies. It proves nothing by itself, and changes nothing.
    routes.openToOtherSites(.post, Self.returnPath) { request, _ in
      guard try configured().issuer.settings.answersByForm else { throw Problem("no-page") }
      let form = try await Form(of: request)
      let fields = ["code", "state", "iss", "error"].compactMap { name in
        form[name].map { "\(name)=\($0.percentEncoded)" }
      }
      return .redirect(to: "\(Self.returnPath)?\(fields.joined(separator: "&"))")
    }
    routes.unlocked(.post, "/settings/accounts/:id/unlink") { request, context, visit in
      let id = try context.parameter("id") { Int64($0) }
      guard try await Form(of: request)["confirm"] == "1" else {
        return .redirect(to: SettingsGroup.accounts.path)
      }
      _ = try await visit.run { try $0.unlink(id, by: visit.guest.source, at: now()) }
      return .redirect(to: SettingsGroup.accounts.saved)
    }
  }

  /// A path of this server that has room in a cookie; nil for what is none.
  private static func kept(_ path: String) -> String? {
    path.utf8.count <= 1_000 ? LockPage.local(path) : nil
  }

  /// - Throws: ``Problem`` where no issuer is set up.
  private func configured() throws -> AccountAccess {
    guard let access else { throw Problem("no-page") }
    return access
  }

  /// The server's own address, where a request came by another.
  private func addressElsewhere(of request: Request) -> String? {
    settings.url.flatMap { $0 == settings.origin(of: request) ? nil : $0 }
  }

  private func start(
    _ purpose: BegunSignIn.Purpose, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    let access = try configured()
    let start: SignInStart
    do throws(OIDCError) {
      start = try await access.issuer.start()
    } catch {
      context.logger.warning("signing in failed: \(error.logged)")
      throw error
    }
    let kept = try starts.begin(BegunSignIn(start: start, purpose: purpose), at: now())
    var response = try leaving(to: start.address, request, toIssuer: true)
    response.setCookie(cookie.cookie(kept))
    return response
  }

  /// A page that leads elsewhere by itself. An answer that redirects would be refused by browsers: what a
  /// form of these pages leads to is of this site (`form-action`).
  private func leaving(
    to address: String, _ request: Request, toIssuer: Bool = false
  ) throws -> Response {
    let name = toIssuer ? access?.name : nil
    var response = try pages.response(
      "sign-in-leave", ["address": address, "issuer": name ?? address], for: request)
    response.headers[.refresh] = "0; url=\(address)"
    return response
  }

  private func finish(_ request: Request, _ context: ServerContext) async throws -> Response {
    let access = try configured()
    // Whoever asks for the head alone does not come back.
    guard request.method == .get else { throw OIDCError.state }
    let good = cookie.shown(by: request).lazy.compactMap { kept in
      starts.content(of: kept, at: now()).map { (kept, $0) }
    }
    guard let (kept, begun) = good.first else { throw OIDCError.state }
    // Before it is used up: a journal that was locked meanwhile is unlocked, and one comes back here.
    var visit: Visit?
    if case .link(let device) = begun.purpose {
      let found = try await gate.visit(of: request, context, needing: .all)
      guard found.device.id == device else { throw OIDCError.state }
      visit = found
    }
    let query = Query(of: request)
    let (code, state) = (try query["code"], try query["state"])
    let (issuer, error) = (try query["iss"], try query["error"])
    // Another site can send the browser here, and would use it up.
    guard state == begun.start.state else { throw OIDCError.state }
    guard starts.take(kept, at: now()) != nil else { throw OIDCError.usedTwice }
    let said = try await access.issuer.finish(
      code: code, state: state, issuer: issuer, error: error, start: begun.start)
    let identity = try AccountIdentity(
      issuer: said.issuer, subject: said.subject,
      verifiedEmail: said.isEmailVerified ? said.email : nil, person: said.name,
      session: said.session)
    var response: Response
    switch begun.purpose {
    case .signIn(let next):
      response = try await signIn(identity, access, request, context, leadingTo: next)
    case .link:
      guard let visit else { throw OIDCError.state }
      response = try await link(identity, visit)
    }
    response.setCookie(cookie.cookie(nil))
    return response
  }

  private func signIn(
    _ identity: AccountIdentity, _ access: AccountAccess, _ request: Request,
    _ context: ServerContext, leadingTo next: String
  ) async throws -> Response {
    let address = gate.address(of: request, context)
    let agent = DeviceAgent(of: request) ?? .unknown
    let name = DeviceName(pages.words(for: request).name(of: agent))
    let earlier = try? await gate.guest(of: request, context, needing: .all).device
    let (_, token) = try await workers.run {
      try journals.devices.signIn(
        identity, named: name, as: agent, from: address, insteadOf: earlier,
        making: access.newOwner?.texts, now: now())
    }
    var response = Response.redirect(to: next)
    response.setCookie(gate.cookie(for: token))
    return response
  }

  private func link(_ identity: AccountIdentity, _ visit: Visit) async throws -> Response {
    _ = try await visit.run { try $0.link(identity.name, by: visit.guest.source, at: now()) }
    let response = Response.redirect(to: SettingsGroup.accounts.saved)
    return gate.replacingCookie(of: visit.guest, in: response)
  }

  /// The page for who is known to the issuer and to nobody here: with what their owner has to know.
  private func refused(
    _ issuer: String, _ subject: String, _ request: Request
  ) throws -> Response {
    let words = pages.words(for: request)
    let message = Problem("account-unknown").message.sentence(in: words.language)
    return try pages.response(
      "sign-in-refused",
      [
        "title": words("problem-title-403"), "detail": message, "issuer": issuer,
        "subject": subject,
      ], for: request, status: .forbidden)
  }
}

extension HTTPField.Name {
  /// Not in a standard of HTTP, but in that of HTML (section 7.4.6, "shared declarative refresh steps").
  static let refresh = HTTPField.Name(known: "Refresh")
}
