import HTTPTypes
import Hummingbird
import Journal
import Reminders
import Sending
import Store
import Wording

/// Reminders on a page: its buttons and forms, and the page with a new feed's address.
struct ReminderPageRoutes: ServerRoutes {
  let server: ServerParts
  let addresses: FeedAddresses
  let setup: WaySetup
  let pinAgain: PINAgain

  func add(to routes: Routes) {
    routes.unlocked(.get, ReminderPaths.page) { request, _, visit in
      try await page(request, visit)
    }
    routes.unlocked(.post, ReminderPaths.page) { request, _, visit in
      let form = try await Form(of: request)
      guard let deed = form["deed"].flatMap(ReminderDeed.init(rawValue:)) else {
        throw Problem("form.encoding")
      }
      return try await answer(deed, form, request, visit)
    }
    // Whoever comes back to the page of a new feed has no address any more.
    routes.unlocked(.get, ReminderPaths.feeds) { _, _, _ in
      .redirect(to: "\(ReminderPaths.page)?open=1#feeds")
    }
    routes.unlocked(.post, ReminderPaths.feeds) { request, _, visit in
      let form = try await Form(of: request)
      let own = addresses.settings.origin(of: request) ?? ""
      do {
        let names = form["names"] != nil
        if names { try await pinAgain.check(form.bytes("pin"), by: visit.guest) }
        let content = try await visit.run { journal in
          let base = try addresses.base(for: journal, askedOf: own)
          let (feed, token) = try journal.reminders.addFeed(
            FeedName(form["name"] ?? ""), names: names, by: visit.guest.source, now: now())
          return [
            "name": feed.name.text, "address": FeedAddresses.address(of: token, at: base),
            "isLocal": PairingAddresses.areLocal([base]),
          ] as PageContent
        }
        return try await page(of: "feed", content, for: request)
      } catch {
        return try await page(
          request, visit,
          refused: RefusedForm(error, in: RefusedForm.feed, form.without("pin")))
      }
    }
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - request: says what was done before.
  ///   - visit: who opens it.
  ///   - refused: a form that was not taken.
  ///   - done: what was done, with the way to undo it.
  ///   - problem: what else went wrong.
  /// - Returns: the page.
  /// - Throws: `JournalError`.
  func page(
    _ request: Request, _ visit: Visit, refused: RefusedForm? = nil, done: PageContent? = nil,
    problem: Problem? = nil
  ) async throws -> Response {
    let (words, query) = (pages.words(for: request), Query(of: request))
    let isPlain = refused == nil && done == nil && problem == nil
    let content = try await visit.run { journal in
      let now = now()
      var content = try ReminderPage(
        journal: journal,
        devices: try journals.devices.list(of: visit.device.owner, now: now),
        device: visit.device, words: words, now: now,
        hasPIN: try journals.behindLock(of: visit.device.owner).hasPIN,
        mayMail: try setup.accountsMayMail || !journal.isOwnerMadeByAccount()
      ).content(refused)
      content["done"] = done.once
      let isSimple = refused == nil || refused?.place == RefusedForm.switches
      let isAskedFor = ["tested", "mailed", "open"].contains { (try? query[$0]) != nil }
      let isSavedThere = (try? query["saved"]).map { $0 != "1" } ?? false
      content["isAdvanced"] =
        !isSimple || done != nil || problem != nil || isAskedFor || isSavedThere
      content["problem"] = problem.map { words.problem($0) } ?? [] as [String]
      content["isSaved"] = isPlain && (try? query["saved"]) != nil
      let isTested = isPlain && (try? query["tested"]) != nil
      let isMailed = isPlain && (try? query["mailed"]) != nil
      content["told"] =
        (isTested ? [words("wayTested")] : []) + (isMailed ? [words("mailCodeSent")] : [])
      return content
    }
    // Programs that read pages are to wait, too.
    let late = problem.flatMap { $0.retryAfter == nil ? nil : $0 }
    var response = try await page(
      of: "reminders", content, for: request,
      status: .init(code: refused?.status ?? late?.status ?? 200))
    for field in late?.fields ?? refused?.fields ?? [:] {
      response.headers[field.name] = field.value
    }
    return response
  }
}
