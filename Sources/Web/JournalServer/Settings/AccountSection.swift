import CaptureTime
import Store

/// The section of the settings about an owner's linked accounts.
struct AccountSection {
  let accounts: [Account]
  /// By whose accounts one signs in here; nil where there is none.
  let issuer: String?
  let words: Words
  let zone: CaptureZone

  /// Nil where there is nothing to say.
  var content: PageContent? {
    guard issuer != nil || !accounts.isEmpty else { return nil }
    return [
      "linked": accounts.map(content), "hasNone": accounts.isEmpty,
      "link": issuer.map { words("accountLink", ["issuer": $0]) }.once,
    ]
  }

  private func content(of account: Account) -> PageContent {
    let used = account.lastUsed.map { words("accountUsed", ["time": words.time(of: $0, in: zone)]) }
    return [
      "id": account.id, "issuer": account.issuer,
      "name": account.email ?? account.subject ?? "", "used": used ?? words("notUsedYet"),
      "devices": words.count(account.devices, "accountDevices"),
    ]
  }
}
