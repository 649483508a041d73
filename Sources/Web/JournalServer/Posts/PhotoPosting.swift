import CaptureTime
import Journal
import Stamping
import Store
import SystemPackage

/// Posts photos by the journal's settings, for pages and for programs.
struct PhotoPosting: Sendable {
  let labels: Labelling
  let queue: WorkQueue
  let now: @Sendable () -> Int
  /// Photos that are posted under one key come one after the other.
  private let keys = KeyedLock<KeyOfOwner>()

  init(labels: Labelling, queue: WorkQueue, now: @escaping @Sendable () -> Int) {
    (self.labels, self.queue, self.now) = (labels, queue, now)
  }

  /// What is said of a photo.
  struct Said: Sendable {
    var details: PostDetails
    var time: CaptureTime?
    var zone: CaptureZone?
    /// How the label is to look where it is to differ from the settings.
    var label: [SettingKey: String] = [:]
    var allowsAgain = false
    /// Of which text it is the card.
    var text: TextReference?
    /// What is done to it before it is stamped.
    var edit = PhotoEdit()
  }

  /// Posts a photo once under a key.
  ///
  /// - Parameters:
  ///   - key: what says that it is the same one.
  ///   - said: what is said of it.
  ///   - visit: whose journal.
  ///   - effort: reads how long it takes; nil where nothing is decoded for it.
  ///   - post: gives the photo to the posting.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: as `Posting.post`; then nothing is stored.
  func post(
    _ key: PostKey, _ said: Said, _ visit: Visit,
    taking effort: @escaping @Sendable () throws -> PhotoEffort?,
    _ post: @escaping @Sendable (Posting) throws -> (post: Post, isNew: Bool)
  ) async throws -> (post: Post, isNew: Bool) {
    try await keys.withLock(KeyOfOwner(owner: visit.device.owner, key: key)) {
      try await queue.run(for: visit.device, on: effort) {
        let own = visit.journal.settings
        let settings = try settings(said, own.followed().settings, album: own.albumFolder())
        return try post(Posting(settings, into: visit.journal))
      }
    }
  }

  /// Posts a photo once under a key, for a device that sees nothing of it.
  ///
  /// - Throws: as `PostSlot.post`; then nothing is stored.
  func post(
    _ photo: ReceivedFile, _ key: PostKey, _ said: Said, of device: Device,
    through slot: PostSlot
  ) async throws -> PostReceipt {
    try await keys.withLock(KeyOfOwner(owner: device.owner, key: key)) {
      try await queue.run(for: device, on: { try photo.effort() }) {
        try withExtendedLifetime(photo) {
          try slot.post(photo.photo, key: key) { try settings(said, $0, album: $1) }
        }
      }
    }
  }

  private func settings(
    _ said: Said, _ owner: JournalSettings, album: FilePath?
  ) throws -> Posting.Settings {
    let rules = try owner.overridden(by: said.label)
    let zone = said.zone ?? rules.zone
    var settings = Posting.Settings(
      stamper: try labels.stamper(drawing: rules.look, zone: zone, given: said.time),
      look: rules.look, rule: DayRule(zone: zone, start: rules.dayStart),
      details: said.details, allowsAgain: said.allowsAgain, exportFolder: album, now: now)
    settings.isAlbum = true
    settings.text = said.text
    settings.edit = said.edit
    return settings
  }
}

/// A key is an owner's own: others may use the same.
private struct KeyOfOwner: Hashable, Sendable {
  let owner: OwnerName
  let key: PostKey
}

extension ReceivedFile {
  /// All of it.
  ///
  /// - Throws: `FileError`.
  func bytes() throws -> [UInt8] { try PhotoReader(photo).whole().bytes }

  /// How long stamping it takes.
  func effort() throws -> PhotoEffort { try PhotoEffort(of: bytes()) }
}

extension JournalSettings {
  /// - Throws: `SettingError`.
  func overridden(by label: [SettingKey: String]) throws -> JournalSettings {
    label.isEmpty ? self : try JournalSettings(texts.merging(label) { $1 })
  }
}
