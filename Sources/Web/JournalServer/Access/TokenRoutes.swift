import Hummingbird
import Journal
import Store
import Wording

/// The tokens of programs, made in the settings, and whether a device posts while the journal is
/// locked. A token is a device: you rename and revoke it the same way.
struct TokenRoutes: ServerRoutes {
  let server: ServerParts
  let pinAgain: PINAgain

  func add(to routes: Routes) {
    routes.unlocked(.post, "/settings/tokens") { request, _, visit in
      let form = try await Form(of: request)
      let new = try NewToken(form)
      if let refusal = try await pinAgain.refusal(of: form, by: visit.guest, at: .tokens) {
        return refusal
      }
      let made = try await workers.run {
        try journals.devices.makeToken(
          new, for: visit.device.owner, by: visit.guest.source, now: now())
      }
      guard let (device, token) = made else { throw Problem("server") }
      let rule = try await visit.run { try $0.settings.current().rule }
      let words = pages.words(for: request)
      var content = TokenTexts(rule: rule, words: words).content(of: device)
      content["token"] = token.text
      return try await page(of: "token", content, for: request)
    }
    routes.unlocked(.post, "/settings/devices/:id/posting") { request, context, visit in
      let id = try context.parameter("id") { Int64($0) }
      let isAllowed = try await Form(of: request)["posts-locked"] != nil
      let isDone = try await visit.run { journal in
        try journal.checkUnlocked()
        return try journals.devices.setPostsWhileLocked(
          id, isAllowed, of: visit.device.owner, by: visit.guest.source, now: now())
      }
      guard isDone else { throw Problem("no-device-id") }
      return .redirect(to: "/settings/devices/\(id)?saved=1")
    }
  }
}

extension NewToken {
  /// What the form of the settings says.
  ///
  /// - Throws: ``Problem``, `TokenError`.
  fileprivate init(_ form: Form) throws {
    guard let scope = form["scope"].flatMap({ DeviceScope(rawValue: $0) }),
      let days = form["days"].flatMap({ Int($0) })
    else { throw Problem("field") }
    try self.init(
      name: DeviceName(form["name"] ?? ""), scope: scope, days: days,
      // What only reads does not.
      postsWhileLocked: form["posts-locked"] != nil && scope.allows(.post))
  }
}
