import HTTPTypes
import Hummingbird
import Journal
import Store
import WebAuthn
import Wording

/// An owner's passkeys: a script adds them, a page for each renames and removes it, and programs
/// get a list.
struct PasskeyRoutes: ServerRoutes {
  let server: ServerParts
  let gate: Gate
  let ceremonies: Ceremonies
  let pinAgain: PINAgain

  private var now: @Sendable () -> Int { settings.now }

  func add(to routes: Routes) {
    routes.unlocked(.post, "/settings/passkeys/options") { request, context, visit in
      try await options(request, context, visit)
    }
    routes.unlocked(.post, "/settings/passkeys") { request, context, visit in
      try await add(request, context, visit)
    }
    routes.unlocked(.get, "/settings/passkeys/:id") { request, context, visit in
      try await page(Self.id(context), request, visit)
    }
    routes.unlocked(.post, "/settings/passkeys/:id") { request, context, visit in
      let (id, form) = (try Self.id(context), try await Form(of: request))
      let name = DeviceName(form["name"] ?? "")
      try await workers.run {
        try journals.passkeys.rename(id, to: name, of: visit.device.owner)
      }
      return .redirect(to: "/settings/passkeys/\(id)?saved=1")
    }
    routes.unlocked(.post, "/settings/passkeys/:id/allow") { _, context, visit in
      let id = try Self.id(context)
      try await workers.run { try journals.passkeys.allow(id, of: visit.device.owner) }
      return .redirect(to: "/settings/passkeys/\(id)?saved=1")
    }
    routes.unlocked(.post, "/settings/passkeys/:id/remove") { request, context, visit in
      let (id, form) = (try Self.id(context), try await Form(of: request))
      let isConfirmed = form["confirm"] == "1"
      guard try await remove(id, isConfirmed: isConfirmed, visit) else {
        return .redirect(to: "/settings/passkeys/\(id)#remove")
      }
      return .redirect(to: SettingsGroup.passkeys.saved)
    }
    routes.unlocked(
      .get, "/api/v1/passkeys",
      Operation(
        "getPasskeys", .owner, "The owner's passkeys, first added first",
        "Passkeys are added and used only in pages.",
        answers: [.ok(.list("passkeys", of: .passkey), "The passkeys.")])
    ) { _, _, visit in
      let passkeys = try await list(of: visit)
      return try .json(PasskeyList(passkeys: passkeys.map(PasskeyBody.init)))
    }
    routes.unlocked(
      .delete, "/api/v1/passkeys/:id",
      Operation(
        "removePasskey", .owner, "Remove a passkey",
        """
        Revokes the devices that signed in with it, except this one, and locks the owner's other \
        devices.
        """, parameters: [.query("confirm", .constant("1", "1 to remove the last passkey."))],
        answers: [.noContent("The passkey is removed.")])
    ) { request, context, visit in
      guard let id = context.parameters.get("id").flatMap({ Int64($0) }) else {
        throw Problem("no-passkey")
      }
      let isConfirmed = try Query(of: request)["confirm"] == "1"
      guard try await remove(id, isConfirmed: isConfirmed, visit) else {
        throw Problem("last-passkey")
      }
      return .empty(.noContent)
    }
  }

  private static func id(_ context: ServerContext) throws -> Int64 {
    try context.parameter("id") { Int64($0) }
  }

  private func list(of visit: Visit) async throws -> [Passkey] {
    try await workers.run { try journals.passkeys.list(of: visit.device.owner) }
  }

  private func options(
    _ request: Request, _ context: ServerContext, _ visit: Visit
  ) async throws -> Response {
    let (party, owner) = (try settings.party(of: request, context), visit.device.owner)
    let pin = request.isJSON ? try await request.json(PINBody.self).pin : ""
    try await pinAgain.check(Array(pin.utf8), by: visit.guest)
    let (handle, passkeys) = try await workers.run {
      (try journals.passkeys.handle(of: owner), try journals.passkeys.list(of: owner))
    }
    guard passkeys.count < Passkey.most else {
      throw PasskeyError.tooMany(limit: Passkey.most)
    }
    let challenge = ceremonies.begin(.registration(device: visit.device.id), at: now())
    return try .json(
      CreationOptions(
        party, owner, handle: handle, challenge,
        excluding: passkeys.filter { $0.relyingParty == party.id }))
  }

