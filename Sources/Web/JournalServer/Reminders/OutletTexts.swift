import Journal
import Reminders
import Store

/// The texts about feeds, hooks and mail that stay when a device is revoked or the PIN changes.
struct OutletTexts {
  let outlets: [Outlet]
  let words: Words

  /// For the template `outlets`; nil where there are none.
  ///
  /// - Parameter areMeant: whether they are to be removed unless somebody says otherwise.
  /// - Returns: its content.
  func content(areMeant: Bool) -> PageContent? {
    if outlets.isEmpty { return nil }
    return ["lines": outlets.map(line), "areMeant": areMeant]
  }

  private func line(_ outlet: Outlet) -> String {
    let (kind, name): (String, String) =
      switch outlet {
      case .way(let way):
        (words("wayKind-\(way.facts.kind.rawValue)"), way.facts.shownAddress ?? "")
      case .feed(let feed): (words("feedKind"), feed.name.text)
      }
    return words("outlet", ["kind": kind, "name": name])
  }
}
