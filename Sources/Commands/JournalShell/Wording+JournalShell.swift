import CaptureTime
package import Journal
package import Reminders
import Shell
package import Store
package import SystemPackage
package import Wording

/// What both programs say of a journal beside errors.
extension Wording {
  package static func warning(_ exposure: FolderExposure) -> String {
    "warning: \(exposure.wording.commandLine)."
  }

  package static func warning(_ owners: AlikeOwners) -> String {
    "warning: \(owners.wording.commandLine)."
  }

  package static func madeJournal(
    _ folder: FilePath, _ owner: OwnerName, _ settings: JournalSettings
  ) -> String {
    "Made a journal in \(name(folder)) for \(escaped(owner.text)), with the time zone "
      + "\(escaped(settings.zone.name)); daystamp config set time-zone changes that."
  }

  static func waits(for lock: FilePath) -> String {
    "Waiting for another program to finish with the journal (it holds \(name(lock))); Ctrl-C "
      + "ends the wait."
  }

  /// What reaches out of the journal, and the command that removes it.
  package static func outlet(_ outlet: Outlet) -> (name: String, removal: String) {
    switch outlet {
    case .way(let way):
      (
        "\(way.facts.kind.rawValue) \(way.id), \(escaped(way.facts.shownAddress ?? ""))",
        "daystamp reminder way remove \(way.id)"
      )
    case .feed(let feed):
      (
        "feed \(feed.id), \u{201C}\(escaped(feed.name.text))\u{201D}",
        "daystamp reminder feed remove \(feed.id)"
      )
    }
  }

  package static func insideJournal(_ folder: FilePath) -> String {
    "\(name(folder)) is in the journal's own folder; give one outside it."
  }
}