  private func add(
    _ request: Request, _ context: ServerContext, _ visit: Visit
  ) async throws -> Response {
    let registration = try await request.json(RegistrationBody.self).registration
    let party = try settings.party(of: request, context)
    guard let challenge = ceremonies.take(.registration(device: visit.device.id), at: now()) else {
      throw Problem("no-challenge")
    }
    let name = pages.words(for: request).name(of: DeviceAgent(of: request) ?? .unknown)
    let made = try await workers.run {
      let credential: Credential
      do {
        credential = try party.register(registration, answering: challenge)
      } catch {
        throw Problem("passkey")
      }
      return try journals.passkeys.add(
        Passkey.New(credential, for: party), named: DeviceName(name), of: visit.device.owner,
        from: visit.guest.source, now: now())
    }
    return try .json(PasskeyBody(made), status: .created)
  }

  private func page(_ id: Int64, _ request: Request, _ visit: Visit) async throws -> Response {
    let passkeys = try await list(of: visit)
    guard let passkey = passkeys.first(where: { $0.id == id }) else {
      throw Problem("no-passkey")
    }
    let (rule, devices) = try await visit.run { journal in
      (
        try journal.settings.current().rule,
        try journals.devices.list(of: visit.device.owner, now: now())
      )
    }
    let texts = PasskeyTexts(rule: rule, words: pages.words(for: request))
    var content = texts.content(of: passkey)
    content["isLast"] = passkeys.count == 1
    content["hasOtherDevices"] = devices.count > 1
    content["isSaved"] = try Query(of: request)["saved"] != nil
    return try await page(of: "passkey", content, for: request)
  }

  /// - Returns: false where it is the last one, and that was not confirmed.
  private func remove(_ id: Int64, isConfirmed: Bool, _ visit: Visit) async throws -> Bool {
    let token = gate.sessions.token(of: visit.device)
    let owner = visit.device.owner
    return try await workers.run {
      let passkeys = try journals.passkeys.list(of: owner)
      guard passkeys.contains(where: { $0.id == id }) else { throw Problem("no-passkey") }
      guard isConfirmed || passkeys.count > 1 else { return false }
      try journals.passkeys.remove(
        id, of: owner, by: visit.guest.source, keeping: token, now: now())
      return true
    }
  }
}

private struct PasskeyList: Encodable {
  let passkeys: [PasskeyBody]
}

private struct PasskeyBody: Encodable {
  let id: Int64
  let name: String
  /// For whose pages it is good.
  let host: String
  /// In UTC, as the other.
  let made: String
  /// Missing where it was not used.
  let lastUsed: String?
  /// Whether its maker keeps it on several devices.
  let synced: Bool
  /// Whether too many wrong tries have shut it.
  let shut: Bool

  init(_ passkey: Passkey) {
    (id, name, host) = (passkey.id, passkey.name.text, passkey.relyingParty)
    made = InstantText.text(passkey.made)
    lastUsed = passkey.lastUsed.map { InstantText.text($0) }
    (synced, shut) = (passkey.isBackedUp, passkey.tries.isShut)
  }
}

extension Schema {
  static let passkey = Schema.object(
    "Passkey",
    [
      "id": .integer(),
      "name": .string(),
      "host": .string("The host whose pages can use it."),
      "made": .dateTime(),
      "synced": .boolean("Whether the passkey is synced to several devices."),
      "shut": .boolean("Whether too many failed tries blocked it; the settings allow it again."),
    ], optional: ["lastUsed": .dateTime("Missing if never used.")])
}
