import CaptureTime
import Journal
import Store
import Wording

/// The texts about an owner's passkeys.
struct PasskeyTexts {
  let rule: DayRule
  let words: Words

  func content(of passkey: Passkey) -> PageContent {
    let name = passkey.name.text
    let made = words.short(rule.day(of: passkey.made))
    let used = passkey.lastUsed.map { words.short(rule.day(of: $0)) }
    return [
      "id": passkey.id, "name": name, "shownName": Isolation.shown(name),
      "host": passkey.relyingParty, "isShut": passkey.tries.isShut,
      "made": words("passkeyMadeOn", ["day": made]), "madeDay": made,
      "used": used.map { words("passkeyUsedOn", ["day": $0]) } ?? words("passkeyNotUsed"),
      "usedTime": passkey.lastUsed.map { words.time(of: $0, in: rule.zone) } ?? words("none"),
      "kept": words(kept(passkey)), "nameLimit": DeviceName.limit,
    ]
  }

  /// The section of the settings.
  ///
  /// - Parameters:
  ///   - passkeys: all of the owner.
  ///   - relyingParty: for which one can be added on this page; nil for none.
  /// - Returns: what its template is filled with.
  func section(_ passkeys: [Passkey], at relyingParty: String?) -> PageContent {
    [
      "passkeys": passkeys.map(content), "hasPasskeys": !passkeys.isEmpty,
      "mayAddPasskey": relyingParty != nil && passkeys.count < Passkey.most,
      "lacksHostName": relyingParty == nil,
    ]
  }

  private func kept(_ passkey: Passkey) -> String {
    if passkey.isBackedUp { return "passkeySynced" }
    return passkey.isBackupEligible ? "passkeyNotSyncedYet" : "passkeyNotSynced"
  }
}
