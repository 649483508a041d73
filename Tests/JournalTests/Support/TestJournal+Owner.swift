import CaptureTime
import Files
import Journal

extension TestJournal {
  /// The journal of a further owner in the same folder.
  init(adding owner: String, zone: CaptureZone = .utc, to test: TestJournal) throws {
    let name = try OwnerName(owner)
    try test.journals.addOwner(name, settings: JournalSettings(zone: zone))
    (folder, journals) = (test.folder, test.journals)
    journal = try journals.journal(of: name)
  }
}
