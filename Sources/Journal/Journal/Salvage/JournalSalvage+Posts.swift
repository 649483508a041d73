package import CaptureTime
package import Store
package import SystemPackage

extension JournalSalvage {
  /// A salvage of a journal of posts.
  ///
  /// - Parameters:
  ///   - journal: the damaged journal's folder.
  ///   - folder: the new journal's, which is new or empty, or was begun by such a salvage.
  ///   - chosenOwner: who has what nothing says whose it was; nil for the only owner.
  ///   - usualOwner: who has everything where no owner's name is left.
  ///   - keys: what opens the journals that have a PIN.
  ///   - zone: the time zone where none is left.
  ///   - pin: asks for an owner's PIN.
  ///   - pause: waits so many seconds.
  /// - Throws: as the store's own ``JournalSalvage``.
  package convenience init(
    of journal: FilePath, into folder: FilePath, chosenOwner: OwnerName?, usualOwner: OwnerName,
    keys: Keyring, zone: CaptureZone, pin: @escaping (OwnerName) throws -> PIN,
    pause: @escaping (Int) -> Void
  ) throws {
    try self.init(
      of: journal, into: folder, areas: Journal.areas,
      settings: Settings(
        chosenOwner: chosenOwner, usualOwner: usualOwner, keys: keys, pin: pin, pause: pause,
        check: { JournalSettings.sorted($0) },
        zone: { rows, owner in PostSalvage.zone(of: owner, rows) ?? zone.name }))
  }
}

extension JournalSettings {
  /// Those of some texts that are settings, and what is wrong with the others.
  fileprivate static func sorted(
    _ texts: [SettingKey: String]
  ) -> (kept: [SettingKey: String], wrong: [SettingError]) {
    var (kept, wrong): ([SettingKey: String], [SettingError]) = ([:], [])
    for key in SettingKey.allCases {
      guard let text = texts[key] else { continue }
      do throws(SettingError) {
        try check(key, text)
        kept[key] = text
      } catch {
        wrong.append(error)
      }
    }
    return (kept, wrong)
  }
}
