import HTTPTypes
import Hummingbird
import Journal
import Logging
import NIOCore
import OpenIDConnect
import Store
import Wording

/// Signing out: a device ends itself, and an issuer ends the devices that signed in with it.
struct SignOutRoutes: ServerRoutes {
  let server: ServerParts
  let access: AccountAccess?
  let gate: Gate

  func add(to routes: Routes) {
    routes.device(.post, "/sign-out") { request, context, device in
      try await signOut(device, request, context)
    }
    routes.openToOtherSites(.post, "/sign-in/account/logout") { request, context in
      try await logout(request, context)
    }
  }

  /// Ends the device that asks, and offers to sign out at its issuer too.
  private func signOut(
    _ device: Device, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    let session = gate.sessions.keep(nil, for: device)
    let address = gate.address(of: request, context)
    let issuer = try await workers.run {
      if let session {
        try journals.lock(of: device.owner, now: now).end(session)
      }
      return try journals.devices.signOut(device, from: address, now: now())
    }
    var response = Response.redirect(to: "/sign-in")
    if let access, access.issuer.settings.issuer == issuer,
      let page = await endSession(of: access, context)
    {
      let there = pages.words(for: request)("signOutOf", ["issuer": access.name])
      response = try pages.response(
        "signed-out", ["address": page, "there": there], for: request)
    }
    response.setCookie(gate.forgettingCookie)
    return response.adding(gate.cache.forgetting(request, device))
  }

  /// The issuer's page on which one signs out; nil where there is none, or it does not say so now.
  private func endSession(of access: AccountAccess, _ context: ServerContext) async -> String? {
    do throws(OIDCError) {
      return try await access.issuer.endSessionAddress(returningTo: nil)
    } catch {
      context.logger.warning("the issuer's page for signing out is unknown: \(error.logged)")
      return nil
    }
  }

  /// What an issuer's server sends (Back-Channel Logout 1.0, section 2.8).
  private func logout(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard let access else { throw Problem("no-page") }
    var response: Response
    do {
      guard let token = try await Form(of: request)["logout_token"] else {
        throw Problem("sign-in")
      }
      let notice = try await access.issuer.logout(token)
      let count = try await workers.run {
        try journals.devices.signOut(
          issuer: notice.issuer, subject: notice.subject, session: notice.session, now: now())
      }
      context.logger.info("the issuer signed out devices: \(count)")
      response = .empty(.ok)
    } catch let error as JournalError {
      // It is the issuer's to try again.
      throw error
    } catch {
      let cause = (error as? OIDCError)?.logged ?? Problem(error).message.key
      context.logger.warning("signing out by the issuer failed: \(cause)")
      response = Response(
        status: .badRequest, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(string: #"{"error":"invalid_request"}"#)))
    }
    response.headers[.cacheControl] = "no-store"
    return response
  }
}
