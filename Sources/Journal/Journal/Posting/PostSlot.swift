import Stamping
package import Store
package import SystemPackage

/// A mail slot for a journal: a device can post through it, and learns only that it worked, and
/// when.
///
/// It is for devices that may post and not read, and for those that may post while the journal is locked.
/// What is there already answers nothing: a photo that the journal has is posted once more, keys are the
/// device's own, and a morning page, of which a day has one, is not taken.
package struct PostSlot: Sendable {
  /// Nothing gives it away.
  private let journal: OwnerJournal
  private let device: Int64

  /// - Throws: ``JournalError/locked(_:)`` where the journal is, and the device may not post then.
  fileprivate init(of device: Device, in journals: Journal) throws {
    guard device.scope.allows(.post) else { throw JournalError.locked(device.owner) }
    journal = try journals.journal(postedToBy: device)
    self.device = device.id
  }

  /// Writes a post without a photo, once under a key.
  ///
  /// - Parameters:
  ///   - new: makes what is written of the present day.
  ///   - key: what says that it is the same post.
  ///   - weekStart: the day with which weeks begin where the owner has set none.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: that it is posted.
  /// - Throws: ``SlotError``, and as ``Posts/write(_:now:)``; then nothing is written.
  package func write(
    _ new: (PresentDay) throws -> NewWords, key: PostKey, weekStart: WeekStart, now: Int
  ) throws -> PostReceipt {
    let settings = try journal.settings.current()
    let new = try new(
      PresentDay(settings.rule.day(of: now), weekStart: settings.weekStart ?? weekStart))
    guard !new.isMorning else { throw SlotError.morningPage }
    return try receipt { try journal.posts.write(new, key: key.own(of: device), now: now) }
  }

  /// Makes how a photo is posted of the owner's settings, and of the folder that gets copies.
  package typealias MakeSettings = (JournalSettings, _ album: FilePath?) throws -> Posting.Settings

  /// Stamps a photo for a post under a key.
  ///
  /// - Parameters:
  ///   - file: the photo or video.
  ///   - part: what it is called, and its line.
  ///   - key: the post's.
  ///   - settings: how it is posted.
  /// - Returns: the photo, for ``post(_:key:_:)``.
  /// - Throws: as ``Posting/stage(_:_:under:)``.
  package func stage(
    _ file: ReadFile, _ part: Posting.Part, under key: PostKey, _ settings: MakeSettings
  ) throws -> StagedPart {
    try posting(settings).stage(file, part, under: key.own(of: device))
  }

  /// Posts photos as one post, once under a key.
  ///
  /// - Parameters:
  ///   - parts: the photos in their order, staged under the key.
  ///   - key: what says that it is the same post.
  ///   - settings: how it is posted.
  /// - Returns: that it is posted.
  /// - Throws: ``SlotError``, and as ``Posting/post(_:key:)``; then nothing is stored.
  package func post(
    _ parts: [StagedPart], key: PostKey, _ settings: MakeSettings
  ) throws -> PostReceipt {
    let posting = try posting(settings)
    return try receipt { try posting.post(parts, key: key.own(of: device)) }
  }

  private func posting(_ settings: MakeSettings) throws -> Posting {
    var settings = try settings(
      journal.settings.followed().settings, journal.settings.albumFolder())
    guard !settings.details.isMorning else { throw SlotError.morningPage }
    settings.allowsAgain = true
    return Posting(settings, into: journal)
  }

  private func receipt(_ post: () throws -> (post: Post, isNew: Bool)) throws -> PostReceipt {
    do {
      let (post, isNew) = try post()
      return PostReceipt(posted: post.posted, isNew: isNew)
    } catch PostKeyError.otherPost {
      throw SlotError.keyUsed
    }
  }
}

/// That something is posted.
package struct PostReceipt: Sendable, Hashable {
  /// When, in seconds since 1970 in UTC.
  package let posted: Int
  /// Whether it was posted now, and not earlier under the same key.
  package let isNew: Bool
}

/// Why posting through a slot failed.
package enum SlotError: Error, Sendable, Hashable {
  /// Whether its day has one already is nothing to be told.
  case morningPage
  /// The device posted something else under the key.
  case keyUsed
}

extension Journal {
  /// The slot in the door of a device's owner.
  ///
  /// - Throws: ``JournalError/locked(_:)`` where the journal is, and the device may not post then.
  package func slot(for device: Device) throws -> PostSlot { try PostSlot(of: device, in: self) }
}
